// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-infer-spaces))' | FileCheck %s
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-infer-spaces{private-limit=2}))' | FileCheck %s --check-prefix=LIMIT

// Read once: computed where it is read.
// CHECK-LABEL: func @negative_read_once
func.func @negative_read_once(%x: !lift.array<N x f32>, %zero: f32) -> f32 {
  // CHECK-NOT: lift.materialize
  %m = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %s = lift.split %m by 4 : !lift.array<N x f32>
  %j = lift.join %s : !lift.array<(N / 4) x 4 x f32>
  %sum = lift.reduce (%e = %j : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %t = arith.addf %acc, %e : f32
    lift.yield %t : f32
  }
  return %sum : f32
}

// Two uses: stored, at function level in global memory.
// CHECK-LABEL: func @read_twice
func.func @read_twice(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: %[[M:.*]] = lift.map
  // CHECK: %[[G:.*]] = lift.materialize %[[M]] in global
  // CHECK: lift.map (%{{.*}} = %[[G]], %{{.*}} = %[[G]] :
  %m = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %r = lift.map (%a = %m, %b = %m : !lift.array<N x f32>, !lift.array<N x f32>) {
    %q = arith.addf %a, %b : f32
    lift.yield %q : f32
  }
  return %r : !lift.array<N x f32>
}

