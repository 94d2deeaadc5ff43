// What SPIR-V leaves open, or upstream's conversions say otherwise.
// REQUIRES: lavapipe

// The remainder of negative numbers, the smallest among them.
// RUN: lift-run %s --entry=remainders --size=N=37 --api=vulkan --verify --validate
func.func @remainders(%x: !lift.array<N x i32>, %y: !lift.array<N x vector<8xi8>>)
    -> (!lift.array<N x i32>, !lift.array<N x vector<8xi8>>) {
  %min = arith.constant 0x80000000 : i32
  %five = arith.constant 5 : i32
  %one = arith.constant 1 : i32
  %mins = arith.constant dense<-128> : vector<8xi8>
  %sevens = arith.constant dense<-7> : vector<8xi8>
  %ones = arith.constant dense<1> : vector<8xi8>
  %r:2 = lift.map (%a = %x, %b = %y : !lift.array<N x i32>, !lift.array<N x vector<8xi8>>) {
    %c = arith.andi %a, %one : i32
    %d = arith.addi %min, %c : i32
    %e = arith.remsi %d, %five : i32
    %f = arith.remsi %a, %five : i32
    %g = arith.addi %e, %f : i32
    %h = arith.andi %b, %ones : vector<8xi8>
    %i = arith.addi %mins, %h : vector<8xi8>
    %j = arith.remsi %i, %sevens : vector<8xi8>
    lift.yield %g, %j : i32, vector<8xi8>
  }
  return %r#0, %r#1 : !lift.array<N x i32>, !lift.array<N x vector<8xi8>>
}

// Powers, of zeros of both signs too.
// RUN: lift-run %s --entry=powers --size=N=37 --api=vulkan --input-kind=integer --verify --validate
func.func @powers(%x: !lift.array<N x f32>, %y: !lift.array<N x f16>)
    -> (!lift.array<N x f32>, !lift.array<N x f32>, !lift.array<N x f16>,
        !lift.array<N x f16>) {
  %two = arith.constant 2 : i32
  %five = arith.constant 5 : i32
  %minusTwo = arith.constant -2 : i32
  %minusThree = arith.constant -3 : i32
  %r:4 = lift.map (%a = %x, %b = %y : !lift.array<N x f32>, !lift.array<N x f16>) {
    %c = arith.negf %a : f32
    %d = math.fpowi %c, %minusTwo : f32, i32
    %e = math.fpowi %c, %five : f32, i32
    %f = math.fpowi %b, %minusThree : f16, i32
    %g = math.fpowi %b, %two : f16, i32
    lift.yield %d, %e, %f, %g : f32, f32, f16, f16
  }
  return %r#0, %r#1, %r#2, %r#3 : !lift.array<N x f32>, !lift.array<N x f32>,
      !lift.array<N x f16>, !lift.array<N x f16>
}

// A sum in tiles, whose main loop, unrolled, has no trip for few numbers.
// RUN: lift-run %s --entry=sum --size=N=75 --api=vulkan --verify --validate
// RUN: lift-run %s --entry=sum --size=N=122 --api=vulkan --verify --validate
// RUN: lift-run %s --entry=sum --size=N=1000 --api=vulkan --verify --validate
func.func @sum(%x: !lift.array<1 x N x i32>) -> !lift.array<1 x i32> {
  %zero = arith.constant 0 : i32
  %r = lift.map (%row = %x : !lift.array<1 x N x i32>) {
    %s = lift.reduce associative commutative (%a = %row : !lift.array<N x i32>)
        init (%acc = %zero : i32) {
      %t = arith.addi %acc, %a : i32
      lift.yield %t : i32
    }
    lift.yield %s : i32
  }
  return %r : !lift.array<1 x i32>
}

// A loop that carries what a loop in it has computed.
// RUN: lift-run %s --entry=carried --size=N=3 --api=vulkan --verify --validate
func.func @carried(%x: !lift.array<N x 2 x f32>) -> !lift.array<N x f32> {
  %two = arith.constant 2.0 : f32
  %r:2 = lift.scan (%row = %x : !lift.array<N x 2 x f32>)
      init (%a = %two, %b = %two : f32, f32) {
    %s = lift.reduce (%e = %row : !lift.array<2 x f32>) init (%acc = %a : f32) {
      %t = arith.subf %e, %acc : f32
      lift.yield %t : f32
    }
    lift.yield %s, %a : f32, f32
  }
  return %r#1 : !lift.array<N x f32>
}
