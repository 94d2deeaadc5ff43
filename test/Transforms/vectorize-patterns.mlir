// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-vectorize-patterns))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-vectorize-patterns))' --remarks-filter=lift-vectorize-patterns 2>&1 | FileCheck %s --check-prefix=REMARK
// What test/Integration/vector-choices.mlir runs.

// A captured number and a constant are the same for all lanes.
// CHECK-LABEL: func @axpy
// CHECK-SAME: %[[A:.*]]: f32, %[[X:.*]]: !lift.array<N x f32>, %[[Y:.*]]: !lift
// CHECK-DAG: %[[XV:.*]] = lift.as_vector %[[X]] width 4
// CHECK-DAG: %[[YV:.*]] = lift.as_vector %[[Y]] width 4
// CHECK: %[[R:.*]] = lift.map glb(0) unroll(2) (%[[E:.*]] = %[[XV]], %[[F:.*]] = %[[YV]] : {{.*}}) attributes {note = "kept"} {
// CHECK-NEXT: %[[AV:.*]] = vector.broadcast %[[A]] : f32 to vector<4xf32>
// CHECK-NEXT: %[[P:.*]] = arith.mulf %[[AV]], %[[E]] : vector<4xf32>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[P]], %[[F]] fastmath<contract> : vector<4xf32>
// CHECK-NEXT: %[[TWO:.*]] = arith.constant dense<2.0{{.*}}> : vector<4xf32>
// CHECK-NEXT: arith.mulf %[[S]], %[[TWO]] : vector<4xf32>
// CHECK: %[[OUT:.*]] = lift.as_scalar %[[R]]
// CHECK: return %[[OUT]]
// REMARK: [Passed] vectorization | Category:lift-vectorize-patterns | Function=axpy | Width=4
func.func @axpy(%a: f32, %x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> !lift.array<N x f32>
    attributes {lift.requires = [#lift.constraint<4 divides N>]} {
  %r = lift.map glb(0) unroll(2) vector(4) (%e = %x, %f = %y
      : !lift.array<N x f32>, !lift.array<N x f32>) attributes {note = "kept"} {
    %two = arith.constant 2.0 : f32
    %p = arith.mulf %a, %e : f32
    %s = arith.addf %p, %f fastmath<contract> : f32
    %t = arith.mulf %s, %two : f32
    lift.yield %t : f32
  }
  return %r : !lift.array<N x f32>
}

// Types of several widths; results that are an argument or the same for all.
// CHECK-LABEL: func @types
// CHECK: lift.map (%[[X:.*]] = %{{.*}}, %[[I:.*]] = %{{.*}} : !lift.array<8 x vector<8xf16>>, !lift.array<8 x vector<8xi8>>)
// CHECK: %[[C:.*]] = arith.cmpi slt, %[[I]], %{{.*}} : vector<8xi8>
// CHECK: %[[F:.*]] = arith.sitofp %[[I]] : vector<8xi8> to vector<8xf32>
// CHECK: %[[W:.*]] = arith.extf %[[X]] : vector<8xf16> to vector<8xf32>
// CHECK: %[[S:.*]] = arith.select %[[C]], %[[F]], %[[W]] : vector<8xi1>, vector<8xf32>
// CHECK: %[[SEVEN:.*]] = arith.constant dense<7> : vector<8xi64>
// CHECK: lift.yield %[[S]], %[[C]], %[[X]], %[[SEVEN]]
func.func @types(%x: !lift.array<64 x f16>, %i: !lift.array<64 x i8>)
    -> (!lift.array<64 x f32>, !lift.array<64 x i1>, !lift.array<64 x f16>,
        !lift.array<64 x i64>) {
  %r:4 = lift.map vector(8) (%e = %x, %k = %i
      : !lift.array<64 x f16>, !lift.array<64 x i8>) {
    %zero = arith.constant 0 : i8
    %seven = arith.constant 7 : i64
    %c = arith.cmpi slt, %k, %zero : i8
    %f = arith.sitofp %k : i8 to f32
    %w = arith.extf %e : f16 to f32
    %s = arith.select %c, %f, %w : f32
    lift.yield %s, %c, %e, %seven : f32, i1, f16, i64
  }
  return %r#0, %r#1, %r#2, %r#3 : !lift.array<64 x f32>, !lift.array<64 x i1>,
         !lift.array<64 x f16>, !lift.array<64 x i64>
}

// The last elements stay numbers.
// CHECK-LABEL: func @rest
// CHECK: %[[T:.*]] = lift.take %[[X:.*]] size [20]
// CHECK: %[[V:.*]] = lift.as_vector %[[T]] width 4
// CHECK: %[[WIDE:.*]] = lift.map glb(0) (%{{.*}} = %[[V]] : !lift.array<5 x vector<4xf32>>)
// CHECK: %[[FIRST:.*]] = lift.as_scalar %[[WIDE]]
// CHECK: %[[D:.*]] = lift.drop %[[X]] size [20]
// CHECK: %[[LAST:.*]] = lift.map glb(0) (%{{.*}} = %[[D]] : !lift.array<3 x f32>)
// CHECK: %[[R:.*]] = lift.concat %[[FIRST]], %[[LAST]]
// CHECK: return %[[R]]
func.func @rest(%x: !lift.array<23 x f32>) -> !lift.array<23 x f32> {
  %r = lift.map glb(0) vector(4) (%e = %x : !lift.array<23 x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<23 x f32>
}

lift.user_fun @inc(x : f32) -> f32 code ["return x + 1.0f;"] reference (%x) {
  %one = arith.constant 1.0 : f32
  %y = arith.addf %x, %one : f32
  lift.yield %y : f32
}

// A user function is called for each lane; what does not depend on the element
// is computed as before.
// CHECK-LABEL: func @calls
// CHECK: lift.map (%[[E:.*]] = %{{.*}} : !lift.array<4 x vector<2xf32>>)
// CHECK-NEXT: %[[SUM:.*]] = lift.reduce
// CHECK: %[[E0:.*]] = vector.extract %[[E]][0]
// CHECK-NEXT: %[[C0:.*]] = lift.call @inc(%[[E0]]) : (f32) -> f32
// CHECK-NEXT: %[[E1:.*]] = vector.extract %[[E]][1]
// CHECK-NEXT: %[[C1:.*]] = lift.call @inc(%[[E1]]) : (f32) -> f32
// CHECK-NEXT: %[[C:.*]] = vector.from_elements %[[C0]], %[[C1]]
// CHECK-NEXT: %[[SUMS:.*]] = vector.broadcast %[[SUM]]
// CHECK-NEXT: arith.mulf %[[C]], %[[SUMS]]
func.func @calls(%x: !lift.array<8 x f32>, %w: !lift.array<M x f32>)
    -> !lift.array<8 x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map vector(2) (%e = %x : !lift.array<8 x f32>) {
    %sum = lift.reduce (%f = %w : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %a = arith.addf %acc, %f : f32
      lift.yield %a : f32
    }
    %c = lift.call @inc(%e) : (f32) -> f32
    %s = arith.mulf %c, %sum : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}

// What is read as vectors need not be stored; nothing is in between.
// CHECK-LABEL: func @chain
// CHECK: %[[P:.*]] = lift.map
// CHECK-NOT: lift.as_
// CHECK: %[[S:.*]] = lift.reduce (%[[E:.*]] = %[[P]] : !lift.array<16 x vector<4xi32>>) init (%[[ACC:.*]] = %{{.*}} : vector<4xi32>)
// CHECK-NEXT: arith.addi %[[ACC]], %[[E]] : vector<4xi32>
// CHECK: %[[S0:.*]] = vector.extract %[[S]][0]
// CHECK: %[[T0:.*]] = arith.addi %{{.*}}, %[[S0]] : i32
// CHECK: %[[S3:.*]] = vector.extract %[[S]][3]
// CHECK: %[[T3:.*]] = arith.addi %{{.*}}, %[[S3]] : i32
// CHECK: return %[[T3]]
func.func @chain(%x: !lift.array<64 x i32>, %y: !lift.array<64 x i32>, %init: i32)
    -> i32 {
  %p = lift.map vector(4) (%e = %x, %f = %y
      : !lift.array<64 x i32>, !lift.array<64 x i32>) {
    %m = arith.muli %e, %f : i32
    lift.yield %m : i32
  }
  %r = lift.reduce vector(4) (%e = %p : !lift.array<64 x i32>)
      init (%acc = %init : i32) {
    %s = arith.addi %acc, %e : i32
    lift.yield %s : i32
  }
  return %r : i32
}

// Several accumulators; the last elements come first.
// CHECK-LABEL: func @extremes
// CHECK-SAME: %[[X:.*]]: !lift.array<7 x f32>, %[[INIT:.*]]: f32
// CHECK: %[[T:.*]] = lift.take %[[X]] size [4]
// CHECK: %[[WIDE:.*]]:2 = lift.reduce unroll ({{.*}} : !lift.array<1 x vector<4xf32>>) init ({{.*}} : vector<4xf32>, vector<4xf32>)
// CHECK: arith.maximumf {{.*}} : vector<4xf32>
// CHECK: arith.addf {{.*}} fastmath<reassoc> : vector<4xf32>
// CHECK: %[[D:.*]] = lift.drop %[[X]] size [4]
// CHECK: lift.reduce unroll ({{.*}} = %[[D]] : !lift.array<3 x f32>) init ({{.*}} = %[[INIT]], {{.*}} = %[[INIT]] : f32, f32)
func.func @extremes(%x: !lift.array<7 x f32>, %init: f32) -> (f32, f32) {
  %r:2 = lift.reduce unroll vector(4) (%e = %x : !lift.array<7 x f32>)
      init (%max = %init, %sum = %init : f32, f32) {
    %m = arith.maximumf %e, %max : f32
    %q = arith.mulf %e, %e : f32
    %s = arith.addf %sum, %q fastmath<reassoc> : f32
    lift.yield %m, %s : f32, f32
  }
  return %r#0, %r#1 : f32, f32
}

// CHECK-LABEL: func @declared
// CHECK: lift.reduce associative commutative ({{.*}} : !lift.array<(N / 2) x vector<2xf32>>)
func.func @declared(%x: !lift.array<N x f32>) -> f32
    attributes {lift.requires = [#lift.constraint<2 divides N>]} {
  %zero = arith.constant 0.0 : f32
  %r = lift.reduce associative commutative vector(2) (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %r : f32
}

// Lanes of products that are added with one rounding are added up.
// CHECK-LABEL: func @products
// CHECK: %[[LANES:.*]] = lift.reduce associative commutative ({{.*}}) init (%{{.*}} = %{{.*}} : vector<2xf32>)
// CHECK: math.fma {{.*}} : vector<2xf32>
// CHECK: %[[FIRST:.*]] = vector.extract %[[LANES]][0]
// CHECK: arith.addf %{{.*}}, %[[FIRST]] : f32
func.func @products(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>, %z: f32) -> f32
    attributes {lift.requires = [#lift.constraint<2 divides N>]} {
  %r = lift.reduce associative commutative vector(2) (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>)
      init (%acc = %z : f32) {
    %s = math.fma %a, %b, %acc : f32
    lift.yield %s : f32
  }
  return %r : f32
}

// What the work-items of another kernel had in registers is in memory for all.
// CHECK-LABEL: func @kernels
// CHECK: lift.materialize {{.*}} in private
// CHECK: lift.map lcl(0) ({{.*}} : !lift.array<2 x vector<4xf32>>)
func.func @kernels(%x: !lift.array<2 x 8 x f32>) -> !lift.array<2 x 8 x f32> {
  %k = lift.kernel {
    %r = lift.map wrg(0) (%row = %x : !lift.array<2 x 8 x f32>) {
      %own = lift.map lcl(0) (%e = %row : !lift.array<8 x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      %kept = lift.materialize %own in private : !lift.array<8 x f32>
      %o = lift.map lcl(0) (%e = %kept : !lift.array<8 x f32>) {
        %s = arith.addf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %o : !lift.array<8 x f32>
    }
    lift.yield %r : !lift.array<2 x 8 x f32>
  }
  %out = lift.kernel {
    %r = lift.map wrg(0) (%row = %k : !lift.array<2 x 8 x f32>) {
      %o = lift.map lcl(0) vector(4) (%e = %row : !lift.array<8 x f32>) {
        %s = arith.mulf %e, %e : f32
        lift.yield %s : f32
      }
      lift.yield %o : !lift.array<8 x f32>
    }
    lift.yield %r : !lift.array<2 x 8 x f32>
  }
  return %out : !lift.array<2 x 8 x f32>
}

// Without a width nothing changes.
// CHECK-LABEL: func @none
// CHECK-NOT: vector
// CHECK: return
func.func @none(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = lift.map glb(0) (%e = %x : !lift.array<8 x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<8 x f32>
}
