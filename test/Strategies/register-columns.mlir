// Columns of a known length that are read several times: neighbouring work-items
// have neighbouring columns, and those behind each other share one.
// RUN: split-file %s %t
// DEFINE: %{sizes} = M=4096,N=4096
// DEFINE: %{plan} = lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify --rtol=1e-4
// DEFINE: %{race} = %lift_src_root/utils/oclgrind-run.sh lift-run --target=nvidia-h200 --verify --rtol=1e-4
// RUN: %{plan} %lift_src_root/examples/gallery/column-softmax.mlir | FileCheck %s
// CHECK: // rows in registers
// CHECK: // 32 numbers for a work-item
// CHECK: // a group of 128 lanes and 8 rows
// CHECK: transform.lift.map_to {{.*}} ["lcl(0)"]
// CHECK: transform.lift.stage {{.*}} {argument = 0, space = "private", chunks = array<i64: 128>}
// CHECK: transform.lift.map_to {{.*}} ["seq unroll", "lcl(1)"]

// Each number is read once, those of a row of the matrix by neighbours.
// RUN: lift-run %lift_src_root/examples/gallery/column-softmax.mlir --target=nvidia-h200 --size=M=4096,N=4096 --emit-package=%t/package
// RUN: FileCheck %s --check-prefix=KERNEL --input-file=%t/package/kernels.cl
// KERNEL: const int {{v[0-9]*}} = wg0 * 8 + lid1 * N + lid0;
// KERNEL: x[offset]
// KERNEL-NOT: x[

// Short columns are for groups of 32 beside each other, long ones for fewer.
// REDEFINE: %{sizes} = M=100,N=4096
// RUN: %{plan} %lift_src_root/examples/gallery/column-softmax.mlir | FileCheck %s --check-prefix=SHORT
// SHORT: // a group of 16 lanes and 32 rows
// REDEFINE: %{sizes} = M=16384,N=4096
// RUN: %{plan} %lift_src_root/examples/gallery/column-softmax.mlir | FileCheck %s --check-prefix=LONG
// LONG: // a group of 512 lanes and 2 rows

// A few columns are rows like others.
// REDEFINE: %{sizes} = M=4096,N=7
// RUN: %{plan} %lift_src_root/examples/gallery/column-softmax.mlir | FileCheck %s --check-prefix=FEW
// FEW: // rows in registers
// FEW-NOT: lanes

// Of more than three maps around rows, the shortest run in sequence.
// REDEFINE: %{sizes} = A=5,B=2,C=7,D=100,N=512
// RUN: %{plan} %t/nested.mlir | FileCheck %s --check-prefix=NESTED
// NESTED: // rows in registers
// NESTED: ["wrg(0)"]
// NESTED: ["wrg(1)"]
// NESTED: ["seq"]
// NESTED: ["wrg(2)"]

// RUN: %{verify} %lift_src_root/examples/gallery/column-softmax.mlir --size=M=300,N=17
// RUN: %{verify} %lift_src_root/examples/gallery/column-softmax.mlir --size=M=1000,N=33
// RUN: %{verify} %lift_src_root/examples/gallery/column-softmax.mlir --size=M=8,N=8
// RUN: %{verify} %t/nested.mlir --size=A=2,B=3,C=1,D=5,N=130
// RUN: %{verify} %t/planes.mlir --size=B=2,C=67,N=35
// RUN: %{verify} %t/planes.mlir --size=B=3,C=2050,N=9
// RUN: %if oclgrind %{ %{race} %lift_src_root/examples/gallery/column-softmax.mlir --size=M=67,N=35 %}
// RUN: %if oclgrind %{ %{race} %t/planes.mlir --size=B=2,C=130,N=9 %}

//--- nested.mlir
func.func @nested(%x: !lift.array<A x B x C x D x N x f32>) -> !lift.array<A x B x C x D x N x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%a = %x : !lift.array<A x B x C x D x N x f32>) {
    %ra = lift.map (%b = %a : !lift.array<B x C x D x N x f32>) {
      %rb = lift.map (%c = %b : !lift.array<C x D x N x f32>) {
        %rc = lift.map (%row = %c : !lift.array<D x N x f32>) {
          %sum = lift.reduce associative commutative (%e = %row : !lift.array<N x f32>) init (%acc = %zero : f32) {
            %s = arith.addf %acc, %e : f32
            lift.yield %s : f32
          }
          %rest = lift.map (%e = %row : !lift.array<N x f32>) {
            %d = arith.subf %e, %sum : f32
            lift.yield %d : f32
          }
          lift.yield %rest : !lift.array<N x f32>
        }
        lift.yield %rc : !lift.array<D x N x f32>
      }
      lift.yield %rb : !lift.array<C x D x N x f32>
    }
    lift.yield %ra : !lift.array<B x C x D x N x f32>
  }
  return %r : !lift.array<A x B x C x D x N x f32>
}

//--- planes.mlir
// Numbers of channels, less the largest of all channels of a place, and what
// these add up to.
func.func @planes(%x: !lift.array<B x C x N x f32>) -> (!lift.array<B x N x C x f32>, !lift.array<B x N x f32>) {
  %zero = arith.constant 0.0 : f32
  %low = arith.constant 0xFF800000 : f32
  %t = lift.transpose %x permutation [0, 2, 1] : !lift.array<B x C x N x f32>
  %r:2 = lift.map (%image = %t : !lift.array<B x N x C x f32>) {
    %p:2 = lift.map (%place = %image : !lift.array<N x C x f32>) {
      %most = lift.reduce associative commutative (%e = %place : !lift.array<C x f32>) init (%acc = %low : f32) {
        %s = arith.maximumf %acc, %e : f32
        lift.yield %s : f32
      }
      %rest = lift.map (%e = %place : !lift.array<C x f32>) {
        %d = arith.subf %e, %most : f32
        lift.yield %d : f32
      }
      %sum = lift.reduce associative commutative (%e = %rest : !lift.array<C x f32>) init (%acc = %zero : f32) {
        %s = arith.addf %acc, %e : f32
        lift.yield %s : f32
      }
      lift.yield %rest, %sum : !lift.array<C x f32>, f32
    }
    lift.yield %p#0, %p#1 : !lift.array<N x C x f32>, !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<B x N x C x f32>, !lift.array<B x N x f32>
}
