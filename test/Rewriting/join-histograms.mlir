// RUN: split-file %s %t
// DEFINE: %{joined} = transform-preload-library{transform-library-paths=%t/joined.mlir},func.func(transform-interpreter)
// DEFINE: %{turned} = transform-preload-library{transform-library-paths=%t/turned.mlir},func.func(transform-interpreter)
// DEFINE: %{run} = lift-run --engine=evaluate --verify

// One histogram of the bins of all: the number of an element says which are its own.
// RUN: lift-opt %t/columns.mlir --pass-pipeline='builtin.module(%{joined})' | FileCheck %s
// CHECK: %[[INDEX:.*]] = lift.map ({{.*}}i32>, {{.*}}i64>) {
// CHECK:   arith.cmpi ult
// CHECK:   arith.muli
// CHECK:   arith.addi
// CHECK:   arith.select {{.*}} %c-1_i64
// CHECK: lift.scatter_reduce (%{{.*}} = %[[INDEX]], %{{.*}} = %{{.*}} : !lift.array<(D * T) x i64>, !lift.array<(D * T) x f32>) init ({{.*}} : !lift.array<(D * V) x f32>)
// CHECK: lift.split {{.*}} by V
// CHECK-NOT: lift.map

// Of those that are columns, elements and bins of one number are neighbours.
// RUN: lift-opt %t/columns.mlir --pass-pipeline='builtin.module(%{turned},canonicalize)' | FileCheck %s --check-prefix=TURNED
// TURNED: %[[IN:.*]] = lift.join %arg1 : !lift.array<T x D x f32>
// TURNED: %[[BINS:.*]] = lift.scatter_reduce (%{{.*}} = %{{.*}}, %{{.*}} = %[[IN]] :
// TURNED: %[[OUT:.*]] = lift.split %[[BINS]] by D
// TURNED: return %[[OUT]] : !lift.array<V x D x f32>

// RUN: %{run} %t/columns.mlir --size=T=23,D=5,V=7 --pipeline='%{joined}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/columns.mlir --size=T=23,D=5,V=7 --pipeline='%{turned}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/columns.mlir --size=T=1,D=1,V=1 --pipeline='%{turned}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/computed.mlir --size=M=3,N=17,B=5 --pipeline='%{joined}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/computed.mlir --size=M=3,N=17,B=5 --pipeline='%{turned}' | FileCheck %s --check-prefix=EQUAL
// RUN: %{run} %t/known.mlir --size=N=17 --pipeline='%{joined}' | FileCheck %s --check-prefix=EQUAL
// RUN: lift-run %t/computed.mlir --verify --size=M=3,N=17,B=5 --pipeline='%{turned},lift-to-gpu' | FileCheck %s --check-prefix=EQUAL
// EQUAL: OK

// Indices are as wide as they were where they are known to have room.
// RUN: lift-opt %t/known.mlir --pass-pipeline='builtin.module(%{joined})' | FileCheck %s --check-prefix=KNOWN
// KNOWN-NOT: i64

// RUN: not lift-opt %t/more.mlir --pass-pipeline='builtin.module(%{joined})' 2>&1 | FileCheck %s --check-prefix=MORE
// MORE: error: 'transform.lift.join_histograms' does not apply: yields something else than the bins of one histogram
// RUN: not lift-opt %t/mapped.mlir --pass-pipeline='builtin.module(%{joined})' 2>&1 | FileCheck %s --check-prefix=SAYS
// SAYS: error: 'transform.lift.join_histograms' does not apply: says how it runs
// RUN: not lift-opt %t/array.mlir --pass-pipeline='builtin.module(%{joined})' 2>&1 | FileCheck %s --check-prefix=ARRAY
// ARRAY: error: 'transform.lift.join_histograms' does not apply: has steps that use an array of the map

//--- columns.mlir
func.func @columns(%ids: !lift.array<T x i32>, %g: !lift.array<T x D x f32>, %z: !lift.array<V x f32>) -> !lift.array<V x D x f32> {
  %columns = lift.transpose %g : !lift.array<T x D x f32>
  %sums = lift.map (%c = %columns : !lift.array<D x T x f32>) {
    %h = lift.scatter_reduce (%i = %ids, %x = %c : !lift.array<T x i32>, !lift.array<T x f32>) init (%sum = %z : !lift.array<V x f32>) {
      %n = arith.addf %sum, %x : f32
      lift.yield %n : f32
    }
    lift.yield %h : !lift.array<V x f32>
  }
  %r = lift.transpose %sums : !lift.array<D x V x f32>
  return %r : !lift.array<V x D x f32>
}

