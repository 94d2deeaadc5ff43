// Vectors at the end of an array that is padded to whole ones.
// RUN: lift-opt --pass-pipeline='builtin.module(func.func(lift-normalize,lift-infer-spaces,lift-form-kernels,lift-lower-patterns))' %s | FileCheck %s

// Of a list of numbers, all vectors but the last are read and stored whole,
// whatever its length.
// CHECK-LABEL: func.func @list
// CHECK: [[V:%.*]] = loop.if 0 <= 4 * [[I:%.*]] < N - 3 -> vector<4xf32> {
// CHECK-NEXT: loop.load {{.*}}[4 * [[I]] + @lane] {{.*}} to vector<4xf32>
// CHECK: } else {
// CHECK: clamp(4 * [[I]] + 3, 0, N - 1)
// CHECK: vector.from_elements
// CHECK: arith.addf [[V]], [[V]]
// CHECK: loop.if 0 <= 4 * [[I]] < N - 3 {
// CHECK-NEXT: loop.store {{.*}}[4 * [[I]] + @lane] : vector<4xf32>
// CHECK-NEXT: } else {
// CHECK: loop.if 0 <= 4 * [[I]] + 3 < N {
// CHECK-NEXT: loop.store {{.*}} : f32

// DEFINE: %{run} = lift-run %s --verify
// RUN: %{run} --entry=list --size=N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=list --size=N=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=list --size=N=4 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=list --size=N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=list --size=N=1031 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=constant --size=N=2 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=constant --size=N=8 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=constant --size=N=1031 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=rows --size=M=3,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=whole --size=M=3,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=whole --size=M=2,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=clamped --size=N=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=clamped --size=N=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=low --size=N=2 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=low --size=N=9 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=nested --size=M=3,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=nested --size=M=1,N=7 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=whole_low --size=N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=whole_low --size=N=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=shifted --size=N=5 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=beside --size=M=1,N=3 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=beside --size=M=5,N=1 | FileCheck %s --check-prefix=OK
// RUN: %{run} --entry=beside_odd --size=M=5,N=3 | FileCheck %s --check-prefix=OK
// OK: verify: {{.*}} OK

func.func @list(%x: !lift.array<N x f32>) -> !lift.array<N x f32> {
  %p = lift.pad %x low [0] high [4 * (N ceildiv 4) - N] empty : !lift.array<N x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(4 * (N ceildiv 4)) x f32>
  %y = lift.map (%e = %v : !lift.array<(N ceildiv 4) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %y : !lift.array<(N ceildiv 4) x vector<4xf32>>
  %t = lift.take %s size [N] : !lift.array<(4 * (N ceildiv 4)) x f32>
  return %t : !lift.array<N x f32>
}

// CHECK-LABEL: func.func @constant
// CHECK: loop.if 0 <= 4 * [[I:%.*]] < N - 3 -> vector<4xf32> {
// CHECK: } else {
// CHECK: loop.if 0 <= 4 * [[I]] + 3 < N -> f32
func.func @constant(%x: !lift.array<N x f32>) -> !lift.array<(N ceildiv 4) x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [0] high [4 * (N ceildiv 4) - N] constant(%zero : f32) : !lift.array<N x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(4 * (N ceildiv 4)) x f32>
  %y = lift.map (%e = %v : !lift.array<(N ceildiv 4) x vector<4xf32>>) {
    %d = vector.reduction <add>, %e : vector<4xf32> into f32
    lift.yield %d : f32
  }
  return %y : !lift.array<(N ceildiv 4) x f32>
}

// Rows of an unknown length do not start with whole vectors.
// CHECK-LABEL: func.func @rows
// CHECK-NOT: to vector<4xf32>
// CHECK-NOT: : vector<4xf32>,
func.func @rows(%x: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %p = lift.pad %x low [0] high [4 * (N ceildiv 4) - N] dims [1] empty : !lift.array<M x N x f32>
  %v = lift.as_vector %p width 4 : !lift.array<M x (4 * (N ceildiv 4)) x f32>
  %y = lift.map (%r = %v : !lift.array<M x (N ceildiv 4) x vector<4xf32>>) {
    %z = lift.map (%e = %r : !lift.array<(N ceildiv 4) x vector<4xf32>>) {
      %d = arith.addf %e, %e : vector<4xf32>
      lift.yield %d : vector<4xf32>
    }
    lift.yield %z : !lift.array<(N ceildiv 4) x vector<4xf32>>
  }
  %s = lift.as_scalar %y : !lift.array<M x (N ceildiv 4) x vector<4xf32>>
  %t = lift.take %s size [N] dims [1] : !lift.array<M x (4 * (N ceildiv 4)) x f32>
  return %t : !lift.array<M x N x f32>
}

