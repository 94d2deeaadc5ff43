// T27: the Mandelbrot set, from generated coordinates: no array goes in.
// REQUIRES: pocl

// NUMPY @mandelbrot() -> (lambda f, x, y: f(f, x, y, 0 * x, 0 * y, 0 * x, I))(lambda f, x, y, a, b, n, t: n * 255 // I if t == 0 else (lambda c: f(f, x, y, np.where(c, a * a - b * b + x, a), np.where(c, 2 * a * b + y, b), n + c, t - 1))(a * a + b * b <= 4), *np.meshgrid(np.arange(S, dtype=np.float32) * 2 / S - np.float32(1.5), np.arange(S, dtype=np.float32) * 2 / S - 1))
// RUN: %check_numpy %s --entry=mandelbrot --param=S=512 --param=I=100
// RUN: %check_numpy %s --entry=mandelbrot --param=S=37 --param=I=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=mandelbrot --param=S=5 --param=I=7 --oclgrind %}
// RUN: lift-opt %s --lift-to-gpu='params=S=512,I=100' | FileCheck %s
// CHECK: gpu.func @mandelbrot_0(%{{[^%]*}}) kernel
func.func @mandelbrot() -> !lift.array<S x S x i32>
    attributes {lift.params = {S = [512, 37, 5], I = [100, 13, 7]}} {
  %none = arith.constant 0 : i32
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  %half = arith.constant 1.5 : f32
  %white = arith.constant 255 : i32
  %s = lift.size S : index
  %si = arith.index_cast %s : index to i32
  %size = arith.sitofp %si : i32 to f32
  %limit = lift.size I : index
  %limitI = arith.index_cast %limit : index to i32
  %coordinates = lift.generate (%i < S) {
    %k = arith.index_cast %i : index to i32
    %f = arith.sitofp %k : i32 to f32
    %g = arith.mulf %f, %two : f32
    %h = arith.divf %g, %size : f32
    lift.yield %h : f32
  }
  %steps = lift.generate (%t < I) {
    %k = arith.index_cast %t : index to i32
    lift.yield %k : i32
  }
  %r = lift.map glb(1) (%ci = %coordinates : !lift.array<S x f32>) {
    %y = arith.subf %ci, %one : f32
    %row = lift.map glb(0) (%cj = %coordinates : !lift.array<S x f32>) {
      %x = arith.subf %cj, %half : f32
      %a, %b, %n = lift.reduce (%t = %steps : !lift.array<I x i32>)
          init (%re = %zero, %im = %zero, %count = %none : f32, f32, i32) {
        %rr = arith.mulf %re, %re : f32
        %ii = arith.mulf %im, %im : f32
        %norm = arith.addf %rr, %ii : f32
        %inside = arith.cmpf ole, %norm, %four : f32
        %difference = arith.subf %rr, %ii : f32
        %nextRe = arith.addf %difference, %x : f32
        %re2 = arith.mulf %two, %re : f32
        %product = arith.mulf %re2, %im : f32
        %nextIm = arith.addf %product, %y : f32
        %step = arith.extui %inside : i1 to i32
        %newRe = arith.select %inside, %nextRe, %re : f32
        %newIm = arith.select %inside, %nextIm, %im : f32
        %newCount = arith.addi %count, %step : i32
        lift.yield %newRe, %newIm, %newCount : f32, f32, i32
      }
      %shade = arith.muli %n, %white : i32
      %pixel = arith.divsi %shade, %limitI : i32
      lift.yield %pixel : i32
    }
    lift.yield %row : !lift.array<S x i32>
  }
  return %r : !lift.array<S x S x i32>
}
