# A layer on tensors, as other compilers give it, on NumPy arrays.
#
#   python3 examples/python/layer.py
import pathlib

import lift
import numpy as np

examples = pathlib.Path(__file__).parent.parent
layer = lift.linalg(examples / "linalg" / "layer.mlir", reassociate=True)

random = np.random.default_rng(0)
x = random.standard_normal((64, 320), "f4")
weights = random.standard_normal((320, 192), "f4")
bias = random.standard_normal(192, "f4")
np.testing.assert_allclose(layer(x, weights, bias),
                           np.maximum(x @ weights + bias, 0), rtol=1e-4, atol=1e-4)

print(layer.report())
