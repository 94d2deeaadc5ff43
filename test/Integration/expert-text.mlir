// Indices as a person writes them: ids like digits, one value where there is only
// one, and no memory for what a work-item has in its registers.
// RUN: split-file %s %t
// RUN: lift-run %t/inner.mlir --device='Portable Computing Language' --size=K=5 --size=N=7 --size=M=9 --verify --print-kernel | FileCheck %s --check-prefix=INNER
// RUN: lift-run %t/columns.mlir --device='Portable Computing Language' --size=N=7 --verify --print-kernel | FileCheck %s --check-prefix=CONCAT
// RUN: lift-run %t/tile.mlir --device='Portable Computing Language' --size=N=7 --verify --input-kind=integer --print-kernel | FileCheck %s --check-prefix=TILE
// RUN: lift-run %t/strided.mlir --device='Portable Computing Language' --size=N=64 --size=R=3 --verify --input-kind=integer --print-kernel | FileCheck %s --check-prefix=STRIDED

// INNER: const int [[ROWS:v[0-9]*]] = N - 2;
// INNER: const int [[COLUMNS:v[0-9]*]] = M - 2;
// INNER: out[(gid2 * [[ROWS]] + gid1) * [[COLUMNS]] + gid0] =
// INNER: OK
//--- inner.mlir
func.func @inner(%x: !lift.array<K x N x M x f32>)
    -> !lift.array<(K - 2) x (N - 2) x (M - 2) x f32> {
  %w = lift.slide %x size [3, 3, 3] step [1, 1, 1] : !lift.array<K x N x M x f32>
  %r = lift.map glb(2) (%plane = %w : !lift.array<(K - 2) x (N - 2) x (M - 2) x 3 x 3 x 3 x f32>) {
    %q = lift.map glb(1) (%row = %plane : !lift.array<(N - 2) x (M - 2) x 3 x 3 x 3 x f32>) {
      %s = lift.map glb(0) (%win = %row : !lift.array<(M - 2) x 3 x 3 x 3 x f32>) {
        %a = lift.at %win[0, 1, 1] : !lift.array<3 x 3 x 3 x f32>
        %b = lift.at %win[1, 1, 1] : !lift.array<3 x 3 x 3 x f32>
        %sum = arith.addf %a, %b : f32
        lift.yield %sum : f32
      }
      lift.yield %s : !lift.array<(M - 2) x f32>
    }
    lift.yield %q : !lift.array<(N - 2) x (M - 2) x f32>
  }
  return %r : !lift.array<(K - 2) x (N - 2) x (M - 2) x f32>
}

// CONCAT: = x[gid0];
// CONCAT: = y[gid0];
// CONCAT: OK
//--- columns.mlir
func.func @columns(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x 2 x f32> {
  %xs = lift.split %x by 1 : !lift.array<N x f32>
  %ys = lift.split %y by 1 : !lift.array<N x f32>
  %c = lift.concat %xs, %ys dim 1 : !lift.array<N x 1 x f32>, !lift.array<N x 1 x f32>
  %r = lift.map glb(0) (%row = %c : !lift.array<N x 2 x f32>) {
    %o = lift.map (%e = %row : !lift.array<2 x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %o : !lift.array<2 x f32>
  }
  return %r : !lift.array<N x 2 x f32>
}

// TILE-NOT: local float
// TILE: out[wg0] = acc;
// TILE: OK
//--- tile.mlir
func.func @tile(%x: !lift.array<N x 64 x f32>) -> !lift.array<N x 1 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map wrg(0) (%row = %x : !lift.array<N x 64 x f32>) {
    %sum = lift.reduce (%e = %row : !lift.array<64 x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %b = lift.broadcast %sum sizes [1] : f32
    %m = lift.materialize %b in local : !lift.array<1 x f32>
    %o = lift.map lcl(0) (%e = %m : !lift.array<1 x f32>) { lift.yield %e : f32 }
    lift.yield %o : !lift.array<1 x f32>
  }
  return %r : !lift.array<N x 1 x f32>
}

// Where 4 divides N, a quarter of N is no divisor that needs a guard.
// STRIDED: const int [[QUARTER:v[0-9]*]] = (uint)N / 4;
// STRIDED-NOT: max(
// STRIDED: 1u / [[QUARTER]]
// STRIDED: OK
//--- strided.mlir
func.func @strided(%x: !lift.array<R x N x f32>) -> !lift.array<R x (N / 4) x f32>
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %n4 = lift.size (N / 4) : index
  %four = arith.constant 4 : index
  %r = lift.map glb(0) (%row = %x : !lift.array<R x N x f32>) {
    %g = lift.gather in_bounds %row : !lift.array<N x f32> by (%i < N) {
      %q = arith.divui %i, %n4 : index
      %m = arith.remui %i, %n4 : index
      %p = arith.muli %m, %four : index
      %k = arith.addi %p, %q : index
      lift.yield %k : index
    }
    %chunks = lift.split %g by 4 : !lift.array<N x f32>
    %s = lift.map seq (%chunk = %chunks : !lift.array<(N / 4) x 4 x f32>) {
      %sum = lift.reduce (%e = %chunk : !lift.array<4 x f32>) init (%acc = %zero : f32) {
        %n = arith.addf %acc, %e : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %s : !lift.array<(N / 4) x f32>
  }
  return %r : !lift.array<R x (N / 4) x f32>
}
