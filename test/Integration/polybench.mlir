// T31: gemver, gesummv, atax and gemm.
// REQUIRES: pocl

// gemver: an outer product added to a matrix, a product with its transpose, and
// a product with it: three kernels.
// NUMPY @gemver(A: f32[N, M], u: f32[N], v: f32[M], y: f32[N], z: f32[M], alpha: f32, beta: f32) -> (lambda B: (lambda x: (B, x, alpha * (B @ x)))(beta * (B.T @ y) + z))(A + np.outer(u, v))
// RUN: %check_numpy %s --entry=gemver --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=gemver --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=gemver --size=N=17 --size=M=31
// RUN: %check_numpy %s --entry=gemver --size=N=13 --size=M=7
// RUN: %if oclgrind %{ %check_numpy %s --entry=gemver --size=N=13 --size=M=7 --oclgrind %}
func.func @gemver(%A: !lift.array<N x M x f32>, %u: !lift.array<N x f32>,
                  %v: !lift.array<M x f32>, %y: !lift.array<N x f32>,
                  %z: !lift.array<M x f32>, %alpha: f32, %beta: f32)
    -> (!lift.array<N x M x f32>, !lift.array<M x f32>, !lift.array<N x f32>) {
  %zero = arith.constant 0.0 : f32
  %B = lift.kernel @rank1 local_size [16, 4] global_size [32, 16] {
    %rows = lift.map glb(1) (%row = %A, %ui = %u
        : !lift.array<N x M x f32>, !lift.array<N x f32>) {
      %cells = lift.map glb(0) (%a = %row, %vj = %v
          : !lift.array<M x f32>, !lift.array<M x f32>) {
        %uv = arith.mulf %ui, %vj : f32
        %b = arith.addf %a, %uv : f32
        lift.yield %b : f32
      }
      lift.yield %cells : !lift.array<M x f32>
    }
    lift.yield %rows : !lift.array<N x M x f32>
  }
  %x = lift.kernel @transposed local_size [32] global_size [64] {
    %columns = lift.transpose %B : !lift.array<N x M x f32>
    %sums = lift.map glb(0) (%column = %columns, %zj = %z
        : !lift.array<M x N x f32>, !lift.array<M x f32>) {
      %dot = lift.reduce (%b = %column, %yi = %y
          : !lift.array<N x f32>, !lift.array<N x f32>)
          init (%acc = %zero : f32) {
        %by = arith.mulf %b, %yi : f32
        %next = arith.addf %acc, %by : f32
        lift.yield %next : f32
      }
      %scaled = arith.mulf %beta, %dot : f32
      %sum = arith.addf %scaled, %zj : f32
      lift.yield %sum : f32
    }
    lift.yield %sums : !lift.array<M x f32>
  }
  %w = lift.kernel @scaled local_size [32] global_size [64] {
    %sums = lift.map glb(0) (%row = %B : !lift.array<N x M x f32>) {
      %dot = lift.reduce (%b = %row, %xj = %x
          : !lift.array<M x f32>, !lift.array<M x f32>)
          init (%acc = %zero : f32) {
        %bx = arith.mulf %b, %xj : f32
        %next = arith.addf %acc, %bx : f32
        lift.yield %next : f32
      }
      %scaled = arith.mulf %alpha, %dot : f32
      lift.yield %scaled : f32
    }
    lift.yield %sums : !lift.array<N x f32>
  }
  return %B, %x, %w : !lift.array<N x M x f32>, !lift.array<M x f32>, !lift.array<N x f32>
}

// gesummv: two products with one vector in one reduction, whose accumulator is
// a tuple of two numbers.
// NUMPY @gesummv(A: f32[N, M], B: f32[N, M], x: f32[M], alpha: f32, beta: f32) -> alpha * (A @ x) + beta * (B @ x)
// RUN: %check_numpy %s --entry=gesummv --size=N=128 --size=M=128
// RUN: %check_numpy %s --entry=gesummv --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=gesummv --size=N=31 --size=M=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=gesummv --size=N=31 --size=M=13 --oclgrind %}
func.func @gesummv(%A: !lift.array<N x M x f32>, %B: !lift.array<N x M x f32>,
                   %x: !lift.array<M x f32>, %alpha: f32, %beta: f32)
    -> !lift.array<N x f32> {
  %zero = arith.constant 0.0 : f32
  %none = lift.tuple %zero, %zero : f32, f32
  %y = lift.map glb(0) (%arow = %A, %brow = %B
      : !lift.array<N x M x f32>, !lift.array<N x M x f32>) {
    %row = lift.zip %arow, %brow, %x
        : !lift.array<M x f32>, !lift.array<M x f32>, !lift.array<M x f32>
    %both = lift.reduce (%e = %row : !lift.array<M x tuple<f32, f32, f32>>)
        init (%acc = %none : tuple<f32, f32>) {
      %a = lift.get %e[0] : tuple<f32, f32, f32>
      %b = lift.get %e[1] : tuple<f32, f32, f32>
      %xe = lift.get %e[2] : tuple<f32, f32, f32>
      %sa = lift.get %acc[0] : tuple<f32, f32>
      %sb = lift.get %acc[1] : tuple<f32, f32>
      %ax = arith.mulf %a, %xe : f32
      %bx = arith.mulf %b, %xe : f32
      %na = arith.addf %sa, %ax : f32
      %nb = arith.addf %sb, %bx : f32
      %next = lift.tuple %na, %nb : f32, f32
      lift.yield %next : tuple<f32, f32>
    }
    %ax = lift.get %both[0] : tuple<f32, f32>
    %bx = lift.get %both[1] : tuple<f32, f32>
    %aax = arith.mulf %alpha, %ax : f32
    %bbx = arith.mulf %beta, %bx : f32
    %sum = arith.addf %aax, %bbx : f32
    lift.yield %sum : f32
  }
  return %y : !lift.array<N x f32>
}

