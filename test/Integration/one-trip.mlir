// Maps of one element on ids: the first id has it, wherever they stand, and no
// index says so. Names that are open and names that are bound have the same
// mappings.
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-bind-params{params=T=1},func.func(lift-normalize,lift-infer-spaces,lift-form-kernels,lift-map-parallelism{target=pocl fix=0=seq,1=glb(0),2=seq,3=glb(0),4=seq,5=glb(0),6=seq}))' -o %t.bound.mlir
// RUN: lift-run %t.bound.mlir --device='Portable Computing Language' --verify | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-normalize,lift-infer-spaces,lift-form-kernels,lift-map-parallelism{target=pocl fix=0=seq,1=glb(0),2=seq,3=glb(0),4=seq,5=glb(0),6=seq,L0=8,T=1}))' -o %t.open.mlir
// RUN: lift-run %t.open.mlir --device='Portable Computing Language' --verify | FileCheck %s
// CHECK: verify: 96 elements, max abs error 0, OK

func.func @sums(%x: !lift.array<24 x 5 x 4 x f32>) -> !lift.array<24 x 4 x f32>
    attributes {lift.params = {L0 = [8, 4], T = [1, 2, 4]}} {
  %zero = arith.constant 0.0 : f32
  %r = lift.kernel local_size [L0] {
    %tiles = lift.split %x by T : !lift.array<24 x 5 x 4 x f32>
    %sums = lift.map (%tile = %tiles : !lift.array<(24 / T) x T x 5 x 4 x f32>) {
      %zeros = lift.broadcast %zero sizes [T, 4] : f32
      %init = lift.copy %zeros in private : !lift.array<T x 4 x f32>
      %steps = lift.transpose %tile permutation [1, 0, 2] : !lift.array<T x 5 x 4 x f32>
      %sum = lift.reduce (%a = %steps : !lift.array<5 x T x 4 x f32>)
          init (%acc = %init : !lift.array<T x 4 x f32>) {
        %next = lift.map (%row = %a, %accs = %acc : !lift.array<T x 4 x f32>, !lift.array<T x 4 x f32>) {
          %cells = lift.map (%e = %row, %c = %accs : !lift.array<4 x f32>, !lift.array<4 x f32>) {
            %s = arith.addf %c, %e : f32
            lift.yield %s : f32
          }
          lift.yield %cells : !lift.array<4 x f32>
        }
        lift.yield %next : !lift.array<T x 4 x f32>
      }
      %all = lift.materialize %sum in private : !lift.array<T x 4 x f32>
      %out = lift.map (%row = %all : !lift.array<T x 4 x f32>) {
        %cells = lift.map (%e = %row : !lift.array<4 x f32>) {
          lift.yield %e : f32
        }
        lift.yield %cells : !lift.array<4 x f32>
      }
      lift.yield %out : !lift.array<T x 4 x f32>
    }
    %j = lift.join %sums : !lift.array<(24 / T) x T x 4 x f32>
    lift.yield %j : !lift.array<24 x 4 x f32>
  }
  return %r : !lift.array<24 x 4 x f32>
}
