# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks for a mapping of a large convolution for each of the choices of sizes that
the artifact of Mogers et al. (CC 2022) is known to have run, and for a choice of
its own."""

import runpy
import subprocess
import sys

translate, generator, maps = sys.argv[1:]
known = runpy.run_path(generator)


def explain(layer, *options):
    program = subprocess.run([sys.executable, generator, maps, str(layer)],
                             check=True, stdout=subprocess.PIPE).stdout
    return subprocess.run([translate, "--lift-explain-mapping",
                           "--target=mali-g72", *options], input=program,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


for layer, (_, values) in known["LAYERS"].items():
    choices = ",".join(f"{name}={value}"
                       for name, value in zip(known["NAMES"], values))
    result = explain(layer, "--fix=" + choices)
    print(f"layer {layer}: {result.stdout.decode().split(':')[0]}")
result = explain(1)
print("free:", result.stdout.decode().split("\ncost")[0])
result = explain(1, "--fix=TW=7")
print(result.stdout.decode())
