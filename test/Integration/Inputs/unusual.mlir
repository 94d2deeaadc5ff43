// arith_tensor: right
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %0 = arith.divf %a, %b fastmath<fast> : tensor<8xf32>
  %1 = math.atan2 %0, %b : tensor<8xf32>
  return %1 : tensor<8xf32>
}

// -----

// bad_conv: refused
func.func @f(%a: tensor<1x4x4x3xf32>, %k: tensor<5x5x3x4xf32>, %o: tensor<1x0x0x4xf32>) -> tensor<1x0x0x4xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %k : tensor<1x4x4x3xf32>, tensor<5x5x3x4xf32>) outs(%o : tensor<1x0x0x4xf32>) -> tensor<1x0x0x4xf32>
  return %r : tensor<1x0x0x4xf32>
}

// -----

// body_branch: right
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %z = arith.constant 0.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %c = arith.cmpf olt, %x, %z : f32
    %v = scf.if %c -> f32 {
      %q = math.exp %x : f32
      scf.yield %q : f32
    } else {
      scf.yield %x : f32
    }
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// body_call: right
func.func private @h(%x: f32) -> f32 {
  %y = math.exp %x : f32
  return %y : f32
}
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %v = func.call @h(%x) : (f32) -> f32
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// body_loop: right
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: f32, %o: f32):
    %v = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %x) -> f32 {
      %t = arith.mulf %s, %x : f32
      scf.yield %t : f32
    }
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// cf_branch: refused
func.func @f(%a: tensor<4xf32>, %c: i1) -> tensor<4xf32> {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %e = tensor.empty() : tensor<4xf32>
  %u = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %u : tensor<4xf32>
^bb2:
  return %a : tensor<4xf32>
}

// -----

// cf_loop: refused
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  cf.br ^bb1(%a : tensor<4xf32>)
^bb1(%t: tensor<4xf32>):
  cf.br ^bb1(%t : tensor<4xf32>)
}

// -----

// complex: refused
func.func @f(%a: tensor<4x5xcomplex<f32>>, %b: tensor<4x5xcomplex<f32>>) -> tensor<4x5xcomplex<f32>> {
  %e = tensor.empty() : tensor<4x5xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xcomplex<f32>>, tensor<4x5xcomplex<f32>>) outs(%e : tensor<4x5xcomplex<f32>>) {
  ^bb0(%x: complex<f32>, %y: complex<f32>, %o: complex<f32>):
    %s = complex.add %x, %y : complex<f32>
    linalg.yield %s : complex<f32>
  } -> tensor<4x5xcomplex<f32>>
  return %r : tensor<4x5xcomplex<f32>>
}

// -----

// complex_const: refused
func.func @f() -> tensor<2xcomplex<f32>> {
  %c = arith.constant dense<(1.0, 2.0)> : tensor<2xcomplex<f32>>
  return %c : tensor<2xcomplex<f32>>
}

// -----

