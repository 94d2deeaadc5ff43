module attributes {gpu.container_module} {
  gpu.module @kernels [#lift.opencl_target] {
    gpu.func @f() kernel {
      // The printer knows no such operation.
      gpu.printf "hello\n"
      gpu.return
    }
  }
}
