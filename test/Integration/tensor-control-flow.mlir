// Branches and loops on tensors, in a function that is a program as a whole.
// REQUIRES: pocl

// NUMPY @branch(x: i32[4, 5], c: i1) -> (x + x if c else x, x if c else np.int32(3) * x)
// RUN: %check_numpy %s --entry=branch
func.func @branch(%x: tensor<?x5xi32>, %c: i1) -> (tensor<?x5xi32>, tensor<?x5xi32>) {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %yes = arith.constant true
  %not = arith.xori %c, %yes : i1
  %r = scf.if %c -> tensor<?x5xi32> {
    %y = linalg.add ins(%x, %x : tensor<?x5xi32>, tensor<?x5xi32>) outs(%x : tensor<?x5xi32>) -> tensor<?x5xi32>
    scf.yield %y : tensor<?x5xi32>
  } else {
    scf.yield %x : tensor<?x5xi32>
  }
  %same, %s = scf.if %not -> (tensor<?x5xi32>, i32) {
    scf.yield %x, %three : tensor<?x5xi32>, i32
  } else {
    scf.yield %x, %one : tensor<?x5xi32>, i32
  }
  %scaled = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> ()>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%s : i32) outs(%same : tensor<?x5xi32>) {
  ^bb0(%a: i32, %b: i32):
    %p = arith.muli %a, %b : i32
    linalg.yield %p : i32
  } -> tensor<?x5xi32>
  return %r, %scaled : tensor<?x5xi32>, tensor<?x5xi32>
}

// One branch in another, on what a kernel computes.
// NUMPY @nested(x: i32[7]) -> x + x if x.sum() < -5 else x * x if x.sum() < 5 else x
// INPUT @nested x = np.array([1, -2, 3, -4, 5, -6, 7], 'i4')
// RUN: %check_numpy %s --entry=nested
func.func @nested(%x: tensor<7xi32>) -> tensor<7xi32> {
  %zero = arith.constant 0 : i32
  %low = arith.constant -5 : i32
  %high = arith.constant 5 : i32
  %none = tensor.empty() : tensor<i32>
  %zeros = linalg.fill ins(%zero : i32) outs(%none : tensor<i32>) -> tensor<i32>
  %sum = linalg.reduce {arith.addi} ins(%x : tensor<7xi32>) outs(%zeros : tensor<i32>) dimensions = [0]
  %s = tensor.extract %sum[] : tensor<i32>
  %isLow = arith.cmpi slt, %s, %low : i32
  %r = scf.if %isLow -> tensor<7xi32> {
    %y = linalg.add ins(%x, %x : tensor<7xi32>, tensor<7xi32>) outs(%x : tensor<7xi32>) -> tensor<7xi32>
    scf.yield %y : tensor<7xi32>
  } else {
    %isMiddle = arith.cmpi slt, %s, %high : i32
    %q = scf.if %isMiddle -> tensor<7xi32> {
      %y = linalg.mul ins(%x, %x : tensor<7xi32>, tensor<7xi32>) outs(%x : tensor<7xi32>) -> tensor<7xi32>
      scf.yield %y : tensor<7xi32>
    } else {
      scf.yield %x : tensor<7xi32>
    }
    scf.yield %q : tensor<7xi32>
  }
  return %r : tensor<7xi32>
}

// As often as a dimension says, with a constant that only the loop reads.
// NUMPY @times(x: i32[3, 5], t: f32[3]) -> (x + np.r_[1:10, 11].reshape(2, 5)[0] * len(t))
// RUN: %check_numpy %s --entry=times
func.func @times(%x: tensor<?x5xi32>, %t: tensor<?xf32>) -> tensor<?x5xi32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%y = %x) -> tensor<?x5xi32> {
    %c = arith.constant dense<[[1, 2, 3, 4, 5], [6, 7, 8, 9, 11]]> : tensor<2x5xi32>
    %row = tensor.extract_slice %c[0, 0] [1, 5] [1, 1] : tensor<2x5xi32> to tensor<5xi32>
    %next = linalg.generic {
        indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
        iterator_types = ["parallel", "parallel"]}
        ins(%row : tensor<5xi32>) outs(%y : tensor<?x5xi32>) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      linalg.yield %s : i32
    } -> tensor<?x5xi32>
    scf.yield %next : tensor<?x5xi32>
  }
  return %r : tensor<?x5xi32>
}

