# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Changes a package by Python statements on `manifest` (a dictionary), `files`
(bytes by name) and `source` (the text of kernels.cl, if there is one), and gives
it the checksum of what it is then.

usage: edit.py PACKAGE NEW-PACKAGE STATEMENTS
"""
import sys

import packages

package, changed, statements = sys.argv[1:]
manifest, files = packages.read(package)
source = files.get("kernels.cl", b"").decode()
exec(statements)
if "kernels.cl" in files:
    files["kernels.cl"] = source.encode()
packages.write(changed, manifest, files)