// Where rows are whole vectors, one of those in the array stands for any.
// CHECK-LABEL: func.func @whole
// CHECK: [[N:%.*]] = loop.index clamp([[I:%.*]], 0, N - 1)
// CHECK-NEXT: loop.load {{.*}}, 4 * [[N]] + @lane] {{.*}} to vector<4xf32>
// CHECK: loop.if 0 <= 4 * [[I]] < 4 * N {
// CHECK-NEXT: loop.store {{.*}}, 4 * [[I]] + @lane] : vector<4xf32>
// CHECK-NEXT: }
func.func @whole(%n: !lift.array<N x f32>, %x: !lift.array<M x (4 * N) x f32>) -> !lift.array<M x (4 * N) x f32> {
  %p = lift.pad %x low [0] high [16 * (N ceildiv 4) - 4 * N] dims [1] empty : !lift.array<M x (4 * N) x f32>
  %v = lift.as_vector %p width 4 : !lift.array<M x (16 * (N ceildiv 4)) x f32>
  %y = lift.map (%r = %v : !lift.array<M x (4 * (N ceildiv 4)) x vector<4xf32>>) {
    %z = lift.map (%e = %r : !lift.array<(4 * (N ceildiv 4)) x vector<4xf32>>) {
      %d = arith.addf %e, %e : vector<4xf32>
      lift.yield %d : vector<4xf32>
    }
    lift.yield %z : !lift.array<(4 * (N ceildiv 4)) x vector<4xf32>>
  }
  %s = lift.as_scalar %y : !lift.array<M x (4 * (N ceildiv 4)) x vector<4xf32>>
  %t = lift.take %s size [4 * N] dims [1] : !lift.array<M x (16 * (N ceildiv 4)) x f32>
  return %t : !lift.array<M x (4 * N) x f32>
}

