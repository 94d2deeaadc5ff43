#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes and prints .npy files without NumPy.

  npy.py write FILE DESCR SHAPE [VALUE...]   npy.py write x.npy '<f4' 2,3 1 2 3
                                             (missing values are 0, 1, 2, ...)
  npy.py print FILE                          <f4 (2, 3) 1.0 2.0 3.0 3.0 4.0 5.0
"""
import ast
import math
import struct
import sys

CODES = {"|b1": "?", "|i1": "b", "|u1": "B", "<i2": "h", "<i4": "i",
         "<i8": "q", "<f2": "e", "<f4": "f", "<f8": "d"}


def write(path, descr, shape, *values):
    shape = tuple(int(size) for size in shape.split(",") if size)
    count = math.prod(shape)
    parse = float if descr[1] == "f" else int
    numbers = [parse(v) for v in values] + list(range(len(values), count))
    header = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}"
    header += " " * (63 - (len(header) + 10) % 64) + "\n"
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)))
        file.write(header.encode())
        file.write(struct.pack(f"<{count}{CODES[descr]}", *numbers[:count]))


def show(path):
    data = open(path, "rb").read()
    (length,) = struct.unpack("<H", data[8:10])
    header = ast.literal_eval(data[10 : 10 + length].decode())
    code = CODES[header["descr"]]
    values = struct.iter_unpack("<" + code, data[10 + length :])
    print(header["descr"], header["shape"], *(value for (value,) in values))


if sys.argv[1] == "write":
    write(*sys.argv[2:])
else:
    show(*sys.argv[2:])
