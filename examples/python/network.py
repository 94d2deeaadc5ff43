# A network with its weights, from images to probabilities, and the same in NumPy.
#
#   python3 examples/python/network.py
import pathlib

import lift
import numpy as np

examples = pathlib.Path(__file__).parent.parent
random = np.random.default_rng(0)

weights = {name: random.standard_normal(shape, "f4") / np.float32(scale)
           for name, shape, scale in [("first", (8, 3, 3, 1), 3),
                                      ("second", (16, 3, 3, 8), 8),
                                      ("dense", (784, 10), 28)]}


def with_weights(text):
    """The module with the resources that it names: numbers that are aligned to 4."""
    blobs = ", ".join(f'{name}: "0x04000000{array.tobytes().hex()}"'
                      for name, array in weights.items())
    return f"{text}\n{{-# dialect_resources: {{builtin: {{{blobs}}}}} #-}}\n"


def convolve(images, filters):
    windows = np.lib.stride_tricks.sliding_window_view(
        np.pad(images, ((0, 0), (1, 1), (1, 1), (0, 0))), (3, 3), (1, 2))
    sums = np.maximum(np.einsum("nhwcij,oijc->nhwo", windows, filters), 0)
    n, h, w, c = sums.shape
    return sums.reshape(n, h // 2, 2, w // 2, 2, c).max((2, 4))


def compute(images):
    rows = convolve(convolve(images, weights["first"]), weights["second"])
    exps = np.exp(rows.reshape(len(rows), -1) @ weights["dense"])
    return exps / exps.sum(1, keepdims=True)


source = (examples / "linalg" / "network.mlir").read_text()
network = lift.linalg(with_weights(source), reassociate=True)
images = random.standard_normal((4, 28, 28, 1), "f4")
np.testing.assert_allclose(network(images), compute(images), rtol=1e-3, atol=1e-5)
print(network.report())
