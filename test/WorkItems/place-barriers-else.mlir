// Each work-item writes a row, and reads a part of it again in the other branch of a
// test: the test says that the index is not below the row.
// RUN: lift-opt %s --pass-pipeline='builtin.module(func.func(lift-place-barriers))' | FileCheck %s
// CHECK-NOT: lift.barrier

func.func @rows() {
  loop.kernel local_size [4] global_size [4] {
    %t = loop.alloc : !loop.buffer<65536 x f32, global>
    %lid = loop.id local(0)
    %f = arith.constant 0.0 : f32
    loop.for %trip below 2 {
      loop.if 0 <= %lid + 4 * %trip < 5 {
        loop.for %i below 13 {
          loop.for %j below 11 {
            loop.store %f, %t[143 * (%lid + 4 * %trip) + 11 * %i + %j] : f32, !loop.buffer<65536 x f32, global>
          }
        }
        loop.for %i below 26 {
          loop.if 0 <= %i < 13 {
          } else {
            loop.for %j below 11 {
              %v = loop.load %t[143 * (%lid + 4 * %trip) + 11 * %i + %j - 143] : !loop.buffer<65536 x f32, global>
              loop.store %v, %t[143 * (%lid + 4 * %trip) + 11 * %i + %j - 143] : f32, !loop.buffer<65536 x f32, global>
            }
          }
        }
      }
    }
  }
  return
}
