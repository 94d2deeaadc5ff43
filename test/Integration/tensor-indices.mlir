// Numbers of type index in tensors, and arithmetic on them beyond 32 bits.
// REQUIRES: pocl

// NUMPY @elements(x: i64[5], y: i64[3, 50], k: i64) -> (x * 2**33 + np.arange(5) + int(k), y.max(1), np.r_[int(x[4]) + int(k), 4])
// RUN: %check_numpy %s --entry=elements
func.func @elements(%x: tensor<5xindex>, %y: tensor<3x50xindex>, %k: index)
    -> (tensor<5xindex>, tensor<3xindex>, tensor<2xindex>) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %far = arith.constant 8589934592 : index
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%x : tensor<5xindex>) {
  ^bb0(%a: index):
    %i = linalg.index 0 : index
    %p = arith.muli %a, %far : index
    %q = arith.addi %p, %i : index
    %s = arith.addi %q, %k : index
    linalg.yield %s : index
  } -> tensor<5xindex>
  %e = tensor.empty() : tensor<3xindex>
  %z = linalg.fill ins(%c0 : index) outs(%e : tensor<3xindex>) -> tensor<3xindex>
  %m = linalg.reduce {arith.maxsi} ins(%y : tensor<3x50xindex>) outs(%z : tensor<3xindex>) dimensions = [1]
  %last = tensor.extract %x[%c4] : tensor<5xindex>
  %sum = arith.addi %last, %k : index
  %both = tensor.from_elements %sum, %c4 : tensor<2xindex>
  return %r, %m, %both : tensor<5xindex>, tensor<3xindex>, tensor<2xindex>
}

// NUMPY @constants(x: i64[10]) -> (x + np.r_[5 * 10**9, 1:9, -11], np.r_[5 * 10**9, 7], len(x))
// RUN: %check_numpy %s --entry=constants
func.func @constants(%x: tensor<?xindex>) -> (tensor<?xindex>, tensor<2xindex>, index) {
  %c0 = arith.constant 0 : index
  %c = arith.constant dense<[5000000000, 1, 2, 3, 4, 5, 6, 7, 8, -11]> : tensor<10xindex>
  %small = arith.constant dense<[5000000000, 7]> : tensor<2xindex>
  %n = tensor.dim %x, %c0 : tensor<?xindex>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%c : tensor<10xindex>) outs(%x : tensor<?xindex>) {
  ^bb0(%a: index, %b: index):
    %s = arith.addi %a, %b : index
    linalg.yield %s : index
  } -> tensor<?xindex>
  return %r, %small, %n : tensor<?xindex>, tensor<2xindex>, index
}

// NUMPY @places(x: f32[9], k: i64[6]) -> x[np.abs(k) % 9]
// RUN: %check_numpy %s --entry=places
func.func @places(%x: tensor<9xf32>, %k: tensor<6xindex>) -> tensor<6xf32> {
  %c9 = arith.constant 9 : index
  %e = tensor.empty() : tensor<6xf32>
  %r = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%k : tensor<6xindex>) outs(%e : tensor<6xf32>) {
  ^bb0(%a: index, %b: f32):
    %p = math.absi %a : index
    %q = arith.remui %p, %c9 : index
    %v = tensor.extract %x[%q] : tensor<9xf32>
    linalg.yield %v : f32
  } -> tensor<6xf32>
  return %r : tensor<6xf32>
}

// What is computed of places has 64 bits where they may be needed.
// NUMPY @squares(x: i64[70001]) -> (lambda i: (i * i + x, i * i // 99991, np.where(i * i < 5 * 10**9, i * 100000 + 7, i), (i * i).astype('i4').astype('i8')))(np.arange(70001))
// RUN: %check_numpy %s --entry=squares
func.func @squares(%x: tensor<70001xi64>) -> (tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>) {
  %c = arith.constant 99991 : index
  %limit = arith.constant 5000000000 : index
  %r:4 = linalg.generic {
      indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
      iterator_types = ["parallel"]}
      outs(%x, %x, %x, %x : tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>) {
  ^bb0(%a: i64, %b: i64, %d: i64, %e: i64):
    %i = linalg.index 0 : index
    %s = arith.muli %i, %i : index
    %wide = arith.index_cast %s : index to i64
    %sum = arith.addi %wide, %a : i64
    %q = arith.divui %s, %c : index
    %quotient = arith.index_cast %q : index to i64
    %isSmall = arith.cmpi slt, %s, %limit : index
    %line = affine.apply affine_map<(d0) -> (d0 * 100000 + 7)>(%i)
    %chosen = scf.if %isSmall -> index {
      scf.yield %line : index
    } else {
      scf.yield %i : index
    }
    %choice = arith.index_cast %chosen : index to i64
    %narrow = arith.index_cast %s : index to i32
    %back = arith.extsi %narrow : i32 to i64
    linalg.yield %sum, %quotient, %choice, %back : i64, i64, i64, i64
  } -> (tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>)
  return %r#0, %r#1, %r#2, %r#3 : tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>, tensor<70001xi64>
}