// Indices, initial bins and a number that the steps use are of the map; the steps use
// the index, and are in no order.
//--- computed.mlir
func.func @computed(%x: !lift.array<M x N x i32>, %w: !lift.array<M x i32>, %z: !lift.array<M x B x i32>) -> (!lift.array<M x B x i32>, !lift.array<M x B x i32>) {
  %three = arith.constant 3 : i32
  %zero = arith.constant 0 : i32
  %r:2 = lift.map (%row = %x, %v = %w, %start = %z : !lift.array<M x N x i32>, !lift.array<M x i32>, !lift.array<M x B x i32>) {
    %bins = lift.map (%e = %row : !lift.array<N x i32>) {
      %k = arith.addi %e, %three : i32
      lift.yield %k : i32
    }
    %double = arith.addi %v, %v : i32
    %none = lift.broadcast %zero sizes [B] : i32
    %h:2 = lift.scatter_reduce (%k = %bins, %e = %row : !lift.array<N x i32>, !lift.array<N x i32>)
        init (%sum = %start, %other = %none : !lift.array<B x i32>, !lift.array<B x i32>) {
      %p = arith.muli %k, %double : i32
      %s = arith.addi %sum, %p : i32
      %q = arith.addi %e, %v : i32
      %t = arith.addi %other, %q : i32
      lift.yield %s, %t : i32, i32
    }
    lift.yield %h#1, %h#0 : !lift.array<B x i32>, !lift.array<B x i32>
  }
  return %r#0, %r#1 : !lift.array<M x B x i32>, !lift.array<M x B x i32>
}

//--- known.mlir
func.func @known(%x: !lift.array<3 x N x i32>, %z: !lift.array<1000 x i32>) -> !lift.array<3 x 1000 x i32> {
  %one = arith.constant 1 : i32
  %r = lift.map (%row = %x : !lift.array<3 x N x i32>) {
    %h = lift.scatter_reduce (%k = %row : !lift.array<N x i32>) init (%count = %z : !lift.array<1000 x i32>) {
      %n = arith.addi %count, %one : i32
      lift.yield %n : i32
    }
    lift.yield %h : !lift.array<1000 x i32>
  }
  return %r : !lift.array<3 x 1000 x i32>
}

//--- more.mlir
func.func @more(%x: !lift.array<M x N x i32>, %z: !lift.array<B x i32>) -> !lift.array<M x B x i32> {
  %one = arith.constant 1 : i32
  %r = lift.map (%row = %x : !lift.array<M x N x i32>) {
    %h = lift.scatter_reduce (%k = %row : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
      %n = arith.addi %count, %one : i32
      lift.yield %n : i32
    }
    %m = lift.map (%e = %h : !lift.array<B x i32>) {
      %n = arith.muli %e, %e : i32
      lift.yield %n : i32
    }
    lift.yield %m : !lift.array<B x i32>
  }
  return %r : !lift.array<M x B x i32>
}

//--- mapped.mlir
func.func @mapped(%x: !lift.array<M x N x i32>, %z: !lift.array<B x i32>) -> !lift.array<M x B x i32> {
  %one = arith.constant 1 : i32
  %r = lift.map wrg(0) (%row = %x : !lift.array<M x N x i32>) {
    %h = lift.scatter_reduce (%k = %row : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
      %n = arith.addi %count, %one : i32
      lift.yield %n : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  return %r : !lift.array<M x B x i32>
}

//--- array.mlir
func.func @array(%x: !lift.array<M x N x i32>, %t: !lift.array<M x 4 x i32>, %z: !lift.array<B x i32>) -> !lift.array<M x B x i32> {
  %three = arith.constant 3 : i32
  %r = lift.map (%row = %x, %table = %t : !lift.array<M x N x i32>, !lift.array<M x 4 x i32>) {
    %h = lift.scatter_reduce (%k = %row : !lift.array<N x i32>) init (%count = %z : !lift.array<B x i32>) {
      %i = arith.andi %k, %three : i32
      %j = arith.index_cast %i : i32 to index
      %e = lift.at %table[%j] : !lift.array<4 x i32>
      %n = arith.addi %count, %e : i32
      lift.yield %n : i32
    }
    lift.yield %h : !lift.array<B x i32>
  }
  return %r : !lift.array<M x B x i32>
}

//--- joined.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.join_histograms %0 : (!op) -> !op
    transform.yield
  }
}

//--- turned.mlir
!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op {transform.readonly}) {
    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op
    %1 = transform.lift.join_histograms %0 {turned} : (!op) -> !op
    transform.yield
  }
}
