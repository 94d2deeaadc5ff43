// Elements that are no numbers: bins of tuples, and rows that a view turns around
// inside of maps.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-list-rewrites)' -o /dev/null | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-optimize{target=nvidia-h200}))' -o /dev/null

// CHECK: scatter_reduce of @tuples[0]
// CHECK-NEXT: split_histogram strided=false: no: the step does not combine each accumulator
func.func @tuples(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>,
                  %first: !lift.array<5 x tuple<f32, !lift.array<M x 2 x f32>>>)
    -> !lift.array<5 x tuple<f32, !lift.array<M x 2 x f32>>> {
  %r = lift.scatter_reduce (%i = %k, %e = %x
      : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%bin = %first : !lift.array<5 x tuple<f32, !lift.array<M x 2 x f32>>>) {
    %a = lift.get %bin[0] : tuple<f32, !lift.array<M x 2 x f32>>
    %row = lift.get %bin[1] : tuple<f32, !lift.array<M x 2 x f32>>
    %s = arith.addf %a, %e : f32
    %t = lift.tuple %s, %row : f32, !lift.array<M x 2 x f32>
    lift.yield %t : tuple<f32, !lift.array<M x 2 x f32>>
  }
  return %r : !lift.array<5 x tuple<f32, !lift.array<M x 2 x f32>>>
}

// CHECK: map of @rows[0]
// CHECK-NEXT: nest: no: its innermost loop uses whole arrays
// CHECK-NEXT: block: applies
// CHECK: strategy: any nest
func.func @rows(%x: !lift.array<A x B x C x D x f32>)
    -> !lift.array<A x B x D x C x f32> {
  %r = lift.map (%m = %x : !lift.array<A x B x C x D x f32>) {
    %n = lift.map (%o = %m : !lift.array<B x C x D x f32>) {
      %t = lift.transpose %o : !lift.array<C x D x f32>
      lift.yield %t : !lift.array<D x C x f32>
    }
    lift.yield %n : !lift.array<B x D x C x f32>
  }
  return %r : !lift.array<A x B x D x C x f32>
}