// atax: two kernels, which the compiler makes of the two products.
// NUMPY @atax(A: f32[N, M], x: f32[M]) -> A.T @ (A @ x)
// RUN: %check_numpy %s --entry=atax --size=N=128 --size=M=256
// RUN: %check_numpy %s --entry=atax --size=N=1 --size=M=1
// RUN: %check_numpy %s --entry=atax --size=N=31 --size=M=17
// RUN: %if oclgrind %{ %check_numpy %s --entry=atax --size=N=31 --size=M=17 --oclgrind %}
func.func @atax(%A: !lift.array<N x M x f32>, %x: !lift.array<M x f32>)
    -> !lift.array<M x f32> {
  %zero = arith.constant 0.0 : f32
  %Ax = lift.map (%row = %A : !lift.array<N x M x f32>) {
    %dot = lift.reduce (%a = %row, %e = %x
        : !lift.array<M x f32>, !lift.array<M x f32>)
        init (%acc = %zero : f32) {
      %p = arith.mulf %a, %e : f32
      %next = arith.addf %acc, %p : f32
      lift.yield %next : f32
    }
    lift.yield %dot : f32
  }
  %columns = lift.transpose %A : !lift.array<N x M x f32>
  %y = lift.map (%column = %columns : !lift.array<M x N x f32>) {
    %dot = lift.reduce (%a = %column, %e = %Ax
        : !lift.array<N x f32>, !lift.array<N x f32>)
        init (%acc = %zero : f32) {
      %p = arith.mulf %a, %e : f32
      %next = arith.addf %acc, %p : f32
      lift.yield %next : f32
    }
    lift.yield %dot : f32
  }
  return %y : !lift.array<M x f32>
}

// gemm: a work-item makes a row; the columns of B go by in order, beside the
// elements of a row of C.
// NUMPY @gemm(A: f32[M, K], B: f32[K, N], C: f32[M, N], alpha: f32, beta: f32) -> alpha * (A @ B) + beta * C
// RUN: %check_numpy %s --entry=gemm --size=M=128 --size=K=64 --size=N=256
// RUN: %check_numpy %s --entry=gemm --size=M=1 --size=K=1 --size=N=1
// RUN: %check_numpy %s --entry=gemm --size=M=17 --size=K=31 --size=N=13
// RUN: %if oclgrind %{ %check_numpy %s --entry=gemm --size=M=17 --size=K=5 --size=N=3 --oclgrind %}
func.func @gemm(%A: !lift.array<M x K x f32>, %B: !lift.array<K x N x f32>,
                %C: !lift.array<M x N x f32>, %alpha: f32, %beta: f32)
    -> !lift.array<M x N x f32> {
  %zero = arith.constant 0.0 : f32
  %columns = lift.transpose %B : !lift.array<K x N x f32>
  %R = lift.kernel @gemm local_size [32] global_size [128] {
    %rows = lift.map glb(0) (%row = %A, %crow = %C
        : !lift.array<M x K x f32>, !lift.array<M x N x f32>) {
      %cells = lift.map seq (%column = %columns, %c = %crow
          : !lift.array<N x K x f32>, !lift.array<N x f32>) {
        %dot = lift.reduce (%a = %row, %b = %column
            : !lift.array<K x f32>, !lift.array<K x f32>)
            init (%acc = %zero : f32) {
          %next = math.fma %a, %b, %acc : f32
          lift.yield %next : f32
        }
        %ab = arith.mulf %alpha, %dot : f32
        %bc = arith.mulf %beta, %c : f32
        %sum = arith.addf %ab, %bc : f32
        lift.yield %sum : f32
      }
      lift.yield %cells : !lift.array<N x f32>
    }
    lift.yield %rows : !lift.array<M x N x f32>
  }
  return %R : !lift.array<M x N x f32>
}
