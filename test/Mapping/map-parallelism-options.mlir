// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=none}))' 2>&1 | FileCheck %s --check-prefix=RULES
// RULES: error: unknown rules 'none' (expected sound, limits, cc22)
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{solver=none}))' 2>&1 | FileCheck %s --check-prefix=SOLVER
// SOLVER: error: unknown solver 'none' (expected z3 or enumerate)
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{dims=0}))' 2>&1 | FileCheck %s --check-prefix=DIMS
// DIMS: error: a launch has 1 to 3 dimensions, not 0
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=1=seq}))' 2>&1 | FileCheck %s --check-prefix=FIX
// FIX: error: there is no map 1 among 1
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=0=lcl(9)}))' 2>&1 | FileCheck %s --check-prefix=FORM
// FORM: error: '0=lcl(9)' is not of the form 2=wrg(0)
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=0=glb(0),0=seq}))' 2>&1 | FileCheck %s --check-prefix=TWICE
// TWICE: error: map 0 is glb(0) already, and cannot be seq
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=0=glb(0),0=glb(0)}))'
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 dims=1 fix=0=lcl(1)}))' 2>&1 | FileCheck %s --check-prefix=DIM
// DIM: note: choice: is mapped to lcl(1), but a launch has dimensions below 1
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 choice=100}))' 2>&1 | FileCheck %s --check-prefix=CHOICE
// CHOICE: error: has only 10 mappings, not 101
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=cc22 solver-budget=1}))' 2>&1 | FileCheck %s --check-prefix=BUDGET
// BUDGET: error: the search for a mapping was given up after 0 mappings
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{without=R1}))' 2>&1 | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: error: there is no rule 'R1' among sound
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{with=none}))' 2>&1 | FileCheck %s --check-prefix=WITH
// WITH: error: there is no rule 'none'
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{fix=0=seq}))' 2>&1 | FileCheck %s --check-prefix=SEQ
// SEQ: warning: the mapping is right, but slow
// SEQ: note: S9: some map is parallel
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=sound fix=0=seq}))' 2>&1 | FileCheck %s --check-prefix=SOUND --implicit-check-not=warning
// SOUND: lift.map seq
// RUN: not lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{rules=sound without=S9}))' 2>&1 | FileCheck %s --check-prefix=NINE
// NINE: error: there is no rule 'S9' among sound{{$}}
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{without=S9 with=R4,R5 fix=0=seq}))'
func.func @copy(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = lift.map (%e = %x : !lift.array<N x f32>) {
    lift.yield %e : f32
  }
  return %r : !lift.array<N x f32>
}
