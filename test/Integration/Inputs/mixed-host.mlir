// Boundary cases, each printed.
func.func private @printMemrefF32(tensor<*xf32>) attributes {llvm.emit_c_interface}
func.func private @printMemrefI32(tensor<*xi32>) attributes {llvm.emit_c_interface}
func.func private @rtclock() -> f64
#id = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>

// Twice the elements; which are above a limit; their sum and largest.
func.func private @step(%x: tensor<?xf32>, %limit: tensor<f32>) -> (tensor<?xf32>, tensor<?xi1>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %e = tensor.empty(%n) : tensor<?xf32>
  %eb = tensor.empty(%n) : tensor<?xi1>
  %es = tensor.empty() : tensor<f32>
  %y = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<?xf32>) outs(%e : tensor<?xf32>) {
  ^bb0(%a: f32, %o: f32):
    %s = arith.addf %a, %a : f32
    linalg.yield %s : f32
  } -> tensor<?xf32>
  %above = linalg.generic {indexing_maps = [#id, #scalar, #id], iterator_types = ["parallel"]} ins(%y, %limit : tensor<?xf32>, tensor<f32>) outs(%eb : tensor<?xi1>) {
  ^bb0(%a: f32, %l: f32, %o: i1):
    %c = arith.cmpf ogt, %a, %l : f32
    linalg.yield %c : i1
  } -> tensor<?xi1>
  %init = linalg.fill ins(%zero : f32) outs(%es : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%y : tensor<?xf32>) outs(%init : tensor<f32>) dimensions = [0]
  return %y, %above, %sum : tensor<?xf32>, tensor<?xi1>, tensor<f32>
}

func.func @show(%x: tensor<?xf32>, %limit: tensor<f32>) attributes {noinline} {
  %c0 = arith.constant 0 : index
  %y, %above, %sum = call @step(%x, %limit) : (tensor<?xf32>, tensor<f32>) -> (tensor<?xf32>, tensor<?xi1>, tensor<f32>)
  %uy = tensor.cast %y : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%uy) : (tensor<*xf32>) -> ()
  %us = tensor.cast %sum : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%us) : (tensor<*xf32>) -> ()
  // The second group takes what the first gave: numbers and truth values.
  %n = tensor.dim %above, %c0 : tensor<?xi1>
  %ei = tensor.empty(%n) : tensor<?xi32>
  %picked = linalg.generic {indexing_maps = [#id, #id, #scalar, #id], iterator_types = ["parallel"]} ins(%above, %y, %sum : tensor<?xi1>, tensor<?xf32>, tensor<f32>) outs(%ei : tensor<?xi32>) {
  ^bb0(%b: i1, %a: f32, %s: f32, %o: i32):
    %neg = arith.negf %s : f32
    %v = arith.select %b, %a, %neg : f32
    %i = arith.fptosi %v : f32 to i32
    linalg.yield %i : i32
  } -> tensor<?xi32>
  %up = tensor.cast %picked : tensor<?xi32> to tensor<*xi32>
  call @printMemrefI32(%up) : (tensor<*xi32>) -> ()
  return
}

func.func @main() -> i32 {
  %x = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %l = arith.constant dense<5.0> : tensor<f32>
  %d = tensor.cast %x : tensor<5xf32> to tensor<?xf32>
  call @show(%d, %l) : (tensor<?xf32>, tensor<f32>) -> ()
  // As many as nobody knows before: none.
  %now = call @rtclock() : () -> f64
  %none = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f32
  %nothing = arith.mulf %now, %none : f64
  %i = arith.fptosi %nothing : f64 to i64
  %n = arith.index_cast %i : i64 to index
  %e = tensor.generate %n {
  ^bb0(%index: index):
    tensor.yield %one : f32
  } : tensor<?xf32>
  %c0 = arith.constant 0 : index
  %size = tensor.dim %e, %c0 : tensor<?xf32>
  %output = tensor.empty(%size) : tensor<?xf32>
  %exp = linalg.exp ins(%e : tensor<?xf32>) outs(%output : tensor<?xf32>) -> tensor<?xf32>
  %u = tensor.cast %exp : tensor<?xf32> to tensor<*xf32>
  call @printMemrefF32(%u) : (tensor<*xf32>) -> ()
  %o = tensor.empty() : tensor<f32>
  %start = linalg.fill ins(%one : f32) outs(%o : tensor<f32>) -> tensor<f32>
  %sum = linalg.reduce {arith.addf} ins(%exp : tensor<?xf32>) outs(%start : tensor<f32>) dimensions = [0]
  %us = tensor.cast %sum : tensor<f32> to tensor<*xf32>
  call @printMemrefF32(%us) : (tensor<*xf32>) -> ()
  %z = arith.constant 0 : i32
  return %z : i32
}
