// Values that are stored while something is computed where it is read: each who
// reads has a copy of its own.
// REQUIRES: pocl

// A row is staged in local memory, by a map that is stored nowhere.
// NUMPY @staged(x: f32[16, 6]) -> (x[:, 0] * 2 + x[:, 1] * 4 + x[:, 2] * 8 + x[:, 3] * 16 + x[:, 4] * 32 + x[:, 5] * 64) ** 2
// RUN: %check_numpy %s --entry=staged
// RUN: %if oclgrind %{ %check_numpy %s --entry=staged --oclgrind %}
func.func @staged(%x: !lift.array<16 x 6 x f32>) -> !lift.array<16 x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel local_size [4, 2] global_size [8, 4] {
    %u = lift.map seq (%row = %x : !lift.array<16 x 6 x f32>) {
      %d = lift.map seq (%a = %row : !lift.array<6 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      %t = lift.materialize %d in local : !lift.array<6 x f32>
      %turned = lift.reverse %t : !lift.array<6 x f32>
      %s = lift.reduce (%e = %turned : !lift.array<6 x f32>) init (%acc = %zero : f32) {
        %h = arith.addf %acc, %acc : f32
        %c = arith.addf %h, %e : f32
        lift.yield %c : f32
      }
      lift.yield %s : f32
    }
    %chunks = lift.split %u by 4 : !lift.array<16 x f32>
    %o = lift.map wrg(0) (%chunk = %chunks : !lift.array<4 x 4 x f32>) {
      %q = lift.map lcl(0) (%v = %chunk : !lift.array<4 x f32>) {
        %b = arith.mulf %v, %v : f32
        lift.yield %b : f32
      }
      lift.yield %q : !lift.array<4 x f32>
    }
    %joined = lift.join %o : !lift.array<4 x 4 x f32>
    lift.yield %joined : !lift.array<16 x f32>
  }
  return %k : !lift.array<16 x f32>
}

// The same by a generate, and a rest of elements.
// NUMPY @generated(x: f32[N]) -> (2 * np.cumsum(x)[-1] + np.arange(7).astype(np.float32)) ** 2
// RUN: %check_numpy %s --entry=generated --size=N=5
// RUN: %if oclgrind %{ %check_numpy %s --entry=generated --size=N=5 --oclgrind %}
func.func @generated(%x: !lift.array<N x f32>) -> !lift.array<7 x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel local_size [4, 2] global_size [4, 2] {
    %u = lift.generate (%i < 7) {
      %d = lift.map seq (%a = %x : !lift.array<N x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      %t = lift.materialize %d in global : !lift.array<N x f32>
      %s = lift.reduce (%e = %t : !lift.array<N x f32>) init (%acc = %zero : f32) {
        %c = arith.addf %acc, %e : f32
        lift.yield %c : f32
      }
      %j = arith.index_cast %i : index to i32
      %f = arith.sitofp %j : i32 to f32
      %c = arith.addf %s, %f : f32
      lift.yield %c : f32
    }
    %o = lift.map lcl(0) (%v = %u : !lift.array<7 x f32>) {
      %b = arith.mulf %v, %v : f32
      lift.yield %b : f32
    }
    lift.yield %o : !lift.array<7 x f32>
  }
  return %k : !lift.array<7 x f32>
}

// Nobody computes the elements before they are copied.
// RUN: lift-run %s --entry=copied --size=N=3 --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=copied --size=N=3 %}
func.func @copied(%x: !lift.array<N x 6 x f32>) -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %k = lift.kernel local_size [4] global_size [4] {
    %u = lift.generate (%i < N) {
      %row = lift.at %x[%i] : !lift.array<N x 6 x f32>
      %d = lift.map seq (%a = %row : !lift.array<6 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      %t = lift.materialize %d in local : !lift.array<6 x f32>
      %turned = lift.reverse %t : !lift.array<6 x f32>
      %s = lift.reduce (%e = %turned : !lift.array<6 x f32>) init (%acc = %zero : f32) {
        %h = arith.addf %acc, %acc : f32
        %c = arith.addf %h, %e : f32
        lift.yield %c : f32
      }
      lift.yield %s : f32
    }
    lift.yield %u : !lift.array<N x f32>
  }
  return %k : !lift.array<N x f32>
}

// A map that is stored in two memories stages in each of them.
// RUN: lift-run %s --entry=stored_twice --verify
// RUN: %if oclgrind %{ %lift_src_root/utils/oclgrind-run.sh lift-run %s --entry=stored_twice %}
func.func @stored_twice(%x: !lift.array<8 x 4 x f32>) -> (!lift.array<8 x 4 x f32>, !lift.array<8 x 4 x f32>) {
  %k:2 = lift.kernel local_size [4] global_size [4] {
    %u = lift.map seq (%row = %x : !lift.array<8 x 4 x f32>) {
      %d = lift.map lcl(0) (%a = %row : !lift.array<4 x f32>) {
        %b = arith.addf %a, %a : f32
        lift.yield %b : f32
      }
      %t = lift.materialize %d in local : !lift.array<4 x f32>
      %turned = lift.reverse %t : !lift.array<4 x f32>
      %c = lift.map lcl(0) (%a = %turned, %e = %t : !lift.array<4 x f32>, !lift.array<4 x f32>) {
        %b = arith.subf %a, %e : f32
        lift.yield %b : f32
      }
      lift.yield %c : !lift.array<4 x f32>
    }
    %l = lift.materialize %u in local : !lift.array<8 x 4 x f32>
    %g = lift.materialize %u in global : !lift.array<8 x 4 x f32>
    %a = lift.map seq (%row = %l : !lift.array<8 x 4 x f32>) {
      %turned = lift.reverse %row : !lift.array<4 x f32>
      %c = lift.map lcl(0) (%e = %turned : !lift.array<4 x f32>) { lift.yield %e : f32 }
      lift.yield %c : !lift.array<4 x f32>
    }
    %b = lift.map seq (%row = %g : !lift.array<8 x 4 x f32>) {
      %c = lift.map lcl(0) (%e = %row : !lift.array<4 x f32>) { lift.yield %e : f32 }
      lift.yield %c : !lift.array<4 x f32>
    }
    lift.yield %a, %b : !lift.array<8 x 4 x f32>, !lift.array<8 x 4 x f32>
  }
  return %k#0, %k#1 : !lift.array<8 x 4 x f32>, !lift.array<8 x 4 x f32>
}
