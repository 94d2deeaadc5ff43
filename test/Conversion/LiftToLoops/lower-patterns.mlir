// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-infer-spaces,lift-form-kernels,lift-lower-patterns))' %s | FileCheck %s

// A map keeps its mapping; a padded read is a branch, whose test stays symbolic.
// CHECK-LABEL: func.func @padded
// CHECK: loop.for %[[I:.*]] below N map(@m0, glb(0)) {
// CHECK:   loop.if 0 <= %[[I]] - 1 < N - 2 -> f32 {
// CHECK:     loop.load %{{.*}}[%[[I]] - 1]
// CHECK:   } else {
// CHECK:   loop.store
func.func @padded(%x: !lift.array<(N - 2) x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [1] high [1] constant(%zero : f32) : !lift.array<(N - 2) x f32>
  %r = lift.map glb(0) (%a = %p, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// What is clamped has a definition of its own.
// CHECK-LABEL: func.func @clamped
// CHECK: loop.for %[[I:.*]] below N
// CHECK:   %[[C:.*]] = loop.index clamp(%[[I]] - 1, 0, N - 3)
// CHECK:   loop.load %{{.*}}[%[[C]]]
func.func @clamped(%x: !lift.array<(N - 2) x f32>, %y: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %p = lift.pad %x low [1] high [1] clamp : !lift.array<(N - 2) x f32>
  %r = lift.map glb(0) (%a = %p, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<N x f32>
}

// The steps of a scan read the element before; the first stands alone.
// CHECK-LABEL: func.func @rows
// CHECK: loop.for %[[K:.*]] below M
// CHECK:   loop.store %{{.*}}[0, %[[K]]]
// CHECK: loop.for %[[I:.*]] from 1 below N {
// CHECK:   loop.for %[[J:.*]] below M
// CHECK:     loop.load %{{.*}}[%[[I]] - 1, %[[J]]]
// CHECK:     loop.store %{{.*}}[%[[I]], %[[J]]]
func.func @rows(%x: !lift.array<N x M x f32>) -> !lift.array<N x M x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %r = lift.scan (%row = %x : !lift.array<N x M x f32>) init (%acc = %zeros : !lift.array<M x f32>) {
    %s = lift.map (%a = %row, %b = %acc : !lift.array<M x f32>, !lift.array<M x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<N x M x f32>
}

// Rows that only the next step reads are no array of all steps.
// CHECK-LABEL: func.func @passed_rows
// CHECK: %[[ROW:.*]] = loop.alloc : !loop.buffer<M x f32, global>
// CHECK: loop.for %[[K:.*]] below M
// CHECK:   loop.store %{{.*}}, %[[ROW]][%[[K]]]
// CHECK: loop.for %[[I:.*]] from 1 below N {{.*}}state(%[[CURRENT:.*]], %[[NEXT:.*]] = %[[ROW]] :
// CHECK:   loop.for %[[J:.*]] below M
// CHECK:     loop.load %[[CURRENT]][%[[J]]]
// CHECK:     loop.store %{{.*}}, %[[NEXT]][%[[J]]]
func.func @passed_rows(%x: !lift.array<N x M x f32>, %i: !lift.array<M x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %r:2 = lift.scan (%row = %x : !lift.array<N x M x f32>) init (%acc = %i, %y = %zero : !lift.array<M x f32>, f32) {
    %s = lift.map (%a = %row, %b = %acc : !lift.array<M x f32>, !lift.array<M x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    %e = lift.at %row[0] : !lift.array<M x f32>
    %f = lift.at %acc[0] : !lift.array<M x f32>
    %t = arith.mulf %e, %f : f32
    lift.yield %s, %t : !lift.array<M x f32>, f32
  }
  return %r#1 : !lift.array<N x f32>
}

// One accumulator, one buffer: the element is read and then written.
// CHECK-LABEL: func.func @columns
// CHECK: loop.for %{{.*}} below N state(%[[C:.*]], %[[NEXT:.*]] = %{{.*}} : !loop.buffer<M x f32, global>) in_place {
// CHECK:   loop.for %[[J:.*]] below M map(@m0, glb(0)) {
// CHECK:     loop.load %[[C]][%[[J]]]
// CHECK:     loop.store %{{.*}}, %[[NEXT]][%[[J]]]
func.func @columns(%x: !lift.array<N x M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %r = lift.reduce (%row = %x : !lift.array<N x M x f32>) init (%acc = %zeros : !lift.array<M x f32>) {
    %s = lift.map glb(0) (%a = %row, %b = %acc : !lift.array<M x f32>, !lift.array<M x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<M x f32>
}

// What a part of a step stores, no other part reads.
// CHECK-LABEL: func.func @parts
// CHECK: loop.for %{{.*}} below N state({{.*}}) in_place {
func.func @parts(%x: !lift.array<N x 3 x f32>, %init: !lift.array<3 x f32>) -> !lift.array<3 x f32> {
  %r = lift.reduce (%row = %x : !lift.array<N x 3 x f32>) init (%acc = %init : !lift.array<3 x f32>) {
    %a0 = lift.take %row size [2] : !lift.array<3 x f32>
    %b0 = lift.take %acc size [2] : !lift.array<3 x f32>
    %a = lift.as_vector %a0 width 2 : !lift.array<2 x f32>
    %b = lift.as_vector %b0 width 2 : !lift.array<2 x f32>
    %first = lift.map (%e = %a, %f = %b : !lift.array<1 x vector<2xf32>>, !lift.array<1 x vector<2xf32>>) {
      %c = arith.addf %e, %f : vector<2xf32>
      lift.yield %c : vector<2xf32>
    }
    %front = lift.as_scalar %first : !lift.array<1 x vector<2xf32>>
    %a1 = lift.drop %row size [2] : !lift.array<3 x f32>
    %b1 = lift.drop %acc size [2] : !lift.array<3 x f32>
    %last = lift.map (%e = %a1, %f = %b1 : !lift.array<1 x f32>, !lift.array<1 x f32>) {
      %c = arith.addf %e, %f : f32
      lift.yield %c : f32
    }
    %s = lift.concat %front, %last : !lift.array<2 x f32>, !lift.array<1 x f32>
    lift.yield %s : !lift.array<3 x f32>
  }
  return %r : !lift.array<3 x f32>
}

// Each half of a step reads the other, too.
// CHECK-LABEL: func.func @halves
// CHECK: loop.for %{{.*}} below N state(
// CHECK-NOT: in_place
// CHECK: return
func.func @halves(%x: !lift.array<N x 4 x f32>, %init: !lift.array<4 x f32>) -> !lift.array<4 x f32> {
  %r = lift.reduce (%row = %x : !lift.array<N x 4 x f32>) init (%acc = %init : !lift.array<4 x f32>) {
    %a = lift.take %acc size [2] : !lift.array<4 x f32>
    %b = lift.drop %acc size [2] : !lift.array<4 x f32>
    %sums = lift.map (%e = %a, %f = %b : !lift.array<2 x f32>, !lift.array<2 x f32>) {
      %c = arith.addf %e, %f : f32
      lift.yield %c : f32
    }
    %differences = lift.map (%e = %a, %f = %b : !lift.array<2 x f32>, !lift.array<2 x f32>) {
      %c = arith.subf %e, %f : f32
      lift.yield %c : f32
    }
    %s = lift.concat %sums, %differences : !lift.array<2 x f32>, !lift.array<2 x f32>
    lift.yield %s : !lift.array<4 x f32>
  }
  return %r : !lift.array<4 x f32>
}

// A step reads one bin and overwrites it; what is outside is not touched.
// CHECK-LABEL: func.func @bins
// CHECK: loop.for %[[I:.*]] below N state(%[[C:.*]], %[[NEXT:.*]] = %{{.*}} : !loop.buffer<B x f32, global>) in_place {
// CHECK:   %[[K:.*]] = loop.load %{{.*}}[%[[I]]] : !loop.buffer<N x i32, global>
// CHECK:   %[[AT:.*]] = loop.index data(-2147483648, 2147483647) %[[K]] : i32
// CHECK:   loop.if 0 <= %[[AT]] < B {
// CHECK:     %[[IN:.*]] = loop.index within(%[[AT]], 0, B - 1)
// CHECK:     loop.load %[[C]][%[[IN]]]
// CHECK:     loop.load %{{.*}}[%[[I]]] : !loop.buffer<N x f32, global>
// CHECK:     arith.addf
// CHECK:     loop.store %{{.*}}, %[[NEXT]][%[[IN]]]
func.func @bins(%k: !lift.array<N x i32>, %x: !lift.array<N x f32>,
                %b: !lift.array<B x f32>) -> !lift.array<B x f32> {
  %r = lift.scatter_reduce (%i = %k, %e = %x : !lift.array<N x i32>, !lift.array<N x f32>)
      init (%bin = %b : !lift.array<B x f32>) {
    %s = arith.addf %bin, %e : f32
    lift.yield %s : f32
  }
  return %r : !lift.array<B x f32>
}

// Not where a step reads what it has overwritten.
// CHECK-LABEL: func.func @turned
// CHECK: loop.for %{{.*}} below N state(%[[C:.*]], %[[NEXT:.*]] = %{{.*}} : !loop.buffer<M x f32, global>) {
// CHECK:     loop.load %[[C]][M - %[[J:.*]] - 1]
// CHECK:     loop.store %{{.*}}, %[[NEXT]][%[[J]]]
func.func @turned(%x: !lift.array<N x M x f32>) -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %zeros = lift.broadcast %zero sizes [M] : f32
  %r = lift.reduce (%row = %x : !lift.array<N x M x f32>) init (%acc = %zeros : !lift.array<M x f32>) {
    %back = lift.reverse %acc : !lift.array<M x f32>
    %s = lift.map (%a = %row, %b = %back : !lift.array<M x f32>, !lift.array<M x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r : !lift.array<M x f32>
}

// Nor where accumulators change places.
// CHECK-LABEL: func.func @swapped
// CHECK: loop.for %{{.*}} below N state(%{{.*}}, %{{.*}} = %{{.*}} : !loop.buffer<4 x f32, global>, %{{.*}}, %{{.*}} = %{{.*}} : !loop.buffer<4 x f32, global>) {
func.func @swapped(%x: !lift.array<N x f32>, %u: !lift.array<4 x f32>, %v: !lift.array<4 x f32>) -> (!lift.array<4 x f32>, !lift.array<4 x f32>) {
  %r:2 = lift.reduce (%e = %x : !lift.array<N x f32>) init (%a = %u, %b = %v : !lift.array<4 x f32>, !lift.array<4 x f32>) {
    lift.yield %b, %a : !lift.array<4 x f32>, !lift.array<4 x f32>
  }
  return %r#0, %r#1 : !lift.array<4 x f32>, !lift.array<4 x f32>
}

// Several kernels: the second takes the result of the first. What the
// operations require of sizes stays known, with the sentence for a user.
// CHECK-LABEL: func.func @stages
// CHECK: %[[FIRST:.*]] = loop.kernel {{.*}}facts = [#lift.constraint<4 divides N>, #lift.constraint<1 le N / 4>], sentences = ["chunk size 4 does not divide the array length N", ""]
// CHECK: loop.kernel (%{{.*}} = %[[FIRST]] : !lift.array<(N / 4) x 4 x f32>)
func.func @stages(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %s = lift.split %x by 4 : !lift.array<N x f32>
  %m = lift.map (%c = %s : !lift.array<(N / 4) x 4 x f32>) {
    %i = lift.map (%a = %c : !lift.array<4 x f32>) {
      %b = arith.addf %a, %a : f32
      lift.yield %b : f32
    }
    lift.yield %i : !lift.array<4 x f32>
  }
  %g = lift.materialize %m in global : !lift.array<(N / 4) x 4 x f32>
  %j = lift.join %g : !lift.array<(N / 4) x 4 x f32>
  %r = lift.map (%a = %j : !lift.array<N x f32>) {
    %b = arith.mulf %a, %a : f32
    lift.yield %b : f32
  }
  return %r : !lift.array<N x f32>
}

// Kernels that are written by hand store parts of one array, seen through views.
// CHECK-LABEL: func.func @parts_of_kernels
// CHECK: %[[FIRST:.*]] = loop.kernel @first {{.*}} -> (%[[OUT:.*]] : !lift.array<(M + N) x f32>)
// CHECK:   loop.store %{{.*}}, %[[OUT]][M - %{{.*}} + N - 1]
// CHECK: loop.kernel @second {{.*}} -> (%[[OUT:.*]] : !lift.array<(M + N) x f32> into %[[FIRST]])
// CHECK:   loop.store %{{.*}}, %[[OUT]][M - %{{.*}} - 1]
func.func @parts_of_kernels(%x: !lift.array<N x f32>, %y: !lift.array<M x f32>) -> !lift.array<(M + N) x f32> {
  %a = lift.kernel @first {
    %m = lift.map glb(0) (%e = %x : !lift.array<N x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<N x f32>
  }
  %b = lift.kernel @second {
    %m = lift.map glb(0) (%e = %y : !lift.array<M x f32>) { lift.yield %e : f32 }
    lift.yield %m : !lift.array<M x f32>
  }
  %c = lift.concat %a, %b : !lift.array<N x f32>, !lift.array<M x f32>
  %r = lift.reverse %c : !lift.array<(N + M) x f32>
  return %r : !lift.array<(M + N) x f32>
}
