# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

import lift
import numpy as np

ADD = """
func.func @add(%x: !lift.array<M x N x f32>, %y: !lift.array<M x N x f32>) -> !lift.array<M x N x f32> {
  %z = lift.map (%r = %x, %s = %y : !lift.array<M x N x f32>, !lift.array<M x N x f32>) {
    %t = lift.map (%a = %r, %b = %s : !lift.array<N x f32>, !lift.array<N x f32>) {
      %c = arith.addf %a, %b : f32
      lift.yield %c : f32
    }
    lift.yield %t : !lift.array<N x f32>
  }
  return %z : !lift.array<M x N x f32>
}
"""


class Vulkan(unittest.TestCase):
    def test_add(self):
        add = lift.compile(ADD, api="vulkan", device="llvmpipe")
        for shape in ((1, 1), (3, 5), (17, 64)):
            x = np.arange(shape[0] * shape[1], dtype="f4").reshape(shape)
            np.testing.assert_array_equal(add(x, x), 2 * x)
        self.assertEqual(add.spirv[:4], b"\x03\x02\x23\x07")
        self.assertEqual(len(add.times), 1)
        self.assertRegex(str(add.report()), r"add_0 .*B/s\nin all +\S+ [mu]s")
        self.assertNotIn("of the bound", str(add.report()))
        self.assertIn("<table>", add._repr_html_())
        with self.assertRaisesRegex(AttributeError, "not from OpenCL C"):
            add.opencl


if __name__ == "__main__":
    unittest.main()
