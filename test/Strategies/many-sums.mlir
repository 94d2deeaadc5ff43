// Many long sums for each element, which are reduced again: a product of matrices
// that is stored, and the reduction of its rows.
// RUN: split-file %s %t
// DEFINE: %{sizes} =
// DEFINE: %{program} = %lift_src_root/examples/gallery/nearest.mlir
// DEFINE: %{plan} = lift-opt %{program} --pass-pipeline='builtin.module(func.func(lift-normalize,lift-optimize{target=nvidia-h200 sizes=%{sizes} print-schedules}))'
// DEFINE: %{verify} = lift-run --target=nvidia-h200 --verify --rtol=1e-4 --atol=1e-4

// REDEFINE: %{sizes} = M=65536,N=1024,D=32
// RUN: %{plan} | FileCheck %s
// CHECK: // many sums for each element
// CHECK: transform.lift.fission %
// CHECK: transform.lift.fission_map
// CHECK: transform.lift.store_results {{.*}} in "global"
// CHECK: // contraction in local tiles

// So are the sums of the parts of a row, as those of a quantised matrix that has a
// scale for each group of a row; how many there are does not matter.
// REDEFINE: %{program} = %t/own.mlir
// REDEFINE: %{sizes} = M=1024,N=3,D=32
// RUN: %{plan} | FileCheck %s --check-prefix=OWN
// REDEFINE: %{program} = %t/groups.mlir
// REDEFINE: %{sizes} = M=4096,G=3
// RUN: %{plan} | FileCheck %s --check-prefix=OWN
// OWN: // many sums for each element
// OWN-NOT: beside each other
// OWN: transform.lift.fission_map
// OWN: transform.lift.store_results {{.*}} in "global"

// Of two matrices in groups, the sums of a group are a product, which is stored for itself.
// REDEFINE: %{program} = %t/layer.mlir
// REDEFINE: %{sizes} = T=16,O=1024,G=128
// RUN: %{plan} | FileCheck %s --check-prefix=PARTS
// PARTS: // the sums of the same part beside each other
// PARTS-NEXT: transform.lift.block {{.*}} order = {{\[\[}}2, 0], [0, 0], [1, 0], [3, 0]]
// PARTS: // reduction of columns
// PARTS: // contraction in local tiles

// Few or short sums, a matrix without end, sizes that are not known, and sums that
// stay in order are not stored.
// REDEFINE: %{program} = %lift_src_root/examples/gallery/nearest.mlir
// REDEFINE: %{sizes} = M=65536,N=63,D=32
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=65536,N=1024,D=15
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=655360,N=10240,D=32
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{sizes} = M=65536,N=1024
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{program} = %t/own.mlir
// REDEFINE: %{sizes} = M=1024,N=1024,D=15
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// REDEFINE: %{program} = %t/ordered.mlir
// REDEFINE: %{sizes} = M=1024,N=1024,D=32
// RUN: %{plan} | FileCheck %s --check-prefix=NOT
// NOT-NOT: many sums

// RUN: %{verify} %lift_src_root/examples/gallery/nearest.mlir --size=M=130,N=70,D=33
// RUN: %{verify} %lift_src_root/examples/gallery/nearest.mlir --size=M=1,N=64,D=16
// RUN: %{verify} %t/groups.mlir --size=M=7,G=5
// RUN: %{verify} %t/groups.mlir --size=M=1,G=1
// RUN: %{verify} %t/layer.mlir --size=T=1,O=1,G=1
// RUN: %{verify} %t/layer.mlir --size=T=19,O=71,G=3
// RUN: %{verify} %t/own.mlir --size=M=5,N=3,D=37
// RUN: %{verify} %t/bilinear.mlir --size=B=33,M=70,N=37
// RUN: %{verify} %t/bilinear.mlir --size=B=2,M=129,N=64
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run --verify --rtol=1e-4 --atol=1e-4 --target=nvidia-h200 %t/bilinear.mlir --size=B=17,M=66,N=19 %}

//--- bilinear.mlir
// x^T W y of each pair of rows.
func.func @bilinear(%x: !lift.array<B x M x f32>, %w: !lift.array<M x N x f32>, %y: !lift.array<B x N x f32>) -> !lift.array<B x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%xb = %x, %yb = %y : !lift.array<B x M x f32>, !lift.array<B x N x f32>) {
    %sum = lift.reduce associative commutative (%xi = %xb, %wi = %w : !lift.array<M x f32>, !lift.array<M x N x f32>) init (%acc = %zero : f32) {
      %inner = lift.reduce associative commutative (%wij = %wi, %yj = %yb : !lift.array<N x f32>, !lift.array<N x f32>) init (%own = %zero : f32) {
        %p = arith.mulf %wij, %yj : f32
        %s = arith.addf %own, %p : f32
        lift.yield %s : f32
      }
      %p = arith.mulf %xi, %inner : f32
      %s = arith.addf %acc, %p : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<B x f32>
}

//--- own.mlir
// Each element has a matrix of its own.
func.func @own(%x: !lift.array<M x D x f32>, %y: !lift.array<M x N x D x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x, %own = %y : !lift.array<M x D x f32>, !lift.array<M x N x D x f32>) {
    %most = lift.reduce associative commutative (%other = %own : !lift.array<N x D x f32>) init (%acc = %zero : f32) {
      %sum = lift.reduce associative commutative (%a = %row, %b = %other : !lift.array<D x f32>, !lift.array<D x f32>) init (%s = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %n = arith.addf %s, %p : f32
        lift.yield %n : f32
      }
      %m = arith.maximumf %acc, %sum : f32
      lift.yield %m : f32
    }
    lift.yield %most : f32
  }
  return %r : !lift.array<M x f32>
}

