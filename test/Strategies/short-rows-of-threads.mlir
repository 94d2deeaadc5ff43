// A thread of a CPU reduces several short rows, and leaves integers to the device's
// compiler, which makes vectors of them itself.
// RUN: split-file %s %t
// DEFINE: %{program} =
// DEFINE: %{sizes} =
// DEFINE: %{target} = pocl
// DEFINE: %{optimize} = lift-opt %t/%{program}.mlir --lift-optimize='target=%{target} sizes=%{sizes} print-schedules' -o /dev/null | FileCheck %s
// DEFINE: %{verify} = lift-run %t/%{program}.mlir --target=%{target} --verify --rtol=1e-5

// So many that leave no rest, if that is a number.
// REDEFINE: %{program} = floats
// REDEFINE: %{sizes} = M=100000,N=64
// RUN: %{optimize} --check-prefix=SHORT
// SHORT: // reduction of rows
// SHORT: // 50 rows for a work-item
// SHORT: transform.lift.chunk_map {{.*}} by "50"
// SHORT: map_to {{.*}} ["seq"]
// SHORT: vectorize {{.*}} by 16
// REDEFINE: %{sizes} = M=100003,N=64
// RUN: %{optimize} --check-prefix=PADDED
// PADDED: // 64 rows for a work-item
// PADDED: transform.lift.chunk_map {{.*}} by "64" {padded}

// Not where rows are long, few, or of no known length, nor by groups.
// REDEFINE: %{sizes} = M=100000,N=4096
// RUN: %{optimize} --check-prefix=ONE
// REDEFINE: %{sizes} = M=512,N=64
// RUN: %{optimize} --check-prefix=ONE
// REDEFINE: %{sizes} = M=100000
// RUN: %{optimize} --check-prefix=ONE
// REDEFINE: %{sizes} = M=100000,N=64
// REDEFINE: %{target} = nvidia-h200
// RUN: %{optimize} --check-prefix=ONE
// ONE: // reduction of rows
// ONE-NOT: rows for a work-item

// Windows of integers: of no channel that is another's.
// REDEFINE: %{program} = integers
// REDEFINE: %{target} = pocl
// REDEFINE: %{sizes} = C=16,L=64064
// RUN: %{optimize} --check-prefix=INTEGERS
// INTEGERS: // reduction of rows
// INTEGERS: // {{[0-9]+}} rows for a work-item
// INTEGERS-NOT: vectorize
// REDEFINE: %{target} = mali-g72
// RUN: %{optimize} --check-prefix=VECTORS
// VECTORS: // reduction of rows
// VECTORS: vectorize

// REDEFINE: %{target} = pocl
// RUN: %{verify} --size=C=5,L=131072 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=C=1,L=64 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = floats
// RUN: %{verify} --size=M=9001,N=64 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=M=4099,N=67 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// REDEFINE: %{program} = several
// RUN: %{verify} --size=M=9001,N=67 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

//--- floats.mlir
func.func @floats(%x: !lift.array<M x N x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    lift.yield %s : f32
  }
  return %y : !lift.array<M x f32>
}

//--- integers.mlir
func.func @integers(%x: !lift.array<C x L x i16>) -> !lift.array<C x ((L - 64) / 32 + 1) x i32> {
  %zero = arith.constant 0 : i32
  %y = lift.map (%channel = %x : !lift.array<C x L x i16>) {
    %windows = lift.slide %channel size [64] step [32] : !lift.array<L x i16>
    %r = lift.map (%w = %windows : !lift.array<((L - 64) / 32 + 1) x 64 x i16>) {
      %m = lift.reduce associative commutative (%e = %w : !lift.array<64 x i16>) init (%acc = %zero : i32) {
        %wide = arith.extsi %e : i16 to i32
        %n = arith.maxsi %acc, %wide : i32
        lift.yield %n : i32
      }
      lift.yield %m : i32
    }
    lift.yield %r : !lift.array<((L - 64) / 32 + 1) x i32>
  }
  return %y : !lift.array<C x ((L - 64) / 32 + 1) x i32>
}

//--- several.mlir
func.func @several(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %n = arith.addf %acc, %e : f32
      lift.yield %n : f32
    }
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %d = arith.subf %e, %s : f32
      lift.yield %d : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}
