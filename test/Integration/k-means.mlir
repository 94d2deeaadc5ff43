// T30: the nearest of the centres, the first of those that are equally near. An
// accumulator of a distance and two numbers of centres; the centres stand in local
// memory.
// REQUIRES: pocl

// NUMPY @nearest(features: f32[F,P], centres: f32[C,F]) -> ((features.T[:, None, :] - centres[None])**2).sum(2).argmin(1).astype(np.int32)
// RUN: %check_numpy %s --entry=nearest --size=P=1024 --param=C=5 --param=F=8
// RUN: %check_numpy %s --entry=nearest --size=P=128 --param=C=1 --param=F=1
// RUN: %check_numpy %s --entry=nearest --size=P=384 --param=C=40 --param=F=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=nearest --size=P=256 --param=C=5 --param=F=8 --oclgrind %}
func.func @nearest(%features: !lift.array<F x P x f32>, %centres: !lift.array<C x F x f32>)
    -> !lift.array<P x i32>
    attributes {lift.params = {C = [5, 1, 40], F = [8, 1, 17]},
                lift.requires = [#lift.constraint<128 divides P>]} {
  %zero = arith.constant 0.0 : f32
  %far = arith.constant 3.40282347e+38 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %result = lift.kernel @nearest local_size [128] global_size [P] {
    %points = lift.transpose %features : !lift.array<F x P x f32>
    %chunks = lift.split %points by 128 : !lift.array<P x F x f32>
    %groups = lift.map wrg(0) (%chunk = %chunks : !lift.array<(P / 128) x 128 x F x f32>) {
      %near = lift.copy %centres [lcl(0), seq] in local : !lift.array<C x F x f32>
      %numbers = lift.map lcl(0) (%point = %chunk : !lift.array<128 x F x f32>) {
        %best:3 = lift.reduce (%centre = %near : !lift.array<C x F x f32>)
            init (%least = %far, %number = %none, %next = %none : f32, i32, i32) {
          %distance = lift.reduce (%p = %point, %c = %centre : !lift.array<F x f32>, !lift.array<F x f32>)
              init (%acc = %zero : f32) {
            %d = arith.subf %p, %c : f32
            %square = arith.mulf %d, %d : f32
            %sum = arith.addf %acc, %square : f32
            lift.yield %sum : f32
          }
          %nearer = arith.cmpf olt, %distance, %least : f32
          %l = arith.select %nearer, %distance, %least : f32
          %n = arith.select %nearer, %next, %number : i32
          %i = arith.addi %next, %one : i32
          lift.yield %l, %n, %i : f32, i32, i32
        }
        lift.yield %best#1 : i32
      }
      lift.yield %numbers : !lift.array<128 x i32>
    }
    %all = lift.join %groups : !lift.array<(P / 128) x 128 x i32>
    lift.yield %all : !lift.array<P x i32>
  }
  return %result : !lift.array<P x i32>
}
