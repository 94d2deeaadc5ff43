# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes a package by Python statements on `manifest` (a dictionary) and
`source`, and gives it the checksum of what it is then.

usage: edit.py PACKAGE NEW-PACKAGE STATEMENTS
"""
import json
import os
import sys

package, changed, statements = sys.argv[1:]


def checksum(*texts):
    value = 0xCBF29CE484222325
    for text in texts:
        for byte in text + len(text).to_bytes(8, "little"):
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


manifest = json.load(open(os.path.join(package, "manifest.json")))
source = open(os.path.join(package, "kernels.cl")).read()
exec(statements)
del manifest["checksum"]
text = json.dumps(manifest, separators=(",", ":"), ensure_ascii=False)
manifest["checksum"] = checksum(text.encode(), source.encode())
os.makedirs(changed, exist_ok=True)
json.dump(manifest, open(os.path.join(changed, "manifest.json"), "w"))
open(os.path.join(changed, "kernels.cl"), "w").write(source)
