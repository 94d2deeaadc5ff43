// As many groups as the target has compute units are better than the value of a
// tuning name that is declared first: 960 work-items are 10 groups of 96, or 30 of 32.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism))' | FileCheck %s --check-prefix=FIRST
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=mali-g610}))' | FileCheck %s --check-prefix=FIRST
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=mali-g72}))' | FileCheck %s --check-prefix=MORE
// FIRST: lift.params = {L = [96]}
// MORE:  lift.params = {L = [32]}

// 132 cannot be had.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-map-parallelism{target=nvidia-h200}))' | FileCheck %s --check-prefix=FIRST
// RUN: lift-translate --lift-mapping-problem --target=nvidia-h200 %s | FileCheck %s --check-prefix=JSON
// JSON: "compute-units": 132
func.func @twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32>
    attributes {lift.params = {L = [96, 32]}} {
  %r = lift.kernel local_size [L] global_size [960] {
    %a = lift.map (%e = %x : !lift.array<N x f32>) {
      %d = arith.addf %e, %e : f32
      lift.yield %d : f32
    }
    lift.yield %a : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}