//--- ordered.mlir
// The sums stay in order.
func.func @ordered(%x: !lift.array<M x D x f32>, %y: !lift.array<N x D x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%row = %x : !lift.array<M x D x f32>) {
    %most = lift.reduce associative commutative (%other = %y : !lift.array<N x D x f32>) init (%acc = %zero : f32) {
      %sum = lift.reduce (%a = %row, %b = %other : !lift.array<D x f32>, !lift.array<D x f32>) init (%s = %zero : f32) {
        %p = arith.mulf %a, %b : f32
        %n = arith.addf %s, %p : f32
        lift.yield %n : f32
      }
      %m = arith.maximumf %acc, %sum : f32
      lift.yield %m : f32
    }
    lift.yield %most : f32
  }
  return %r : !lift.array<M x f32>
}

//--- groups.mlir
// Bytes with a scale for each group of 64.
func.func @groups(%w: !lift.array<M x G x 64 x i8>, %scales: !lift.array<M x G x f32>, %x: !lift.array<G x 64 x i8>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0 : i32
  %r = lift.map (%row = %w, %own = %scales : !lift.array<M x G x 64 x i8>, !lift.array<M x G x f32>) {
    %sum = lift.reduce associative commutative (%group = %row, %scale = %own, %other = %x : !lift.array<G x 64 x i8>, !lift.array<G x f32>, !lift.array<G x 64 x i8>) init (%acc = %zero : f32) {
      %whole = lift.reduce associative commutative (%a = %group, %b = %other : !lift.array<64 x i8>, !lift.array<64 x i8>) init (%s = %none : i32) {
        %ai = arith.extsi %a : i8 to i32
        %bi = arith.extsi %b : i8 to i32
        %p = arith.muli %ai, %bi : i32
        %n = arith.addi %s, %p : i32
        lift.yield %n : i32
      }
      %f = arith.sitofp %whole : i32 to f32
      %p = arith.mulf %f, %scale : f32
      %n = arith.addf %acc, %p : f32
      lift.yield %n : f32
    }
    lift.yield %sum : f32
  }
  return %r : !lift.array<M x f32>
}

//--- layer.mlir
// A layer with weights of four bits, in groups with a scale and a zero point.
func.func @layer(%x: !lift.array<T x G x 32 x 2 x f32>, %w: !lift.array<O x G x 32 x i8>, %scales: !lift.array<O x G x f32>, %zeros: !lift.array<O x G x i8>) -> !lift.array<T x O x f32> {
  %zero = arith.constant 0.0 : f32
  %mask = arith.constant 15 : i8
  %four = arith.constant 4 : i8
  %r = lift.map (%row = %x : !lift.array<T x G x 32 x 2 x f32>) {
    %o = lift.map (%weights = %w, %s = %scales, %z = %zeros : !lift.array<O x G x 32 x i8>, !lift.array<O x G x f32>, !lift.array<O x G x i8>) {
      %sum = lift.reduce associative commutative (%xs = %row, %ws = %weights, %scale = %s, %zp = %z : !lift.array<G x 32 x 2 x f32>, !lift.array<G x 32 x i8>, !lift.array<G x f32>, !lift.array<G x i8>) init (%acc = %zero : f32) {
        %zf = arith.sitofp %zp : i8 to f32
        %part = lift.reduce associative commutative (%pair = %xs, %byte = %ws : !lift.array<32 x 2 x f32>, !lift.array<32 x i8>) init (%own = %zero : f32) {
          %x0 = lift.at %pair[0] : !lift.array<2 x f32>
          %x1 = lift.at %pair[1] : !lift.array<2 x f32>
          %low = arith.andi %byte, %mask : i8
          %high = arith.shrui %byte, %four : i8
          %lowf = arith.uitofp %low : i8 to f32
          %highf = arith.uitofp %high : i8 to f32
          %a = arith.subf %lowf, %zf : f32
          %b = arith.subf %highf, %zf : f32
          %p = arith.mulf %x0, %a : f32
          %q = arith.mulf %x1, %b : f32
          %n = arith.addf %own, %p : f32
          %m = arith.addf %n, %q : f32
          lift.yield %m : f32
        }
        %p = arith.mulf %part, %scale : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      lift.yield %sum : f32
    }
    lift.yield %o : !lift.array<O x f32>
  }
  return %r : !lift.array<T x O x f32>
}
