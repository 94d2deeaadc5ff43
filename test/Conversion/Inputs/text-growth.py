"""Measures how the OpenCL text of a program grows with the number of views.

Usage: text-growth.py LIFT-TRANSLATE LIFT-OPT [OPTION...]

For k = 1..10, k views of one kind are nested around an argument that is copied
to the result. Each view may add 400 bytes to the text of the first: nested
views must not be expanded over and over.
"""

import subprocess
import sys

BYTES_PER_VIEW = 400
NUM_VIEWS = 10

lift_translate, *lift_opt = sys.argv[1:]


class Chain:
    """A function whose argument goes through views, with its type."""

    def __init__(self, *sizes):
        self.sizes = list(sizes)
        self.lines = []
        self.argument = self.type()

    def type(self):
        return "!lift.array<%s x f32>" % " x ".join(
            "(%s)" % size for size in self.sizes)

    def view(self, name, options, *sizes):
        """Applies a view; `sizes` are those of its result."""
        number = len(self.lines)
        self.lines.append("  %%v%d = lift.%s %%v%d %s : %s" %
                          (number + 1, name, number, options, self.type()))
        self.sizes = list(sizes)

    def text(self):
        return "func.func @f(%%v0: %s, %%zero: f32) -> %s {\n%s\n" \
               "  return %%v%d : %s\n}\n" % (
                   self.argument, self.type(), "\n".join(self.lines),
                   len(self.lines), self.type())


def pads(mode):
    def apply(chain, _):
        n, m = chain.sizes
        chain.view("pad", "low [1, 0] high [2, 1] " + mode, n + " + 3", m + " + 1")
    return lambda: Chain("N", "M"), apply


def pads_and_takes(chain, _):
    """Padded to a multiple, and cut again."""
    n, m = chain.sizes
    chain.view("pad", "low [0, 1] high [1, 1] clamp", n + " + 1", m + " + 2")
    chain.view("take", "size [%s, %s]" % (n, m), n, m)


def splits_and_joins(chain, k):
    """Cut, turned and joined: nothing of it cancels."""
    n, m = chain.sizes
    chunk = str(k + 2)
    chain.view("split", "by %s dim 1" % chunk, n, "(%s) / %s" % (m, chunk), chunk)
    chain.view("transpose", "permutation [0, 2, 1]",
               n, chunk, "(%s) / %s" % (m, chunk))
    chain.view("join", "dim 1", n, m)


def transposes(chain, _):
    n, m = chain.sizes
    chain.view("pad", "low [1] high [0] clamp", n + " + 1", m)
    chain.view("transpose", "", m, n + " + 1")


def slides(chain, _):
    """Windows of windows: the number of dimensions grows."""
    n, *windows = chain.sizes
    chain.view("slide", "size [2] step [1]", n + " - 1", "2", *windows)


KINDS = {
    "clamp pads": pads("clamp"),
    "constant pads": pads("constant(%zero : f32)"),
    "pads and takes": (lambda: Chain("N", "M"), pads_and_takes),
    "splits and joins": (lambda: Chain("N", "M"), splits_and_joins),
    "pads and transposes": (lambda: Chain("N", "M"), transposes),
    "slides": (lambda: Chain("N"), slides),
}


def text_length(program):
    lowered = subprocess.run([*lift_opt, "--lift-to-gpu"], input=program,
                             stdout=subprocess.PIPE, check=True, text=True)
    printed = subprocess.run([lift_translate, "--lift-to-opencl"],
                             input=lowered.stdout, stdout=subprocess.PIPE,
                             check=True, text=True)
    return len(printed.stdout)


for kind, (start, apply) in KINDS.items():
    lengths = []
    for count in range(1, NUM_VIEWS + 1):
        chain = start()
        for k in range(count):
            apply(chain, k)
        lengths.append(text_length(chain.text()))
    linear = all(length <= lengths[0] + BYTES_PER_VIEW * k
                 for k, length in enumerate(lengths))
    print("%s: %s %s" % (kind, "linear" if linear else "TOO LONG", lengths))
