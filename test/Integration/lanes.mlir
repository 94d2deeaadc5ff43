// Lanes of several vectors, each of another one: they are read one by one, and not
// as the vector that has as many.
// RUN: lift-run %s --entry=diagonal --verify --print-kernel | FileCheck %s
// CHECK-LABEL: kernel void diagonal_0
// CHECK: (float4)(priv[0].x, priv[1].y, priv[2].z, priv[3].w)
// CHECK: OK
func.func @diagonal(%x: !lift.array<4 x 4 x f32>) -> !lift.array<4 x f32> {
  %rows = lift.as_vector %x width 4 : !lift.array<4 x 4 x f32>
  %result = lift.kernel {
    %twice = lift.map (%row = %rows : !lift.array<4 x 1 x vector<4xf32>>) {
      %sums = lift.map (%e = %row : !lift.array<1 x vector<4xf32>>) {
        %s = arith.addf %e, %e : vector<4xf32>
        lift.yield %s : vector<4xf32>
      }
      lift.yield %sums : !lift.array<1 x vector<4xf32>>
    }
    %stored = lift.materialize %twice in private : !lift.array<4 x 1 x vector<4xf32>>
    %numbers = lift.as_scalar %stored : !lift.array<4 x 1 x vector<4xf32>>
    %flat = lift.join %numbers : !lift.array<4 x 4 x f32>
    %elements = lift.gather %flat : !lift.array<16 x f32> by (%i < 4) {
      %five = arith.constant 5 : index
      %k = arith.muli %i, %five : index
      lift.yield %k : index
    }
    %diagonal = lift.as_vector %elements width 4 : !lift.array<4 x f32>
    %squares = lift.map (%e = %diagonal : !lift.array<1 x vector<4xf32>>) {
      %s = arith.mulf %e, %e : vector<4xf32>
      lift.yield %s : vector<4xf32>
    }
    %out = lift.as_scalar %squares : !lift.array<1 x vector<4xf32>>
    lift.yield %out : !lift.array<4 x f32>
  }
  return %result : !lift.array<4 x f32>
}

// A tile of what vectors are stored of, where indices stay as they are.
// RUN: lift-opt %s --lift-to-gpu="target=nvidia-h200 assumed=large-aligned simplify-indices=false" -o %t.mlir
// RUN: lift-run %s --entry=tiles --target=nvidia-h200 --assumed=inner-aligned --lower=simplify-indices=false --size=M=64 --size=N=64 --input-kind=integer --verify | FileCheck %s --check-prefix=OK
// OK: OK
func.func @tiles(%a: !lift.array<M x N x i8>, %b: !lift.array<M x M x i8>)
    -> !lift.array<M x N x i8> {
  %zero = arith.constant 0 : i8
  %three = arith.constant 3 : i8
  %y = lift.map (%row = %a : !lift.array<M x N x i8>) {
    %r = lift.map (%e = %row : !lift.array<N x i8>) {
      %s = arith.maxsi %e, %three : i8
      lift.yield %s : i8
    }
    lift.yield %r : !lift.array<N x i8>
  }
  %columns = lift.transpose %y : !lift.array<M x N x i8>
  %result = lift.map (%row = %b : !lift.array<M x M x i8>) {
    %r = lift.map (%column = %columns : !lift.array<N x M x i8>) {
      %sum = lift.reduce (%p = %row, %q = %column : !lift.array<M x i8>, !lift.array<M x i8>)
          init (%acc = %zero : i8) {
        %pq = arith.muli %p, %q : i8
        %next = arith.addi %acc, %pq : i8
        lift.yield %next : i8
      }
      lift.yield %sum : i8
    }
    lift.yield %r : !lift.array<N x i8>
  }
  return %result : !lift.array<M x N x i8>
}