// decl: refused
func.func private @g(tensor<4xf32>) -> tensor<4xf32>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @g(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// dense_resource: right
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense_resource<w> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.add ins(%c, %a : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F00000040" } }
#-}

// -----

// dense_resource_missing: refused
func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
  %c = arith.constant dense_resource<w> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.add ins(%c, %a : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

// dense_resource_short: refused
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense_resource<w> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%c, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
{-#
  dialect_resources: { builtin: { w: "0x040000000000803F00000040" } }
#-}

// -----

// dyn_conv: right N0=9,N1=7,N2=3,N3=2,N4=4,N5=3
func.func @f(%a: tensor<1x?x?x3xf32>, %k: tensor<?x?x3x4xf32>, %o: tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<2> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %k : tensor<1x?x?x3xf32>, tensor<?x?x3x4xf32>) outs(%o : tensor<1x?x?x4xf32>) -> tensor<1x?x?x4xf32>
  return %r : tensor<1x?x?x4xf32>
}

// -----

// dyn_offset: refused
func.func @f(%a: tensor<?xf32>, %s: index) -> tensor<4xf32> {
  %r = tensor.extract_slice %a[%s] [4] [1] : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// dyn_scalar_size: refused
func.func @f(%n: index, %x: f32) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %r = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// dyn_stride: refused
func.func @f(%a: tensor<?xf32>, %s: index) -> tensor<4xf32> {
  %r = tensor.extract_slice %a[0] [4] [%s] : tensor<?xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// empty_module: refused
module {
}

// -----

// empty_read: right
func.func @f() -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%e : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// empty_returned: right
func.func @f() -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  return %e : tensor<4xf32>
}

// -----

// encoding_string: refused
func.func @f(%a: tensor<4xf32, "row">) -> tensor<4xf32, "row"> {
  %e = tensor.empty() : tensor<4xf32, "row">
  %r = linalg.exp ins(%a : tensor<4xf32, "row">) outs(%e : tensor<4xf32, "row">) -> tensor<4xf32, "row">
  return %r : tensor<4xf32, "row">
}

// -----

// expand_two_dyn: refused
func.func @f(%a: tensor<?xf32>, %n: index, %m: index) -> tensor<?x?xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [%n, %m] : tensor<?xf32> into tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// forall: refused
func.func @f(%a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %e = tensor.empty() : tensor<4x8xf32>
  %r = scf.forall (%i) in (4) shared_outs(%o = %e) -> (tensor<4x8xf32>) {
    %s = tensor.extract_slice %a[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %q = tensor.extract_slice %o[%i, 0] [1, 8] [1, 1] : tensor<4x8xf32> to tensor<1x8xf32>
    %u = linalg.exp ins(%s : tensor<1x8xf32>) outs(%q : tensor<1x8xf32>) -> tensor<1x8xf32>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %u into %o[%i, 0] [1, 8] [1, 1] : tensor<1x8xf32> into tensor<4x8xf32>
    }
  }
  return %r : tensor<4x8xf32>
}

// -----

// gather_oob: refused
func.func @f(%a: tensor<8xf32>, %i: tensor<4xi32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%i : tensor<4xi32>) outs(%e : tensor<4xf32>) {
  ^bb0(%x: i32, %o: f32):
    %j = arith.index_cast %x : i32 to index
    %v = tensor.extract %a[%j] : tensor<8xf32>
    linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// globals: refused
memref.global "private" constant @g : memref<4xf32> = dense<[1.0, 2.0, 3.0, 4.0]>
func.func @f() -> tensor<4xf32> {
  %m = memref.get_global @g : memref<4xf32>
  %t = bufferization.to_tensor %m : memref<4xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// huge: refused
func.func @f(%a: tensor<3000000000xf32>) -> tensor<3000000000xf32> {
  %e = tensor.empty() : tensor<3000000000xf32>
  %r = linalg.exp ins(%a : tensor<3000000000xf32>) outs(%e : tensor<3000000000xf32>) -> tensor<3000000000xf32>
  return %r : tensor<3000000000xf32>
}

// -----

// identity: right
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// insert_elem: right
func.func @f(%a: tensor<8xf32>, %x: f32, %i: index) -> tensor<8xf32> {
  %r = tensor.insert %x into %a[%i] : tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// map_ceildiv: right
#m = affine_map<(i) -> (i ceildiv 3)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// map_const: right
#m = affine_map<(i) -> (0)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<1xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel"]} ins(%a : tensor<1xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// map_div: right
#m = affine_map<(i) -> (i floordiv 3)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<3xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel"]} ins(%a : tensor<3xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// map_mod: right
#m = affine_map<(i) -> (i mod 3)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<3xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel"]} ins(%a : tensor<3xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// map_twice: right
#m = affine_map<(i) -> (i + i)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<15xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel"]} ins(%a : tensor<15xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// memref_affine: refused
func.func @f(%a: memref<4x4xf32, affine_map<(i, j) -> (j, i)>>, %o: memref<4x4xf32>) {
  linalg.exp ins(%a : memref<4x4xf32, affine_map<(i, j) -> (j, i)>>) outs(%o : memref<4x4xf32>)
  return
}

// -----

// memref_inout: refused
func.func @f(%a: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32>) outs(%a : memref<4xf32>)
  return
}

// -----

// memref_negstride: refused
func.func @f(%a: memref<4xf32, strided<[-1], offset: 3>>, %o: memref<4xf32>) {
  linalg.exp ins(%a : memref<4xf32, strided<[-1], offset: 3>>) outs(%o : memref<4xf32>)
  return
}

// -----

// memref_space: refused
func.func @f(%a: memref<4xf32, 3>, %o: memref<4xf32, 3>) {
  linalg.exp ins(%a : memref<4xf32, 3>) outs(%o : memref<4xf32, 3>)
  return
}

// -----

// memref_unranked: refused
func.func @f(%a: memref<*xf32>) {
  return
}

// -----

// mixed_precision: right
func.func @f(%a: tensor<4x5xi8>, %b: tensor<5x6xi8>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.matmul ins(%a, %b : tensor<4x5xi8>, tensor<5x6xi8>) outs(%o : tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// -----

// ml_program: refused
ml_program.global private mutable @g(dense<1.0> : tensor<4xf32>) : tensor<4xf32>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %t = ml_program.global_load @g : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%t, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// mulsi_ext: right
func.func @f(%a: tensor<8xi32>, %b: tensor<8xi32>) -> (tensor<8xi32>, tensor<8xi32>) {
  %0:2 = arith.mulsi_extended %a, %b : tensor<8xi32>
  return %0#0, %0#1 : tensor<8xi32>, tensor<8xi32>
}

// -----

// names: right N0=8
func.func @kernel(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %a, %c0 : tensor<?xf32>
  %e = tensor.empty(%d) : tensor<?xf32>
  %r = linalg.add ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// nan_const: right
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<[0x7FC00000, 0xFF800000, 0x80000000, 1.0]> : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.add ins(%c, %a : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// neg_map: right
#m = affine_map<(i) -> (7 - i)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.generic {indexing_maps = [#m, #id], iterator_types = ["parallel"]} ins(%a : tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// neg_pad: refused
func.func @f(%a: tensor<8xf32>) -> tensor<6xf32> {
  %c = arith.constant 1.0 : f32
  %r = tensor.pad %a low[-1] high[-1] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<8xf32> to tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

// neg_stride: right
func.func @f(%a: tensor<8xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %a[7] [4] [-2] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// no_args: refused
func.func @f() {
  return
}

// -----

// no_inputs_index: right
#d = affine_map<(i, j) -> (i, j)>
func.func @f() -> tensor<4x5xi64> {
  %e = tensor.empty() : tensor<4x5xi64>
  %r = linalg.generic {indexing_maps = [#d], iterator_types = ["parallel", "parallel"]} outs(%e : tensor<4x5xi64>) {
  ^bb0(%p: i64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = arith.muli %i, %j : index
    %s = arith.index_cast %k : index to i64
    linalg.yield %s : i64
  } -> tensor<4x5xi64>
  return %r : tensor<4x5xi64>
}

// -----

// no_results: right
func.func @f(%a: tensor<4xf32>) {
  return
}

// -----

// op_arith_ceildivui: right
func.func @f(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %0 = arith.ceildivui %a, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// op_arith_floordivsi: right
func.func @f(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %0 = arith.floordivsi %a, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// op_arith_shrsi: refused
func.func @f(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %0 = arith.shrsi %a, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// op_math_asinh: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.asinh %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_cbrt: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.cbrt %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_ctlz: right
func.func @f(%a: tensor<8xi32>) -> tensor<8xi32> {
  %0 = math.ctlz %a : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// op_math_erf: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.erf %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_expm1: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.expm1 %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_ipowi: refused
func.func @f(%a: tensor<8xi32>, %b: tensor<8xi32>) -> tensor<8xi32> {
  %0 = math.ipowi %a, %b : tensor<8xi32>
  return %0 : tensor<8xi32>
}

// -----

// op_math_log1p: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.log1p %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_roundeven: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.roundeven %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_tan: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.tan %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// op_math_trunc: right
func.func @f(%a: tensor<8xf32>) -> tensor<8xf32> {
  %0 = math.trunc %a : tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

// out_diagonal: refused
#d = affine_map<(i) -> (i, i)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>, %o: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #d], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%o : tensor<4x4xf32>) {
  ^bb0(%x: f32, %p: f32):
    linalg.yield %x : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// out_strided: refused
#d = affine_map<(i) -> (2 * i)>
#id = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>, %o: tensor<7xf32>) -> tensor<7xf32> {
  %r = linalg.generic {indexing_maps = [#id, #d], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%o : tensor<7xf32>) {
  ^bb0(%x: f32, %p: f32):
    linalg.yield %x : f32
  } -> tensor<7xf32>
  return %r : tensor<7xf32>
}

// -----

// out_transposed: right
#m = affine_map<(i, j) -> (j, i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<4x6xf32>, %o: tensor<6x4xf32>) -> tensor<6x4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #m], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x6xf32>) outs(%o : tensor<6x4xf32>) {
  ^bb0(%x: f32, %p: f32):
    %s = arith.addf %x, %p : f32
    linalg.yield %s : f32
  } -> tensor<6x4xf32>
  return %r : tensor<6x4xf32>
}

// -----

// overflow: refused
func.func @f(%a: tensor<4611686018427387904x8xf32>) -> tensor<4611686018427387904x8xf32> {
  %e = tensor.empty() : tensor<4611686018427387904x8xf32>
  %r = linalg.exp ins(%a : tensor<4611686018427387904x8xf32>) outs(%e : tensor<4611686018427387904x8xf32>) -> tensor<4611686018427387904x8xf32>
  return %r : tensor<4611686018427387904x8xf32>
}

// -----

// pack_dyn: refused
func.func @f(%a: tensor<?x?xf32>, %t: index) -> tensor<?x?x?x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant 0.0 : f32
  %d0 = tensor.dim %a, %c0 : tensor<?x?xf32>
  %d1 = tensor.dim %a, %c1 : tensor<?x?xf32>
  %e = tensor.empty(%d0, %d1, %t) : tensor<?x?x?x8xf32>
  %r = linalg.pack %a padding_value(%c : f32) inner_dims_pos = [0, 1] inner_tiles = [%t, 8] into %e : tensor<?x?xf32> -> tensor<?x?x?x8xf32>
  return %r : tensor<?x?x?x8xf32>
}

// -----

// pad_index: refused
func.func @f(%a: tensor<8xf32>) -> tensor<12xf32> {
  %r = tensor.pad %a low[2] high[2] {
  ^bb0(%i: index):
    %j = arith.index_cast %i : index to i32
    %c = arith.sitofp %j : i32 to f32
    tensor.yield %c : f32
  } : tensor<8xf32> to tensor<12xf32>
  return %r : tensor<12xf32>
}

// -----

// parallel_missing: refused
#d = affine_map<(i, j) -> (i)>
#id = affine_map<(i, j) -> (i, j)>
func.func @f(%a: tensor<4x5xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#id, #d], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x5xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %p: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// print: refused
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %x = tensor.extract %a[%c0] : tensor<4xf32>
  vector.print %x : f32
  return %a : tensor<4xf32>
}

// -----

// quant: refused
!q = !quant.uniform<i8:f32, 0.5:3>
func.func @f(%a: tensor<4x!q>, %b: tensor<4x!q>) -> tensor<4x!q> {
  %e = tensor.empty() : tensor<4x!q>
  %r = linalg.add ins(%a, %b : tensor<4x!q>, tensor<4x!q>) outs(%e : tensor<4x!q>) -> tensor<4x!q>
  return %r : tensor<4x!q>
}

// -----

// quant_tosa: refused
func.func @f(%a: tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>> {
  %0 = tosa.abs %a : (tensor<4x!quant.uniform<i8:f32, 0.5:3>>) -> tensor<4x!quant.uniform<i8:f32, 0.5:3>>
  return %0 : tensor<4x!quant.uniform<i8:f32, 0.5:3>>
}

// -----

// rank0: refused
func.func @f(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %e = tensor.empty() : tensor<f32>
  %r = linalg.add ins(%a, %b : tensor<f32>, tensor<f32>) outs(%e : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// rank0_dot: right N0=8
func.func @f(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<f32> {
  %c = arith.constant dense<0.0> : tensor<f32>
  %r = linalg.dot ins(%a, %b : tensor<?xf32>, tensor<?xf32>) outs(%c : tensor<f32>) -> tensor<f32>
  return %r : tensor<f32>
}

// -----

// rank0_extract: refused
func.func @f(%a: tensor<f32>) -> f32 {
  %r = tensor.extract %a[] : tensor<f32>
  return %r : f32
}

// -----

// rank0_from_elements: refused
func.func @f(%a: f32) -> tensor<f32> {
  %r = tensor.from_elements %a : tensor<f32>
  return %r : tensor<f32>
}

// -----

// rank10: right
func.func @f(%a: tensor<1x2x1x2x1x2x1x2x1x2xf32>) -> tensor<1x2x1x2x1x2x1x2x1x2xf32> {
  %e = tensor.empty() : tensor<1x2x1x2x1x2x1x2x1x2xf32>
  %r = linalg.exp ins(%a : tensor<1x2x1x2x1x2x1x2x1x2xf32>) outs(%e : tensor<1x2x1x2x1x2x1x2x1x2xf32>) -> tensor<1x2x1x2x1x2x1x2x1x2xf32>
  return %r : tensor<1x2x1x2x1x2x1x2x1x2xf32>
}

// -----

// recursive: refused
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = call @f(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// reduction_in_out: right
#d = affine_map<(i) -> (i)>
func.func @f(%a: tensor<4xf32>, %o: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [#d, #d], iterator_types = ["reduction"]} ins(%a : tensor<4xf32>) outs(%o : tensor<4xf32>) {
  ^bb0(%x: f32, %p: f32):
    %s = arith.addf %x, %p : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// reshape_dyn: refused
func.func @f(%a: tensor<?x?xf32>, %s: tensor<1xindex>) -> tensor<?xf32> {
  %r = tensor.reshape %a(%s) : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// scf_while: refused
func.func @f(%a: tensor<4xf32>, %n: i32) -> tensor<4xf32> {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %r:2 = scf.while (%i = %c0, %t = %a) : (i32, tensor<4xf32>) -> (i32, tensor<4xf32>) {
    %c = arith.cmpi slt, %i, %n : i32
    scf.condition(%c) %i, %t : i32, tensor<4xf32>
  } do {
  ^bb0(%i: i32, %t: tensor<4xf32>):
    %j = arith.addi %i, %c1 : i32
    %e = tensor.empty() : tensor<4xf32>
    %u = linalg.exp ins(%t : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %j, %u : i32, tensor<4xf32>
  }
  return %r#1 : tensor<4xf32>
}

// -----

// size_from_data: refused
func.func @f(%n: tensor<i64>, %x: f32) -> tensor<?xf32> {
  %v = tensor.extract %n[] : tensor<i64>
  %i = arith.index_cast %v : i64 to index
  %e = tensor.empty(%i) : tensor<?xf32>
  %r = linalg.fill ins(%x : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// slice_out: refused
func.func @f(%a: tensor<8xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %a[6] [4] [1] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// sparse: refused
#s = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @f(%a: tensor<4x5xf32, #s>, %b: tensor<5x6xf32>) -> tensor<4x6xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x6xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  %r = linalg.matmul ins(%a, %b : tensor<4x5xf32, #s>, tensor<5x6xf32>) outs(%z : tensor<4x6xf32>) -> tensor<4x6xf32>
  return %r : tensor<4x6xf32>
}

// -----

// sparse_through: refused
#s = #sparse_tensor.encoding<{ map = (d0) -> (d0 : compressed) }>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32, #s> {
  %r = sparse_tensor.convert %a : tensor<4xf32> to tensor<4xf32, #s>
  return %r : tensor<4xf32, #s>
}

// -----

// splat_i1: right
func.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>) -> tensor<8xf32> {
  %c = arith.constant dense<[true, false, true, true, false, false, true, false]> : tensor<8xi1>
  %r = arith.select %c, %a, %b : tensor<8xi1>, tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// string_tensor: refused
func.func @f() -> tensor<2x!custom.str> {
  %c = "x.y"() : () -> tensor<2x!custom.str>
  return %c : tensor<2x!custom.str>
}

// -----

// syntax: refused
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%a tensor<4xf32>)
}

// -----

// t_bf16: right
func.func @f(%a: tensor<4x5xbf16>, %b: tensor<4x5xbf16>) -> tensor<4x5xbf16> {
  %e = tensor.empty() : tensor<4x5xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xbf16>, tensor<4x5xbf16>) outs(%e : tensor<4x5xbf16>) {
  ^bb0(%x: bf16, %y: bf16, %o: bf16):
    %s = arith.addf %x, %y : bf16
    linalg.yield %s : bf16
  } -> tensor<4x5xbf16>
  return %r : tensor<4x5xbf16>
}

// -----

// t_f128: refused
func.func @f(%a: tensor<4x5xf128>, %b: tensor<4x5xf128>) -> tensor<4x5xf128> {
  %e = tensor.empty() : tensor<4x5xf128>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf128>, tensor<4x5xf128>) outs(%e : tensor<4x5xf128>) {
  ^bb0(%x: f128, %y: f128, %o: f128):
    %s = arith.addf %x, %y : f128
    linalg.yield %s : f128
  } -> tensor<4x5xf128>
  return %r : tensor<4x5xf128>
}

// -----

// t_f16: right
func.func @f(%a: tensor<4x5xf16>, %b: tensor<4x5xf16>) -> tensor<4x5xf16> {
  %e = tensor.empty() : tensor<4x5xf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf16>, tensor<4x5xf16>) outs(%e : tensor<4x5xf16>) {
  ^bb0(%x: f16, %y: f16, %o: f16):
    %s = arith.addf %x, %y : f16
    linalg.yield %s : f16
  } -> tensor<4x5xf16>
  return %r : tensor<4x5xf16>
}

// -----

// t_f64: right
func.func @f(%a: tensor<4x5xf64>, %b: tensor<4x5xf64>) -> tensor<4x5xf64> {
  %e = tensor.empty() : tensor<4x5xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf64>, tensor<4x5xf64>) outs(%e : tensor<4x5xf64>) {
  ^bb0(%x: f64, %y: f64, %o: f64):
    %s = arith.addf %x, %y : f64
    linalg.yield %s : f64
  } -> tensor<4x5xf64>
  return %r : tensor<4x5xf64>
}

// -----

// t_f80: refused
func.func @f(%a: tensor<4x5xf80>, %b: tensor<4x5xf80>) -> tensor<4x5xf80> {
  %e = tensor.empty() : tensor<4x5xf80>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf80>, tensor<4x5xf80>) outs(%e : tensor<4x5xf80>) {
  ^bb0(%x: f80, %y: f80, %o: f80):
    %s = arith.addf %x, %y : f80
    linalg.yield %s : f80
  } -> tensor<4x5xf80>
  return %r : tensor<4x5xf80>
}

// -----

// t_f8E4M3FN: refused
func.func @f(%a: tensor<4x5xf8E4M3FN>, %b: tensor<4x5xf8E4M3FN>) -> tensor<4x5xf8E4M3FN> {
  %e = tensor.empty() : tensor<4x5xf8E4M3FN>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf8E4M3FN>, tensor<4x5xf8E4M3FN>) outs(%e : tensor<4x5xf8E4M3FN>) {
  ^bb0(%x: f8E4M3FN, %y: f8E4M3FN, %o: f8E4M3FN):
    %s = arith.addf %x, %y : f8E4M3FN
    linalg.yield %s : f8E4M3FN
  } -> tensor<4x5xf8E4M3FN>
  return %r : tensor<4x5xf8E4M3FN>
}

// -----

// t_f8E5M2: refused
func.func @f(%a: tensor<4x5xf8E5M2>, %b: tensor<4x5xf8E5M2>) -> tensor<4x5xf8E5M2> {
  %e = tensor.empty() : tensor<4x5xf8E5M2>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xf8E5M2>, tensor<4x5xf8E5M2>) outs(%e : tensor<4x5xf8E5M2>) {
  ^bb0(%x: f8E5M2, %y: f8E5M2, %o: f8E5M2):
    %s = arith.addf %x, %y : f8E5M2
    linalg.yield %s : f8E5M2
  } -> tensor<4x5xf8E5M2>
  return %r : tensor<4x5xf8E5M2>
}

// -----

// t_i1: right
func.func @f(%a: tensor<4x5xi1>, %b: tensor<4x5xi1>) -> tensor<4x5xi1> {
  %e = tensor.empty() : tensor<4x5xi1>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi1>, tensor<4x5xi1>) outs(%e : tensor<4x5xi1>) {
  ^bb0(%x: i1, %y: i1, %o: i1):
    %s = arith.addi %x, %y : i1
    linalg.yield %s : i1
  } -> tensor<4x5xi1>
  return %r : tensor<4x5xi1>
}

// -----

// t_i128: refused
func.func @f(%a: tensor<4x5xi128>, %b: tensor<4x5xi128>) -> tensor<4x5xi128> {
  %e = tensor.empty() : tensor<4x5xi128>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi128>, tensor<4x5xi128>) outs(%e : tensor<4x5xi128>) {
  ^bb0(%x: i128, %y: i128, %o: i128):
    %s = arith.addi %x, %y : i128
    linalg.yield %s : i128
  } -> tensor<4x5xi128>
  return %r : tensor<4x5xi128>
}

// -----

// t_i16: right
func.func @f(%a: tensor<4x5xi16>, %b: tensor<4x5xi16>) -> tensor<4x5xi16> {
  %e = tensor.empty() : tensor<4x5xi16>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi16>, tensor<4x5xi16>) outs(%e : tensor<4x5xi16>) {
  ^bb0(%x: i16, %y: i16, %o: i16):
    %s = arith.addi %x, %y : i16
    linalg.yield %s : i16
  } -> tensor<4x5xi16>
  return %r : tensor<4x5xi16>
}

// -----

// t_i2: refused
func.func @f(%a: tensor<4x5xi2>, %b: tensor<4x5xi2>) -> tensor<4x5xi2> {
  %e = tensor.empty() : tensor<4x5xi2>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi2>, tensor<4x5xi2>) outs(%e : tensor<4x5xi2>) {
  ^bb0(%x: i2, %y: i2, %o: i2):
    %s = arith.addi %x, %y : i2
    linalg.yield %s : i2
  } -> tensor<4x5xi2>
  return %r : tensor<4x5xi2>
}

// -----

// t_i24: refused
func.func @f(%a: tensor<4x5xi24>, %b: tensor<4x5xi24>) -> tensor<4x5xi24> {
  %e = tensor.empty() : tensor<4x5xi24>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi24>, tensor<4x5xi24>) outs(%e : tensor<4x5xi24>) {
  ^bb0(%x: i24, %y: i24, %o: i24):
    %s = arith.addi %x, %y : i24
    linalg.yield %s : i24
  } -> tensor<4x5xi24>
  return %r : tensor<4x5xi24>
}

// -----

// t_i256: refused
func.func @f(%a: tensor<4x5xi256>, %b: tensor<4x5xi256>) -> tensor<4x5xi256> {
  %e = tensor.empty() : tensor<4x5xi256>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi256>, tensor<4x5xi256>) outs(%e : tensor<4x5xi256>) {
  ^bb0(%x: i256, %y: i256, %o: i256):
    %s = arith.addi %x, %y : i256
    linalg.yield %s : i256
  } -> tensor<4x5xi256>
  return %r : tensor<4x5xi256>
}

// -----

// t_i33: refused
func.func @f(%a: tensor<4x5xi33>, %b: tensor<4x5xi33>) -> tensor<4x5xi33> {
  %e = tensor.empty() : tensor<4x5xi33>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi33>, tensor<4x5xi33>) outs(%e : tensor<4x5xi33>) {
  ^bb0(%x: i33, %y: i33, %o: i33):
    %s = arith.addi %x, %y : i33
    linalg.yield %s : i33
  } -> tensor<4x5xi33>
  return %r : tensor<4x5xi33>
}

// -----

// t_i4: refused
func.func @f(%a: tensor<4x5xi4>, %b: tensor<4x5xi4>) -> tensor<4x5xi4> {
  %e = tensor.empty() : tensor<4x5xi4>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi4>, tensor<4x5xi4>) outs(%e : tensor<4x5xi4>) {
  ^bb0(%x: i4, %y: i4, %o: i4):
    %s = arith.addi %x, %y : i4
    linalg.yield %s : i4
  } -> tensor<4x5xi4>
  return %r : tensor<4x5xi4>
}

// -----

// t_i63: refused
func.func @f(%a: tensor<4x5xi63>, %b: tensor<4x5xi63>) -> tensor<4x5xi63> {
  %e = tensor.empty() : tensor<4x5xi63>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi63>, tensor<4x5xi63>) outs(%e : tensor<4x5xi63>) {
  ^bb0(%x: i63, %y: i63, %o: i63):
    %s = arith.addi %x, %y : i63
    linalg.yield %s : i63
  } -> tensor<4x5xi63>
  return %r : tensor<4x5xi63>
}

// -----

// t_i64: right
func.func @f(%a: tensor<4x5xi64>, %b: tensor<4x5xi64>) -> tensor<4x5xi64> {
  %e = tensor.empty() : tensor<4x5xi64>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi64>, tensor<4x5xi64>) outs(%e : tensor<4x5xi64>) {
  ^bb0(%x: i64, %y: i64, %o: i64):
    %s = arith.addi %x, %y : i64
    linalg.yield %s : i64
  } -> tensor<4x5xi64>
  return %r : tensor<4x5xi64>
}

// -----

// t_i65: refused
func.func @f(%a: tensor<4x5xi65>, %b: tensor<4x5xi65>) -> tensor<4x5xi65> {
  %e = tensor.empty() : tensor<4x5xi65>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi65>, tensor<4x5xi65>) outs(%e : tensor<4x5xi65>) {
  ^bb0(%x: i65, %y: i65, %o: i65):
    %s = arith.addi %x, %y : i65
    linalg.yield %s : i65
  } -> tensor<4x5xi65>
  return %r : tensor<4x5xi65>
}

// -----

// t_i7: refused
func.func @f(%a: tensor<4x5xi7>, %b: tensor<4x5xi7>) -> tensor<4x5xi7> {
  %e = tensor.empty() : tensor<4x5xi7>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi7>, tensor<4x5xi7>) outs(%e : tensor<4x5xi7>) {
  ^bb0(%x: i7, %y: i7, %o: i7):
    %s = arith.addi %x, %y : i7
    linalg.yield %s : i7
  } -> tensor<4x5xi7>
  return %r : tensor<4x5xi7>
}

// -----

// t_i8: right
func.func @f(%a: tensor<4x5xi8>, %b: tensor<4x5xi8>) -> tensor<4x5xi8> {
  %e = tensor.empty() : tensor<4x5xi8>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xi8>, tensor<4x5xi8>) outs(%e : tensor<4x5xi8>) {
  ^bb0(%x: i8, %y: i8, %o: i8):
    %s = arith.addi %x, %y : i8
    linalg.yield %s : i8
  } -> tensor<4x5xi8>
  return %r : tensor<4x5xi8>
}

// -----

// t_index: right
func.func @f(%a: tensor<4x5xindex>, %b: tensor<4x5xindex>) -> tensor<4x5xindex> {
  %e = tensor.empty() : tensor<4x5xindex>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xindex>, tensor<4x5xindex>) outs(%e : tensor<4x5xindex>) {
  ^bb0(%x: index, %y: index, %o: index):
    %s = arith.addi %x, %y : index
    linalg.yield %s : index
  } -> tensor<4x5xindex>
  return %r : tensor<4x5xindex>
}

// -----

// t_si8: refused
func.func @f(%a: tensor<4xsi8>) -> tensor<4xsi8> {
  return %a : tensor<4xsi8>
}

// -----

// t_tf32: refused
func.func @f(%a: tensor<4x5xtf32>, %b: tensor<4x5xtf32>) -> tensor<4x5xtf32> {
  %e = tensor.empty() : tensor<4x5xtf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%a, %b : tensor<4x5xtf32>, tensor<4x5xtf32>) outs(%e : tensor<4x5xtf32>) {
  ^bb0(%x: tf32, %y: tf32, %o: tf32):
    %s = arith.addf %x, %y : tf32
    linalg.yield %s : tf32
  } -> tensor<4x5xtf32>
  return %r : tensor<4x5xtf32>
}

// -----

// t_ui8: refused
func.func @f(%a: tensor<4xui8>) -> tensor<4xui8> {
  return %a : tensor<4xui8>
}

// -----

// tensor_scatter: refused
func.func @f(%a: tensor<8xf32>, %i: tensor<4x1xi32>, %s: tensor<4x1xf32>) -> tensor<8xf32> {
  %r = tensor.scatter %s into %a[%i] scatter_dims([0]) unique : (tensor<4x1xf32>, tensor<8xf32>, tensor<4x1xi32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// tosa_si8: refused
func.func @f(%a: tensor<4xsi8>, %b: tensor<4xsi8>) -> tensor<4xsi8> {
  %0 = "tosa.add"(%a, %b) : (tensor<4xsi8>, tensor<4xsi8>) -> tensor<4xsi8>
  return %0 : tensor<4xsi8>
}

// -----

// tuple: refused
func.func @f(%a: tuple<tensor<4xf32>, f32>) -> tuple<tensor<4xf32>, f32> {
  return %a : tuple<tensor<4xf32>, f32>
}

// -----

// twice_returned: right
func.func @f(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r, %r : tensor<4xf32>, tensor<4xf32>
}

// -----

// unranked: refused
func.func @f(%a: tensor<*xf32>) -> tensor<*xf32> {
  return %a : tensor<*xf32>
}

// -----

// unranked_cast: refused
func.func @f(%a: tensor<*xf32>) -> tensor<4xf32> {
  %b = tensor.cast %a : tensor<*xf32> to tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// unreg_op: refused
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %b = "foo.bar"(%a) : (tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.exp ins(%b : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// unsigned_cast: right
func.func @f(%a: tensor<4x5xi8>, %b: tensor<5x6xi8>, %o: tensor<4x6xi32>) -> tensor<4x6xi32> {
  %r = linalg.matmul {cast = #linalg.type_fn<cast_unsigned>} ins(%a, %b : tensor<4x5xi8>, tensor<5x6xi8>) outs(%o : tensor<4x6xi32>) -> tensor<4x6xi32>
  return %r : tensor<4x6xi32>
}

// -----

// vector_elem: refused
func.func @f(%a: tensor<4xvector<3xf32>>) -> tensor<4xvector<3xf32>> {
  return %a : tensor<4xvector<3xf32>>
}

// -----

// winograd: right
func.func @f(%a: tensor<1x6x6x2xf32>, %o: tensor<6x6x1x1x1x2xf32>) -> tensor<6x6x1x1x1x2xf32> {
  %r = linalg.winograd_input_transform fmr(F_4_3) ins(%a : tensor<1x6x6x2xf32>) outs(%o : tensor<6x6x1x1x1x2xf32>) -> tensor<6x6x1x1x1x2xf32>
  return %r : tensor<6x6x1x1x1x2xf32>
}

// -----

// zero_concat: refused
func.func @f(%a: tensor<3x2xf32>, %b: tensor<3x0xf32>) -> tensor<3x2xf32> {
  %r = tensor.concat dim(1) %a, %b : (tensor<3x2xf32>, tensor<3x0xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// zero_const: refused
func.func @f() -> tensor<0x3xf32> {
  %r = arith.constant dense<> : tensor<0x3xf32>
  return %r : tensor<0x3xf32>
}

// -----

// zero_matmul: refused
func.func @f(%a: tensor<3x0xf32>, %b: tensor<0x5xf32>) -> tensor<3x5xf32> {
  %c = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3x5xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<3x5xf32>) -> tensor<3x5xf32>
  %r = linalg.matmul ins(%a, %b : tensor<3x0xf32>, tensor<0x5xf32>) outs(%z : tensor<3x5xf32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// -----

// zero_pad: refused
func.func @f(%a: tensor<0xf32>) -> tensor<5xf32> {
  %c = arith.constant 1.0 : f32
  %r = tensor.pad %a low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<0xf32> to tensor<5xf32>
  return %r : tensor<5xf32>
}

// -----

// zero_slice: refused
func.func @f(%a: tensor<5xf32>) -> tensor<0xf32> {
  %r = tensor.extract_slice %a[2] [0] [1] : tensor<5xf32> to tensor<0xf32>
  return %r : tensor<0xf32>
}

// -----

// zero_static: refused
func.func @f(%a: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %e = tensor.empty() : tensor<0x4xf32>
  %r = linalg.exp ins(%a : tensor<0x4xf32>) outs(%e : tensor<0x4xf32>) -> tensor<0x4xf32>
  return %r : tensor<0x4xf32>
}

// -----

// zero_stride: right
func.func @f(%a: tensor<8xf32>) -> tensor<4xf32> {
  %r = tensor.extract_slice %a[1] [4] [0] : tensor<8xf32> to tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

// zero_sum: refused
func.func @f(%a: tensor<4x0xf32>) -> tensor<4xf32> {
  %c = arith.constant 3.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %z = linalg.fill ins(%c : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = linalg.reduce ins(%a : tensor<4x0xf32>) outs(%z : tensor<4xf32>) dimensions = [1] (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return %r : tensor<4xf32>
}

// -----

// long_collapse: refused
func.func @f(%a: tensor<60000x60000xf32>) -> tensor<3600000000xf32> {
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<60000x60000xf32> into tensor<3600000000xf32>
  return %r : tensor<3600000000xf32>
}

// -----

// long_concat: refused
func.func @f(%a: tensor<2147483647xf32>) -> tensor<4294967294xf32> {
  %r = tensor.concat dim(0) %a, %a : (tensor<2147483647xf32>, tensor<2147483647xf32>) -> tensor<4294967294xf32>
  return %r : tensor<4294967294xf32>
}

// -----

// long_conv: refused
func.func @f(%a: tensor<1x60002x60002x16xf32>, %k: tensor<3x3x16x32xf32>, %o: tensor<1x60000x60000x32xf32>) -> tensor<1x60000x60000x32xf32> {
  %r = linalg.conv_2d_nhwc_hwcf {strides = dense<1> : tensor<2xi64>, dilations = dense<1> : tensor<2xi64>} ins(%a, %k : tensor<1x60002x60002x16xf32>, tensor<3x3x16x32xf32>) outs(%o : tensor<1x60000x60000x32xf32>) -> tensor<1x60000x60000x32xf32>
  return %r : tensor<1x60000x60000x32xf32>
}

// -----

// long_edge: compiled
func.func @f(%a: tensor<2147483647xf32>) -> tensor<2147483647xf32> {
  %e = tensor.empty() : tensor<2147483647xf32>
  %r = linalg.exp ins(%a : tensor<2147483647xf32>) outs(%e : tensor<2147483647xf32>) -> tensor<2147483647xf32>
  return %r : tensor<2147483647xf32>
}

// -----

// long_edgemm: refused
func.func @f(%a: tensor<2147483647x3xf32>, %b: tensor<3x5xf32>, %o: tensor<2147483647x5xf32>) -> tensor<2147483647x5xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<2147483647x3xf32>, tensor<3x5xf32>) outs(%o : tensor<2147483647x5xf32>) -> tensor<2147483647x5xf32>
  return %r : tensor<2147483647x5xf32>
}

// -----

// long_edgesum: compiled
func.func @f(%a: tensor<2147483647xf32>, %z: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce ins(%a : tensor<2147483647xf32>) outs(%z : tensor<f32>) dimensions = [0] (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return %r : tensor<f32>
}

// -----

// long_edgesum2: refused
func.func @f(%a: tensor<60000x60000xf32>, %z: tensor<60000xf32>) -> tensor<60000xf32> {
  %r = linalg.reduce ins(%a : tensor<60000x60000xf32>) outs(%z : tensor<60000xf32>) dimensions = [0] (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return %r : tensor<60000xf32>
}

// -----

// long_exp: refused
func.func @f(%a: tensor<60000x60000xf32>) -> tensor<60000x60000xf32> {
  %e = tensor.empty() : tensor<60000x60000xf32>
  %r = linalg.exp ins(%a : tensor<60000x60000xf32>) outs(%e : tensor<60000x60000xf32>) -> tensor<60000x60000xf32>
  return %r : tensor<60000x60000xf32>
}

// -----

// long_matmul: refused
func.func @f(%a: tensor<2000000000x2000000000xf32>, %b: tensor<2000000000x2000000000xf32>, %o: tensor<2000000000x2000000000xf32>) -> tensor<2000000000x2000000000xf32> {
  %r = linalg.matmul ins(%a, %b : tensor<2000000000x2000000000xf32>, tensor<2000000000x2000000000xf32>) outs(%o : tensor<2000000000x2000000000xf32>) -> tensor<2000000000x2000000000xf32>
  return %r : tensor<2000000000x2000000000xf32>
}

// -----

// long_pad: refused
func.func @f(%a: tensor<2147483647xf32>) -> tensor<2147483652xf32> {
  %c = arith.constant 1.0 : f32
  %r = tensor.pad %a low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<2147483647xf32> to tensor<2147483652xf32>
  return %r : tensor<2147483652xf32>
}

// -----

// long_padmid: refused
func.func @f(%a: tensor<2147483647xf32>) -> tensor<7xf32> {
  %c = arith.constant 1.0 : f32
  %p = tensor.pad %a low[2] high[3] {
  ^bb0(%i: index):
    tensor.yield %c : f32
  } : tensor<2147483647xf32> to tensor<2147483652xf32>
  %r = tensor.extract_slice %p[0] [7] [1] : tensor<2147483652xf32> to tensor<7xf32>
  return %r : tensor<7xf32>
}

// -----

// long_softmax: refused
func.func @f(%a: tensor<60000x60000x8xf32>) -> tensor<60000x60000x8xf32> {
  %e = tensor.empty() : tensor<60000x60000x8xf32>
  %r = linalg.softmax dimension(2) ins(%a : tensor<60000x60000x8xf32>) outs(%e : tensor<60000x60000x8xf32>) -> tensor<60000x60000x8xf32>
  return %r : tensor<60000x60000x8xf32>
}

// -----

// long_sum: refused
func.func @f(%a: tensor<60000x60000xf32>, %z: tensor<f32>) -> tensor<f32> {
  %r = linalg.reduce ins(%a : tensor<60000x60000xf32>) outs(%z : tensor<f32>) dimensions = [0, 1] (%x: f32, %y: f32) {
    %s = arith.addf %x, %y : f32
    linalg.yield %s : f32
  }
  return %r : tensor<f32>
}

// -----

// ml_program_beside: right
ml_program.global private mutable @seed(dense<0> : tensor<i64>) : tensor<i64>
func.func @f(%a: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// idx_gather: compiled
func.func @main(%x: tensor<?xf32>, %k: tensor<5xindex>) -> tensor<5xf32> {
  %e = tensor.empty() : tensor<5xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%k: tensor<5xindex>) outs(%e: tensor<5xf32>) {
  ^bb0(%a: index, %o: f32):
  %v = tensor.extract %x[%a] : tensor<?xf32>
  linalg.yield %v : f32
  } -> tensor<5xf32>
  return %r : tensor<5xf32>
}
// -----
// idx_argmin: right
func.func @main(%x: tensor<6x9xf32>) -> tensor<6xindex> {
  %m = arith.constant 0x7F800000 : f32
  %z = arith.constant 0 : index
  %e = tensor.empty() : tensor<6xf32>
  %d = tensor.empty() : tensor<6xindex>
  %fe = linalg.fill ins(%m : f32) outs(%e : tensor<6xf32>) -> tensor<6xf32>
  %fd = linalg.fill ins(%z : index) outs(%d : tensor<6xindex>) -> tensor<6xindex>
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>, affine_map<(i,j)->(i)>], iterator_types = ["parallel", "reduction"]} ins(%x: tensor<6x9xf32>) outs(%fe, %fd: tensor<6xf32>, tensor<6xindex>) {
  ^bb0(%a: f32, %b: f32, %k: index):
  %j = linalg.index 1 : index
  %c = arith.cmpf olt, %a, %b : f32
  %v = arith.select %c, %a, %b : f32
  %w = arith.select %c, %j, %k : index
  linalg.yield %v, %w : f32, index
  } -> (tensor<6xf32>, tensor<6xindex>)
  return %r#1 : tensor<6xindex>
}
// -----
// idx_scalar: right
func.func @main(%x: tensor<9x4xf32>, %k: index) -> tensor<9x4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} outs(%x: tensor<9x4xf32>) {
  ^bb0(%a: f32):
  %i = linalg.index 0 : index
  %c = arith.cmpi slt, %i, %k : index
  %z = arith.constant 0.0 : f32
  %v = arith.select %c, %a, %z : f32
  linalg.yield %v : f32
  } -> tensor<9x4xf32>
  return %r : tensor<9x4xf32>
}
// -----
// idx_slice: right
func.func @main(%x: tensor<9x4xf32>, %k: index) -> tensor<3x4xf32> {
  %s = tensor.extract_slice %x[%k, 0] [3, 4] [1, 1] : tensor<9x4xf32> to tensor<3x4xf32>
  %r = linalg.exp ins(%s : tensor<3x4xf32>) outs(%s : tensor<3x4xf32>) -> tensor<3x4xf32>
  return %r : tensor<3x4xf32>
}
// -----
// idx_square: right
func.func @main(%x: tensor<100000xi64>) -> tensor<100000xi64> {
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>], iterator_types = ["parallel"]} outs(%x: tensor<100000xi64>) {
  ^bb0(%a: i64):
  %i = linalg.index 0 : index
  %s = arith.muli %i, %i : index
  %v = arith.index_cast %s : index to i64
  linalg.yield %v : i64
  } -> tensor<100000xi64>
  return %r : tensor<100000xi64>
}
// -----
// bf16_inside: right
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xbf16>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%x: tensor<8xf32>) outs(%e: tensor<8xbf16>) {
  ^bb0(%a: f32, %o: bf16):
  %b = arith.truncf %a : f32 to bf16
  linalg.yield %b : bf16
  } -> tensor<8xbf16>
  %q = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%r: tensor<8xbf16>) outs(%x: tensor<8xf32>) {
  ^bb0(%a: bf16, %o: f32):
  %b = arith.extf %a : bf16 to f32
  linalg.yield %b : f32
  } -> tensor<8xf32>
  return %q : tensor<8xf32>
}
// -----
// bf16_body: right
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>], iterator_types = ["parallel"]} outs(%x: tensor<8xf32>) {
  ^bb0(%a: f32):
  %b = arith.truncf %a : f32 to bf16
  %c = arith.extf %b : bf16 to f32
  linalg.yield %c : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
// -----
// complex_mixed: refused
func.func @main(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xcomplex<f32>>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%x, %y: tensor<8xf32>, tensor<8xf32>) outs(%e: tensor<8xcomplex<f32>>) {
  ^bb0(%a: f32, %b: f32, %o: complex<f32>):
  %c = complex.create %a, %b : complex<f32>
  linalg.yield %c : complex<f32>
  } -> tensor<8xcomplex<f32>>
  %q = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>], iterator_types = ["parallel"]} ins(%r: tensor<8xcomplex<f32>>) outs(%x: tensor<8xf32>) {
  ^bb0(%a: complex<f32>, %o: f32):
  %b = complex.im %a : complex<f32>
  linalg.yield %b : f32
  } -> tensor<8xf32>
  %w = linalg.add ins(%q, %x : tensor<8xf32>, tensor<8xf32>) outs(%x : tensor<8xf32>) -> tensor<8xf32>
  return %w : tensor<8xf32>
}
// -----
// if_arg_t: right
func.func @main(%a: tensor<4x6xf32>, %c: i1) -> tensor<4x6xf32> {
  %r = scf.if %c -> (tensor<4x6xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %y = linalg.exp ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  scf.yield %y : tensor<4x6xf32>
  } else {
  scf.yield %a : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
// -----
// if_sum: right
func.func @main(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<f32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce {arith.addf} ins(%a : tensor<4x6xf32>) outs(%f0 : tensor<f32>) dimensions = [0, 1]
  %v = tensor.extract %s[] : tensor<f32>
  %c = arith.cmpf ogt, %v, %z : f32
  %r = scf.if %c -> (tensor<4x6xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  %y = linalg.exp ins(%a : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) -> tensor<4x6xf32>
  scf.yield %y : tensor<4x6xf32>
  } else {
  scf.yield %a : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
// -----
// if_div0: refused
func.func @main(%a: tensor<4xi32>, %b: tensor<4xi32>, %c: i1) -> tensor<4xi32> {
  %r = scf.if %c -> (tensor<4xi32>) {
  %y = linalg.div ins(%a, %b : tensor<4xi32>, tensor<4xi32>) outs(%a : tensor<4xi32>) -> tensor<4xi32>
  scf.yield %y : tensor<4xi32>
  } else {
  scf.yield %a : tensor<4xi32>
  }
  return %r : tensor<4xi32>
}
// -----
// for_100: right
func.func @main(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 100 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4x6xf32>) {
  %q = linalg.tanh ins(%x : tensor<4x6xf32>) outs(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.add ins(%q, %a : tensor<4x6xf32>, tensor<4x6xf32>) outs(%q : tensor<4x6xf32>) -> tensor<4x6xf32>
  scf.yield %y : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
// -----
// for_dim: right N0=70
func.func @main(%a: tensor<4x6xf32>, %t: tensor<?xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4x6xf32>) {
  %q = linalg.tanh ins(%x : tensor<4x6xf32>) outs(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.add ins(%q, %a : tensor<4x6xf32>, tensor<4x6xf32>) outs(%q : tensor<4x6xf32>) -> tensor<4x6xf32>
  scf.yield %y : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
// -----
// for_arg: refused
func.func @main(%a: tensor<4x6xf32>, %n: index) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4x6xf32>) {
  %q = linalg.tanh ins(%x : tensor<4x6xf32>) outs(%x : tensor<4x6xf32>) -> tensor<4x6xf32>
  %y = linalg.add ins(%q, %a : tensor<4x6xf32>, tensor<4x6xf32>) outs(%q : tensor<4x6xf32>) -> tensor<4x6xf32>
  scf.yield %y : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
// -----
// for_iv: right
func.func @main(%a: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 80 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<4x6xf32>) {
  %k = arith.index_cast %i : index to i32
  %f = arith.sitofp %k : i32 to f32
  %y = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>], iterator_types = ["parallel", "parallel"]} outs(%x: tensor<4x6xf32>) {
  ^bb0(%v: f32):
  %s = arith.addf %v, %f : f32
  linalg.yield %s : f32
  } -> tensor<4x6xf32>
  scf.yield %y : tensor<4x6xf32>
  }
  return %r : tensor<4x6xf32>
}
// -----
// for_two: right
func.func @main(%a: tensor<6xf32>, %b: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 75 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %b) -> (tensor<6xf32>, tensor<6xf32>) {
  %s = linalg.add ins(%x, %y : tensor<6xf32>, tensor<6xf32>) outs(%x : tensor<6xf32>) -> tensor<6xf32>
  %t = linalg.tanh ins(%s : tensor<6xf32>) outs(%x : tensor<6xf32>) -> tensor<6xf32>
  scf.yield %y, %t : tensor<6xf32>, tensor<6xf32>
  }
  return %r#0, %r#1 : tensor<6xf32>, tensor<6xf32>
}
// -----
// for_nested: right
func.func @main(%a: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 9 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a) -> (tensor<6xf32>) {
  %q = scf.for %j = %c0 to %i step %c1 iter_args(%y = %x) -> (tensor<6xf32>) {
  %t = linalg.tanh ins(%y : tensor<6xf32>) outs(%y : tensor<6xf32>) -> tensor<6xf32>
  scf.yield %t : tensor<6xf32>
  }
  scf.yield %q : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
// -----
// for_neg_step: right
func.func @main(%a: tensor<6xf32>) -> tensor<6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant -1 : index
  %n = arith.constant 9 : index
  %r = scf.for %i = %n to %c0 step %c1 iter_args(%x = %a) -> (tensor<6xf32>) {
  %t = linalg.tanh ins(%x : tensor<6xf32>) outs(%x : tensor<6xf32>) -> tensor<6xf32>
  scf.yield %t : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
// -----
// index_switch: refused
func.func @main(%a: tensor<6xf32>, %k: index) -> tensor<6xf32> {
  %r = scf.index_switch %k -> tensor<6xf32>
  case 2 {
  %t = linalg.tanh ins(%a : tensor<6xf32>) outs(%a : tensor<6xf32>) -> tensor<6xf32>
  scf.yield %t : tensor<6xf32>
  }
  default {
  scf.yield %a : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
// -----
// body_while: refused
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %two = arith.constant 2.0 : f32
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>], iterator_types = ["parallel"]} outs(%x: tensor<4xf32>) {
  ^bb0(%v: f32):
  %w = scf.while (%q = %v) : (f32) -> f32 {
  %c = arith.cmpf olt, %q, %two : f32
  scf.condition(%c) %q : f32 } do {
  ^bb0(%q: f32):
  %z = arith.addf %q, %two : f32
  scf.yield %z : f32
  }
  linalg.yield %w : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// call_indirect: right
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> { return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %f = func.constant @g : (tensor<4xf32>) -> tensor<4xf32>
  %r = func.call_indirect %f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// unranked_mid: right
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %u = tensor.cast %x : tensor<4xf32> to tensor<*xf32>
  %k = tensor.rank %u : tensor<*xf32>
  %a = tensor.cast %u : tensor<*xf32> to tensor<4xf32>
  %r = linalg.exp ins(%a : tensor<4xf32>) outs(%a : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// zero_d_mix: right
func.func @main(%a: tensor<f32>, %x: tensor<7xf32>) -> (tensor<f32>, tensor<7xf32>) {
  %r = linalg.exp ins(%a : tensor<f32>) outs(%a : tensor<f32>) -> tensor<f32>
  %b = linalg.broadcast ins(%r : tensor<f32>) outs(%x : tensor<7xf32>) dimensions = [0]
  %s = linalg.mul ins(%b, %x : tensor<7xf32>, tensor<7xf32>) outs(%x : tensor<7xf32>) -> tensor<7xf32>
  return %r, %s : tensor<f32>, tensor<7xf32>
}
// -----
// nested_module: refused
module @outer {
  module @inner {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
  }
}
// -----
// dup_fn: refused
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
// -----
// recursion2: refused
func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = func.call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %y = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %r = func.call @g(%y) : (tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// oob_slice: refused N0=7
func.func @main(%x: tensor<?xf32>) -> tensor<4xf32> {
  %s = tensor.extract_slice %x[6] [4] [1] : tensor<?xf32> to tensor<4xf32>
  %q = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}
// -----
// reduce_two: right
func.func @main(%x: tensor<5x7xf32>, %a: tensor<5xf32>, %b: tensor<5xi32>) -> (tensor<5xf32>, tensor<5xi32>) {
  %r:2 = linalg.generic {indexing_maps = [affine_map<(i,j)->(i,j)>, affine_map<(i,j)->(i)>, affine_map<(i,j)->(i)>], iterator_types = ["parallel", "reduction"]} ins(%x: tensor<5x7xf32>) outs(%a, %b: tensor<5xf32>, tensor<5xi32>) {
  ^bb0(%v: f32, %s: f32, %n: i32):
  %z = arith.constant 0.0 : f32
  %c = arith.cmpf ogt, %v, %z : f32
  %w = arith.extui %c : i1 to i32
  %m = arith.addi %n, %w : i32
  %t = arith.addf %s, %v : f32
  linalg.yield %t, %m : f32, i32
  } -> (tensor<5xf32>, tensor<5xi32>)
  return %r#0, %r#1 : tensor<5xf32>, tensor<5xi32>
}
// -----
// nan_minmax: right
func.func @main(%x: tensor<6xf32>) -> (tensor<6xf32>, tensor<6xf32>) {
  %n = arith.constant dense<[0x7FC00000, 1.0, 0.0, -0.0, 0x7F800000, 0xFF800000]> : tensor<6xf32>
  %a = linalg.max ins(%n, %x : tensor<6xf32>, tensor<6xf32>) outs(%x : tensor<6xf32>) -> tensor<6xf32>
  %b = linalg.min ins(%n, %x : tensor<6xf32>, tensor<6xf32>) outs(%x : tensor<6xf32>) -> tensor<6xf32>
  return %a, %b : tensor<6xf32>, tensor<6xf32>
}
// -----
// i1_ops: right
func.func @main(%x: tensor<9xi1>, %y: tensor<9xi1>) -> tensor<i1> {
  %f = arith.constant false
  %e = tensor.empty() : tensor<i1>
  %z = linalg.fill ins(%f : i1) outs(%e : tensor<i1>) -> tensor<i1>
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>, affine_map<(i)->(i)>, affine_map<(i)->()>], iterator_types = ["reduction"]} ins(%x, %y: tensor<9xi1>, tensor<9xi1>) outs(%z: tensor<i1>) {
  ^bb0(%a: i1, %b: i1, %o: i1):
  %c = arith.andi %a, %b : i1
  %d = arith.xori %o, %c : i1
  linalg.yield %d : i1
  } -> tensor<i1>
  return %r : tensor<i1>
}
// -----
// generate_idx: right N0=11
func.func @main(%n: tensor<?xf32>) -> tensor<?x3xi64> {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %n, %c0 : tensor<?xf32>
  %g = tensor.generate %d {
  ^bb0(%i: index, %j: index):
  %p = arith.muli %i, %j : index
  %q = arith.index_cast %p : index to i64
  tensor.yield %q : i64
  } : tensor<?x3xi64>
  return %g : tensor<?x3xi64>
}
// -----
// pad_dyn: refused
func.func @main(%x: tensor<6xf32>, %k: index) -> tensor<?xf32> {
  %z = arith.constant 0.0 : f32
  %p = tensor.pad %x low[%k] high[%k] {
  ^bb0(%i: index):
  tensor.yield %z : f32
  } : tensor<6xf32> to tensor<?xf32>
  return %p : tensor<?xf32>
}
// -----
// poison: right
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %p = ub.poison : tensor<4xf32>
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%p : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// body_store: refused
func.func @main(%x: tensor<4xf32>, %m: memref<4xf32>) -> tensor<4xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i)->(i)>], iterator_types = ["parallel"]} outs(%x: tensor<4xf32>) {
  ^bb0(%v: f32):
  %i = linalg.index 0 : index
  memref.store %v, %m[%i] : memref<4xf32>
  linalg.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// const_only: right
func.func @main() -> tensor<9xi32> {
  %c = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<9xi32>
  return %c : tensor<9xi32>
}
// -----
// names_clash: refused
func.func private @main_lift0(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
func.func private @kernels()
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.tanh ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  %s = func.call @main_lift0(%r) {no_inline} : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
// -----
// arg_names: right
func.func @main(%int: tensor<4xf32>, %out: tensor<4xf32>, %gid0: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.add ins(%int, %out : tensor<4xf32>, tensor<4xf32>) outs(%gid0 : tensor<4xf32>) -> tensor<4xf32>
  %q = linalg.add ins(%r, %gid0 : tensor<4xf32>, tensor<4xf32>) outs(%gid0 : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}
// -----
// fn_name: right
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = call @"a b.c-d"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}
func.func private @"a b.c-d"(%x: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.exp ins(%x : tensor<4xf32>) outs(%x : tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}
// -----
// execute_region: right
func.func @main(%a: tensor<6xf32>) -> tensor<6xf32> {
  %r = scf.execute_region -> tensor<6xf32> {
  %t = linalg.tanh ins(%a : tensor<6xf32>) outs(%a : tensor<6xf32>) -> tensor<6xf32>
  scf.yield %t : tensor<6xf32>
  }
  return %r : tensor<6xf32>
}
// -----
// stride_zero: right
func.func @main(%x: tensor<8xf32>) -> tensor<4xf32> {
  %s = tensor.extract_slice %x[3] [4] [0] : tensor<8xf32> to tensor<4xf32>
  %q = linalg.exp ins(%s : tensor<4xf32>) outs(%s : tensor<4xf32>) -> tensor<4xf32>
  return %q : tensor<4xf32>
}
// -----
// neg_stride_ins: refused
func.func @main(%x: tensor<4xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %s = tensor.insert_slice %x into %y[7] [4] [-2] : tensor<4xf32> into tensor<8xf32>
  %q = linalg.exp ins(%s : tensor<8xf32>) outs(%s : tensor<8xf32>) -> tensor<8xf32>
  return %q : tensor<8xf32>
}
// -----
// sparse_mid: refused
#csr = #sparse_tensor.encoding<{ map = (d0, d1) -> (d0 : dense, d1 : compressed) }>
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %s = sparse_tensor.convert %x : tensor<4x4xf32> to tensor<4x4xf32, #csr>
  %d = sparse_tensor.convert %s : tensor<4x4xf32, #csr> to tensor<4x4xf32>
  %r = linalg.exp ins(%d : tensor<4x4xf32>) outs(%d : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}
// -----
// vector_op: refused
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %v = vector.transfer_read %x[%c0], %z : tensor<8xf32>, vector<8xf32>
  %w = arith.addf %v, %v : vector<8xf32>
  %r = vector.transfer_write %w, %x[%c0] : vector<8xf32>, tensor<8xf32>
  %q = linalg.exp ins(%r : tensor<8xf32>) outs(%r : tensor<8xf32>) -> tensor<8xf32>
  return %q : tensor<8xf32>
}
// -----
// scatter: refused
func.func @main(%x: tensor<2x4xf32>, %i: tensor<2x1xindex>, %d: tensor<8x4xf32>) -> tensor<8x4xf32> {
  %r = tensor.scatter %x into %d[%i] scatter_dims([0]) unique : (tensor<2x4xf32>, tensor<8x4xf32>, tensor<2x1xindex>) -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}
// -----
// zero_dyn_sum: refused N0=0
func.func @main(%x: tensor<?x4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %r = linalg.reduce {arith.addf} ins(%x : tensor<?x4xf32>) outs(%y : tensor<4xf32>) dimensions = [0]
  return %r : tensor<4xf32>
}

// -----

// winograd_tiles: compiled
// Slices of slices, which lead to the result in many ways.
func.func @f(%a: tensor<6x6x2x2x2x2xf32>, %o: tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32> {
  %r = linalg.winograd_output_transform fmr(F_4_3) ins(%a : tensor<6x6x2x2x2x2xf32>) outs(%o : tensor<2x8x8x2xf32>) -> tensor<2x8x8x2xf32>
  return %r : tensor<2x8x8x2xf32>
}
