// A vector that is no array is given as the numbers of its lanes.
// REQUIRES: pocl
// RUN: lift-run %s --size=N=1 --arg=v=1,-2,0.5 --arg=k=7,-8 --print | FileCheck %s
// RUN: not lift-run %s --size=N=1 --arg=v=1,2 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not lift-run %s --size=N=1 --arg=v=1,2,3,4 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not lift-run %s --size=N=1 --arg=v=1,,3 2>&1 | FileCheck %s --check-prefix=EMPTY
// RUN: not lift-run %s --size=N=1 --arg=k=1,128000 2>&1 | FileCheck %s --check-prefix=WIDE

// CHECK: {{\[\[}}1, -2, 0.5]]
// CHECK: {{\[\[}}7, -8]]
// FEW: error: --arg=v=1,2: '1,2' is not a value of type vector<3xf32>
// MANY: error: --arg=v=1,2,3,4: '1,2,3,4' is not a value of type vector<3xf32>
// EMPTY: error: --arg=v=1,,3: '1,,3' is not a value of type vector<3xf32>
// WIDE: error: --arg=k=1,128000: '1,128000' is not a value of type vector<2xi16>

func.func @repeat(%x: !lift.array<N x f32>, %v: vector<3xf32>, %k: vector<2xi16>)
    -> (!lift.array<N x vector<3xf32>>, !lift.array<N x vector<2xi16>>) {
  %r:2 = lift.map (%e = %x : !lift.array<N x f32>) {
    lift.yield %v, %k : vector<3xf32>, vector<2xi16>
  }
  return %r#0, %r#1 : !lift.array<N x vector<3xf32>>, !lift.array<N x vector<2xi16>>
}
