// The 32 sums of SLAMBench's tracking over N records. A record has a result, an error
// and 6 numbers; where the result is 1 or more, the products of each two of the error
// and the numbers are added up (28 sums), and such records are counted. Others are
// counted by what their result says: -4, -5, or another above -4.
//
//   lift-run slambench-sums.mlir --size=N=1024 --verify

func.func @slambench_sums(%result: !lift.array<N x i32>, %error: !lift.array<N x f32>,
                          %jacobian: !lift.array<N x 6 x f32>)
    -> (
        f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
        f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32) {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %turned_code = arith.constant -5 : i32
  %apart_code = arith.constant -4 : i32
  %least = arith.constant 1 : i32
  %sums:32 = lift.reduce associative commutative (%r = %result, %err = %error, %j = %jacobian
      : !lift.array<N x i32>, !lift.array<N x f32>, !lift.array<N x 6 x f32>)
      init (
          %ee = %zero, %ej0 = %zero, %ej1 = %zero, %ej2 = %zero, %ej3 = %zero,
          %ej4 = %zero, %ej5 = %zero, %j0j0 = %zero, %j0j1 = %zero, %j0j2 = %zero,
          %j0j3 = %zero, %j0j4 = %zero, %j0j5 = %zero, %j1j1 = %zero, %j1j2 = %zero,
          %j1j3 = %zero, %j1j4 = %zero, %j1j5 = %zero, %j2j2 = %zero, %j2j3 = %zero,
          %j2j4 = %zero, %j2j5 = %zero, %j3j3 = %zero, %j3j4 = %zero, %j3j5 = %zero,
          %j4j4 = %zero, %j4j5 = %zero, %j5j5 = %zero, %tracked = %zero,
          %apart = %zero, %turned = %zero, %other = %zero
          :
          f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
          f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
          f32, f32) {
    %valid = arith.cmpi sge, %r, %least : i32
    %e = arith.select %valid, %err, %zero : f32
    %v0 = lift.at %j[0] : !lift.array<6 x f32>
    %j0 = arith.select %valid, %v0, %zero : f32
    %v1 = lift.at %j[1] : !lift.array<6 x f32>
    %j1 = arith.select %valid, %v1, %zero : f32
    %v2 = lift.at %j[2] : !lift.array<6 x f32>
    %j2 = arith.select %valid, %v2, %zero : f32
    %v3 = lift.at %j[3] : !lift.array<6 x f32>
    %j3 = arith.select %valid, %v3, %zero : f32
    %v4 = lift.at %j[4] : !lift.array<6 x f32>
    %j4 = arith.select %valid, %v4, %zero : f32
    %v5 = lift.at %j[5] : !lift.array<6 x f32>
    %j5 = arith.select %valid, %v5, %zero : f32
    %p_ee = arith.mulf %e, %e : f32
    %s_ee = arith.addf %ee, %p_ee : f32
    %p_ej0 = arith.mulf %e, %j0 : f32
    %s_ej0 = arith.addf %ej0, %p_ej0 : f32
    %p_ej1 = arith.mulf %e, %j1 : f32
    %s_ej1 = arith.addf %ej1, %p_ej1 : f32
    %p_ej2 = arith.mulf %e, %j2 : f32
    %s_ej2 = arith.addf %ej2, %p_ej2 : f32
    %p_ej3 = arith.mulf %e, %j3 : f32
    %s_ej3 = arith.addf %ej3, %p_ej3 : f32
    %p_ej4 = arith.mulf %e, %j4 : f32
    %s_ej4 = arith.addf %ej4, %p_ej4 : f32
    %p_ej5 = arith.mulf %e, %j5 : f32
    %s_ej5 = arith.addf %ej5, %p_ej5 : f32
    %p_j0j0 = arith.mulf %j0, %j0 : f32
    %s_j0j0 = arith.addf %j0j0, %p_j0j0 : f32
    %p_j0j1 = arith.mulf %j0, %j1 : f32
    %s_j0j1 = arith.addf %j0j1, %p_j0j1 : f32
    %p_j0j2 = arith.mulf %j0, %j2 : f32
    %s_j0j2 = arith.addf %j0j2, %p_j0j2 : f32
    %p_j0j3 = arith.mulf %j0, %j3 : f32
    %s_j0j3 = arith.addf %j0j3, %p_j0j3 : f32
    %p_j0j4 = arith.mulf %j0, %j4 : f32
    %s_j0j4 = arith.addf %j0j4, %p_j0j4 : f32
    %p_j0j5 = arith.mulf %j0, %j5 : f32
    %s_j0j5 = arith.addf %j0j5, %p_j0j5 : f32
    %p_j1j1 = arith.mulf %j1, %j1 : f32
    %s_j1j1 = arith.addf %j1j1, %p_j1j1 : f32
    %p_j1j2 = arith.mulf %j1, %j2 : f32
    %s_j1j2 = arith.addf %j1j2, %p_j1j2 : f32
    %p_j1j3 = arith.mulf %j1, %j3 : f32
    %s_j1j3 = arith.addf %j1j3, %p_j1j3 : f32
    %p_j1j4 = arith.mulf %j1, %j4 : f32
    %s_j1j4 = arith.addf %j1j4, %p_j1j4 : f32
    %p_j1j5 = arith.mulf %j1, %j5 : f32
    %s_j1j5 = arith.addf %j1j5, %p_j1j5 : f32
    %p_j2j2 = arith.mulf %j2, %j2 : f32
    %s_j2j2 = arith.addf %j2j2, %p_j2j2 : f32
    %p_j2j3 = arith.mulf %j2, %j3 : f32
    %s_j2j3 = arith.addf %j2j3, %p_j2j3 : f32
    %p_j2j4 = arith.mulf %j2, %j4 : f32
    %s_j2j4 = arith.addf %j2j4, %p_j2j4 : f32
    %p_j2j5 = arith.mulf %j2, %j5 : f32
    %s_j2j5 = arith.addf %j2j5, %p_j2j5 : f32
    %p_j3j3 = arith.mulf %j3, %j3 : f32
    %s_j3j3 = arith.addf %j3j3, %p_j3j3 : f32
    %p_j3j4 = arith.mulf %j3, %j4 : f32
    %s_j3j4 = arith.addf %j3j4, %p_j3j4 : f32
    %p_j3j5 = arith.mulf %j3, %j5 : f32
    %s_j3j5 = arith.addf %j3j5, %p_j3j5 : f32
    %p_j4j4 = arith.mulf %j4, %j4 : f32
    %s_j4j4 = arith.addf %j4j4, %p_j4j4 : f32
    %p_j4j5 = arith.mulf %j4, %j5 : f32
    %s_j4j5 = arith.addf %j4j5, %p_j4j5 : f32
    %p_j5j5 = arith.mulf %j5, %j5 : f32
    %s_j5j5 = arith.addf %j5j5, %p_j5j5 : f32
    %c_tracked = arith.select %valid, %one, %zero : f32
    %s_tracked = arith.addf %tracked, %c_tracked : f32
    %is_apart = arith.cmpi eq, %r, %apart_code : i32
    %c_apart = arith.select %is_apart, %one, %zero : f32
    %s_apart = arith.addf %apart, %c_apart : f32
    %is_turned = arith.cmpi eq, %r, %turned_code : i32
    %c_turned = arith.select %is_turned, %one, %zero : f32
    %s_turned = arith.addf %turned, %c_turned : f32
    %is_above = arith.cmpi sgt, %r, %apart_code : i32
    %c_above = arith.select %is_above, %one, %zero : f32
    %c_other = arith.select %valid, %zero, %c_above : f32
    %s_other = arith.addf %other, %c_other : f32
    lift.yield
        %s_ee, %s_ej0, %s_ej1, %s_ej2, %s_ej3, %s_ej4, %s_ej5, %s_j0j0, %s_j0j1,
        %s_j0j2, %s_j0j3, %s_j0j4, %s_j0j5, %s_j1j1, %s_j1j2, %s_j1j3, %s_j1j4, %s_j1j5,
        %s_j2j2, %s_j2j3, %s_j2j4, %s_j2j5, %s_j3j3, %s_j3j4, %s_j3j5, %s_j4j4, %s_j4j5,
        %s_j5j5, %s_tracked, %s_apart, %s_turned, %s_other
        :
        f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
        f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
  }
  return
      %sums#0, %sums#1, %sums#2, %sums#3, %sums#4, %sums#5, %sums#6, %sums#7, %sums#8,
      %sums#9, %sums#10, %sums#11, %sums#12, %sums#13, %sums#14, %sums#15, %sums#16,
      %sums#17, %sums#18, %sums#19, %sums#20, %sums#21, %sums#22, %sums#23, %sums#24,
      %sums#25, %sums#26, %sums#27, %sums#28, %sums#29, %sums#30, %sums#31
      :
      f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32,
      f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32, f32
}
