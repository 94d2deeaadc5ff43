// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-set-launch))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(lift-set-target{target=%S/Inputs/small.attr},func.func(lift-set-launch))' | FileCheck %s --check-prefix=SMALL

// Rounded up to whole groups.
// CHECK-LABEL: func @one_dimension
// SMALL-LABEL: func @one_dimension
func.func @one_dimension(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.kernel local_size [128] global_size [128 * (N ceildiv 128)] {
  // SMALL: lift.kernel local_size [8] global_size [8 * (N ceildiv 8)] {
  %k = lift.kernel {
    %m = lift.map glb(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// CHECK-LABEL: func @two_dimensions
// SMALL-LABEL: func @two_dimensions
func.func @two_dimensions(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.kernel local_size [16, 8] global_size [16 * (M ceildiv 16), 8 * (N ceildiv 8)] {
  // SMALL: lift.kernel local_size [4, 2] global_size [4 * (M ceildiv 4), 2 * (N ceildiv 2)] {
  %k = lift.kernel {
    %m = lift.map glb(1) (%r = %x : !lift.array<N x M x f32>) {
      %n = lift.map glb(0) (%a = %r : !lift.array<M x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// No more work-items than there is work, but a whole group.
// CHECK-LABEL: func @small
func.func @small(%x: !lift.array<5 x f32>) -> !lift.array<5 x f32> {
  // CHECK: lift.kernel local_size [8] global_size [8] {
  %k = lift.kernel {
    %m = lift.map glb(0) (%a = %x : !lift.array<5 x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<5 x f32>
  }
  return %k : !lift.array<5 x f32>
}

// A row of a length that is not known has work for all that is known of others.
// CHECK-LABEL: func @unknown_and_known
// SMALL-LABEL: func @unknown_and_known
func.func @unknown_and_known(%x: !lift.array<M x N x f32>, %y: !lift.array<M x 200 x f32>, %z: !lift.array<M x 16 x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x 200 x f32>, !lift.array<M x 16 x f32>) {
  // CHECK: lift.kernel local_size [200] global_size [200 * M] {
  // SMALL: lift.kernel local_size [8] global_size [8 * M] {
  %k:3 = lift.kernel {
    %m:3 = lift.map wrg(0) (%r = %x, %s = %y, %t = %z : !lift.array<M x N x f32>, !lift.array<M x 200 x f32>, !lift.array<M x 16 x f32>) {
      %a = lift.map lcl(0) (%e = %r : !lift.array<N x f32>) { lift.yield %e : f32 }
      %b = lift.map lcl(0) (%e = %s : !lift.array<200 x f32>) { lift.yield %e : f32 }
      %c = lift.map lcl(0) (%e = %t : !lift.array<16 x f32>) { lift.yield %e : f32 }
      lift.yield %a, %b, %c : !lift.array<N x f32>, !lift.array<200 x f32>, !lift.array<16 x f32>
    }
    lift.yield %m#0, %m#1, %m#2 : !lift.array<M x N x f32>, !lift.array<M x 200 x f32>, !lift.array<M x 16 x f32>
  }
  return %k#0, %k#1, %k#2 : !lift.array<M x N x f32>, !lift.array<M x 200 x f32>, !lift.array<M x 16 x f32>
}

// CHECK-LABEL: func @unknown_and_few
func.func @unknown_and_few(%x: !lift.array<M x N x f32>, %y: !lift.array<M x 16 x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x 16 x f32>) {
  // CHECK: lift.kernel local_size [128] global_size [128 * M] {
  %k:2 = lift.kernel {
    %m:2 = lift.map wrg(0) (%r = %x, %s = %y : !lift.array<M x N x f32>, !lift.array<M x 16 x f32>) {
      %a = lift.map lcl(0) (%e = %r : !lift.array<N x f32>) { lift.yield %e : f32 }
      %b = lift.map lcl(0) (%e = %s : !lift.array<16 x f32>) { lift.yield %e : f32 }
      lift.yield %a, %b : !lift.array<N x f32>, !lift.array<16 x f32>
    }
    lift.yield %m#0, %m#1 : !lift.array<M x N x f32>, !lift.array<M x 16 x f32>
  }
  return %k#0, %k#1 : !lift.array<M x N x f32>, !lift.array<M x 16 x f32>
}

// CHECK-LABEL: func @one_element
func.func @one_element(%x: !lift.array<1 x 1 x f32>) -> !lift.array<1 x 1 x f32> {
  // CHECK: lift.kernel local_size [1, 1] global_size [1, 1] {
  %k = lift.kernel {
    %m = lift.map wrg(1) (%r = %x : !lift.array<1 x 1 x f32>) {
      %n = lift.map lcl(0) (%a = %r : !lift.array<1 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<1 x f32>
    }
    lift.yield %m : !lift.array<1 x 1 x f32>
  }
  return %k : !lift.array<1 x 1 x f32>
}

// CHECK-LABEL: func @sequential
func.func @sequential(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.kernel local_size [] global_size [] {
  %k = lift.kernel {
    %m = lift.map seq (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// The longest map to the same ids counts: 66 elements, though 64 are computed
// from them. A group for each of the others.
// CHECK-LABEL: func @groups
// SMALL-LABEL: func @groups
func.func @groups(%x: !lift.array<N x 66 x f32>) -> !lift.array<N x 64 x f32> {
  // CHECK: lift.kernel local_size [66] global_size [66 * N] {
  // SMALL: lift.kernel local_size [8] global_size [8 * N] {
  %k = lift.kernel {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 66 x f32>) {
      %c = lift.map lcl(0) (%a = %row : !lift.array<66 x f32>) { lift.yield %a : f32 }
      %l = lift.materialize %c in local : !lift.array<66 x f32>
      %t = lift.take %l size [64] : !lift.array<66 x f32>
      %n = lift.map lcl(0) (%a = %t : !lift.array<64 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<64 x f32>
    }
    lift.yield %m : !lift.array<N x 64 x f32>
  }
  return %k : !lift.array<N x 64 x f32>
}

// A local size must be a number: where none is known, one as for global ids.
// A dimension that only groups use has one work-item, and one that only
// work-items use has one group.
// CHECK-LABEL: func @symbolic
// SMALL-LABEL: func @symbolic
func.func @symbolic(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.kernel local_size [16, 1] global_size [16, N] {
  // SMALL: lift.kernel local_size [8, 1] global_size [8, N] {
  %k = lift.kernel {
    %m = lift.map wrg(1) (%row = %x : !lift.array<N x M x f32>) {
      %n = lift.map lcl(0) (%a = %row : !lift.array<M x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<M x f32>
    }
    lift.yield %m : !lift.array<N x M x f32>
  }
  return %k : !lift.array<N x M x f32>
}

// 40 x 40 work-items are too many: dimension 1 is halved before dimension 0.
// CHECK-LABEL: func @too_many
// SMALL-LABEL: func @too_many
func.func @too_many(%x: !lift.array<40 x 40 x f32>) -> !lift.array<40 x 40 x f32> {
  // CHECK: lift.kernel local_size [20, 10] global_size [20, 10] {
  // SMALL: lift.kernel local_size [4, 2] global_size [4, 2] {
  %k = lift.kernel {
    %m = lift.map lcl(1) (%row = %x : !lift.array<40 x 40 x f32>) {
      %n = lift.map lcl(0) (%a = %row : !lift.array<40 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<40 x f32>
    }
    lift.yield %m : !lift.array<40 x 40 x f32>
  }
  return %k : !lift.array<40 x 40 x f32>
}

// What is written stays.
// CHECK-LABEL: func @negative_written
func.func @negative_written(%x: !lift.array<N x 64 x f32>) -> !lift.array<N x 64 x f32> {
  // CHECK: lift.kernel @mine local_size [32] global_size [320] {
  %k = lift.kernel @mine local_size [32] global_size [320] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 64 x f32>) {
      %n = lift.map lcl(0) (%a = %row : !lift.array<64 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<64 x f32>
    }
    lift.yield %m : !lift.array<N x 64 x f32>
  }
  return %k : !lift.array<N x 64 x f32>
}

// CHECK-LABEL: func @local_written
func.func @local_written(%x: !lift.array<N x 64 x f32>) -> (!lift.array<N x 64 x f32>, !lift.array<N x 64 x f32>) {
  // CHECK: lift.kernel local_size [32] global_size [32 * N] {
  %k = lift.kernel local_size [32] {
    %m = lift.map wrg(0) (%row = %x : !lift.array<N x 64 x f32>) {
      %n = lift.map lcl(0) (%a = %row : !lift.array<64 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<64 x f32>
    }
    lift.yield %m : !lift.array<N x 64 x f32>
  }
  // CHECK: lift.kernel local_size [4, 2, 1] global_size [64, 2 * (N ceildiv 2), 1] {
  %g = lift.kernel local_size [4, 2, 1] {
    %m = lift.map glb(1) (%row = %x : !lift.array<N x 64 x f32>) {
      %n = lift.map glb(0) (%a = %row : !lift.array<64 x f32>) { lift.yield %a : f32 }
      lift.yield %n : !lift.array<64 x f32>
    }
    lift.yield %m : !lift.array<N x 64 x f32>
  }
  return %k, %g : !lift.array<N x 64 x f32>, !lift.array<N x 64 x f32>
}

// CHECK-LABEL: func @negative_no_kernel
func.func @negative_no_kernel(%a: f32) -> f32 {
  // CHECK-NOT: lift.kernel
  return %a : f32
}
