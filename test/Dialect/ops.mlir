// Every pattern and kernel operation in all its forms: printed and read again,
// in the short and the generic form and as bytecode.

// RUN: lift-opt %s | lift-opt | FileCheck %s
// RUN: lift-opt %s --mlir-print-op-generic | lift-opt | FileCheck %s
// RUN: lift-opt %s --emit-bytecode | lift-opt | FileCheck %s

// CHECK-LABEL: func @map
func.func @map(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>)
    -> !lift.array<N x f32> {
  // CHECK: lift.map (%[[A:.*]] = %{{.*}} : !lift.array<N x f32>) {
  // CHECK-NEXT: lift.yield %[[A]] : f32
  %plain = lift.map (%a = %x : !lift.array<N x f32>) {
    lift.yield %a : f32
  }
  // CHECK: lift.map (%{{.*}} = %{{.*}}, %{{.*}} = %{{.*}} : !lift.array<N x f32>, !lift.array<N x i32>) {
  // CHECK-NEXT: lift.yield %{{.*}}, %{{.*}} : i32, f32
  %two:2 = lift.map (%a = %x, %b = %y
      : !lift.array<N x f32>, !lift.array<N x i32>) {
    lift.yield %b, %a : i32, f32
  }
  // CHECK: lift.map (%{{.*}} = %{{.*}}#1 : !lift.array<N x f32>) {
  // CHECK-NEXT: lift.yield
  // CHECK-NEXT: }
  lift.map (%a = %two#1 : !lift.array<N x f32>) {
    lift.yield
  }
  return %plain : !lift.array<N x f32>
}

