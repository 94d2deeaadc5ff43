// What is returned of an array that other kernels read is a copy of what is in memory,
// with loops that all work-items share.
// RUN: split-file %s %t
// DEFINE: %{normalize} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-fuse-producers,lift-normalize))'

// RUN: %{normalize} %t/twice.mlir | FileCheck %s
// CHECK: %[[Y:.*]] = lift.map
// CHECK: %[[TURNED:.*]] = lift.reverse %[[Y]]
// CHECK: lift.map ({{.*}} = %[[Y]] :
// CHECK: lift.map ({{.*}} = %[[TURNED]] :

// Where nothing else reads it, the kernel that computes it stores both.
// RUN: %{normalize} %t/once.mlir | FileCheck %s --check-prefix=ONCE
// ONCE: lift.map
// ONCE-NEXT: lift.map
// ONCE-NOT: lift.map

// RUN: lift-run %t/twice.mlir --target=nvidia-h200 --size=M=64,N=20000 --emit-package=%t.package
// RUN: FileCheck %s --check-prefix=KERNELS --input-file=%t.package/kernels.cl
// KERNELS-COUNT-3: get_group_id(0)

// RUN: lift-run %t/twice.mlir --verify --target=nvidia-h200 --size=M=7,N=13
// RUN: lift-run %t/twice.mlir --verify --size=M=1,N=1
// RUN: lift-run %t/once.mlir --verify --target=nvidia-h200 --size=M=64,N=32

//--- twice.mlir
func.func @twice(%x: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %turned = lift.reverse %y dims [0, 1] : !lift.array<M x N x f32>
  return %y, %y, %turned : !lift.array<M x N x f32>, !lift.array<M x N x f32>, !lift.array<M x N x f32>
}

//--- once.mlir
func.func @once(%x: !lift.array<M x N x f32>) -> (!lift.array<M x N x f32>, !lift.array<M x N x f32>) {
  %y = lift.map (%row = %x : !lift.array<M x N x f32>) {
    %r = lift.map (%e = %row : !lift.array<N x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<N x f32>
  }
  %turned = lift.reverse %y dims [0, 1] : !lift.array<M x N x f32>
  return %y, %turned : !lift.array<M x N x f32>, !lift.array<M x N x f32>
}
