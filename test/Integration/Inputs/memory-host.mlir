// Operations on memory of the host: a product added to what stands there, in place
// of every second column, through another name, and truth values.
#id = affine_map<(i) -> (i)>

func.func private @printMemrefF32(memref<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(memref<*xi32>) attributes {llvm.emit_c_interface}

func.func @product(%a: memref<?x3xf32>, %b: memref<3x4xf32>, %c: memref<?x4xf32>) attributes {noinline} {
  linalg.matmul ins(%a, %b : memref<?x3xf32>, memref<3x4xf32>) outs(%c : memref<?x4xf32>)
  // Every second column, in place.
  %c0 = arith.constant 0 : index
  %n = memref.dim %c, %c0 : memref<?x4xf32>
  %columns = memref.subview %c[0, 1] [%n, 2] [1, 2]
      : memref<?x4xf32> to memref<?x2xf32, strided<[4, 2], offset: 1>>
  linalg.negf ins(%columns : memref<?x2xf32, strided<[4, 2], offset: 1>>)
      outs(%columns : memref<?x2xf32, strided<[4, 2], offset: 1>>)
  // By the first name again.
  linalg.add ins(%c, %c : memref<?x4xf32>, memref<?x4xf32>) outs(%c : memref<?x4xf32>)
  return
}

// The first result goes where the second operand is read from.
func.func @overlap(%x: memref<6xf32>, %above: memref<6xi1>) -> i32 attributes {noinline} {
  %zero = arith.constant 0.0 : f32
  %left = memref.subview %x[0] [5] [1] : memref<6xf32> to memref<5xf32, strided<[1]>>
  %right = memref.subview %x[1] [5] [1] : memref<6xf32> to memref<5xf32, strided<[1], offset: 1>>
  %sum = memref.alloc() : memref<5xf32>
  linalg.add ins(%left, %right : memref<5xf32, strided<[1]>>, memref<5xf32, strided<[1], offset: 1>>)
      outs(%sum : memref<5xf32>)
  linalg.exp ins(%sum : memref<5xf32>) outs(%left : memref<5xf32, strided<[1]>>)
  linalg.log ins(%x : memref<6xf32>) outs(%x : memref<6xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<6xf32>) outs(%above : memref<6xi1>) {
  ^bb0(%a: f32, %o: i1):
    %limit = arith.constant 6.0 : f32
    %c = arith.cmpf ogt, %a, %limit : f32
    linalg.yield %c : i1
  }
  memref.dealloc %sum : memref<5xf32>
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = memref.load %above[%c1] : memref<6xi1>
  %two = memref.load %above[%c2] : memref<6xi1>
  %low = arith.extui %one : i1 to i32
  %high = arith.extui %two : i1 to i32
  %c2i = arith.constant 2 : i32
  %shifted = arith.muli %high, %c2i : i32
  %all = arith.addi %low, %shifted : i32
  return %all : i32
}

memref.global "private" constant @a : memref<2x3xf32> = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]>
memref.global "private" constant @b : memref<3x4xf32> = dense<[[1.0, 0.0, 0.0, 1.0], [0.0, 1.0, 0.0, 1.0], [0.0, 0.0, 1.0, 1.0]]>
memref.global "private" constant @x : memref<6xf32> = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]>

func.func @main() -> i32 {
  %a = memref.get_global @a : memref<2x3xf32>
  %b = memref.get_global @b : memref<3x4xf32>
  %da = memref.cast %a : memref<2x3xf32> to memref<?x3xf32>
  %c = memref.alloc() : memref<2x4xf32>
  %ten = arith.constant 10.0 : f32
  linalg.fill ins(%ten : f32) outs(%c : memref<2x4xf32>)
  %dc = memref.cast %c : memref<2x4xf32> to memref<?x4xf32>
  call @product(%da, %b, %dc) : (memref<?x3xf32>, memref<3x4xf32>, memref<?x4xf32>) -> ()
  %uc = memref.cast %c : memref<2x4xf32> to memref<*xf32>
  call @printMemrefF32(%uc) : (memref<*xf32>) -> ()

  %given = memref.get_global @x : memref<6xf32>
  %x = memref.alloc() : memref<6xf32>
  memref.copy %given, %x : memref<6xf32> to memref<6xf32>
  %above = memref.alloc() : memref<6xi1>
  %bits = call @overlap(%x, %above) : (memref<6xf32>, memref<6xi1>) -> i32
  %numbers = memref.alloc() : memref<6xi32>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%x : memref<6xf32>) outs(%numbers : memref<6xi32>) {
  ^bb0(%e: f32, %o: i32):
    %half = arith.constant 0.5 : f32
    %up = arith.addf %e, %half : f32
    %i = arith.fptosi %up : f32 to i32
    linalg.yield %i : i32
  }
  %un = memref.cast %numbers : memref<6xi32> to memref<*xi32>
  call @printMemrefI32(%un) : (memref<*xi32>) -> ()
  %single = memref.alloc() : memref<1xi32>
  %c0 = arith.constant 0 : index
  memref.store %bits, %single[%c0] : memref<1xi32>
  %ub = memref.cast %single : memref<1xi32> to memref<*xi32>
  call @printMemrefI32(%ub) : (memref<*xi32>) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
