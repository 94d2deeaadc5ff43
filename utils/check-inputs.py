#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs modules that are unusual, or wrong.

  utils/check-inputs.py [--tools=FOLDER] MODULES.mlir

The modules stand between lines of `// -----`, as for --split-input-file. The first
line of each says what is to become of it, and with which sizes it is run:

  // NAME: right|compiled|refused [N0=8,...]

right: lift-run --verify finds that a device and the evaluator agree; compiled: it
is not run, but lift-run --emit-package writes it; refused: there is an error that
says where. lift-opt --lift-compile takes all of them, or says where the error is.
No tool may crash.
"""

import argparse
import os
import re
import sys
import tempfile

from commands import ROOT, call


def judge(result, path):
    """What a tool did with a module: "done", "refused", or what is wrong."""
    text = (result.stderr + result.stdout).decode(errors="replace")
    if result.returncode == 0:
        return "done"
    if result.returncode != 1:
        return f"exit status {result.returncode}: {text[:400]}"
    # What is wrong with all of a module, or with its arrays, has no place.
    has_place = re.search(r"^(" + re.escape(path) + r":\d+:\d+|lift-run): error: ",
                          text, re.M)
    return "refused" if has_place else "says not where: " + text[:400]


def check(module, path, options, folder):
    """What is wrong with what becomes of a module, or nothing."""
    head = re.match(r"// (\w+): (right|compiled|refused) ?(.*)", module)
    name, expected, sizes = head.groups()
    with open(path, "w") as file:
        file.write(module)
    arguments = (["--emit-package=" + os.path.join(folder, "package"), "--cache="]
                 if expected == "compiled" else
                 ["--verify", "--rtol=1e-5", "--device=Portable Computing Language"]
                 + (["--size=" + sizes] if sizes else []))
    ran = judge(call(options.tools + "/lift-run", path, *arguments), path)
    if ran != ("refused" if expected == "refused" else "done"):
        return f"{name}: {expected}, but lift-run: {ran}"
    compiled = judge(call(options.tools + "/lift-opt", path, "-o", os.devnull,
                          "--lift-compile=target=pocl"), path)
    if compiled not in ("done", "refused"):
        return f"{name}: lift-opt: {compiled}"
    return None


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("modules")
    parser.add_argument("--tools", default=os.path.join(ROOT, "build", "bin"))
    options = parser.parse_args()
    with open(options.modules) as file:
        modules = [part.strip() + "\n" for part in file.read().split("// -----\n")]
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "module.mlir")
        wrong = [text for text in (check(module, path, options, folder)
                                   for module in modules) if text]
    for text in wrong:
        print(text)
    print(f"{len(modules)} modules, {len(wrong)} wrong")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
