// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-set-target{target=mali-g72})' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-set-target)' | FileCheck %s --check-prefix=DEFAULT
// RUN: not lift-opt %s --pass-pipeline='builtin.module(lift-set-target{target=mali-g73})' 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// The GPU is replaced, other devices stay.
// CHECK: dlti.target_system_spec = #dlti.target_system_spec<"GPU" = #dlti.target_device_spec<"lift.max_group_size" = 384 : i64, {{.*}}>, "CPU" = #dlti.target_device_spec<"x" = 1 : i32>>
// DEFAULT: "lift.local_memory_bytes" = 32768 : i64
// UNKNOWN: error: unknown target 'mali-g73'
// UNKNOWN: note: a target is one of mali-g610, mali-g72
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "GPU" = #dlti.target_device_spec<"lift.local_memory_bytes" = 1 : i64>,
    "CPU" = #dlti.target_device_spec<"x" = 1 : i32>>} {
}
