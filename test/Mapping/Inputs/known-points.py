# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Asks for a mapping of a very large convolution for each of the choices of sizes
that the artifact of Mogers et al. (CC 2022) is known to have run. Of a smaller one,
the sizes are chosen along with the mapping: one of these, and any."""

import runpy
import subprocess
import sys

tools, generator, maps, many_maps = sys.argv[1:]
known = runpy.run_path(generator)


def write(maps, layer):
    return subprocess.run([sys.executable, generator, maps, str(layer)],
                          check=True, stdout=subprocess.PIPE).stdout


def bind(program, choices):
    return subprocess.run(
        [tools + "/lift-opt", "--pass-pipeline="
         f"builtin.module(lift-bind-params{{params={choices}}})"],
        input=program, check=True, stdout=subprocess.PIPE).stdout


def explain(program, *options):
    return subprocess.run([tools + "/lift-translate", "--lift-explain-mapping",
                           "--target=mali-g72", *options], input=program,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


for layer, (_, values) in known["LAYERS"].items():
    choices = ",".join(f"{name}={value}"
                       for name, value in zip(known["NAMES"], values))
    result = explain(bind(write(many_maps, layer), choices))
    print(f"layer {layer}: {result.stdout.decode().split(':')[0]}")
result = explain(write(maps, layer), "--fix=" + choices)
print("fixed:", result.stdout.decode().split(":")[0])
result = explain(write(maps, 1))
print("free:", result.stdout.decode().split("\ncost")[0])
result = explain(write(maps, 1), "--fix=TW=7")
print(result.stdout.decode())
