# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Broken lowered modules: kernels for `lift-translate --lift-to-opencl`, and
modules that `lift-run` is to run as they are. Each has a name, its text and what
must be said; KERNELS say it at the line of `HERE`."""

GLOBAL = "#gpu.address_space<global>"
BUFFER = f"memref<?xf32, {GLOBAL}>"


def kernel(body, inputs=f"%x: {BUFFER}, %n: index", attributes=""):
    return (f"gpu.module @kernels {{\n  gpu.func @k({inputs}) kernel{attributes} {{\n"
            "    %c0 = arith.constant 0 : index\n"
            f"    {body}\n    gpu.return\n  }}\n}}\n")


KERNELS = [
    ("no-kernels", "module { // HERE\n}\n", "found no gpu.module"),
    ("llvm-function", "gpu.module @kernels {\n"
     "  llvm.func @k() { llvm.return } // HERE\n}\n", "it is not a kernel"),
    ("func-in-module", "gpu.module @kernels {\n"
     "  func.func @k() { return } // HERE\n}\n", "it is not a kernel"),
    ("spirv-module", "spirv.module Logical GLSL450 {}\n", "found no gpu.module"),
    ("nested-module", "gpu.module @a {\n  gpu.module @b { // HERE\n  }\n}\n", "."),
    ("declared", "gpu.module @kernels {\n"
     "  gpu.func private @k() // HERE\n}\n", "."),
    ("async", kernel("%t = gpu.wait async // HERE"), "no type for"),
    ("printf", kernel('gpu.printf "hello" // HERE'), "no OpenCL C form"),
    ("shuffle", kernel("%c = arith.constant 0 : i32\n    %f = arith.constant 0.0 : "
                       "f32\n    %r, %p = gpu.shuffle xor %f, %c, %c : f32 // HERE"),
     "no OpenCL C form"),
    ("launch-in-kernel", kernel(
        "gpu.launch blocks(%a, %b, %c) in (%d = %n, %e = %n, %f = %n) "
        "threads(%g, %h, %i) in (%j = %n, %k = %n, %l = %n) { // HERE\n"
        "      gpu.terminator\n    }"), "no OpenCL C form"),
    ("lift-op", kernel("%a = lift.size 4 : index // HERE"), "no OpenCL C form"),
    ("barrier-in-func", "func.func @f() {\n  lift.barrier local\n  return\n}\n",
     "found no gpu.module"),
    ("call", kernel("func.call @g() : () -> () // HERE").replace(
        "gpu.func @k", "gpu.func @g() { gpu.return }\n  gpu.func @k"), "."),
    ("forall", kernel("scf.forall (%i) in (4) { // HERE\n    }"),
     "no OpenCL C form"),
    ("parallel", kernel("scf.parallel (%i) = (%c0) to (%n) step (%n) { // HERE\n"
                        "    }"), "no OpenCL C form"),
    ("affine", kernel("affine.for %i = 0 to 4 { // HERE\n    }"), "no OpenCL C form"),
    ("tensor", kernel("%t = tensor.empty() : tensor<4xf32> // HERE"), "tensor<4xf32>"),
    ("complex", kernel("%t = complex.constant [0.0 : f32, 1.0 : f32] : complex<f32> // HERE"),
     "complex<f32>"),
    ("i128", kernel("%t = arith.constant 1 : i128 // HERE"), "no type for 'i128'"),
    ("f128", kernel("%t = arith.constant 1.0 : f128 // HERE"), "no type for 'f128'"),
    ("bf16", kernel("%t = arith.constant 1.0 : bf16 // HERE"), "no type for 'bf16'"),
    ("f8", kernel("%t = arith.constant 1.0 : f8E4M3FN // HERE"), "f8E4M3FN"),
    ("vector-7", kernel("%t = arith.constant dense<1.0> : vector<7xf32> // HERE"),
     "vector<7xf32>"),
    ("vector-scalable", kernel("%t = vector.step : vector<[4]xindex> // HERE"),
     r"vector<\[4\]xindex>"),
    ("vector-rank-0", kernel("%t = arith.constant dense<1.0> : vector<f32> // HERE"),
     "vector<f32>"),
    ("vector-huge", kernel("%t = arith.constant dense<1.0> : "
                           "vector<4294967296xf32> // HERE"), "vector<4294967296xf32>"),
    ("array-huge", kernel("%t = memref.alloca() : "
                          "memref<9223372036854775807xf64> // HERE"),
     "more than 2\\^31 - 1 elements"),
    ("array-product", kernel("%t = memref.alloca() : "
                             "memref<4294967296x4294967296xf32> // HERE"), "."),
    ("array-0", kernel("%t = memref.alloca() : memref<0xf32> // HERE"), "."),
    ("local-dynamic", kernel("%t = memref.alloc(%n) : "
                             "memref<?xf32, #gpu.address_space<workgroup>> // HERE"),
     "constant size"),
    ("space-number", kernel("%t = memref.alloca() : memref<4xf32, 5> // HERE"),
     "unknown memory space"),
    ("space-string", kernel('%t = memref.alloca() : memref<4xf32, "near"> // HERE'),
     "unknown memory space"),
    ("function-argument", kernel("", inputs="%f: !llvm.ptr").replace(
        "gpu.func @k", "gpu.func // HERE\n      @k"), "has no C type"),
    ("results", "gpu.module @m {\n  gpu.func @k() -> f32 { // HERE\n"
     "    %c = arith.constant 0.0 : f32\n    gpu.return %c : f32\n  }\n}\n",
     "only kernels are printed"),
    ("block-size-0", kernel("", attributes=" attributes {known_block_size = "
                            "array<i32: 0, 1, 1>}").replace(
                                "gpu.func", "gpu.func // HERE\n      "), "not positive"),
    ("block-size-negative", kernel(
        "", attributes=" attributes {known_block_size = array<i32: -4, 1, 1>}").replace(
            "gpu.func", "gpu.func // HERE\n      "), "not positive"),
    ("block-size-short", kernel(
        "", attributes=" attributes {known_block_size = array<i32: 4>}").replace(
            "gpu.func", "gpu.func // HERE\n      "), "known_block_size"),
    ("index-bitwidth-word", kernel("").replace(
        "@kernels {", '@kernels attributes {lift.index_bitwidth = "wide"} { // HERE'),
     "lift.index_bitwidth"),
    ("index-too-big", kernel("%t = arith.constant 4294967296 : index // HERE"),
     "does not fit into 32 bits"),
    ("name-keyword", kernel("").replace("@k(", "@float(").replace(
        "gpu.func", "gpu.func // HERE\n      "), "reserved in OpenCL C"),
    ("name-symbol", kernel("").replace("@k(", '@"a b"(').replace(
        "gpu.func", "gpu.func // HERE\n      "), "not a C identifier"),
    ("name-utf8", kernel("").replace("@k(", '@"\u00e9t\u00e9"(').replace(
        "gpu.func", "gpu.func // HERE\n      "), "not a C identifier"),
    ("read-only", kernel("%f = arith.constant 0.0 : f32\n"
                         f"    memref.store %f, %x[%n] : {BUFFER} // HERE",
                         inputs=f"%x: {BUFFER} {{lift.readonly}}, %n: index"),
     "lift.readonly"),
    ("atomic", kernel("%f = arith.constant 0.0 : f32\n    %r = memref.atomic_rmw mulf "
                      f"%f, %x[%n] : (f32, {BUFFER}) -> f32 // HERE"), "."),
    ("asm", kernel('llvm.inline_asm "nop", "" : () -> () // HERE'), "no OpenCL C form"),
    ("broken-type", kernel("%t = arith.addf %n, %n : f32 // HERE"), "type"),
    ("no-terminator", "gpu.module @m {\n  gpu.func @k() kernel { // HERE\n  }\n}\n", "at least one block"),
    ("truncated", kernel("")[:60], "unknown attribute"),
]


def host(body, results=BUFFER, value="%x", signature=None, sizes='["N"]',
         inputs=f"%x: {BUFFER}, %n: index", kernels=kernel("")):
    """A lowered module with a host function of that body."""
    signature = signature or "(!lift.array<N x f32>) -> !lift.array<N x f32>"
    return ("module attributes {gpu.container_module} {\n" + kernels +
            f"func.func @f({inputs}) -> {results}\n    attributes {{lift.signature = "
            f"{signature}, lift.sizes = {sizes}}} {{\n"
            "  %c1 = arith.constant 1 : index\n  %c2 = arith.constant 2 : index\n"
            f"  {body}\n  return {value} : {results}\n}}\n}}\n")


def launch(groups="%c1, %c1, %c1", local="%c1, %c1, %c1", name="k",
           args=f"%x : {BUFFER}, %n : index"):
    return (f"gpu.launch_func @kernels::@{name} blocks in ({groups}) "
            f"threads in ({local}) args({args})")


LOCAL = "#gpu.address_space<workgroup>"

# What the run says, and the exit status.
MODULES = [
    ("host-load", host(f"%v = memref.load %x[%n] : {BUFFER}"),
     "cannot be run on the host", 1),
    ("host-float", host("%f = arith.constant 1.0 : f32\n  %g = arith.addf %f, %f : f32"),
     "cannot be run on the host", 1),
    ("host-extended", host("%s, %o = arith.addui_extended %n, %n : index, i1"),
     "cannot be run on the host", 1),
    ("host-wide", host("%w = arith.index_cast %n : index to i128"), "error: ", 1),
    ("host-vector", host("%v = arith.constant dense<1> : vector<4xi32>\n"
                         "  %w = arith.addi %v, %v : vector<4xi32>"),
     "cannot be run on the host", 1),
    ("host-call", host("func.call @g() : () -> ()").replace(
        "func.func @f", "func.func private @g()\nfunc.func @f"),
     "cannot be run on the host", 1),
    ("host-while", host("scf.while : () -> () {\n    %t = arith.constant true\n"
                        "    scf.condition(%t)\n  } do {\n    scf.yield\n  }"),
     "cannot be run on the host", 1),
    ("host-blocks", host("cf.br ^next\n^next:"), "a host function has one block", 1),
    ("host-divide", host("%z = arith.subi %n, %n : index\n"
                         "  %d = arith.divui %n, %z : index"), "divides by zero", 1),
    ("host-overflow", host("%m = arith.constant 9223372036854775807 : index\n"
                           "  %o = arith.addi %m, %n : index\n"
                           f"  %a = memref.alloc(%o) : {BUFFER}"), "error: ", 1),
    ("host-assert", host("%t = arith.cmpi eq, %n, %c1 : index\n"
                         '  cf.assert %t, "N is odd"'),
     "precondition does not hold: N is odd \\(with N = 4\\)", 1),
    ("host-step", host("%z = arith.subi %c1, %c1 : index\n"
                       "  scf.for %i = %z to %n step %z {\n  }"), "step 0", 1),
    ("alloc-negative", host("%m = arith.subi %c1, %n : index\n"
                            f"  %a = memref.alloc(%m) : {BUFFER}"), "error: ", 1),
    ("alloc-huge", host("%m = arith.constant 9223372036854775807 : index\n"
                        f"  %a = memref.alloc(%m) : {BUFFER}"), "overflows", 1),
    ("alloc-too-large", host("%m = arith.constant 1099511627776 : index\n"
                             f"  %a = memref.alloc(%m) : {BUFFER}"), "error: ", 3),
    ("free-argument-twice", host(f"memref.dealloc %x : {BUFFER}\n"
                                 f"  memref.dealloc %x : {BUFFER}"),
     "has been freed", 1),
    ("result-freed", host(f"memref.dealloc %x : {BUFFER}"),
     "result 0 has been freed", 1),
    ("result-short", host(f"%a = memref.alloc(%c1) : {BUFFER}", value="%a"),
     "returns 4 bytes", 1),
    ("signature-word", host("", signature='"f"'), "error: ", 1),
    ("signature-type", host("", signature="f32"), "must be a type of functions", 1),
    ("signature-count", host("", signature="() -> ()"), "ask for 1 and 0", 1),
    ("signature-rank", host("", signature="(f32) -> !lift.array<N x f32>"),
     "error: ", 1),
    ("sizes-missing", host("", sizes="[]"), "ask for", 1),
    ("sizes-word", host("", sizes='"N"'), "an array of strings", 1),
    ("sizes-number", host("", sizes="[4]"), "an array of strings", 1),
    ("sizes-unknown", host("", sizes='["Q"]'), "error: ", 1),
    ("launch-missing", host(launch(name="nope")), "error: ", 1),
    ("launch-0", host("%z = arith.subi %c1, %c1 : index\n  "
                      + launch(local="%z, %c1, %c1")), "0 work-items", 1),
    ("launch-negative", host("%z = arith.subi %c1, %c2 : index\n  "
                             + launch(groups="%z, %c1, %c1")), "-1 work-groups", 1),
    ("launch-groups-max", host("%m = arith.constant 9223372036854775807 : index\n  "
                               + launch(groups="%m, %m, %m")), "cannot be launched", 1),
    ("launch-local-max", host("%m = arith.constant 9223372036854775807 : index\n  "
                              + launch(local="%m, %m, %m")), "cannot be launched", 1),
    ("launch-too-large", host("%m = arith.constant 1048576 : index\n  "
                              + launch(local="%m, %c1, %c1")),
     "error: launching kernel 'k'", 3),
    ("launch-block-size", host(launch(local="%c2, %c1, %c1"), kernels=kernel(
        "", attributes=" attributes {known_block_size = array<i32: 1, 1, 1>}")),
     "error: launching kernel 'k'", 3),
    ("local-memory", host(launch(), kernels=kernel(
        f"%t = memref.alloc() : memref<268435456xf32, {LOCAL}>\n"
        "    %f = arith.constant 0.0 : f32\n"
        f"    memref.store %f, %t[%n] : memref<268435456xf32, {LOCAL}>\n"
        f"    %v = memref.load %t[%c0] : memref<268435456xf32, {LOCAL}>\n"
        f"    memref.store %v, %x[%c0] : {BUFFER}")), "bytes of local memory, but the device has", 3),
    ("kernel-not-printable", host(launch(), kernels=kernel('gpu.printf "hello"')),
     "no OpenCL C form", 1),
    ("kernel-wide-index", host(
        "%m = arith.constant 4294967296 : index\n  "
        + launch(args=f"%x : {BUFFER}, %m : index")), "does not fit the 32 bits", 1),
    ("async", host("%t = gpu.wait async"), "cannot be run on the host", 1),
]
