// A work-item of a CPU computes all parts of a row that have different lengths: its body is
// not divided, as what the parts share stays in a cache. Parts of one length are the
// numbers of one map.
// DEFINE: %{target} = pocl
// DEFINE: %{fuse} = lift-opt %s --pass-pipeline='builtin.module(lift-set-target{target=%{target}},func.func(lift-fuse-producers))' | FileCheck %s
// RUN: %{fuse} --check-prefix=WHOLE
// WHOLE-LABEL: func.func @body
// WHOLE: lift.concat
// WHOLE-NOT: dim 1
// WHOLE: lift.yield
// WHOLE-LABEL: func.func @halves
// WHOLE: lift.concat {{.*}} dim 1
// REDEFINE: %{target} = nvidia-h200
// RUN: %{fuse} --check-prefix=DIVIDED
// DIVIDED-LABEL: func.func @body
// DIVIDED: lift.concat {{.*}} dim 1

// DEFINE: %{entry} = body
// DEFINE: %{verify} = lift-run %s --entry=%{entry} --target=pocl --verify
// RUN: %{verify} --size=M=37,N=66 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=M=131,N=2 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=M=1,N=2 | FileCheck %s --check-prefix=OK
// REDEFINE: %{entry} = halves
// RUN: %{verify} --size=M=37,N=66 | FileCheck %s --check-prefix=OK
// RUN: %{verify} --size=M=1,N=1 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

func.func @body(%x: !lift.array<M x N x f32>) -> !lift.array<M x (3 * N / 2) x f32> {
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %pairs = lift.split %row by 2 : !lift.array<N x f32>
    %sums = lift.map (%pair = %pairs : !lift.array<(N / 2) x 2 x f32>) {
      %a = lift.at %pair[0] : !lift.array<2 x f32>
      %b = lift.at %pair[1] : !lift.array<2 x f32>
      %s = arith.addf %a, %b : f32
      lift.yield %s : f32
    }
    %twice = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    %r = lift.concat %sums, %twice : !lift.array<(N / 2) x f32>, !lift.array<N x f32>
    lift.yield %r : !lift.array<(3 * N / 2) x f32>
  }
  return %y : !lift.array<M x (3 * N / 2) x f32>
}

func.func @halves(%x: !lift.array<M x N x f32>) -> !lift.array<M x (2 * N) x f32> {
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %twice = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.addf %e, %e : f32
      lift.yield %s : f32
    }
    %squares = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    %r = lift.concat %twice, %squares : !lift.array<N x f32>, !lift.array<N x f32>
    lift.yield %r : !lift.array<(2 * N) x f32>
  }
  return %y : !lift.array<M x (2 * N) x f32>
}
