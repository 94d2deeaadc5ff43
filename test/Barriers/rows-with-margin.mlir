// Work-items that scan rows of an array of N + 1 rows, and read what they have stored,
// need no barrier: the rows are told apart though their number is no product of sizes.
// REQUIRES: pocl
// RUN: lift-run %s -O0 --target=nvidia-h200 --size=N=3,M=5 --verify | FileCheck %s
// RUN: lift-run %s -O0 --target=nvidia-h200 --size=N=17,M=33 --verify | FileCheck %s
// RUN: lift-run %s -O0 --target=pocl --size=N=1,M=1 --verify | FileCheck %s
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s -O0 --target=nvidia-h200 --size=N=5,M=7 --verify %}
// CHECK: OK
func.func @sums(%x: !lift.array<N x 7 x M x f32>) -> !lift.array<7 x (N + 1) x M x f32> {
  %zero = arith.constant 0.0 : f32
  %padded = lift.pad %x low [0] high [1] dims [0] clamp : !lift.array<N x 7 x M x f32>
  %planes = lift.transpose %padded : !lift.array<(N + 1) x 7 x M x f32>
  %sums = lift.map (%plane = %planes : !lift.array<7 x (N + 1) x M x f32>) {
    %rows = lift.map (%row = %plane : !lift.array<(N + 1) x M x f32>) {
      %scanned = lift.scan associative (%e = %row : !lift.array<M x f32>) init (%acc = %zero : f32) {
        %next = arith.addf %acc, %e : f32
        lift.yield %next : f32
      }
      %scaled = lift.map (%s = %scanned : !lift.array<M x f32>) {
        %double = arith.addf %s, %s : f32
        lift.yield %double : f32
      }
      lift.yield %scaled : !lift.array<M x f32>
    }
    lift.yield %rows : !lift.array<(N + 1) x M x f32>
  }
  return %sums : !lift.array<7 x (N + 1) x M x f32>
}
