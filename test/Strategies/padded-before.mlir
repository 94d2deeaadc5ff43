// Numbers beside those before them, of a list of any length: a CPU reads a vector
// that begins before the list's first number alone.

// DEFINE: %{sizes} = N=100003
// DEFINE: %{target} = pocl
// DEFINE: %{verify} = lift-run %s --verify --cache= --input-kind=integer --target=%{target} --size=%{sizes} | FileCheck %s --check-prefix=OK
// RUN: lift-run %s --target=pocl --size=N=100003 --print-kernel | FileCheck %s
// RUN: lift-run %s --target=mali-g72 --size=N=100003 --print-kernel | FileCheck %s --check-prefix=NARROW
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=1
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=17
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{sizes} = N=4097
// RUN: %if pocl %{ %{verify} %}
// REDEFINE: %{target} = mali-g72
// RUN: %if pocl %{ %{verify} %}
// OK: verify: {{.*}} OK

// CHECK: kernel void numbers_0(
// CHECK: vload16(0, key + ({{.*}} - 1)) != *(global const int16 *)(key + {{.*}})
// NARROW: kernel void numbers_0(
// NARROW-NOT: vload
func.func @numbers(%key: !lift.array<N x i32>) -> !lift.array<N x i32> {
  %zero = arith.constant 0 : i32
  %padded = lift.pad %key low [1] high [0] clamp : !lift.array<N x i32>
  %before = lift.take %padded size [N] : !lift.array<(N + 1) x i32>
  %r = lift.scan associative (%b = %before, %k = %key : !lift.array<N x i32>, !lift.array<N x i32>) init (%acc = %zero : i32) {
    %differs = arith.cmpi ne, %b, %k : i32
    %one = arith.extui %differs : i1 to i32
    %n = arith.addi %acc, %one : i32
    lift.yield %n : i32
  }
  return %r : !lift.array<N x i32>
}
