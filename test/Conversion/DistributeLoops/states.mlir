// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-distribute-loops))' %s | FileCheck %s

// A state that is in place is its buffer; views become parts of paths, with the
// lane of a vector behind.
// CHECK-LABEL: func.func @in_place
// CHECK:       loop.for %[[K:.*]] below N {
// CHECK-NEXT:    loop.for %[[J:.*]] below 3
// CHECK-NEXT:      %[[A:.*]] = loop.load %[[OUT:.*]][2, 3 * %{{.*}} + %[[J]], 1]
// CHECK:           loop.store %{{.*}}, %[[OUT]][2, 3 * %{{.*}} + %[[J]], 1]
func.func @in_place(%x: !lift.array<N x f32>) -> !lift.array<4 x 6 x vector<2xf32>> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<4 x 6 x vector<2xf32>>) local_size [2] global_size [2] {
    loop.for %i below 2 map(@m0, lcl(0)) {
      %row = loop.view %out[2, @d0] : !loop.buffer<4 x 6 x vector<2xf32>, global> to !loop.buffer<6 x vector<2xf32>, global>
      %part = loop.view %row[%i * 3 + @d0] : !loop.buffer<6 x vector<2xf32>, global> to !loop.buffer<3 x vector<2xf32>, global>
      loop.for %k below N state(%c, %n = %part : !loop.buffer<3 x vector<2xf32>, global>) in_place {
        loop.for %j below 3 map(@m1) {
          %v = loop.load %c[%j, 1] : !loop.buffer<3 x vector<2xf32>, global>
          %w = arith.addf %v, %v : f32
          loop.store %w, %n[%j, 1] : f32, !loop.buffer<3 x vector<2xf32>, global>
        }
      }
    }
  }
  return %r : !lift.array<4 x 6 x vector<2xf32>>
}

// A step that reads what it has overwritten stores in a temporary, with a slice
// for each of those who have the buffer, and copies it: those who share a trip
// share the copy of what is shared.
// CHECK-LABEL: func.func @copied
// CHECK:       loop.for %{{.*}} below N {
// CHECK-NEXT:    %[[T:.*]] = loop.alloc : !loop.buffer<8 x f32, local>
// CHECK-NEXT:    %[[V:.*]] = loop.load %[[P:.*]][7 - %[[L:.*]]]
// CHECK-NEXT:    loop.store %[[V]], %[[T]][%[[L]]]
// CHECK-NEXT:    %[[V:.*]] = loop.load %[[T]][%[[L]]]
// CHECK-NEXT:    loop.store %[[V]], %[[P]][%[[L]]]
func.func @copied(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [8] global_size [8] {
    %p = loop.alloc : !loop.buffer<8 x f32, local>
    loop.for %i below 8 map(@m0, lcl(0)) {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<8 x f32, local>
    }
    loop.for %k below N state(%c, %n = %p : !loop.buffer<8 x f32, local>) {
      loop.for %i below 8 map(@m1, lcl(0)) {
        %v = loop.load %c[7 - %i] : !loop.buffer<8 x f32, local>
        loop.store %v, %n[%i] : f32, !loop.buffer<8 x f32, local>
      }
    }
    loop.for %i below 8 map(@m2, lcl(0)) {
      %v = loop.load %p[%i] : !loop.buffer<8 x f32, local>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}

// The dimensions of the group share those of the state, from the last.
// CHECK-LABEL: func.func @planes
// CHECK-DAG:   %[[L0:.*]] = loop.id  local(0)
// CHECK-DAG:   %[[L1:.*]] = loop.id  local(1)
// CHECK:       loop.for %{{.*}} below N {
// CHECK:         loop.for %[[I:.*]] below 3 {
// CHECK-NEXT:      %[[V:.*]] = loop.load %[[T:.*]][%[[I]], %[[L1]], %[[L0]]]
// CHECK-NEXT:      loop.store %[[V]], %[[P:.*]][%[[I]], %[[L1]], %[[L0]]]
func.func @planes(%x: !lift.array<3 x 4 x 8 x f32>) -> !lift.array<3 x 4 x 8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<3 x 4 x 8 x f32>) -> (%out : !lift.array<3 x 4 x 8 x f32>) local_size [8, 4] global_size [8, 4] {
    loop.for %k below N state(%c, %n = %out : !loop.buffer<3 x 4 x 8 x f32, global>) {
      loop.for %i below 3 map(@m1) {
        loop.for %j below 4 map(@m2, lcl(1)) {
          loop.for %l below 8 map(@m3, lcl(0)) {
            %v = loop.load %c[2 - %i, 3 - %j, 7 - %l] : !loop.buffer<3 x 4 x 8 x f32, global>
            loop.store %v, %n[%i, %j, %l] : f32, !loop.buffer<3 x 4 x 8 x f32, global>
          }
        }
      }
    }
  }
  return %r : !lift.array<3 x 4 x 8 x f32>
}

