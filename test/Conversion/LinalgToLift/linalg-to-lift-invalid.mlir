// What is not supported is an error where it stands.
// RUN: lift-opt %s --split-input-file --verify-diagnostics --pass-pipeline='builtin.module(convert-linalg-to-lift)'

// expected-error@below {{has elements of type 'complex<f32>'}}
// expected-note@below {{arrays have elements of i1, i8, i16, i32, i64, index, bf16, f16, f32 or f64}}
func.func @complex(%x: tensor<4xcomplex<f32>>) -> tensor<4xcomplex<f32>> {
  return %x : tensor<4xcomplex<f32>>
}

// -----

// expected-error@below {{has a tensor without elements: 'tensor<0x4xf32>'}}
// expected-note@below {{dimensions of arrays have 1 to 2147483647 elements}}
func.func @nothing(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
  return %x : tensor<0x4xf32>
}

// -----

// expected-error@below {{has a tensor with an encoding, which is not supported}}
func.func @sparse(%x: tensor<4xf32, 1>) -> tensor<4xf32, 1> {
  return %x : tensor<4xf32, 1>
}

// -----

// expected-error@below {{has a value of type 'tensor<*xf32>', which is not supported}}
func.func @unranked(%x: tensor<*xf32>) -> tensor<*xf32> {
  return %x : tensor<*xf32>
}

// -----

func.func @data(%x: tensor<?xf32>, %k: index) -> tensor<?xf32> {
  // expected-error@below {{has a size 0 that depends on data}}
  // expected-note@below {{sizes are expressions of the sizes of arguments}}
  %r = tensor.extract_slice %x[0] [%k] [1] : tensor<?xf32> to tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @contradiction(%x: tensor<?xf32>) -> tensor<?xf32> {
  %a = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  // expected-error@below {{has a size that is 5 by one operand and 4 by another}}
  %b = tensor.cast %x : tensor<?xf32> to tensor<5xf32>
  return %x : tensor<?xf32>
}

// -----

func.func @diagonal_result(%x: tensor<4xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error@below {{stores its results at other places than its indices, which is not supported}}
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (2 * i)>],
      iterator_types = ["parallel"]}
      ins(%x : tensor<4xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @overwritten(%x: tensor<4x3xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@below {{stores several results at one place, as no result has the parallel dimension 1}}
  %r = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<4x3xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%a: f32, %b: f32):
    linalg.yield %a : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @uneven(%x: tensor<4x3xf32>, %o: tensor<4xf32>, %p: tensor<4x3xf32>) -> (tensor<4xf32>, tensor<4x3xf32>) {
  // expected-error@below {{has results with different dimensions, which is not supported}}
  %r:2 = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x3xf32>) outs(%o, %p : tensor<4xf32>, tensor<4x3xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    linalg.yield %a, %a : f32, f32
  } -> (tensor<4xf32>, tensor<4x3xf32>)
  return %r#0, %r#1 : tensor<4xf32>, tensor<4x3xf32>
}

// -----

func.func @own_values(%x: tensor<4xf32>) -> tensor<6xf32> {
  // expected-error@below {{is not supported with elements that are not all the same}}
  %r = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i32
    %f = arith.sitofp %n : i32 to f32
    tensor.yield %f : f32
  } : tensor<4xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

func.func @memory(%x: memref<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@below {{works on memory}}
  // expected-note@below {{only operations on tensors become patterns: convert before bufferization}}
  linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : memref<4xf32>) {
  ^bb0(%a: f32):
    linalg.yield %a : f32
  }
  return %y : tensor<4xf32>
}

// -----

