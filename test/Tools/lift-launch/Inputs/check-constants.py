# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Calls the function of a package that has weights, some times: they are not
arguments, and stay as they are."""
import sys

import lift
import numpy as np

rows = lift.load(sys.argv[1], cache="")
assert [argument.name for argument in rows.arguments] == ["x"]
for length in range(1, 5):
    x = np.full((length, 4), length, "f4")
    np.testing.assert_array_equal(rows(x), 10 * length)
