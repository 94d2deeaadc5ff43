// What the first work-item alone computes in place, between barriers, is computed once:
// PoCL would take the branch twice where clang unrolls one of the loops in it.
// RUN: lift-run %s --emit-package=%t --forms=opencl-c
// RUN: FileCheck %s --input-file=%t/kernels.cl
// CHECK: if (HIDDEN(
// CHECK: #pragma unroll
// RUN: lift-run %s --verify --input-kind=integer
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --verify --input-kind=integer %}
func.func @in_place(%x: !lift.array<13 x 16 x i64>) -> !lift.array<2 x 7 x 16 x i64> {
  %padded = lift.pad %x low [0] high [1] dims [0] clamp : !lift.array<13 x 16 x i64>
  %planes = lift.split %padded by 2 : !lift.array<14 x 16 x i64>
  %r = lift.kernel local_size [2] global_size [8] {
    %groups = lift.map wrg(0) (%plane = %planes : !lift.array<7 x 2 x 16 x i64>) {
      %copy = lift.copy %plane [seq, lcl(0)] in local : !lift.array<2 x 16 x i64>
      %a = lift.map seq (%row = %copy : !lift.array<2 x 16 x i64>) {
        %b = lift.map lcl(0) (%e = %row : !lift.array<16 x i64>) {
          lift.yield %e : i64
        }
        lift.yield %b : !lift.array<16 x i64>
      }
      %first = lift.materialize %a in local : !lift.array<2 x 16 x i64>
      %c = lift.map seq (%row = %first : !lift.array<2 x 16 x i64>) {
        %d = lift.map seq (%e = %row : !lift.array<16 x i64>) {
          %six = arith.constant -6 : i64
          %four = arith.constant 4 : i64
          %q = arith.ceildivsi %e, %six : i64
          %s = arith.shli %q, %four : i64
          lift.yield %s : i64
        }
        lift.yield %d : !lift.array<16 x i64>
      }
      %second = lift.materialize %c in local : !lift.array<2 x 16 x i64>
      %f = lift.map seq unroll (%row = %second : !lift.array<2 x 16 x i64>) {
        %g = lift.map seq (%e = %row : !lift.array<16 x i64>) {
          lift.yield %e : i64
        }
        lift.yield %g : !lift.array<16 x i64>
      }
      %third = lift.materialize %f in local : !lift.array<2 x 16 x i64>
      %h = lift.map seq (%row = %third : !lift.array<2 x 16 x i64>) {
        %i = lift.map lcl(0) (%e = %row : !lift.array<16 x i64>) {
          lift.yield %e : i64
        }
        lift.yield %i : !lift.array<16 x i64>
      }
      lift.yield %h : !lift.array<2 x 16 x i64>
    }
    %turned = lift.transpose %groups permutation [1, 0, 2] : !lift.array<7 x 2 x 16 x i64>
    lift.yield %turned : !lift.array<2 x 7 x 16 x i64>
  }
  return %r : !lift.array<2 x 7 x 16 x i64>
}