func.func private @other(tensor<4xf32>) -> tensor<4xf32>
func.func @call(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error@below {{is not supported}}
  // expected-note@below {{operations of linalg, tensor and arith become patterns; leave others out of the function}}
  %r = func.call @other(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

func.func @asserted(%x: tensor<4xf32>, %k: tensor<3xi64>) -> tensor<3xf32> {
  %limit = arith.constant 4 : i64
  %e = tensor.empty() : tensor<3xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      ins(%k : tensor<3xi64>) outs(%e : tensor<3xf32>) {
  ^bb0(%n: i64, %o: f32):
    %isBelow = arith.cmpi ult, %n, %limit : i64
    // expected-error@below {{asserts what is no relation of sizes, and kernels cannot}}
    // expected-note@below {{the option 'ignore-assertions' leaves it out; elements outside of tensors are then 0}}
    cf.assert %isBelow, "out of range"
    %i = arith.index_cast %n : i64 to index
    %v = tensor.extract %x[%i] : tensor<4xf32>
    linalg.yield %v : f32
  } -> tensor<3xf32>
  return %r : tensor<3xf32>
}

// -----

func.func @steps_of_data(%x: tensor<4xf32>, %n: index) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error@below {{is not supported: the number of its steps depends on data}}
  // expected-note@below {{loops of any kind are supported that have a constant number of steps, and few}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<4xf32> {
    %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : tensor<4xf32>) {
    ^bb0(%a: f32):
      %t = math.tanh %a : f32
      linalg.yield %t : f32
    } -> tensor<4xf32>
    scf.yield %z : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

func.func @numbered_steps(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error@below {{is not supported: its steps depend on their number}}
  // expected-note@below {{loops of any kind}}
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<?xf32> {
    %k = arith.index_cast %i : index to i32
    %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%y : tensor<?xf32>) {
    ^bb0(%a: f32):
      %f = arith.sitofp %k : i32 to f32
      %t = arith.addf %a, %f : f32
      linalg.yield %t : f32
    } -> tensor<?xf32>
    scf.yield %z : tensor<?xf32>
  }
  return %r : tensor<?xf32>
}

// -----

func.func @carries_two_types(%x: tensor<?xf32>, %s: tensor<f32>) -> (tensor<?xf32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error@below {{is not supported: what it carries from step to step are not tensors of one type}}
  // expected-note@below {{loops of any kind}}
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x, %t = %s) -> (tensor<?xf32>, tensor<f32>) {
    scf.yield %y, %t : tensor<?xf32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<?xf32>, tensor<f32>
}

// -----

// What may divide by zero is not computed where it was not to be.
func.func @branch(%x: tensor<4xi32>, %c: i1) -> tensor<4xi32> {
  // expected-error@below {{is not supported}}
  // expected-note@below {{operations of linalg, tensor and arith become patterns; leave others out of the function}}
  %r = scf.if %c -> tensor<4xi32> {
    %z = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%x : tensor<4xi32>) {
    ^bb0(%a: i32):
      %q = arith.divsi %a, %a : i32
      linalg.yield %q : i32
    } -> tensor<4xi32>
    scf.yield %z : tensor<4xi32>
  } else {
    scf.yield %x : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}

// -----

// expected-error@below {{has no tensor with dimensions, and is not supported}}
// expected-note@below {{numbers alone are computed by the caller}}
func.func @numbers(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %r = linalg.add ins(%a, %b : tensor<f32>, tensor<f32>) outs(%a : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// expected-error@below {{has several blocks, which is not supported}}
func.func @blocks(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^a(%a : tensor<4xf32>), ^a(%a : tensor<4xf32>)
^a(%b: tensor<4xf32>):
  return %b : tensor<4xf32>
}

// -----

func.func @not_always(%x: tensor<4xi32>) -> tensor<4xi32> {
  %zero = arith.constant 0 : i32
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<4xi32>) {
  ^bb0(%a: i32):
    %c = arith.cmpi ne, %a, %zero : i32
    %v = scf.if %c -> i32 {
      // expected-error@below {{is not supported where it is not always computed}}
      %q = arith.divsi %a, %a : i32
      scf.yield %q : i32
    } else {
      scf.yield %a : i32
    }
    linalg.yield %v : i32
  } -> tensor<4xi32>
  return %r : tensor<4xi32>
}

// -----

// What gives nothing does something.
func.func private @print(i32)
func.func @prints(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %i = arith.index_cast %n : index to i32
  // expected-error @below {{'func.call' op is not supported on scalars outside of bodies}}
  call @print(%i) : (i32) -> ()
  %r = linalg.exp ins(%x : tensor<?xf32>) outs(%x : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

func.func @backwards(%x: tensor<4xf32>, %y: tensor<9xf32>) -> tensor<9xf32> {
  // expected-error @below {{is not supported with strides other than 1 where it depends on data}}
  %r = tensor.insert_slice %x into %y[6] [4] [-2] : tensor<4xf32> into tensor<9xf32>
  return %r : tensor<9xf32>
}