// Windows overlap: each element is read several times.
// CHECK-LABEL: func @read_in_windows
func.func @read_in_windows(%x: !lift.array<N x f32>) -> !lift.array<(N - 2) x 3 x f32> {
  // CHECK: lift.materialize %{{.*}} in global
  // CHECK-NEXT: lift.slide
  %m = lift.map (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %w = lift.slide %m size [3] step [1] : !lift.array<N x f32>
  %r = lift.map (%v = %w : !lift.array<(N - 2) x 3 x f32>) {
    %i = lift.map (%e = %v : !lift.array<3 x f32>) { lift.yield %e : f32 }
    lift.yield %i : !lift.array<3 x f32>
  }
  return %r : !lift.array<(N - 2) x 3 x f32>
}

// Inside a map: read again by every trip of the inner loop. Small arrays of
// constant size are private, the others global.
// CHECK-LABEL: func @read_by_inner_loop
// LIMIT-LABEL: func @read_by_inner_loop
func.func @read_by_inner_loop(%x: !lift.array<N x 4 x f32>, %y: !lift.array<M x f32>)
    -> !lift.array<N x M x 4 x f32> {
  // CHECK: lift.map glb(0)
  // CHECK: %[[SQUARES:.*]] = lift.map
  // CHECK: lift.materialize %[[SQUARES]] in private : !lift.array<4 x f32>
  // LIMIT: lift.materialize %{{.*}} in global : !lift.array<4 x f32>
  %r = lift.map glb(0) (%row = %x : !lift.array<N x 4 x f32>) {
    %m = lift.map (%e = %row : !lift.array<4 x f32>) {
      %q = arith.mulf %e, %e : f32
      lift.yield %q : f32
    }
    %s = lift.map (%b = %y : !lift.array<M x f32>) {
      %t = lift.map (%e = %m : !lift.array<4 x f32>) {
        %q = arith.addf %e, %b : f32
        lift.yield %q : f32
      }
      lift.yield %t : !lift.array<4 x f32>
    }
    lift.yield %s : !lift.array<M x 4 x f32>
  }
  return %r : !lift.array<N x M x 4 x f32>
}

// An array accumulator is memory, also if it is read once.
// CHECK-LABEL: func @accumulator
func.func @accumulator(%x: !lift.array<K x 4 x f32>, %z: !lift.array<4 x f32>, %zero: f32) -> f32 {
  // CHECK: %[[R:.*]] = lift.reduce
  // CHECK: lift.materialize %[[R]] in global
  %r = lift.reduce (%row = %x : !lift.array<K x 4 x f32>)
      init (%acc = %z : !lift.array<4 x f32>) {
    %m = lift.map (%a = %acc, %b = %row : !lift.array<4 x f32>, !lift.array<4 x f32>) {
      %q = arith.addf %a, %b : f32
      lift.yield %q : f32
    }
    lift.yield %m : !lift.array<4 x f32>
  }
  %sum = lift.reduce (%e = %r : !lift.array<4 x f32>) init (%acc = %zero : f32) {
    %t = arith.addf %acc, %e : f32
    lift.yield %t : f32
  }
  return %sum : f32
}

// With a scalar accumulator that is used right away, the arrays must be in
// memory at once; lowering finds a place for the one that nobody uses.
// CHECK-LABEL: func @mixed_accumulators
func.func @mixed_accumulators(%x: !lift.array<N x K x f32>, %z: !lift.array<4 x f32>, %zero: f32)
    -> !lift.array<N x 4 x f32> {
  // CHECK: %[[R:.*]]:3 = lift.reduce
  // CHECK: lift.materialize %[[R]]#1 in private
  // CHECK-NOT: lift.materialize
  %o = lift.map glb(0) (%row = %x : !lift.array<N x K x f32>) {
    %r:3 = lift.reduce (%e = %row : !lift.array<K x f32>)
        init (%s = %zero, %acc = %z, %other = %z
            : f32, !lift.array<4 x f32>, !lift.array<4 x f32>) {
      lift.yield %e, %other, %acc : f32, !lift.array<4 x f32>, !lift.array<4 x f32>
    }
    %m = lift.map (%a = %r#1 : !lift.array<4 x f32>) {
      %q = arith.addf %a, %r#0 : f32
      lift.yield %q : f32
    }
    lift.yield %m : !lift.array<4 x f32>
  }
  return %o : !lift.array<N x 4 x f32>
}

// If one result of the map around is stored, the kernel that computes it stores the
// others too: the reduction runs once, and needs no memory of its own.
// CHECK-LABEL: func @mixed_half_stored
func.func @mixed_half_stored(%x: !lift.array<N x K x f32>, %z: !lift.array<4 x f32>, %zero: f32)
    -> (!lift.array<N x 4 x f32>, !lift.array<N x f32>) {
  // CHECK: %[[O:.*]]:2 = lift.map
  // CHECK: %[[R:.*]]:2 = lift.reduce
  // CHECK-NOT: in private
  // CHECK: lift.materialize %[[O]]#0 in global
  %o:2 = lift.map (%row = %x : !lift.array<N x K x f32>) {
    %r:2 = lift.reduce (%e = %row : !lift.array<K x f32>)
        init (%s = %zero, %acc = %z : f32, !lift.array<4 x f32>) {
      lift.yield %e, %acc : f32, !lift.array<4 x f32>
    }
    lift.yield %r#0, %r#1 : f32, !lift.array<4 x f32>
  }
  %twice = lift.map (%a = %o#0 : !lift.array<N x f32>) {
    %q = arith.addf %a, %a : f32
    lift.yield %q : f32
  }
  return %o#1, %twice : !lift.array<N x 4 x f32>, !lift.array<N x f32>
}

// If all of it only goes to results, it is computed there.
// CHECK-LABEL: func @negative_mixed_results
func.func @negative_mixed_results(%x: !lift.array<N x K x f32>, %z: !lift.array<4 x f32>, %zero: f32)
    -> (!lift.array<N x f32>, !lift.array<N x 4 x f32>) {
  // CHECK-NOT: lift.materialize
  // CHECK: return
  %o:2 = lift.map glb(0) (%row = %x : !lift.array<N x K x f32>) {
    %r:2 = lift.reduce (%e = %row : !lift.array<K x f32>)
        init (%s = %zero, %acc = %z : f32, !lift.array<4 x f32>) {
      lift.yield %e, %acc : f32, !lift.array<4 x f32>
    }
    lift.yield %r#0, %r#1 : f32, !lift.array<4 x f32>
  }
  return %o#0, %o#1 : !lift.array<N x f32>, !lift.array<N x 4 x f32>
}

// What is stored already stays: a result, a user's choice.
// CHECK-LABEL: func @negative_stored
func.func @negative_stored(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: lift.materialize %{{.*}} in local
  // CHECK-NOT: lift.materialize
  %m = lift.map lcl(0) (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %l = lift.materialize %m in local : !lift.array<N x f32>
  %r = lift.map lcl(0) (%a = %l, %b = %l : !lift.array<N x f32>, !lift.array<N x f32>) {
    %q = arith.addf %a, %b : f32
    lift.yield %q : f32
  }
  return %r : !lift.array<N x f32>
}

// Several work-items compute it, one reads it.
// CHECK-LABEL: func @parallel
func.func @parallel(%x: !lift.array<N x f32>, %zero: f32) -> f32 {
  // CHECK: lift.map glb(0)
  // CHECK: lift.materialize %{{.*}} in global
  %m = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %sum = lift.reduce (%e = %m : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %t = arith.addf %acc, %e : f32
    lift.yield %t : f32
  }
  return %sum : f32
}

// A reduction stores what it starts from as its accumulator, but not what several
// groups compute: that has a kernel of its own.
// CHECK-LABEL: func @parallel_init
// CHECK: %[[Z:.*]] = lift.map glb(0)
// CHECK: %[[G:.*]] = lift.materialize %[[Z]] in global
// CHECK: %[[T:.*]] = lift.reverse %[[G]]
// CHECK: lift.reduce {{.*}} init (%{{.*}} = %[[T]]
// CHECK-NOT: lift.materialize
func.func @parallel_init(%x: !lift.array<K x 6 x f32>, %y: !lift.array<6 x f32>) -> !lift.array<6 x f32> {
  %z = lift.map glb(0) (%e = %y : !lift.array<6 x f32>) {
    %q = arith.mulf %e, %e : f32
    lift.yield %q : f32
  }
  %turned = lift.reverse %z : !lift.array<6 x f32>
  %r = lift.reduce (%row = %x : !lift.array<K x 6 x f32>)
      init (%acc = %turned : !lift.array<6 x f32>) {
    %m = lift.map (%a = %acc, %b = %row : !lift.array<6 x f32>, !lift.array<6 x f32>) {
      %q = arith.addf %a, %b : f32
      lift.yield %q : f32
    }
    lift.yield %m : !lift.array<6 x f32>
  }
  return %r : !lift.array<6 x f32>
}

// A result that has its first elements only is no place for an accumulator.
// CHECK-LABEL: func @cut_accumulator
func.func @cut_accumulator(%x: !lift.array<K x 6 x f32>, %z: !lift.array<6 x f32>) -> !lift.array<5 x f32> {
  // CHECK: %[[R:.*]] = lift.reduce
  // CHECK: %[[G:.*]] = lift.materialize %[[R]] in global
  // CHECK: lift.take %[[G]]
  %r = lift.reduce (%row = %x : !lift.array<K x 6 x f32>)
      init (%acc = %z : !lift.array<6 x f32>) {
    %m = lift.map (%a = %acc, %b = %row : !lift.array<6 x f32>, !lift.array<6 x f32>) {
      %q = arith.addf %a, %b : f32
      lift.yield %q : f32
    }
    lift.yield %m : !lift.array<6 x f32>
  }
  %first = lift.take %r size [5] : !lift.array<6 x f32>
  return %first : !lift.array<5 x f32>
}

// A value that the program stores is read elsewhere too: from the same memory.
// CHECK-LABEL: func @stored_and_read
func.func @stored_and_read(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  // CHECK: %[[Y:.*]] = lift.map
  // CHECK: %[[M:.*]] = lift.materialize %[[Y]] in global
  // CHECK-NEXT: lift.map (%{{.*}} = %[[M]], %{{.*}} = %[[M]] :
  %y = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = arith.addf %a, %a : f32
    lift.yield %s : f32
  }
  %m = lift.materialize %y in global : !lift.array<N x f32>
  %z = lift.map (%a = %m, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.mulf %a, %b : f32
    lift.yield %s : f32
  }
  return %z : !lift.array<N x f32>
}

// The second accumulator goes into the first one.
// CHECK-LABEL: func @unused_accumulator
func.func @unused_accumulator(%x: !lift.array<K x f32>, %y: !lift.array<4 x f32>, %z: !lift.array<4 x f32>)
    -> !lift.array<4 x f32> {
  // CHECK: %[[R:.*]]:2 = lift.reduce
  // CHECK-NOT: lift.materialize
  // CHECK: return %[[R]]#0
  %r:2 = lift.reduce (%e = %x : !lift.array<K x f32>)
      init (%a = %y, %b = %z : !lift.array<4 x f32>, !lift.array<4 x f32>) {
    lift.yield %b, %a : !lift.array<4 x f32>, !lift.array<4 x f32>
  }
  return %r#0 : !lift.array<4 x f32>
}

// A scan that is read is stored; one that is stored already is left alone.
// CHECK-LABEL: func @scans
func.func @scans(%x: !lift.array<N x f32>, %zero: f32) -> (f32, !lift.array<N x f32>) {
  // CHECK: %[[READ:.*]] = lift.scan
  // CHECK: %[[STORED:.*]] = lift.materialize %[[READ]] in global
  %read = lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  // CHECK: lift.reduce ({{.*}} = %[[STORED]] : !lift.array<N x f32>)
  %r = lift.reduce (%e = %read : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %m = arith.maximumf %acc, %e : f32
    lift.yield %m : f32
  }
  // CHECK: %[[RESULT:.*]] = lift.scan
  // CHECK-NOT: lift.materialize
  %stored = lift.scan (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    lift.yield %e : f32
  }
  return %r, %stored : f32, !lift.array<N x f32>
}

// Predicate and step both read the rows, which are computed: they are stored. A
// scalar is passed on from one to the other.
// CHECK-LABEL: func @while
func.func @while(%m: !lift.array<N x 4 x f32>, %x: !lift.array<N x f32>, %zero: f32) -> (f32, f32) {
  // CHECK: %[[ROWS:.*]] = lift.map
  // CHECK: lift.materialize %[[ROWS]] in global
  %rows = lift.map (%row = %m : !lift.array<N x 4 x f32>) {
    %r = lift.map (%e = %row : !lift.array<4 x f32>) {
      %s = arith.mulf %e, %e : f32
      lift.yield %s : f32
    }
    lift.yield %r : !lift.array<4 x f32>
  }
  // CHECK: lift.reduce_while
  %a = lift.reduce_while (%row = %rows : !lift.array<N x 4 x f32>) init (%acc = %zero : f32) while {
    %s = lift.reduce (%e = %row : !lift.array<4 x f32>) init (%n = %zero : f32) {
      %t = arith.addf %n, %e : f32
      lift.yield %t : f32
    }
    %go = arith.cmpf olt, %s, %acc : f32
    lift.yield %go : i1
  } do {
    %s = lift.reduce (%e = %row : !lift.array<4 x f32>) init (%n = %acc : f32) {
      %t = arith.addf %n, %e : f32
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  // CHECK: lift.map
  // CHECK-NOT: lift.materialize
  // CHECK: lift.reduce_while
  %numbers = lift.map (%e = %x : !lift.array<N x f32>) {
    %s = arith.mulf %e, %e : f32
    lift.yield %s : f32
  }
  %b = lift.reduce_while (%e = %numbers : !lift.array<N x f32>) init (%acc = %zero : f32) while {
    %go = arith.cmpf olt, %e, %acc : f32
    lift.yield %go : i1
  } do {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %a, %b : f32, f32
}

// Each generate reads the one before twice: every other one is stored.
// CHECK-LABEL: func @generates_in_a_row
func.func @generates_in_a_row(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %c7 = arith.constant 7 : index
  // CHECK: %[[G0:.*]] = lift.generate
  // CHECK-NOT: lift.materialize
  %g0 = lift.generate (%i < 8) {
    %a = lift.at %x[%i] : !lift.array<8 x f32>
    lift.yield %a : f32
  }
  // CHECK: %[[G1:.*]] = lift.generate
  // CHECK: lift.at %[[G0]]
  // CHECK: %[[COPY:.*]] = lift.map (%[[E:.*]] = %[[G1]] :
  // CHECK-NEXT: lift.yield %[[E]]
  // CHECK: %[[STORED:.*]] = lift.materialize %[[COPY]] in global
  %g1 = lift.generate (%i < 8) {
    %j = arith.subi %c7, %i : index
    %a = lift.at %g0[%i] : !lift.array<8 x f32>
    %b = lift.at %g0[%j] : !lift.array<8 x f32>
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  // CHECK: lift.generate
  // CHECK: lift.at %[[STORED]]
  // CHECK: lift.at %[[STORED]]
  // CHECK-NOT: lift.materialize
  %g2 = lift.generate (%i < 8) {
    %j = arith.subi %c7, %i : index
    %a = lift.at %g1[%i] : !lift.array<8 x f32>
    %b = lift.at %g1[%j] : !lift.array<8 x f32>
    %s = arith.subf %a, %b : f32
    lift.yield %s : f32
  }
  %r = lift.map (%a = %g2, %b = %g2 : !lift.array<8 x f32>, !lift.array<8 x f32>) {
    %q = arith.addf %a, %b : f32
    lift.yield %q : f32
  }
  return %r : !lift.array<8 x f32>
}

// CHECK-LABEL: func @concats_in_a_row
func.func @concats_in_a_row(%x: !lift.array<2 x 3 x f32>) -> !lift.array<16 x 3 x f32> {
  // CHECK: %[[C1:.*]] = lift.concat
  // CHECK-NEXT: %[[C2:.*]] = lift.concat %[[C1]], %[[C1]]
  // CHECK-NEXT: %[[COPY:.*]] = lift.map (%[[ROW:.*]] = %[[C2]] :
  // CHECK-NEXT: lift.map (%{{.*}} = %[[ROW]] :
  // CHECK: lift.materialize %[[COPY]] in global
  // CHECK-NOT: lift.materialize
  %c1 = lift.concat %x, %x : !lift.array<2 x 3 x f32>, !lift.array<2 x 3 x f32>
  %c2 = lift.concat %c1, %c1 : !lift.array<4 x 3 x f32>, !lift.array<4 x 3 x f32>
  %back = lift.reverse %c2 : !lift.array<8 x 3 x f32>
  %c3 = lift.concat %back, %back : !lift.array<8 x 3 x f32>, !lift.array<8 x 3 x f32>
  %r = lift.map (%row = %c3 : !lift.array<16 x 3 x f32>) {
    %m = lift.map (%e = %row : !lift.array<3 x f32>) {
      %q = arith.mulf %e, %e : f32
      lift.yield %q : f32
    }
    lift.yield %m : !lift.array<3 x f32>
  }
  return %r : !lift.array<16 x 3 x f32>
}

// Read once, or reading nothing that is computed: computed where it is read.
// CHECK-LABEL: func @negative_generates_read_once
func.func @negative_generates_read_once(%x: !lift.array<8 x f32>) -> !lift.array<16 x f32> {
  // CHECK-NOT: lift.materialize
  %g0 = lift.generate (%i < 8) {
    %a = lift.at %x[%i] : !lift.array<8 x f32>
    lift.yield %a : f32
  }
  %g1 = lift.generate (%i < 8) {
    %a = lift.at %g0[%i] : !lift.array<8 x f32>
    %b = lift.at %g0[7] : !lift.array<8 x f32>
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  %c = lift.concat %g1, %g0 : !lift.array<8 x f32>, !lift.array<8 x f32>
  %r = lift.map (%a = %c : !lift.array<16 x f32>) {
    %q = arith.mulf %a, %a : f32
    lift.yield %q : f32
  }
  return %r : !lift.array<16 x f32>
}

// What a kernel computes where it is read is the choice of who wrote the kernel.
// CHECK-LABEL: func @negative_generates_in_kernel
func.func @negative_generates_in_kernel(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  // CHECK-NOT: lift.materialize
  %g0 = lift.generate (%i < 8) {
    %a = lift.at %x[%i] : !lift.array<8 x f32>
    lift.yield %a : f32
  }
  %k = lift.kernel local_size [8] global_size [8] {
    %g1 = lift.generate (%i < 8) {
      %a = lift.at %g0[%i] : !lift.array<8 x f32>
      lift.yield %a : f32
    }
    %r = lift.map glb(0) (%a = %g1, %b = %g1 : !lift.array<8 x f32>, !lift.array<8 x f32>) {
      %q = arith.addf %a, %b : f32
      lift.yield %q : f32
    }
    lift.yield %r : !lift.array<8 x f32>
  }
  return %k : !lift.array<8 x f32>
}

// What a kernel computes beside a result, nobody computes again.
// CHECK-LABEL: func @beside_result
func.func @beside_result(%x: !lift.array<N x f32>) -> (!lift.array<N x f32>, !lift.array<N x f32>) {
  // CHECK: %[[M:.*]]:2 = lift.map
  // CHECK: %[[S:.*]] = lift.materialize %[[M]]#0 in global
  // CHECK: lift.map (%{{.*}} = %[[S]]
  %m:2 = lift.map (%a = %x : !lift.array<N x f32>) {
    %s = arith.addf %a, %a : f32
    %t = arith.mulf %a, %a : f32
    lift.yield %s, %t : f32, f32
  }
  %r = lift.map (%a = %m#0 : !lift.array<N x f32>) {
    %t = arith.mulf %a, %a : f32
    lift.yield %t : f32
  }
  return %m#1, %r : !lift.array<N x f32>, !lift.array<N x f32>
}

// Inside a map it runs for each of them, and needs memory for the array.
// CHECK-LABEL: func @nested_half_stored
func.func @nested_half_stored(%x: !lift.array<P x N x K x f32>, %z: !lift.array<4 x f32>, %zero: f32)
    -> (!lift.array<P x N x 4 x f32>, !lift.array<P x N x f32>) {
  // CHECK: %[[R:.*]]:2 = lift.reduce
  // CHECK: lift.materialize %[[R]]#1 in private
  %p:2 = lift.map (%page = %x : !lift.array<P x N x K x f32>) {
    %o:2 = lift.map (%row = %page : !lift.array<N x K x f32>) {
      %r:2 = lift.reduce (%e = %row : !lift.array<K x f32>)
          init (%s = %zero, %acc = %z : f32, !lift.array<4 x f32>) {
        lift.yield %e, %acc : f32, !lift.array<4 x f32>
      }
      lift.yield %r#0, %r#1 : f32, !lift.array<4 x f32>
    }
    %twice = lift.map (%a = %o#0 : !lift.array<N x f32>) {
      %q = arith.addf %a, %a : f32
      lift.yield %q : f32
    }
    lift.yield %o#1, %twice : !lift.array<N x 4 x f32>, !lift.array<N x f32>
  }
  return %p#0, %p#1 : !lift.array<P x N x 4 x f32>, !lift.array<P x N x f32>
}

// Who reads an element of a scan computes it as far as that: the rows are stored
// once, not computed for each of their elements.
// CHECK-LABEL: func @rows_of_scans
// CHECK: %[[S:.*]] = lift.map
// CHECK: lift.scan
// CHECK: %[[G:.*]] = lift.materialize %[[S]] in global : !lift.array<M x N x f32>
// CHECK: lift.map (%{{.*}} = %[[G]] :
func.func @rows_of_scans(%x: !lift.array<M x N x f32>, %zero: f32) -> !lift.array<M x N x f32> {
  %s = lift.map (%r = %x : !lift.array<M x N x f32>) {
    %p = lift.scan (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  %y = lift.map (%r = %s : !lift.array<M x N x f32>) {
    %q = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.addf %e, %e : f32
      lift.yield %m : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// Nor are they stored twice: the result of the function is there for that.
// CHECK-LABEL: func @negative_stored_rows
// CHECK-NOT: lift.materialize
func.func @negative_stored_rows(%x: !lift.array<M x N x f32>, %zero: f32) -> !lift.array<(M * N) x f32> {
  %s = lift.map (%r = %x : !lift.array<M x N x f32>) {
    %p = lift.scan (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    lift.yield %p : !lift.array<N x f32>
  }
  %j = lift.join %s : !lift.array<M x N x f32>
  return %j : !lift.array<(M * N) x f32>
}

// A sum that all elements of a row need is computed once for the row.
// CHECK-LABEL: func @sums_in_loops
// CHECK: %[[S:.*]] = lift.map
// CHECK: %[[G:.*]] = lift.materialize %[[S]] in global : !lift.array<M x f32>
// CHECK: lift.map (%{{.*}} = %{{.*}}, %{{.*}} = %[[G]] :
func.func @sums_in_loops(%x: !lift.array<M x N x f32>, %zero: f32) -> !lift.array<M x N x f32> {
  %s = lift.map (%r = %x : !lift.array<M x N x f32>) {
    %p = lift.reduce (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    lift.yield %p : f32
  }
  %y = lift.map (%r = %x, %t = %s : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %q = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.mulf %e, %t : f32
      lift.yield %m : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// Not one that each row needs once, nor what is no sum.
// CHECK-LABEL: func @negative_sums_once
// CHECK-NOT: lift.materialize
func.func @negative_sums_once(%x: !lift.array<M x N x f32>, %y: !lift.array<M x f32>, %zero: f32) -> (!lift.array<M x f32>, !lift.array<M x N x f32>) {
  %s = lift.map (%r = %x : !lift.array<M x N x f32>) {
    %p = lift.reduce (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    lift.yield %p : f32
  }
  %t = lift.map (%e = %s : !lift.array<M x f32>) {
    %m = arith.mulf %e, %e : f32
    lift.yield %m : f32
  }
  %z = lift.map (%e = %y : !lift.array<M x f32>) {
    %m = arith.mulf %e, %e : f32
    lift.yield %m : f32
  }
  %q = lift.map (%r = %x, %f = %z : !lift.array<M x N x f32>, !lift.array<M x f32>) {
    %i = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.mulf %e, %f : f32
      lift.yield %m : f32
    }
    lift.yield %i : !lift.array<N x f32>
  }
  return %t, %q : !lift.array<M x f32>, !lift.array<M x N x f32>
}

// Rows whose elements share a sum are stored, where each element would be computed alone.
// CHECK-LABEL: func @shared_sums
// CHECK: %[[R:.*]] = lift.map
// CHECK: %[[G:.*]] = lift.materialize %[[R]] in global : !lift.array<M x N x f32>
// CHECK: lift.map (%{{.*}} = %[[G]] :
func.func @shared_sums(%x: !lift.array<M x N x f32>, %zero: f32) -> !lift.array<M x N x f32> {
  %rows = lift.map (%r = %x : !lift.array<M x N x f32>) {
    %s = lift.reduce (%e = %r : !lift.array<N x f32>) init (%a = %zero : f32) {
      %n = arith.addf %a, %e : f32
      lift.yield %n : f32
    }
    %q = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.mulf %e, %s : f32
      lift.yield %m : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  %y = lift.map (%r = %rows : !lift.array<M x N x f32>) {
    %q = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.negf %e : f32
      lift.yield %m : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// Not where each row is a sum.
// CHECK-LABEL: func @negative_shared_sums
// CHECK-NOT: lift.materialize
func.func @negative_shared_sums(%x: !lift.array<M x N x K x f32>, %zero: f32) -> !lift.array<M x N x f32> {
  %rows = lift.map (%r = %x : !lift.array<M x N x K x f32>) {
    %q = lift.map (%l = %r : !lift.array<N x K x f32>) {
      %s = lift.reduce (%e = %l : !lift.array<K x f32>) init (%a = %zero : f32) {
        %n = arith.addf %a, %e : f32
        lift.yield %n : f32
      }
      lift.yield %s : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  %y = lift.map (%r = %rows : !lift.array<M x N x f32>) {
    %q = lift.map (%e = %r : !lift.array<N x f32>) {
      %m = arith.negf %e : f32
      lift.yield %m : f32
    }
    lift.yield %q : !lift.array<N x f32>
  }
  return %y : !lift.array<M x N x f32>
}

// What is returned, and read by others, is stored once: where the function
// returns it, however the loops that compute it have been rewritten.
// CHECK-LABEL: func @result_that_is_read
func.func @result_that_is_read(%x: !lift.array<N x M x f32>)
    -> (!lift.array<N x M x f32>, !lift.array<N x f32>) {
  // CHECK: lift.map wrg(0)
  // CHECK: lift.transpose
  // CHECK: lift.join
  // CHECK: %[[J:.*]] = lift.join
  // CHECK: %[[G:.*]] = lift.materialize %[[J]] in global : !lift.array<N x M x f32>
  // CHECK: lift.map ({{.*}} = %[[G]]
  // CHECK: return %[[G]],
  %zero = arith.constant 0.0 : f32
  %rows = lift.split %x by 4 : !lift.array<N x M x f32>
  %columns = lift.split %rows by 8 dim 2 : !lift.array<(N / 4) x 4 x M x f32>
  %tiles = lift.transpose %columns permutation [0, 2, 1, 3] : !lift.array<(N / 4) x 4 x (M / 8) x 8 x f32>
  %m = lift.map wrg(0) (%a = %tiles : !lift.array<(N / 4) x (M / 8) x 4 x 8 x f32>) {
    %ma = lift.map (%b = %a : !lift.array<(M / 8) x 4 x 8 x f32>) {
      %mb = lift.map (%c = %b : !lift.array<4 x 8 x f32>) {
        %mc = lift.map (%e = %c : !lift.array<8 x f32>) {
          %q = arith.mulf %e, %e : f32
          lift.yield %q : f32
        }
        lift.yield %mc : !lift.array<8 x f32>
      }
      lift.yield %mb : !lift.array<4 x 8 x f32>
    }
    lift.yield %ma : !lift.array<(M / 8) x 4 x 8 x f32>
  }
  %t = lift.transpose %m permutation [0, 2, 1, 3] : !lift.array<(N / 4) x (M / 8) x 4 x 8 x f32>
  %j = lift.join %t : !lift.array<(N / 4) x 4 x (M / 8) x 8 x f32>
  %all = lift.join %j dim 1 : !lift.array<N x (M / 8) x 8 x f32>
  %sums = lift.map (%row = %all : !lift.array<N x M x f32>) {
    %sum = lift.reduce (%e = %row : !lift.array<M x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %all, %sums : !lift.array<N x M x f32>, !lift.array<N x f32>
}

// What is not returned, and turned for its only reader, is stored as it was
// computed, but as the array of the program.
// CHECK-LABEL: func @turned_for_its_reader
func.func @turned_for_its_reader(%x: !lift.array<N x M x f32>) -> !lift.array<M x f32> {
  // CHECK: lift.map wrg(0)
  // CHECK: %[[J:.*]] = lift.join
  // CHECK: %[[G:.*]] = lift.materialize %[[J]] in global : !lift.array<N x M x f32>
  // CHECK: lift.transpose %[[G]]
  %zero = arith.constant 0.0 : f32
  %rows = lift.split %x by 4 : !lift.array<N x M x f32>
  %m = lift.map wrg(0) (%a = %rows : !lift.array<(N / 4) x 4 x M x f32>) {
    %ma = lift.map (%b = %a : !lift.array<4 x M x f32>) {
      %mb = lift.map (%e = %b : !lift.array<M x f32>) {
        %q = arith.mulf %e, %e : f32
        lift.yield %q : f32
      }
      lift.yield %mb : !lift.array<M x f32>
    }
    lift.yield %ma : !lift.array<4 x M x f32>
  }
  %all = lift.join %m : !lift.array<(N / 4) x 4 x M x f32>
  %columns = lift.transpose %all : !lift.array<N x M x f32>
  %sums = lift.map (%column = %columns : !lift.array<M x N x f32>) {
    %sum = lift.reduce (%e = %column : !lift.array<N x f32>) init (%acc = %zero : f32) {
      %s = arith.addf %acc, %e : f32
      lift.yield %s : f32
    }
    lift.yield %sum : f32
  }
  return %sums : !lift.array<M x f32>
}
