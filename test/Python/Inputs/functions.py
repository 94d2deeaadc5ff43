# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json
import os
import tempfile
import threading
import unittest
import warnings

import lift
import numpy as np

EXAMPLES = os.environ["LIFT_EXAMPLES"]

SCALE = """
func.func @scale(%x: !lift.array<N x f32>, %a: f32) -> !lift.array<N x f32> {
  %y = lift.map (%e = %x : !lift.array<N x f32>) {
    %p = arith.mulf %a, %e : f32
    lift.yield %p : f32
  }
  return %y : !lift.array<N x f32>
}
"""

TWO = """
func.func @two(%x: !lift.array<N x i32>) -> (!lift.array<N x i32>, i32) {
  %zero = arith.constant 0 : i32
  %y = lift.map (%e = %x : !lift.array<N x i32>) {
    %p = arith.addi %e, %e : i32
    lift.yield %p : i32
  }
  %sum = lift.reduce (%e = %x : !lift.array<N x i32>) init (%acc = %zero : i32) {
    %next = arith.addi %acc, %e : i32
    lift.yield %next : i32
  }
  return %y, %sum : !lift.array<N x i32>, i32
}
"""

def example(name):
    return os.path.join(EXAMPLES, name)


class Calls(unittest.TestCase):
    def test_matmul(self):
        matmul = lift.compile(example("matmul.mlir"))
        rng = np.random.default_rng(1)
        # One compiled function for all shapes; small integers are exact.
        for m, k, n in ((1, 1, 1), (7, 5, 3), (64, 32, 128), (129, 65, 31)):
            a = rng.integers(-8, 8, (m, k)).astype("f4")
            b = rng.integers(-8, 8, (k, n)).astype("f4")
            c = matmul(a, b)
            self.assertEqual(c.dtype, np.float32)
            np.testing.assert_array_equal(c, a @ b)
        self.assertIn("kernel void", matmul.opencl)
        self.assertEqual(list(matmul.times), ["matmul_0"])
        text = str(matmul.report())
        self.assertRegex(text, r"matmul_0 .*FLOP/s .*B/s")
        self.assertRegex(text, "of the bound")
        self.assertEqual(matmul.report().float_ops, 2 * 129 * 65 * 31)
        self.assertIn("<table>", matmul._repr_html_())

    def test_results_outlive(self):
        scale = lift.compile(SCALE)
        first = scale(np.arange(5, dtype="f4"), 2)
        second = scale(np.arange(5, dtype="f4"), 3)
        del scale
        np.testing.assert_array_equal(first, [0, 2, 4, 6, 8])
        np.testing.assert_array_equal(second, [0, 3, 6, 9, 12])
        first[0] = 1

    def test_arguments_stay(self):
        x = np.arange(4, dtype="f4")
        x.flags.writeable = False
        lift.compile(SCALE)(x, a=np.float32(0.5))
        np.testing.assert_array_equal(x, [0, 1, 2, 3])

    def test_several_results(self):
        two = lift.compile(TWO)
        y, total = two(np.array([1, 2, 3], dtype="i4"))
        np.testing.assert_array_equal(y, [2, 4, 6])
        self.assertEqual(total.shape, ())
        self.assertEqual(total, 6)

    def test_unsigned(self):
        y, total = lift.compile(TWO)(np.array([2**31], dtype="u4"))
        self.assertEqual(y[0], 0)

    def test_params(self):
        sgemm = lift.compile(example("lowlevel/sgemm.mlir"), params={"BK": 8})
        a = np.ones((128, 16), "f4")
        b = np.ones((16, 128), "f4")
        np.testing.assert_array_equal(sgemm(a, b), 16)

    def test_measure(self):
        scale = lift.compile(SCALE)
        report = scale.measure(np.ones(100, "f4"), 2, repeat=3)
        self.assertEqual(report.data["runs"], 3)
        events = json.loads(report.trace)["traceEvents"]
        self.assertEqual([event["name"] for event in events],
                         ["process_name", "scale_0"])

    def test_threads(self):
        scale = lift.compile(SCALE)
        failures = []

        def call(number):
            for length in range(1, 20):
                x = np.full(length, number, "f4")
                if not (scale(x, 3) == 3 * number).all():
                    failures.append(number)

        threads = [threading.Thread(target=call, args=(i,)) for i in range(10)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(failures, [])

    def test_compiling_in_threads(self):
        outcomes = []

        def compile_one(text):
            try:
                outcomes.append(lift.compile(text)(np.ones(3, "f4"), 2)[0])
            except lift.Error as error:
                outcomes.append(str(error))

        threads = [threading.Thread(target=compile_one, args=(text,))
                   for text in (SCALE, SCALE.replace("%a, %e", "%b, %e")) * 2]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(outcomes.count(2), 2)
        self.assertEqual(sum("undeclared SSA value" in str(text)
                             for text in outcomes), 2)

    def test_package(self):
        with tempfile.TemporaryDirectory() as folder:
            lift.compile(SCALE, package=folder, target="pocl")
            scale = lift.load(folder, cache="")
            np.testing.assert_array_equal(scale(np.ones(2, "f4"), 3), [3, 3])
            self.assertEqual(repr(scale), "<lift.Function scale(x: !lift.array<N x "
                             "f32>, a: f32) -> !lift.array<N x f32>>")

    def test_dlpack(self):
        class Tensor:
            def __init__(self, array):
                self.array = array

            def __dlpack__(self, **options):
                return self.array.__dlpack__(**options)

            def __dlpack_device__(self):
                return self.array.__dlpack_device__()

        y = lift.compile(SCALE)(Tensor(np.ones(3, "f4")), 2)
        np.testing.assert_array_equal(np.from_dlpack(y), [2, 2, 2])

    def test_half(self):
        text = SCALE.replace("f32", "f16")
        y = lift.compile(text)(np.ones(3, "f2"), 0.5)
        self.assertEqual(y.dtype, np.float16)
        np.testing.assert_array_equal(y, 0.5)


class Tensors(unittest.TestCase):
    ADD = """
func.func @add(%x: tensor<?x3xf32>) -> tensor<?x3xf32> {
  %c = arith.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32>
  %w = arith.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 10.0, 11.0]> : tensor<12xf32>
  %r = tensor.expand_shape %w [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  %s = linalg.reduce ins(%r : tensor<4x3xf32>) outs(%f : tensor<3xf32>) dimensions = [0]
    (%a: f32, %b: f32) { %t = arith.addf %a, %b : f32  linalg.yield %t : f32 }
  %d = arith.constant 0 : index
  %n = tensor.dim %x, %d : tensor<?x3xf32>
  %o = tensor.empty(%n) : tensor<?x3xf32>
  %y = linalg.generic {
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%x, %s : tensor<?x3xf32>, tensor<3xf32>) outs(%o : tensor<?x3xf32>) {
  ^bb0(%a: f32, %b: f32, %u: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<?x3xf32>
  return %y : tensor<?x3xf32>
}
"""

    def test_constants(self):
        with tempfile.TemporaryDirectory() as folder:
            add = lift.linalg(self.ADD, package=folder)
            again = lift.load(folder, cache="")
        expected = np.arange(12, dtype="f4").reshape(4, 3).sum(axis=0)
        for length in (1, 2, 7):
            x = np.full((length, 3), length, "f4")
            for function in (add, again):
                np.testing.assert_array_equal(function(x), x + expected)

    def test_reassociate(self):
        text = """
func.func @sum(%x: tensor<?xf32>) -> tensor<f32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<f32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<f32>) -> tensor<f32>
  %s = linalg.reduce ins(%x : tensor<?xf32>) outs(%f : tensor<f32>) dimensions = [0]
    (%a: f32, %b: f32) { %t = arith.addf %a, %b : f32  linalg.yield %t : f32 }
  return %s : tensor<f32>
}
"""
        x = np.random.default_rng(0).standard_normal(100000, "f4")
        in_order = np.add.accumulate(x)[-1]
        self.assertEqual(lift.linalg(text)(x), in_order)
        np.testing.assert_allclose(lift.linalg(text, reassociate=True)(x),
                                   x.astype("f8").sum(), rtol=1e-4)

    def test_errors(self):
        with self.assertRaisesRegex(lift.Error, "<text>:.*error"):
            lift.linalg(self.ADD.replace("tensor<?x3xf32>", "tensor<*xf32>"))
        with self.assertRaisesRegex(ValueError, "api is 'cuda'"):
            lift.linalg(self.ADD, api="cuda")


class Errors(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scale = staticmethod(lift.compile(SCALE))
        cls.matmul = staticmethod(lift.compile(example("matmul.mlir")))

    def check(self, kind, message, call):
        with self.assertRaisesRegex(kind, message):
            call()

    def test_arguments(self):
        x = np.ones(4, "f4")
        scale, matmul = self.scale, self.matmul
        for kind, message, call in (
                (TypeError, "argument 'x' has the dtype float64.* expected float32",
                 lambda: scale(x.astype("f8"), 2)),
                (TypeError, "argument 'x' has the dtype >f4",
                 lambda: scale(x.astype(">f4"), 2)),
                (TypeError, "argument 'x' is .*, not list", lambda: scale([1.0], 2)),
                (ValueError, r"argument 'x' has the shape \(2, 2\)",
                 lambda: scale(x.reshape(2, 2), 2)),
                (ValueError, "argument 'x' is not contiguous",
                 lambda: scale(x[::2], 2)),
                (ValueError, "argument 'B' is not contiguous",
                 lambda: matmul(np.ones((2, 3), "f4"), np.ones((4, 3), "f4").T)),
                (TypeError, "argument 'a' is f32, not 'two'",
                 lambda: scale(x, "two")),
                (TypeError, "'scale' lacks the argument 'a'", lambda: scale(x)),
                (TypeError, "argument 'x' is given twice",
                 lambda: scale(x, 2, x=x)),
                (TypeError, "takes 2 arguments, but 3 are given",
                 lambda: scale(x, 2, 3)),
                (TypeError, "'scale' has no argument 'N'",
                 lambda: scale(x, 2, N=4)),
                (lift.Error, "size K is 3 in argument 'A', but 4 in argument 'B'",
                 lambda: matmul(np.ones((2, 3), "f4"), np.ones((4, 5), "f4"))),
                (lift.Error, "size N is 0 in argument 'x'",
                 lambda: scale(x[:0], 2))):
            self.check(kind, message, call)

    def test_numbers(self):
        text = SCALE.replace("f32", "i8").replace("mulf", "muli")
        scale = lift.compile(text)
        x = np.ones(1, "i1")
        self.assertEqual(scale(x, -128)[0], -128)
        self.assertEqual(scale(x, 255)[0], -1)
        for value in (256, -129, 1.5):
            self.check(TypeError, "argument 'a' is i8, not",
                       lambda: scale(x, value))

    def test_compiling(self):
        for message, call in (
                (r"<text>:4:10: error: custom op 'arith.mul'",
                 lambda: lift.compile(SCALE.replace("mulf", "mul"))),
                ("no function '@other'|'@other'",
                 lambda: lift.compile(SCALE, entry="other")),
                ("unknown target 'toaster'|toaster",
                 lambda: lift.compile(SCALE, target="toaster")),
                ("TM", lambda: lift.compile(SCALE, params={"TM": 4})),
                ("no OpenCL device|toaster",
                 lambda: lift.compile(SCALE, device="toaster"))):
            self.check(lift.Error, message, call)
        self.check(FileNotFoundError, "missing.mlir",
                   lambda: lift.compile("missing.mlir"))
        self.check(ValueError, "api is 'cuda'",
                   lambda: lift.compile(SCALE, api="cuda"))

    def test_packages(self):
        self.check(lift.Error, "missing", lambda: lift.load("missing"))
        with tempfile.TemporaryDirectory() as folder:
            lift.compile(SCALE, package=folder)
            self.check(lift.Error, "spirv-vulkan",
                       lambda: lift.load(folder, api="vulkan"))
            with open(os.path.join(folder, "kernels.cl"), "a") as file:
                file.write(" ")
            self.check(lift.Error, "checksum", lambda: lift.load(folder))

    def test_before_a_call(self):
        scale = lift.compile(SCALE)
        self.check(RuntimeError, "'scale' has not been called yet", scale.report)
        self.assertIn("kernel void scale_0", scale.opencl)
        with self.assertRaises(AttributeError):
            scale.spirv


class Devices(unittest.TestCase):
    def test_devices(self):
        self.assertTrue(any("Portable Computing Language" in device["platform"]
                            for device in lift.devices()))


if __name__ == "__main__":
    warnings.simplefilter("error")
    unittest.main()