// A work-item that takes the trips alone copies alone.
// CHECK-LABEL: func.func @alone
// CHECK:       %[[L0:.*]] = loop.id  local(0)
// CHECK:       loop.for %{{.*}} below N {
// CHECK:         loop.for %[[I:.*]] below 3 {
// CHECK-NEXT:      %[[V:.*]] = loop.load %{{.*}}[%[[L0]], %[[I]]]
// CHECK-NEXT:      loop.store %[[V]], %{{.*}}[%[[L0]], %[[I]]]
func.func @alone(%x: !lift.array<8 x 3 x f32>) -> !lift.array<8 x 3 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x 3 x f32>) -> (%out : !lift.array<8 x 3 x f32>) local_size [8] global_size [8] {
    loop.for %j below 8 map(@m0, lcl(0)) {
      %row = loop.view %out[%j, @d0] : !loop.buffer<8 x 3 x f32, global> to !loop.buffer<3 x f32, global>
      loop.for %k below N state(%c, %n = %row : !loop.buffer<3 x f32, global>) {
        loop.for %i below 3 map(@m1) {
          %v = loop.load %c[2 - %i] : !loop.buffer<3 x f32, global>
          loop.store %v, %n[%i] : f32, !loop.buffer<3 x f32, global>
        }
      }
    }
  }
  return %r : !lift.array<8 x 3 x f32>
}

