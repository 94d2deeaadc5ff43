# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Broken .npy files, all of them read for the argument 'm' of scale.mlir, an
array of N x M f32. Each has a name, its bytes, and what must be said of it."""
import struct

MAGIC = b"\x93NUMPY"


def header(descr="'<f4'", order="False", shape="(2, 3)", extra=""):
    return (f"{{'descr': {descr}, 'fortran_order': {order}, "
            f"'shape': {shape}, {extra}}}").encode()


def npy(text=None, data=bytes(24), version=(1, 0), length=None, **fields):
    """A file; what is not given is right."""
    text = header(**fields) if text is None else text
    text = text.ljust(117) + b"\n"
    length = len(text) if length is None else length
    count = struct.pack("<H" if version[0] == 1 else "<I", length)
    return MAGIC + bytes(version) + count + text + data


NOT_NPY = "it does not start as a .npy file does"
NOT_HEADER = "its header is not that of an array of numbers"

FILES = [
    # The start.
    ("empty", b"", NOT_NPY),
    ("one-byte", b"\x93", NOT_NPY),
    ("magic-only", MAGIC, NOT_NPY),
    ("no-length", MAGIC + b"\1\0", NOT_NPY),
    ("half-length", MAGIC + b"\1\0\x40", NOT_NPY),
    ("no-header", npy()[:10], "it ends inside the header"),
    ("half-header", npy()[:60], "it ends inside the header"),
    ("zeros", bytes(256), NOT_NPY),
    ("text", b"func.func @f() { return }\n", NOT_NPY),
    ("wrong-magic", b"\x92" + npy()[1:], NOT_NPY),
    ("zip", b"PK\3\4" + bytes(100), NOT_NPY),
    ("pickle", b"\x80\4\x95" + bytes(100), NOT_NPY),
    # Versions.
    ("version-0", npy(version=(0, 0)), "version 0.0 of the format"),
    ("version-1.1", npy(version=(1, 1)), "version 1.1 of the format"),
    ("version-2-short", npy(version=(2, 0))[:11], "it ends inside the header"),
    ("version-2-cut", npy(version=(2, 0))[:40], "it ends inside the header"),
    ("version-3", npy(version=(3, 0)), "version 3.0 of the format"),
    ("version-255", npy(version=(255, 255)), "version 255.255"),
    # The length of the header.
    ("length-0", npy(length=0), NOT_HEADER),
    ("length-1", npy(length=1), NOT_HEADER),
    ("length-short", npy(length=50), NOT_HEADER),
    ("length-long", npy(length=400), "it ends inside the header"),
    ("length-huge", npy(length=65535), "its header is longer"),
    ("length-huge-2", npy(version=(2, 0), length=2**32 - 1),
     "its header is longer"),
    # The text of the header.
    ("header-zeros", npy(text=bytes(80)), NOT_HEADER),
    ("header-garbage", npy(text=bytes(range(128, 228))), NOT_HEADER),
    ("header-empty-dict", npy(text=b"{}"), NOT_HEADER),
    ("header-list", npy(text=b"['<f4', False, (2, 3)]"), NOT_HEADER),
    ("header-no-brace", npy(text=header()[1:]), NOT_HEADER),
    ("header-open", npy(text=header()[:-1]), NOT_HEADER),
    ("header-no-descr", npy(text=b"{'fortran_order': False, 'shape': (2, 3), }"),
     NOT_HEADER),
    ("header-no-order", npy(text=b"{'descr': '<f4', 'shape': (2, 3), }"),
     NOT_HEADER),
    ("header-no-shape", npy(text=b"{'descr': '<f4', 'fortran_order': False, }"),
     NOT_HEADER),
    ("header-nested", npy(text=b"{" * 60 + b"}" * 57), NOT_HEADER),
    ("order-word", npy(order="Maybe"), NOT_HEADER),
    ("order-number", npy(order="2"), NOT_HEADER),
    ("fortran", npy(order="True"), "Fortran order"),
    # The type of the elements.
    ("dtype-double", npy(descr="'<f8'", data=bytes(48)), "holds f64, but 'm' is"),
    ("dtype-half", npy(descr="'<f2'", data=bytes(12)), "holds f16, but 'm' is"),
    ("dtype-int", npy(descr="'<i4'"), "holds i32, but 'm' is"),
    ("dtype-unsigned", npy(descr="'<u4'"), "holds i32, but 'm' is"),
    ("dtype-bool", npy(descr="'|b1'", data=bytes(6)), "holds i1, but 'm' is"),
    ("dtype-big-endian", npy(descr="'>f4'"), "its elements are '>f4'"),
    ("dtype-native", npy(descr="'=f4'"), NOT_HEADER),
    ("dtype-complex", npy(descr="'<c8'", data=bytes(48)), "<c8"),
    ("dtype-f3", npy(descr="'<f3'"), "<f3"),
    ("dtype-f16", npy(descr="'<f16'", data=bytes(96)), "<f16"),
    ("dtype-huge", npy(descr="'<f99999999999999999999'"), "cannot read"),
    ("dtype-object", npy(descr="'|O'"), NOT_HEADER),
    ("dtype-string", npy(descr="'|S4'"), NOT_HEADER),
    ("dtype-unicode", npy(descr="'<U4'"), NOT_HEADER),
    ("dtype-date", npy(descr="'<M8[ns]'"), "cannot read"),
    ("dtype-empty", npy(descr="''"), "cannot read"),
    ("dtype-number", npy(descr="4"), "cannot read"),
    ("dtype-record", npy(descr="[('a', '<f4')]"), "cannot read"),
    # The shape.
    ("rank-0", npy(shape="()", data=bytes(4)), "no dimensions, but 'm' is"),
    ("rank-1", npy(shape="(6,)"), "the shape 6, but 'm' is"),
    ("rank-3", npy(shape="(1, 2, 3)"), "the shape 1 x 2 x 3, but 'm' is"),
    ("rank-40", npy(shape="(" + "1, " * 24 + ")", data=bytes(4)), "the shape 1 x"),
    ("shape-words", npy(shape="(N, M)"), NOT_HEADER),
    ("shape-negative", npy(shape="(-2, -3)"), NOT_HEADER),
    ("shape-fraction", npy(shape="(2.5, 3)"), NOT_HEADER),
    ("shape-list", npy(shape="[2, 3]"), NOT_HEADER),
    ("shape-open", npy(shape="(2, 3"), NOT_HEADER),
    ("shape-zero", npy(shape="(0, 3)", data=b""), "N.* 0"),
    ("shape-2^31", npy(shape="(2147483648, 1)"), "bytes of elements"),
    ("shape-2^62", npy(shape="(4611686018427387904, 2)"), "does not fit"),
    ("shape-2^63", npy(shape="(9223372036854775808, 1)"), "does not fit"),
    ("shape-2^64", npy(shape="(18446744073709551616, 1)"), "cannot read"),
    ("shape-wraps", npy(shape="(4294967296, 4294967296)"), "does not fit"),
    # The elements.
    ("no-elements", npy(data=b""), "holds 0 bytes of elements"),
    ("cut-elements", npy(data=bytes(23)), "holds 23 bytes of elements"),
    ("cut-version-2", npy(data=bytes(23), version=(2, 0)), "holds 23 bytes"),
    ("more-elements", npy(data=bytes(25)), "holds 25 bytes of elements"),
]