// CHECK-LABEL: func @map_choices
func.func @map_choices(%x: !lift.array<N x f32>) {
  // CHECK: lift.map seq (
  lift.map seq (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  // CHECK: lift.map fused (
  lift.map fused (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  // CHECK: lift.map lcl(0) (
  lift.map lcl(0) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  // CHECK: lift.map wrg(1) (
  lift.map wrg(1) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  // CHECK: lift.map glb(2) (
  lift.map glb(2) (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  // CHECK: lift.map unroll (
  lift.map unroll (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
  // CHECK: lift.map seq unroll(4) vector(2) (
  lift.map seq unroll(4) vector(2) (%a = %x : !lift.array<N x f32>) {
    lift.yield %a : f32
  }
  // CHECK: lift.map vector(16) ({{.*}}) attributes {note = "kept"} {
  lift.map vector(16) (%a = %x : !lift.array<N x f32>)
      attributes {note = "kept"} {
    lift.yield %a : f32
  }
  return
}

// CHECK-LABEL: func @nested_map
func.func @nested_map(%m: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  // CHECK: lift.map (%[[ROW:.*]] = %{{.*}} : !lift.array<N x M x f32>) {
  // CHECK: lift.map (%{{.*}} = %[[ROW]] : !lift.array<M x f32>) {
  // CHECK: lift.yield %{{.*}} : !lift.array<M x f32>
  %r = lift.map (%row = %m : !lift.array<N x M x f32>) {
    %s = lift.map (%e = %row : !lift.array<M x f32>) {
      lift.yield %e : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// CHECK-LABEL: func @reduce
func.func @reduce(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>,
                  %zero: f32, %one: i32) -> f32 {
  // CHECK: %[[SUM:.*]] = lift.reduce (%[[E:.*]] = %{{.*}} : !lift.array<N x f32>) init (%[[ACC:.*]] = %{{.*}} : f32) {
  // CHECK-NEXT: arith.addf %[[ACC]], %[[E]]
  %sum = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  // Blanks and lines make no difference.
  // CHECK: lift.reduce unroll(4) (
  %spaced = lift.reduce unroll ( 4 ) (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  // CHECK: lift.reduce unroll(4) vector(2) (
  %lines = lift.reduce unroll(
      // Four.
      4) vector ( 2 ) (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  // CHECK: lift.reduce unroll (
  %whole = lift.reduce unroll(%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  // CHECK: lift.reduce associative commutative unroll(2) vector(4) ({{.*}}) init ({{.*}} : f32, i32) attributes {identity = [0.000000e+00 : f32, 1 : i32]} {
  %both:2 = lift.reduce associative commutative unroll(2) vector(4)
      (%e = %x, %f = %y : !lift.array<N x f32>, !lift.array<N x i32>)
      init (%acc = %sum, %c = %one : f32, i32)
      attributes {identity = [0.0 : f32, 1 : i32]} {
    lift.yield %e, %f : f32, i32
  }
  // CHECK: lift.reduce commutative unroll (
  %last = lift.reduce commutative unroll (%e = %x : !lift.array<N x f32>)
      init (%acc = %both#0 : f32) {
    lift.yield %e : f32
  }
  return %last : f32
}

// CHECK-LABEL: func @scan
func.func @scan(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>,
                %m: !lift.array<K x N x f32>, %zero: f32, %izero: i32) {
  // CHECK: %[[SUMS:.*]] = lift.scan (%[[E:.*]] = %{{.*}} : !lift.array<N x f32>) init (%[[ACC:.*]] = %{{.*}} : f32) {
  // CHECK-NEXT: arith.addf %[[ACC]], %[[E]] : f32
  %sums = lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  // CHECK: lift.scan associative unroll(2) ({{.*}}) init ({{.*}} : f32, i32) attributes {note = "kept"} {
  %both:2 = lift.scan associative unroll(2)
      (%e = %x, %i = %y : !lift.array<N x f32>, !lift.array<N x i32>)
      init (%acc = %zero, %n = %izero : f32, i32) attributes {note = "kept"} {
    lift.yield %e, %n : f32, i32
  }
  // The accumulator is an array; the result has one for each step.
  // CHECK: lift.scan unroll ({{.*}} : !lift.array<K x N x f32>) init ({{.*}} = %[[SUMS]] : !lift.array<N x f32>) {
  %rows = lift.scan unroll (%row = %m : !lift.array<K x N x f32>)
      init (%acc = %sums : !lift.array<N x f32>) {
    lift.yield %row : !lift.array<N x f32>
  }
  // CHECK: lift.join %{{.*}} : !lift.array<K x N x f32>
  %all = lift.join %rows : !lift.array<K x N x f32>
  return
}

// CHECK-LABEL: func @reduce_while
func.func @reduce_while(%x: !lift.array<N x f32>, %y: !lift.array<N x i32>,
                        %zero: f32, %izero: i32) {
  // Both regions name their arguments as the operands are bound.
  // CHECK: lift.reduce_while (%[[E:.*]] = %{{.*}} : !lift.array<N x f32>) init (%[[ACC:.*]] = %{{.*}} : f32) while {
  // CHECK-NEXT: arith.cmpf olt, %[[ACC]], %[[E]] : f32
  // CHECK-NEXT: lift.yield %{{.*}} : i1
  // CHECK-NEXT: } do {
  // CHECK-NEXT: arith.addf %[[ACC]], %[[E]] : f32
  %sum = lift.reduce_while (%e = %x : !lift.array<N x f32>)
      init (%acc = %zero : f32) while {
    %c = arith.cmpf olt, %acc, %e : f32
    lift.yield %c : i1
  } do {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  // CHECK: lift.reduce_while (%{{.*}} : !lift.array<N x f32>, !lift.array<N x i32>) init ({{.*}} : f32, i32) attributes {note = "kept"} while {
  %both:2 = lift.reduce_while
      (%e = %x, %i = %y : !lift.array<N x f32>, !lift.array<N x i32>)
      init (%acc = %sum, %n = %izero : f32, i32) attributes {note = "kept"}
      while {
    %c = arith.cmpi slt, %i, %n : i32
    lift.yield %c : i1
  } do {
    lift.yield %e, %i : f32, i32
  }
  return
}

// CHECK-LABEL: func @scatter_reduce
func.func @scatter_reduce(%k: !lift.array<N x i32>, %x: !lift.array<N x M x f32>,
                          %i: !lift.array<N x i64>, %a: !lift.array<B x f32>,
                          %b: !lift.array<B x i32>) {
  // CHECK: lift.scatter_reduce (%[[K:.*]] = %{{.*}} : !lift.array<N x i32>) init (%[[BIN:.*]] = %{{.*}} : !lift.array<B x i32>) {
  // CHECK-NEXT: arith.addi %[[BIN]], %[[K]] : i32
  // CHECK-NEXT: lift.yield %{{.*}} : i32
  %sums = lift.scatter_reduce (%e = %k : !lift.array<N x i32>)
      init (%bin = %b : !lift.array<B x i32>) {
    %s = arith.addi %bin, %e : i32
    lift.yield %s : i32
  }
  // CHECK: lift.scatter_reduce ({{.*}} : !lift.array<N x i64>, !lift.array<N x M x f32>) init ({{.*}} : !lift.array<B x f32>, !lift.array<B x i32>) attributes {note = "kept"} {
  %both:2 = lift.scatter_reduce
      (%e = %i, %row = %x : !lift.array<N x i64>, !lift.array<N x M x f32>)
      init (%u = %a, %v = %sums : !lift.array<B x f32>, !lift.array<B x i32>)
      attributes {note = "kept"} {
    lift.yield %u, %v : f32, i32
  }
  return
}

// CHECK-LABEL: func @reduce_arrays
func.func @reduce_arrays(%m: !lift.array<K x N x f32>, %zero: !lift.array<N x f32>)
    -> !lift.array<N x f32> {
  // CHECK: lift.reduce ({{.*}} : !lift.array<K x N x f32>) init ({{.*}} : !lift.array<N x f32>)
  %sums = lift.reduce (%row = %m : !lift.array<K x N x f32>)
      init (%acc = %zero : !lift.array<N x f32>) {
    lift.yield %row : !lift.array<N x f32>
  }
  return %sums : !lift.array<N x f32>
}

// CHECK-LABEL: func @iterate
func.func @iterate(%x: !lift.array<128 x f32>, %y: !lift.array<N x f32>,
                   %steps: !lift.array<T x f32>) -> !lift.array<1 x f32> {
  // CHECK: %[[ONE:.*]] = lift.iterate 7 size L (%[[V:.*]] = %{{.*}} : !lift.array<128 x f32>) {
  // CHECK-NEXT: lift.split %[[V]] by 2 : !lift.array<L x f32>
  // CHECK: lift.yield %{{.*}} : !lift.array<(L / 2) x f32>
  %one = lift.iterate 7 size L (%v = %x : !lift.array<128 x f32>) {
    %pairs = lift.split %v by 2 : !lift.array<L x f32>
    %firsts = lift.take %pairs size [1] dims [1] : !lift.array<(L / 2) x 2 x f32>
    %half = lift.join %firsts : !lift.array<(L / 2) x 1 x f32>
    lift.yield %half : !lift.array<(L / 2) x f32>
  }
  // A symbolic count, where the size stays.
  // CHECK: lift.iterate (T + 1) size L (%{{.*}} = %{{.*}} : !lift.array<N x f32>) attributes {a} {
  %same = lift.iterate (T + 1) size L (%v = %y : !lift.array<N x f32>)
      attributes {a} {
    lift.yield %v : !lift.array<L x f32>
  }
  // Four steps of L + 2 from N.
  // CHECK: lift.take %{{.*}} size [N] : !lift.array<(N + 8) x f32>
  %grown = lift.iterate 4 size L (%v = %same : !lift.array<N x f32>) {
    %p = lift.pad %v low [1] high [1] clamp : !lift.array<L x f32>
    lift.yield %p : !lift.array<(L + 2) x f32>
  }
  %t = lift.take %grown size [N] : !lift.array<(N + 8) x f32>
  // CHECK: lift.take %{{.*}} size [1] : !lift.array<(8 * N) x f32>
  %doubled = lift.iterate 3 size L (%v = %t : !lift.array<N x f32>) {
    %b = lift.broadcast %v sizes [2] : !lift.array<L x f32>
    %j = lift.join %b : !lift.array<2 x L x f32>
    lift.yield %j : !lift.array<(L * 2) x f32>
  }
  %d = lift.take %doubled size [1] : !lift.array<(N * 8) x f32>
  // CHECK: lift.take %{{.*}} size [1] : !lift.array<(N ceildiv 9) x f32>
  %thirds = lift.iterate 2 size L (%v = %y : !lift.array<N x f32>) {
    %p = lift.take %v size [(L ceildiv 3)] : !lift.array<L x f32>
    lift.yield %p : !lift.array<(L ceildiv 3) x f32>
  }
  %u = lift.take %thirds size [1] : !lift.array<((N ceildiv 3) ceildiv 3) x f32>
  return %one : !lift.array<1 x f32>
}

// CHECK-LABEL: func @tuples
func.func @tuples(%x: !lift.array<N x f32>, %y: !lift.array<N x M x i32>, %a: f32)
    -> i32 {
  // CHECK: lift.zip %{{.*}}, %{{.*}} : !lift.array<N x f32>, !lift.array<N x M x i32>
  %xy = lift.zip %x, %y : !lift.array<N x f32>, !lift.array<N x M x i32>
  // CHECK: lift.zip %{{.*}} : !lift.array<N x f32>
  %single = lift.zip %x : !lift.array<N x f32>
  // CHECK: %{{.*}}:2 = lift.unzip %{{.*}} : !lift.array<N x tuple<f32, !lift.array<M x i32>>>
  %u, %v = lift.unzip %xy : !lift.array<N x tuple<f32, !lift.array<M x i32>>>
  // CHECK: lift.tuple %{{.*}}, %{{.*}} : f32, !lift.array<N x M x i32>
  %t = lift.tuple %a, %v : f32, !lift.array<N x M x i32>
  // CHECK: lift.get %{{.*}}[0] : tuple<f32, !lift.array<N x M x i32>>
  %f = lift.get %t[0] : tuple<f32, !lift.array<N x M x i32>>
  %i = arith.fptosi %f : f32 to i32
  return %i : i32
}

// CHECK-LABEL: func @interleaved
func.func @interleaved(%x: !lift.array<N x tuple<f32, f32>>)
    -> !lift.array<N x tuple<f32, f32>> {
  // CHECK: lift.materialize %{{.*}} in local {interleaved} : !lift.array<N x tuple<f32, f32>>
  %l = lift.materialize %x in local {interleaved} : !lift.array<N x tuple<f32, f32>>
  return %l : !lift.array<N x tuple<f32, f32>>
}

// CHECK-LABEL: func @memory
func.func @memory(%x: !lift.array<16 x N x f32>) -> !lift.array<16 x N x f32> {
  // CHECK: lift.materialize %{{.*}} in global : !lift.array<16 x N x f32>
  %g = lift.materialize %x in global : !lift.array<16 x N x f32>
  // CHECK: lift.materialize %{{.*}} in local {buffers = 2 : i64, pad = array<i64: 0, 4>} : !lift.array<16 x N x f32>
  %l = lift.materialize %g in local {pad = array<i64: 0, 4>, buffers = 2}
      : !lift.array<16 x N x f32>
  // CHECK: lift.materialize %{{.*}} in private
  %p = lift.materialize %l in private : !lift.array<16 x N x f32>
  // CHECK: lift.copy %{{.*}} in global : !lift.array<16 x N x f32>
  %c = lift.copy %p in global : !lift.array<16 x N x f32>
  // CHECK: lift.copy %{{.*}} [lcl(1), seq] in local {pad = array<i64: 1, 0>}
  %d = lift.copy %c [lcl(1), seq] in local {pad = array<i64: 1, 0>}
      : !lift.array<16 x N x f32>
  return %d : !lift.array<16 x N x f32>
}

// CHECK-LABEL: func @size
func.func @size(%x: !lift.array<N x f32>) -> index {
  // CHECK: lift.size N : index
  %n = lift.size N : index
  // CHECK: lift.size (N floordiv 2) : index
  %half = lift.size (N floordiv 2) : index
  // CHECK: lift.size 8 : index
  %eight = lift.size 8 : index
  return %half : index
}

// CHECK-LABEL: func @kernel
func.func @kernel(%x: !lift.array<N x f32>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: %[[R:.*]]:2 = lift.kernel @twice local_size [128] global_size [128 * (N ceildiv 128), 1] {
  // CHECK: lift.yield %{{.*}}, %{{.*}} : !lift.array<N x f32>, !lift.array<N x f32>
  %r:2 = lift.kernel @twice local_size [128]
      global_size [(N ceildiv 128) * 128, 1] {
    %m:2 = lift.map glb(0) (%a = %x : !lift.array<N x f32>) {
      lift.yield %a, %a : f32, f32
    }
    lift.yield %m#0, %m#1 : !lift.array<N x f32>, !lift.array<N x f32>
  }
  // No name and no sizes: one work-item.
  // CHECK: lift.kernel local_size [] global_size [] attributes {b} {
  %s = lift.kernel local_size [] global_size [] attributes {b} {
    %m = lift.map (%a = %x : !lift.array<N x f32>) { lift.yield %a : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  // As many work-items as the mapping needs; as many groups of 8.
  // CHECK: lift.kernel {
  // CHECK: lift.kernel @groups local_size [8] {
  %t = lift.kernel {
    lift.yield %r#0 : !lift.array<N x f32>
  }
  %u = lift.kernel @groups local_size [8] {
    lift.yield %r#0 : !lift.array<N x f32>
  }
  return %r#0, %r#1 : !lift.array<N x f32>, !lift.array<N x f32>
}

// CHECK-LABEL: func @barrier
func.func @barrier() {
  // CHECK: lift.barrier local{{$}}
  lift.barrier local
  // CHECK: lift.barrier global{{$}}
  lift.barrier global
  // CHECK: lift.barrier local global{{$}}
  lift.barrier local global
  return
}

// CHECK: func private @facts(!lift.array<N x f32>)
// CHECK-SAME: lift.params = {TM = [16, 32], TN = [4]}
// CHECK-SAME: lift.requires = [#lift.constraint<128 divides N>, #lift.constraint<TM le N>, #lift.constraint<N == 2 * TM>]
func.func private @facts(!lift.array<N x f32>) attributes {
  lift.params = {TM = [16, 32], TN = [4]},
  lift.requires = [#lift.constraint<128 divides N>, #lift.constraint<TM le N>,
                   #lift.constraint<N == 2 * TM>]}
