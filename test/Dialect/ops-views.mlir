// Every view in all its forms: printed and read again, in the short and the
// generic form and as bytecode. The operand types of the views further down
// show which result types are inferred.

// RUN: lift-opt %s | lift-opt | FileCheck %s
// RUN: lift-opt %s --mlir-print-op-generic | lift-opt | FileCheck %s
// RUN: lift-opt %s --emit-bytecode | lift-opt | FileCheck %s

// CHECK-LABEL: func @split_join
func.func @split_join(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> attributes {lift.params = {K = [2, 4]}} {
  // CHECK: lift.split %{{.*}} by 128 : !lift.array<N x M x f32>
  %a = lift.split %x by 128 : !lift.array<N x M x f32>
  // CHECK: lift.split %{{.*}} by (K + 1) dim 2 : !lift.array<(N / 128) x 128 x M x f32>
  %b = lift.split %a by (K + 1) dim 2 : !lift.array<(N / 128) x 128 x M x f32>
  // CHECK: lift.join %{{.*}} dim 2 : !lift.array<(N / 128) x 128 x (M / (K + 1)) x (K + 1) x f32>
  %c = lift.join %b dim 2
      : !lift.array<(N / 128) x 128 x (M / (K + 1)) x (K + 1) x f32>
  // A factor that was divided away comes back.
  // CHECK: lift.join %{{.*}} : !lift.array<(N / 128) x 128 x M x f32>
  %d = lift.join %c : !lift.array<(N / 128) x 128 x M x f32>
  return %d : !lift.array<N x M x f32>
}

// CHECK-LABEL: func @split_default_dim
func.func @split_default_dim(%x: !lift.array<N x f32>) attributes {lift.params = {TM = [2, 4]}} {
  // The default is not printed.
  // CHECK: lift.split %{{.*}} by TM : !lift.array<N x f32>
  %a = lift.split %x by TM dim 0 : !lift.array<N x f32>
  return
}

// CHECK-LABEL: func @transpose
func.func @transpose(%x: !lift.array<N x M x K x f32>)
    -> !lift.array<K x N x M x f32> {
  // CHECK: lift.transpose %{{.*}} : !lift.array<N x M x K x f32>
  %a = lift.transpose %x : !lift.array<N x M x K x f32>
  // CHECK: lift.transpose %{{.*}} permutation [2, 1, 0] : !lift.array<M x N x K x f32>
  %b = lift.transpose %a permutation [2, 1, 0] : !lift.array<M x N x K x f32>
  return %b : !lift.array<K x N x M x f32>
}

// CHECK-LABEL: func @slide
func.func @slide(%x: !lift.array<H x W x C x f32>)
    -> !lift.array<(H - 2) x (W - 2) x 3 x 3 x C x f32> attributes {lift.params = {K = [2, 4]}} {
  // CHECK: lift.slide %{{.*}} size [3, 3] step [1, 1] : !lift.array<H x W x C x f32>
  %a = lift.slide %x size [3, 3] step [1, 1] : !lift.array<H x W x C x f32>
  // CHECK: lift.slide %{{.*}} size [K] step [2] dims [1] : !lift.array<H x W x C x f32>
  %b = lift.slide %x size [K] step [2] dims [1] : !lift.array<H x W x C x f32>
  // CHECK: lift.take %{{.*}} size [1] : !lift.array<H x ((W - K + 2) / 2) x K x C x f32>
  %c = lift.take %b size [1] : !lift.array<H x ((W - K + 2) / 2) x K x C x f32>
  // CHECK: lift.slide %{{.*}} size [2, 2] step [2, 2] dims [1, 2] : !lift.array<H x W x C x f32>
  %d = lift.slide %x size [2, 2] step [2, 2] dims [1, 2]
      : !lift.array<H x W x C x f32>
  return %a : !lift.array<(H - 2) x (W - 2) x 3 x 3 x C x f32>
}

// CHECK-LABEL: func @pad
func.func @pad(%x: !lift.array<H x W x f32>, %v: f32)
    -> !lift.array<(H + 5) x ((W ceildiv 4) * 4) x f32> attributes {lift.params = {P = [2, 4]}} {
  // CHECK: lift.pad %{{.*}} low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  %a = lift.pad %x low [1, 1] high [1, 1] clamp : !lift.array<H x W x f32>
  // CHECK: lift.pad %{{.*}} low [0] high [P] dims [1] constant(%{{.*}} : f32) : !lift.array<H x W x f32>
  %b = lift.pad %x low [0] high [P] dims [1] constant(%v : f32)
      : !lift.array<H x W x f32>
  // CHECK: lift.take %{{.*}} size [1] : !lift.array<H x ({{.*}}) x f32>
  %c = lift.take %b size [1] : !lift.array<H x (W + P) x f32>
  // CHECK: lift.pad %{{.*}} low [2, 0] high [3, {{.*}}] empty : !lift.array<H x W x f32>
  %d = lift.pad %x low [2, 0] high [3, (W ceildiv 4) * 4 - W] empty
      : !lift.array<H x W x f32>
  return %d : !lift.array<(H + 5) x ((W ceildiv 4) * 4) x f32>
}

// CHECK-LABEL: func @take
func.func @take(%x: !lift.array<N x M x f32>) -> !lift.array<N x 3 x f32> {
  // CHECK: lift.take %{{.*}} size [N - 1, 7] : !lift.array<N x M x f32>
  %a = lift.take %x size [N - 1, 7] : !lift.array<N x M x f32>
  // CHECK: lift.take %{{.*}} size [3] dims [1] : !lift.array<N x M x f32>
  %b = lift.take %x size [3] dims [1] : !lift.array<N x M x f32>
  return %b : !lift.array<N x 3 x f32>
}

// CHECK-LABEL: func @broadcast
func.func @broadcast(%s: f32, %v: vector<4xf32>, %row: !lift.array<M x f32>)
    -> !lift.array<M x 2 x 3 x f32> attributes {lift.params = {N = [2, 4]}} {
  // CHECK: lift.broadcast %{{.*}} sizes [8, N] : f32
  %a = lift.broadcast %s sizes [8, N] : f32
  // CHECK: lift.broadcast %{{.*}} sizes [8] : vector<4xf32>
  %b = lift.broadcast %v sizes [8] : vector<4xf32>
  // CHECK: lift.broadcast %{{.*}} sizes [N] : !lift.array<M x f32>
  %c = lift.broadcast %row sizes [N] : !lift.array<M x f32>
  // CHECK: lift.broadcast %{{.*}} sizes [2, 3] dim 1 : !lift.array<M x f32>
  %d = lift.broadcast %row sizes [2, 3] dim 1 : !lift.array<M x f32>
  return %d : !lift.array<M x 2 x 3 x f32>
}

// CHECK-LABEL: func @pad_modes
func.func @pad_modes(%x: !lift.array<H x W x f32>)
    -> !lift.array<(H + 3) x W x f32> {
  // CHECK: lift.pad %{{.*}} low [1] high [2] dims [1] mirror : !lift.array<H x W x f32>
  %a = lift.pad %x low [1] high [2] dims [1] mirror : !lift.array<H x W x f32>
  // CHECK: lift.pad %{{.*}} low [1] high [2] wrap : !lift.array<H x W x f32>
  %b = lift.pad %x low [1] high [2] wrap : !lift.array<H x W x f32>
  return %b : !lift.array<(H + 3) x W x f32>
}

// CHECK-LABEL: func @drop
func.func @drop(%x: !lift.array<N x M x f32>) -> !lift.array<N x (M - 3) x f32> attributes {lift.params = {K = [2, 4]}} {
  // CHECK: lift.drop %{{.*}} size [1, K] : !lift.array<N x M x f32>
  %a = lift.drop %x size [1, K] : !lift.array<N x M x f32>
  // CHECK: lift.drop %{{.*}} size [3] dims [1] : !lift.array<N x M x f32>
  %b = lift.drop %x size [3] dims [1] : !lift.array<N x M x f32>
  return %b : !lift.array<N x (M - 3) x f32>
}

// CHECK-LABEL: func @reverse
func.func @reverse(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.reverse %{{.*}} : !lift.array<N x M x f32>
  %a = lift.reverse %x : !lift.array<N x M x f32>
  // CHECK: lift.reverse %{{.*}} dims [0, 1] : !lift.array<N x M x f32>
  %b = lift.reverse %a dims [0, 1] : !lift.array<N x M x f32>
  return %b : !lift.array<N x M x f32>
}

// CHECK-LABEL: func @lanes
func.func @lanes(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.as_vector %{{.*}} width 4 : !lift.array<N x M x f32>
  %v = lift.as_vector %x width 4 : !lift.array<N x M x f32>
  // CHECK: lift.as_scalar %{{.*}} : !lift.array<N x (M / 4) x vector<4xf32>>
  %s = lift.as_scalar %v : !lift.array<N x (M / 4) x vector<4xf32>>
  return %s : !lift.array<N x M x f32>
}

// CHECK-LABEL: func @concat
func.func @concat(%x: !lift.array<N x M x f32>, %y: !lift.array<K x M x f32>)
    -> !lift.array<N x (2 * M) x f32> {
  // CHECK: lift.concat %{{.*}}, %{{.*}} : !lift.array<N x M x f32>, !lift.array<K x M x f32>
  %a = lift.concat %x, %y : !lift.array<N x M x f32>, !lift.array<K x M x f32>
  // CHECK: lift.concat %{{.*}}, %{{.*}} dim 1 : !lift.array<N x M x f32>, !lift.array<N x M x f32>
  %b = lift.concat %x, %x dim 1 : !lift.array<N x M x f32>, !lift.array<N x M x f32>
  // CHECK: lift.take %{{.*}} size [1] : !lift.array<({{.*}}) x M x f32>
  %c = lift.take %a size [1] : !lift.array<(N + K) x M x f32>
  return %b : !lift.array<N x (2 * M) x f32>
}
