// The largest eigenvalue of a matrix, by products until it no longer changes: how
// many depends on the data, so that the loop stays on the host, and what is in it
// becomes kernels. Prints 5.
func.func private @printF32(f32)
func.func private @printNewline()

func.func @main() -> i32 {
  %matrix = arith.constant dense<[[2.0, 1.0, 0.0, 0.0], [1.0, 2.0, 0.0, 0.0],
                                  [0.0, 0.0, 4.0, 1.0], [0.0, 0.0, 1.0, 4.0]]>
      : tensor<4x4xf32>
  %start = arith.constant dense<[1.0, 0.5, 0.25, 0.125]> : tensor<4xf32>
  %zero = arith.constant 0.0 : f32
  %tolerance = arith.constant 1.0e-6 : f32
  %vector, %value = scf.while (%x = %start, %before = %zero)
      : (tensor<4xf32>, f32) -> (tensor<4xf32>, f32) {
    %none = tensor.empty() : tensor<4xf32>
    %zeros = linalg.fill ins(%zero : f32) outs(%none : tensor<4xf32>)
        -> tensor<4xf32>
    %y = linalg.matvec ins(%matrix, %x : tensor<4x4xf32>, tensor<4xf32>)
        outs(%zeros : tensor<4xf32>) -> tensor<4xf32>
    // The largest element, by which the vector is divided.
    %number = tensor.empty() : tensor<f32>
    %least = linalg.fill ins(%zero : f32) outs(%number : tensor<f32>)
        -> tensor<f32>
    %most = linalg.reduce { arith.maximumf } ins(%y : tensor<4xf32>)
        outs(%least : tensor<f32>) dimensions = [0]
    %next = linalg.generic {
        indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>,
                         affine_map<(i) -> (i)>],
        iterator_types = ["parallel"]}
        ins(%y, %most : tensor<4xf32>, tensor<f32>)
        outs(%none : tensor<4xf32>) {
      ^bb0(%element: f32, %scale: f32, %unused: f32):
        %quotient = arith.divf %element, %scale : f32
        linalg.yield %quotient : f32
      } -> tensor<4xf32>
    %now = tensor.extract %most[] : tensor<f32>
    %change = arith.subf %now, %before : f32
    %distance = math.absf %change : f32
    %goes = arith.cmpf ogt, %distance, %tolerance : f32
    scf.condition(%goes) %next, %now : tensor<4xf32>, f32
  } do {
  ^bb0(%x: tensor<4xf32>, %now: f32):
    scf.yield %x, %now : tensor<4xf32>, f32
  }
  call @printF32(%value) : (f32) -> ()
  call @printNewline() : () -> ()
  %done = arith.constant 0 : i32
  return %done : i32
}
