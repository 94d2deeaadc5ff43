// lift-run FILE --seed=3 --size=N=6
// The evaluator refuses the program, since elements of the pad reach the result:
// that is all that is left of it.
// REQUIRES: lift-fuzz
// RUN: not lift-fuzz --check=%s --shrink-seconds=600 --output-dir=%t.dir | FileCheck %s --check-prefix=FOUND
// RUN: FileCheck %s --input-file=%t.dir/fuzz-3.mlir --implicit-check-not='lift.{{map|reduce|split}}'
// FOUND: evaluator-fails
// FOUND: lift-run {{.*}}fuzz-3.mlir --verify
// CHECK: lift.pad %{{.*}} low [0] high [1] dims [0] empty : !lift.array<1 x f32>
// CHECK-NEXT: return
func.func @unspecified(%x: !lift.array<N x f32>, %y: !lift.array<N x f32>)
    -> (!lift.array<2 x N x f32>, f32) {
  %zero = arith.constant 0.0 : f32
  %m = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f32>) {
    %s = arith.addf %a, %b : f32
    lift.yield %s : f32
  }
  %p = lift.pad %m low [0] high [N] dims [0] empty : !lift.array<N x f32>
  %t = lift.split %p by N : !lift.array<(2 * N) x f32>
  %sum = lift.reduce (%e = %x : !lift.array<N x f32>) init (%acc = %zero : f32) {
    %s = arith.addf %acc, %e : f32
    lift.yield %s : f32
  }
  return %t, %sum : !lift.array<2 x N x f32>, f32
}
