// Values that no name can have, and names that no function has.

// RUN: not lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=NO-VALUE
// RUN: not lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM=0})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=ZERO
// RUN: not lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM=3000000000})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: not lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TMM=16})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// RUN: not lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=TM=16,TM=32})' -o /dev/null 2>&1 | FileCheck %s --check-prefix=TWICE

// TWICE: lift-bind-params gives 'TM' the values 16 and 32
// NO-VALUE: invalid value 'TM' of lift-bind-params (expected NAME=INTEGER, from 1 to 2147483647)
// ZERO: invalid value 'TM=0' of lift-bind-params (expected NAME=INTEGER, from 1 to 2147483647)
// UNKNOWN: no function has a size or tuning name 'TMM'
// LARGE: invalid value 'TM=3000000000' of lift-bind-params (expected NAME=INTEGER, from 1 to 2147483647)

func.func private @f(!lift.array<TM x f32>)