// But not where it has to be the last number.
// CHECK-LABEL: func.func @clamped
// CHECK: clamp(4 * [[I:%.*]] + 3, 0, 4 * N - 1)
// CHECK: vector.from_elements
func.func @clamped(%n: !lift.array<N x f32>, %x: !lift.array<(4 * N) x f32>) -> !lift.array<(16 * (N ceildiv 4)) x f32> {
  %p = lift.pad %x low [0] high [16 * (N ceildiv 4) - 4 * N] clamp : !lift.array<(4 * N) x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(16 * (N ceildiv 4)) x f32>
  %y = lift.map (%e = %v : !lift.array<(4 * (N ceildiv 4)) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %y : !lift.array<(4 * (N ceildiv 4)) x vector<4xf32>>
  return %s : !lift.array<(16 * (N ceildiv 4)) x f32>
}

// Nor are the first vectors whole.
// CHECK-LABEL: func.func @low
// CHECK-NOT: to vector<4xf32>
func.func @low(%x: !lift.array<N x f32>) -> !lift.array<(4 * (N ceildiv 4) + 4) x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [4] high [4 * (N ceildiv 4) - N] constant(%zero : f32) : !lift.array<N x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(4 * (N ceildiv 4) + 4) x f32>
  %y = lift.map (%e = %v : !lift.array<((N ceildiv 4) + 1) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %y : !lift.array<((N ceildiv 4) + 1) x vector<4xf32>>
  return %s : !lift.array<(4 * (N ceildiv 4) + 4) x f32>
}

// Whole vectors are inside of rows of whole vectors, or outside: one test for
// all lanes, whatever other borders there are.
// CHECK-LABEL: func.func @nested
// CHECK: loop.if 0 <= 4 * [[I:%.*]] < 4 * N -> vector<4xf32> {
// CHECK-NEXT: loop.if 0 <= {{.*}} < M -> vector<4xf32> {
// CHECK-NEXT: loop.load {{.*}}, 4 * [[I]] + @lane] {{.*}} to vector<4xf32>
// CHECK-NOT: to f32
func.func @nested(%n: !lift.array<N x f32>, %x: !lift.array<M x (4 * N) x f32>) -> !lift.array<(M + 2) x (16 * (N ceildiv 4)) x f32> {
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %q = lift.pad %x low [1] high [1] dims [0] constant(%zero : f32) : !lift.array<M x (4 * N) x f32>
  %p = lift.pad %q low [0] high [16 * (N ceildiv 4) - 4 * N] dims [1] constant(%one : f32) : !lift.array<(M + 2) x (4 * N) x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(M + 2) x (16 * (N ceildiv 4)) x f32>
  %y = lift.map (%r = %v : !lift.array<(M + 2) x (4 * (N ceildiv 4)) x vector<4xf32>>) {
    %z = lift.map (%e = %r : !lift.array<(4 * (N ceildiv 4)) x vector<4xf32>>) {
      %d = arith.addf %e, %e : vector<4xf32>
      lift.yield %d : vector<4xf32>
    }
    lift.yield %z : !lift.array<(4 * (N ceildiv 4)) x vector<4xf32>>
  }
  %s = lift.as_scalar %y : !lift.array<(M + 2) x (4 * (N ceildiv 4)) x vector<4xf32>>
  return %s : !lift.array<(M + 2) x (16 * (N ceildiv 4)) x f32>
}

// Also behind as many as a vector has.
// CHECK-LABEL: func.func @whole_low
// CHECK: loop.if 0 <= 4 * [[I:%.*]] - 4 < 4 * N -> vector<4xf32> {
// CHECK-NEXT: loop.load {{.*}}[4 * [[I]] + @lane - 4] {{.*}} to vector<4xf32>
// CHECK-NOT: to f32
func.func @whole_low(%n: !lift.array<N x f32>, %x: !lift.array<(4 * N) x f32>) -> !lift.array<(4 * N + 8) x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [4] high [4] constant(%zero : f32) : !lift.array<(4 * N) x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(4 * N + 8) x f32>
  %y = lift.map (%e = %v : !lift.array<(N + 2) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %y : !lift.array<(N + 2) x vector<4xf32>>
  return %s : !lift.array<(4 * N + 8) x f32>
}

// Not where a vector is in part outside.
// CHECK-LABEL: func.func @shifted
// CHECK-NOT: to vector<4xf32>
func.func @shifted(%n: !lift.array<N x f32>, %x: !lift.array<(4 * N) x f32>) -> !lift.array<(4 * N + 4) x f32> {
  %zero = arith.constant 0.0 : f32
  %p = lift.pad %x low [2] high [2] constant(%zero : f32) : !lift.array<(4 * N) x f32>
  %v = lift.as_vector %p width 4 : !lift.array<(4 * N + 4) x f32>
  %y = lift.map (%e = %v : !lift.array<(N + 1) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %y : !lift.array<(N + 1) x vector<4xf32>>
  return %s : !lift.array<(4 * N + 4) x f32>
}

// Of arrays behind each other, the first must end with a whole vector.
// CHECK-LABEL: func.func @beside
// CHECK: loop.if 0 <= 4 * [[I:%.*]] < 4 * M -> vector<4xf32> {
// CHECK-NEXT: loop.load {{.*}}[4 * [[I]] + @lane] {{.*}} to vector<4xf32>
// CHECK: } else {
// CHECK-NEXT: loop.load {{.*}} to vector<4xf32>
// CHECK-LABEL: func.func @beside_odd
// CHECK-NOT: to vector<4xf32>
func.func @beside(%m: !lift.array<M x f32>, %n: !lift.array<N x f32>, %x: !lift.array<(4 * M) x f32>, %y: !lift.array<(4 * N) x f32>) -> !lift.array<(4 * M + 4 * N) x f32> {
  %c = lift.concat %x, %y : !lift.array<(4 * M) x f32>, !lift.array<(4 * N) x f32>
  %v = lift.as_vector %c width 4 : !lift.array<(4 * M + 4 * N) x f32>
  %z = lift.map (%e = %v : !lift.array<(M + N) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %z : !lift.array<(M + N) x vector<4xf32>>
  return %s : !lift.array<(4 * M + 4 * N) x f32>
}

func.func @beside_odd(%x: !lift.array<M x f32>, %y: !lift.array<N x f32>) -> !lift.array<(M + N) x f32> attributes {lift.requires = [#lift.constraint<4 divides M + N>]} {
  %c = lift.concat %x, %y : !lift.array<M x f32>, !lift.array<N x f32>
  %v = lift.as_vector %c width 4 : !lift.array<(M + N) x f32>
  %z = lift.map (%e = %v : !lift.array<((M + N) / 4) x vector<4xf32>>) {
    %d = arith.addf %e, %e : vector<4xf32>
    lift.yield %d : vector<4xf32>
  }
  %s = lift.as_scalar %z : !lift.array<((M + N) / 4) x vector<4xf32>>
  return %s : !lift.array<(M + N) x f32>
}