// NUMPY @generated(k: i64[4]) -> np.arange(50001) ** 2 + k[:, None]
// RUN: %check_numpy %s --entry=generated
func.func @generated(%k: tensor<4xindex>) -> tensor<4x50001xindex> {
  %r = tensor.generate {
  ^bb0(%i: index, %j: index):
    %s = arith.muli %j, %j : index
    %e = tensor.extract %k[%i] : tensor<4xindex>
    %t = arith.addi %s, %e : index
    tensor.yield %t : index
  } : tensor<4x50001xindex>
  return %r : tensor<4x50001xindex>
}

// Slices at places that are data, and backwards.
// NUMPY @slices(x: f32[9, 8], i: i64[2], s: i64, y: f32[2, 8]) -> (lambda k: (x[k:k + 3, 1:8:2], x[k, 7 - k % 3::-2][:3], x[k, 4], x[::-4][:2, ::1 + k % 2][:, :3], np.vstack([x[:k], y, x[k + 2:]]), np.pad(y[1, :4], (k, 5 - k))))(int(i[1]) % 5)
// RUN: %check_numpy %s --entry=slices
func.func @slices(%x: tensor<9x8xf32>, %i: tensor<2xindex>, %s: index, %y: tensor<2x8xf32>)
    -> (tensor<3x4xf32>, tensor<3xf32>, tensor<f32>, tensor<2x3xf32>, tensor<9x8xf32>, tensor<9xf32>) {
  %zero = arith.constant 0.0 : f32
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %e = tensor.extract %i[%c1] : tensor<2xindex>
  %r = arith.remsi %e, %c5 : index
  %p = arith.addi %r, %c5 : index
  %k = arith.remsi %p, %c5 : index
  %m3 = arith.remsi %k, %c3 : index
  %last = arith.subi %c7, %m3 : index
  %m2 = arith.remsi %k, %c2 : index
  %step = arith.addi %m2, %c1 : index
  %a = tensor.extract_slice %x[%k, 1] [3, 4] [1, 2] : tensor<9x8xf32> to tensor<3x4xf32>
  %b = tensor.extract_slice %x[%k, %last] [1, 3] [1, -2] : tensor<9x8xf32> to tensor<3xf32>
  %c = tensor.extract_slice %x[%k, 4] [1, 1] [1, 1] : tensor<9x8xf32> to tensor<f32>
  %d = tensor.extract_slice %x[8, 0] [2, 3] [-4, %step] : tensor<9x8xf32> to tensor<2x3xf32>
  %f = tensor.insert_slice %y into %x[%k, 0] [2, 8] [1, 1] : tensor<2x8xf32> into tensor<9x8xf32>
  %row = tensor.extract_slice %y[1, 0] [1, 4] [1, 1] : tensor<2x8xf32> to tensor<4xf32>
  %none = tensor.empty() : tensor<9xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%none : tensor<9xf32>) -> tensor<9xf32>
  %g = tensor.insert_slice %row into %zeros[%k] [4] [1] : tensor<4xf32> into tensor<9xf32>
  return %a, %b, %c, %d, %f, %g : tensor<3x4xf32>, tensor<3xf32>, tensor<f32>, tensor<2x3xf32>, tensor<9x8xf32>, tensor<9xf32>
}

// Single elements.
// NUMPY @inserted(x: i32[4, 5], k: i32, i: i64[1]) -> (lambda y, z: (y.__setitem__((2, int(i[0]) % 3), k), z.__setitem__(3, k), y, z)[2:])(x.copy(), np.arange(5, dtype='i4') * 0)
// RUN: %check_numpy %s --entry=inserted
func.func @inserted(%x: tensor<4x5xi32>, %k: i32, %i: tensor<1xindex>) -> (tensor<4x5xi32>, tensor<5xi32>) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %e = tensor.extract %i[%c0] : tensor<1xindex>
  %m = arith.remsi %e, %c3 : index
  %n = arith.addi %m, %c3 : index
  %p = arith.remsi %n, %c3 : index
  %a = tensor.insert %k into %x[%c2, %p] : tensor<4x5xi32>
  %zeros = arith.constant dense<0> : tensor<5xi32>
  %b = tensor.insert %k into %zeros[%c3] : tensor<5xi32>
  return %a, %b : tensor<4x5xi32>, tensor<5xi32>
}

// An initial tensor that is never looked at.
// NUMPY @poison(x: i32[4]) -> x * x
// RUN: %check_numpy %s --entry=poison
func.func @poison(%x: tensor<4xi32>) -> tensor<4xi32> {
  %none = ub.poison : tensor<4xi32>
  %r = linalg.mul ins(%x, %x : tensor<4xi32>, tensor<4xi32>) outs(%none : tensor<4xi32>) -> tensor<4xi32>
  return %r : tensor<4xi32>
}
