# Softmax of the rows of a matrix, compiled once for all shapes.
#
#   python3 examples/python/softmax.py
import pathlib

import lift
import numpy as np

softmax = lift.compile(pathlib.Path(__file__).parent.parent / "softmax.mlir")

for shape in (4, 7), (1000, 1000):
    x = np.random.default_rng(0).standard_normal(shape, "f4")
    y = softmax(x)
    powers = np.exp(x - x.max(axis=1, keepdims=True))
    np.testing.assert_allclose(y, powers / powers.sum(axis=1, keepdims=True),
                               rtol=1e-5)

print(softmax.measure(x, repeat=10))
