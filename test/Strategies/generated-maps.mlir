// What an index function reduces is computed by maps, once for all that read it.
//
// DEFINE: %{fuse} = lift-opt --lift-normalize --lift-fuse-producers
// RUN: %{fuse} %s | FileCheck %s
// RUN: lift-opt -o /dev/null %s --lift-normalize --lift-fuse-producers --lift-optimize='target=nvidia-h200 sizes=P=64,Q=128,N=512' --remarks-filter='lift.*' 2>&1 | FileCheck %s --check-prefix=TILES
// TILES: Function=planes | Remark="contraction in local tiles"

// DEFINE: %{run} = lift-run %s --verify --rtol=1e-4
// RUN: %{run} --entry=planes --target=nvidia-h200 --size=P=35,Q=17,N=70 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=planes --target=pocl --size=P=3,Q=13,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=planes --target=mali-g72 --size=P=1,Q=1,N=1 --assumed=nothing | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=turned --target=nvidia-h200 --size=B=3,P=5,Q=7,N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=turned --target=opencl --size=B=2,P=1,Q=3,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=single --target=nvidia-h200 --size=P=5,N=13 | FileCheck %s --check-prefix=OK
// OK: OK

// It is returned, too: without a copy.
// CHECK-LABEL: func.func @planes(
// CHECK-NOT: lift.generate
// CHECK: [[PLANE:%.*]] = lift.map ([[A:%.*]] = %arg0
// CHECK-NEXT: lift.map ([[B:%.*]] = %arg1
// CHECK-NEXT: lift.reduce associative commutative (%{{.*}} = [[A]], %{{.*}} = [[B]]
// CHECK: return [[PLANE]], %
func.func @planes(%x: !lift.array<P x N x f32>, %y: !lift.array<Q x N x f32>)
    -> (!lift.array<P x Q x f32>, !lift.array<Q x f32>) {
  %zero = arith.constant 0.0 : f32
  %plane = lift.generate (%i < P, %j < Q) {
    %a = lift.at in_bounds %x[%i] : !lift.array<P x N x f32>
    %b = lift.at in_bounds %y[%j] : !lift.array<Q x N x f32>
    %sum = lift.reduce associative commutative (%e = %a, %f = %b : !lift.array<N x f32>, !lift.array<N x f32>) init (%acc = %zero : f32) {
      %d = arith.subf %e, %f : f32
      %s = math.absf %d : f32
      %next = arith.addf %acc, %s : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %columns = lift.transpose %plane : !lift.array<P x Q x f32>
  %sums = lift.map (%column = %columns : !lift.array<Q x P x f32>) {
    %sum = lift.reduce associative commutative (%e = %column : !lift.array<P x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  return %plane, %sums : !lift.array<P x Q x f32>, !lift.array<Q x f32>
}

// Indices in any order, one after the other, and as numbers; in a map.
// CHECK-LABEL: func.func @turned(
// CHECK: lift.transpose %{{.*}} : !lift.array<P x Q x N x f32>
// CHECK-NEXT: lift.map ({{%.*}} = %{{.*}} : !lift.array<Q x P x N x f32>
// CHECK-NEXT: lift.map ({{.*}} : !lift.array<P x N x f32>, !lift.array<P x i32>
func.func @turned(%x: !lift.array<B x P x Q x N x f32>) -> !lift.array<B x Q x P x f32> {
  %zero = arith.constant 0.0 : f32
  %r = lift.map (%p = %x : !lift.array<B x P x Q x N x f32>) {
    %plane = lift.generate (%i < Q, %j < P) {
      %a = lift.at in_bounds %p[%j] : !lift.array<P x Q x N x f32>
      %b = lift.at in_bounds %a[%i] : !lift.array<Q x N x f32>
      %n = arith.index_cast %j : index to i32
      %w = arith.sitofp %n : i32 to f32
      %sum = lift.reduce associative commutative (%e = %b : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      %s = arith.mulf %sum, %w : f32
      lift.yield %s : f32
    }
    lift.yield %plane : !lift.array<Q x P x f32>
  }
  return %r : !lift.array<B x Q x P x f32>
}

// Not where single elements are read, nor where nothing is reduced.
// CHECK-LABEL: func.func @single(
// CHECK: [[SUMS:%.*]] = lift.generate
// CHECK: lift.at {{.*}}[[SUMS]]
// CHECK: [[SQUARES:%.*]] = lift.generate
// CHECK: lift.map ({{%.*}} = [[SQUARES]]
func.func @single(%x: !lift.array<P x N x f32>) -> (!lift.array<N x f32>, !lift.array<P x f32>) {
  %zero = arith.constant 0.0 : f32
  %sums = lift.generate (%i < P) {
    %a = lift.at in_bounds %x[%i] : !lift.array<P x N x f32>
    %sum = lift.reduce associative commutative (%e = %a : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %next = arith.addf %acc, %e : f32
      lift.yield %next : f32
    }
    lift.yield %sum : f32
  }
  %first = lift.at %sums[0] : !lift.array<P x f32>
  %row = lift.at %x[P - 1] : !lift.array<P x N x f32>
  %scaled = lift.map (%e = %row : !lift.array<N x f32>) {
    %s = arith.mulf %e, %first : f32
    lift.yield %s : f32
  }
  %squares = lift.generate (%i < P) {
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    %s = arith.mulf %f, %f : f32
    lift.yield %s : f32
  }
  %roots = lift.map (%s = %squares : !lift.array<P x f32>) {
    %r = math.sqrt %s : f32
    lift.yield %r : f32
  }
  return %scaled, %roots : !lift.array<N x f32>, !lift.array<P x f32>
}
