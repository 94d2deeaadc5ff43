// T01: element-wise addition, as it is and in chunks over work-groups.
// REQUIRES: pocl

// NUMPY @vecadd(x: f32[N], y: f32[N]) -> x + y
// RUN: %check_numpy %s --entry=vecadd --size=N=1024
// RUN: %check_numpy %s --entry=vecadd --size=N=1
// RUN: %check_numpy %s --entry=vecadd --size=N=17
// RUN: %check_numpy %s --entry=vecadd --size=N=403
// RUN: %if oclgrind %{ %check_numpy %s --entry=vecadd --size=N=403 --oclgrind %}
func.func @vecadd(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x f32>
  %sum = lift.map (%p = %xy : !lift.array<N x tuple<f32, f32>>) {
    %a = lift.get %p[0] : tuple<f32, f32>
    %b = lift.get %p[1] : tuple<f32, f32>
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  return %sum : !lift.array<N x f32>
}

// NUMPY @low(x: f32[N], y: f32[N]) -> x + y
// RUN: %check_numpy %s --entry=low --size=N=1024
// RUN: %check_numpy %s --entry=low --size=N=3072
// RUN: not lift-run %s --entry=low --size=N=17 2>&1 | FileCheck %s
// RUN: %if oclgrind %{ %check_numpy %s --entry=low --size=N=1024 --oclgrind %}
// CHECK: chunk size 1024 does not divide the array length N
func.func @low(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  %r = lift.kernel @low local_size [128] global_size [1024] {
    %xs = lift.split %x by 1024 : !lift.array<N x f32>
    %ys = lift.split %y by 1024 : !lift.array<N x f32>
    %groups = lift.map wrg(0) (%xc = %xs, %yc = %ys
        : !lift.array<(N / 1024) x 1024 x f32>, !lift.array<(N / 1024) x 1024 x f32>) {
      %xf = lift.split %xc by 4 : !lift.array<1024 x f32>
      %yf = lift.split %yc by 4 : !lift.array<1024 x f32>
      %items = lift.map lcl(0) (%xq = %xf, %yq = %yf
          : !lift.array<256 x 4 x f32>, !lift.array<256 x 4 x f32>) {
        %four = lift.map seq (%a = %xq, %b = %yq
            : !lift.array<4 x f32>, !lift.array<4 x f32>) {
          %s = arith.addf %a, %b : f32
          lift.yield %s : f32
        }
        lift.yield %four : !lift.array<4 x f32>
      }
      %chunk = lift.join %items : !lift.array<256 x 4 x f32>
      lift.yield %chunk : !lift.array<1024 x f32>
    }
    %all = lift.join %groups : !lift.array<(N / 1024) x 1024 x f32>
    lift.yield %all : !lift.array<N x f32>
  }
  return %r : !lift.array<N x f32>
}
