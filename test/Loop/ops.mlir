// RUN: lift-opt %s | lift-opt | FileCheck %s
// RUN: lift-opt --mlir-print-op-generic %s | lift-opt | FileCheck %s

// CHECK-LABEL: func.func @double
// CHECK: %[[R:.*]] = loop.kernel @double (%[[IN:.*]] = %arg0 : !lift.array<N x f32>) -> (%[[OUT:.*]] : !lift.array<N x f32>) local_size [128] global_size [N] attributes {facts = [#lift.constraint<128 divides N>], sentences = ["128 does not divide N"]} {
// CHECK:   loop.for %[[I:.*]] below N map(@m0, glb(0)) unroll(2) width(4) {
// CHECK:     loop.load %[[IN]][%[[I]]] : !loop.buffer<N x f32, global>
// CHECK:     loop.store %{{.*}}, %[[OUT]][%[[I]]] : f32, !loop.buffer<N x f32, global>
func.func @double(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %r = loop.kernel @double (%in = %x : !lift.array<N x f32>)
      -> (%out : !lift.array<N x f32>) local_size [128] global_size [N]
      attributes {facts = [#lift.constraint<128 divides N>],
                  sentences = ["128 does not divide N"]} {
    loop.for %i below N map(@m0, glb(0)) unroll(2) width(4) {
      %a = loop.load %in[%i] : !loop.buffer<N x f32, global>
      %s = arith.addf %a, %a : f32
      loop.store %s, %out[%i] : f32, !loop.buffer<N x f32, global>
    }
  }
  return %r : !lift.array<N x f32>
}

// Expressions of several values, sizes, and symbols.
// CHECK-LABEL: func.func @memory
func.func @memory(%x: !lift.array<N x 16 x f32>) {
  loop.kernel (%in = %x : !lift.array<N x 16 x f32>) {
    loop.for %i from 1 below N {
      // CHECK: loop.for %[[I:.*]] from 1 below N {
      // CHECK: %[[TILE:.*]] = loop.alloc {in_turn = 2 : i64, pad = array<i64: 0, 1>} : !loop.buffer<4 x 4 x f32, local>
      %tile = loop.alloc {pad = array<i64: 0, 1>, in_turn = 2} : !loop.buffer<4 x 4 x f32, local>
      // CHECK: loop.view %[[TILE]][@d1, @d0] : !loop.buffer<4 x 4 x f32, local> to !loop.buffer<4 x 4 x f32, local>
      %turned = loop.view %tile[@d1, @d0] : !loop.buffer<4 x 4 x f32, local> to !loop.buffer<4 x 4 x f32, local>
      loop.for %j below N - %i map(@m1) {
        // CHECK: loop.for %[[J:.*]] below N - %[[I]] map(@m1) {
        // CHECK: loop.load %{{.*}}[N - %[[I]] - 1, @lane + 4 * (%[[J]] mod 4)] : !loop.buffer<N x 16 x f32, global> to vector<4xf32>
        %v = loop.load %in[N - %i - 1, (%j * 4) mod 16 + @lane] : !loop.buffer<N x 16 x f32, global> to vector<4xf32>
        // CHECK: loop.store %{{.*}}, %{{.*}}[@lane, %[[I]] mod 4] : vector<4xf32>, !loop.buffer<4 x 4 x f32, local>
        loop.store %v, %turned[@lane, %i mod 4] : vector<4xf32>, !loop.buffer<4 x 4 x f32, local>
      }
      %vectors = loop.alloc : !loop.buffer<2 x vector<4xf32>, private>
      // CHECK: loop.load %{{.*}}[1] : !loop.buffer<2 x vector<4xf32>, private>
      %whole = loop.load %vectors[1] : !loop.buffer<2 x vector<4xf32>, private>
      // CHECK: loop.load %{{.*}}[1, %{{.*}} mod 4] : !loop.buffer<2 x vector<4xf32>, private>
      %lane = loop.load %vectors[1, %i mod 4] : !loop.buffer<2 x vector<4xf32>, private>
      // CHECK: loop.load %{{.*}}[0, 2 * @lane] : !loop.buffer<2 x vector<4xf32>, private> to vector<2xf32>
      %two = loop.load %vectors[0, @lane * 2] : !loop.buffer<2 x vector<4xf32>, private> to vector<2xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @loops
func.func @loops(%x: !lift.array<N x f32>) -> f32 {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : f32) {
    %zero = arith.constant 0.0 : f32
    %acc = loop.alloc : !loop.buffer<4 x f32, private>
    // CHECK: loop.for %{{.*}} below N carry(%[[A:.*]] = %{{.*}} : f32) state(%[[C:.*]], %[[NEXT:.*]] = %{{.*}} : !loop.buffer<4 x f32, private>) in_place {
    %sum = loop.for %k below N carry(%a = %zero : f32) state(%c, %n = %acc : !loop.buffer<4 x f32, private>) in_place {
      %v = loop.load %in[%k] : !loop.buffer<N x f32, global>
      %s = arith.addf %a, %v : f32
      loop.for %j below 4 {
        %old = loop.load %c[%j] : !loop.buffer<4 x f32, private>
        loop.store %old, %n[%j] : f32, !loop.buffer<4 x f32, private>
      }
      loop.yield %s : f32
    }
    // CHECK: loop.while %[[K:.*]] below N carry(%[[B:.*]] = %{{.*}} : f32) test {
    // CHECK:   loop.condition %{{.*}}, %{{.*}} : f32
    // CHECK: } do (%[[P:.*]] : f32) {
    // CHECK:   arith.addf %[[B]], %[[P]]
    // CHECK:   loop.yield
    %early = loop.while %k below N carry(%b = %sum : f32) test {
      %v = loop.load %in[%k] : !loop.buffer<N x f32, global>
      %more = arith.cmpf ogt, %v, %zero : f32
      loop.condition %more, %v : f32
    } do (%p : f32) {
      %s = arith.addf %b, %p : f32
      loop.yield %s : f32
    }
    loop.store %early, %out[] : f32, !loop.buffer<f32, global>
  }
  return %r : f32
}

// CHECK-LABEL: func.func @branches
func.func @branches(%x: !lift.array<N x f32>, %at: !lift.array<N x i32>) {
  loop.kernel (%in = %x : !lift.array<N x f32>, %ats = %at : !lift.array<N x i32>) {
    %zero = arith.constant 0.0 : f32
    loop.for %i below N {
      // CHECK: loop.if 0 <= %[[I:.*]] - 1 < N and 1 <= %[[I]] < 5 -> f32 {
      %v = loop.if 0 <= %i - 1 < N and 1 <= %i < 5 -> f32 {
        %e = loop.load %in[%i - 1] : !loop.buffer<N x f32, global>
        loop.yield %e : f32
      } else {
        loop.yield %zero : f32
      }
      // CHECK: loop.if 0 <= %[[I]] < N attributes {kept} {
      loop.if 0 <= %i < N attributes {kept} {
        %e = loop.load %in[%i] : !loop.buffer<N x f32, global>
      }
      // CHECK: %[[CL:.*]] = loop.index clamp(%[[I]] + 1, 0, N - 1)
      %l = loop.index clamp(%i + 1, 0, N - 1)
      // CHECK: loop.index wrap(%[[CL]] - 2, N)
      %w = loop.index wrap(%l - 2, N)
      // CHECK: loop.index mirror(%{{.*}} - 2, N)
      %m = loop.index mirror(%w - 2, N)
      // CHECK: loop.index within(%{{.*}}, 0, 3)
      %in3 = loop.index within(%m, 0, 3)
      // CHECK: loop.index value(%{{.*}} * %{{.*}})
      %e = loop.index value(%m * %w)
      %n = loop.load %ats[%i] : !loop.buffer<N x i32, global>
      // CHECK: loop.index data(0, N - 1) %{{.*}} : i32
      %d = loop.index data(0, N - 1) %n : i32
    }
  }
  return
}

// CHECK-LABEL: func @ids
func.func @ids() -> !lift.array<64 x f32> {
  %r = loop.kernel -> (%out : !lift.array<64 x f32>) local_size [16] global_size [32] {
    %zero = arith.constant 0.0 : f32
    // CHECK: %[[G:.*]] = loop.id global(0)
    %g = loop.id global(0)
    // CHECK: loop.id local(1)
    %l = loop.id local(1)
    // CHECK: loop.id group(2)
    %w = loop.id group(2)
    // CHECK: loop.for %{{.*}} from %[[G]] below 64 step 32 {
    loop.for %i from %g below 64 step 32 {
      loop.store %zero, %out[%i] : f32, !loop.buffer<64 x f32, global>
    }
    // CHECK: loop.for %{{.*}} from %[[G]] below 16 step 32 at_most_once {
    loop.for %i from %g below 16 step 32 at_most_once {
      loop.store %zero, %out[%i] : f32, !loop.buffer<64 x f32, global>
    }
  }
  return %r : !lift.array<64 x f32>
}

// A size may have the name of an attribute.
// CHECK-LABEL: func.func @kept
func.func @kept(%x: !lift.array<kept x f32>) {
  loop.kernel (%in = %x : !lift.array<kept x f32>) {
    loop.for %i below 8 {
      // CHECK: loop.if kept <= %{{.*}} < 8 attributes {kept} {
      loop.if kept <= %i < 8 attributes {kept} {
      }
    }
  }
  return
}

// Two kernels write parts of one array.
// CHECK-LABEL: func.func @parts
// CHECK: %[[FIRST:.*]] = loop.kernel (%[[IN:.*]] = %arg0 : !lift.array<N x f32>) -> (%{{.*}} : !lift.array<(2 * N) x f32>) {
// CHECK: %[[BOTH:.*]]:2 = loop.kernel (%{{.*}} = %arg0 : !lift.array<N x f32>) -> (%{{.*}} : !lift.array<N x f32>, %{{.*}} : !lift.array<(2 * N) x f32> into %[[FIRST]]) {
// CHECK: return %[[BOTH]]#1
func.func @parts(%x: !lift.array<N x f32>) -> !lift.array<(N * 2) x f32> {
  %first = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<(N * 2) x f32>) {
    loop.for %i below N {
      %a = loop.load %in[%i] : !loop.buffer<N x f32, global>
      loop.store %a, %out[%i] : f32, !loop.buffer<(N * 2) x f32, global>
    }
  }
  %both:2 = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%own : !lift.array<N x f32>, %out : !lift.array<(N * 2) x f32> into %first) {
    loop.for %i below N {
      %a = loop.load %in[%i] : !loop.buffer<N x f32, global>
      loop.store %a, %own[%i] : f32, !loop.buffer<N x f32, global>
      loop.store %a, %out[%i + N] : f32, !loop.buffer<(N * 2) x f32, global>
    }
  }
  return %both#1 : !lift.array<(N * 2) x f32>
}