// Of what is spread, each copies its share.
// CHECK-LABEL: func.func @swapped
// CHECK:       %[[L:.*]] = loop.id local(0)
// CHECK:       %[[A:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK:       %[[B:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK:       loop.for %{{.*}} below N {
// CHECK:         loop.alloc : !loop.buffer<2 x f32, private>
// CHECK:         loop.alloc : !loop.buffer<2 x f32, private>
// CHECK:         loop.for %{{.*}} below 2 {
// CHECK:         loop.for %[[T:.*]] below 2 {
// CHECK-NEXT:      loop.load %{{.*}}[%[[T]]]
// CHECK-NEXT:      loop.store %{{.*}}, %[[A]][%[[T]]]
// CHECK:         loop.for %[[T:.*]] below 2 {
// CHECK-NEXT:      loop.load %{{.*}}[%[[T]]]
// CHECK-NEXT:      loop.store %{{.*}}, %[[B]][%[[T]]]
func.func @swapped(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [4] global_size [4] {
    %p = loop.alloc : !loop.buffer<8 x f32, private>
    %q = loop.alloc : !loop.buffer<8 x f32, private>
    loop.for %i below 8 map(@m0, lcl(0)) {
      %v = loop.load %in[%i] : !loop.buffer<8 x f32, global>
      loop.store %v, %p[%i] : f32, !loop.buffer<8 x f32, private>
      loop.store %v, %q[%i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %k below N state(%c, %n = %p : !loop.buffer<8 x f32, private>, %d, %m = %q : !loop.buffer<8 x f32, private>) {
      loop.for %i below 8 map(@m1, lcl(0)) {
        %v = loop.load %c[%i] : !loop.buffer<8 x f32, private>
        %w = loop.load %d[%i] : !loop.buffer<8 x f32, private>
        loop.store %w, %n[%i] : f32, !loop.buffer<8 x f32, private>
        loop.store %v, %m[%i] : f32, !loop.buffer<8 x f32, private>
      }
    }
    loop.for %i below 8 map(@m2, lcl(0)) {
      %v = loop.load %p[%i] : !loop.buffer<8 x f32, private>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}

// What is only copied from what is spread is spread, too.
// CHECK-LABEL: func.func @passed_on
// CHECK:       %[[A:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK:       %[[B:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK:       loop.for %{{.*}} below N {
// CHECK-NEXT:    %[[NEXT:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK-NEXT:    %[[OLD:.*]] = loop.alloc : !loop.buffer<2 x f32, private>
// CHECK-NEXT:    loop.for %[[T:.*]] below 2 {
// CHECK-NEXT:      loop.load %[[B]][%[[T]]]
// CHECK-NEXT:      loop.store %{{.*}}, %[[OLD]][%[[T]]]
func.func @passed_on(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<8 x f32>) -> (%out : !lift.array<8 x f32>) local_size [4] global_size [4] {
    %zero = arith.constant 0.0 : f32
    %p = loop.alloc : !loop.buffer<8 x f32, private>
    %q = loop.alloc : !loop.buffer<8 x f32, private>
    loop.for %i below 8 {
      loop.store %zero, %p[%i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %i below 8 {
      loop.store %zero, %q[%i] : f32, !loop.buffer<8 x f32, private>
    }
    loop.for %k below N state(%c, %n = %p : !loop.buffer<8 x f32, private>, %d, %m = %q : !loop.buffer<8 x f32, private>) {
      loop.for %i below 8 {
        %v = loop.load %d[%i] : !loop.buffer<8 x f32, private>
        loop.store %v, %n[%i] : f32, !loop.buffer<8 x f32, private>
      }
      loop.for %i below 8 map(@m0, lcl(0)) {
        %v = loop.load %c[%i] : !loop.buffer<8 x f32, private>
        %w = loop.load %in[%i] : !loop.buffer<8 x f32, global>
        %s = arith.addf %v, %w : f32
        loop.store %s, %m[%i] : f32, !loop.buffer<8 x f32, private>
      }
    }
    loop.for %i below 8 map(@m1, lcl(0)) {
      %v = loop.load %p[%i] : !loop.buffer<8 x f32, private>
      loop.store %v, %out[%i] : f32, !loop.buffer<8 x f32, global>
    }
  }
  return %r : !lift.array<8 x f32>
}

// The test of a loop that may stop early sees the buffer, too.
// CHECK-LABEL: func.func @stops
// CHECK:       loop.while %{{.*}} below N test {
// CHECK-NEXT:    loop.load %[[P:.*]][0]
// CHECK:       } do {
// CHECK:         loop.store %{{.*}}, %[[P]][0]
func.func @stops(%x: !lift.array<N x f32>) -> !lift.array<1 x f32> {
  %r = loop.kernel (%in = %x : !lift.array<N x f32>) -> (%out : !lift.array<1 x f32>) {
    %zero = arith.constant 0.0 : f32
    loop.store %zero, %out[0] : f32, !loop.buffer<1 x f32, global>
    loop.while %k below N state(%c, %n = %out : !loop.buffer<1 x f32, global>) in_place test {
      %v = loop.load %c[0] : !loop.buffer<1 x f32, global>
      %t = arith.cmpf olt, %v, %zero : f32
      loop.condition %t
    } do {
      %v = loop.load %c[0] : !loop.buffer<1 x f32, global>
      %e = loop.load %in[%k] : !loop.buffer<N x f32, global>
      %s = arith.addf %v, %e : f32
      loop.store %s, %n[0] : f32, !loop.buffer<1 x f32, global>
    }
  }
  return %r : !lift.array<1 x f32>
}