// Two tensors from step to step, of which one is summed.
// NUMPY @two(x: i32[6], y: i32[6], t: f32[13]) -> __import__('functools').reduce(lambda s, _: (s[1], s[0] + s[1] + s[0].sum(dtype='i4')), range(13), (x, y))
// RUN: %check_numpy %s --entry=two
func.func @two(%x: tensor<6xi32>, %y: tensor<6xi32>, %t: tensor<?xf32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %zero = arith.constant 0 : i32
  %none = tensor.empty() : tensor<i32>
  %zeros = linalg.fill ins(%zero : i32) outs(%none : tensor<i32>) -> tensor<i32>
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<6xi32>, tensor<6xi32>) {
    %sum = linalg.reduce {arith.addi} ins(%a : tensor<6xi32>) outs(%zeros : tensor<i32>) dimensions = [0]
    %c = linalg.add ins(%a, %b : tensor<6xi32>, tensor<6xi32>) outs(%a : tensor<6xi32>) -> tensor<6xi32>
    %d = linalg.generic {
        indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%sum : tensor<i32>) outs(%c : tensor<6xi32>) {
    ^bb0(%s: i32, %e: i32):
      %u = arith.addi %s, %e : i32
      linalg.yield %u : i32
    } -> tensor<6xi32>
    scf.yield %b, %d : tensor<6xi32>, tensor<6xi32>
  }
  return %r#0, %r#1 : tensor<6xi32>, tensor<6xi32>
}

// A number without dimensions.
// NUMPY @scalar(x: i32[3]) -> (x, x.sum(dtype='i4') * np.int32(5 ** 70 % 2 ** 32 - 2 ** 32 * (5 ** 70 % 2 ** 32 >= 2 ** 31)))
// RUN: %check_numpy %s --entry=scalar
func.func @scalar(%x: tensor<3xi32>) -> (tensor<3xi32>, tensor<i32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant 140 : index
  %zero = arith.constant 0 : i32
  %five = arith.constant 5 : i32
  %none = tensor.empty() : tensor<i32>
  %zeros = linalg.fill ins(%zero : i32) outs(%none : tensor<i32>) -> tensor<i32>
  %sum = linalg.reduce {arith.addi} ins(%x : tensor<3xi32>) outs(%zeros : tensor<i32>) dimensions = [0]
  %r = scf.for %i = %c0 to %n step %c2 iter_args(%a = %sum) -> tensor<i32> {
    %b = linalg.generic {indexing_maps = [affine_map<() -> ()>], iterator_types = []}
        outs(%a : tensor<i32>) {
    ^bb0(%e: i32):
      %p = arith.muli %e, %five : i32
      linalg.yield %p : i32
    } -> tensor<i32>
    scf.yield %b : tensor<i32>
  }
  return %x, %r : tensor<3xi32>, tensor<i32>
}

// The steps of an inner loop, and of one that has many, know their number.
// NUMPY @inner(x: i32[6], t: f32[3]) -> (x + 3 * sum(range(80)), x + sum(range(0, 900, 3)))
// RUN: %check_numpy %s --entry=inner
func.func @inner(%x: tensor<6xi32>, %t: tensor<?xf32>) -> (tensor<6xi32>, tensor<6xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %n = tensor.dim %t, %c0 : tensor<?xf32>
  %m = arith.constant 80 : index
  %many = arith.constant 900 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<6xi32> {
    %s = scf.for %j = %c0 to %m step %c1 iter_args(%b = %a) -> tensor<6xi32> {
      %k = arith.index_cast %j : index to i32
      %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
          outs(%b : tensor<6xi32>) {
      ^bb0(%e: i32):
        %p = arith.addi %e, %k : i32
        linalg.yield %p : i32
      } -> tensor<6xi32>
      scf.yield %c : tensor<6xi32>
    }
    scf.yield %s : tensor<6xi32>
  }
  %q = scf.for %j = %c0 to %many step %c3 iter_args(%b = %x) -> tensor<6xi32> {
    %k = arith.index_cast %j : index to i32
    %c = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        outs(%b : tensor<6xi32>) {
    ^bb0(%e: i32):
      %p = arith.addi %e, %k : i32
      linalg.yield %p : i32
    } -> tensor<6xi32>
    scf.yield %c : tensor<6xi32>
  }
  return %r, %q : tensor<6xi32>, tensor<6xi32>
}
