#!/usr/bin/env python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packages of networks beside PyTorch, in one run, on an NVIDIA GPU:

  networks.py LIFT-LAUNCH SMALL PACKAGE...

through each interface that a package has kernels for. SMALL is the package of
small.mlir: its kernel, and PyTorch's for the same, tell what an API's times of a
launch hold that the profiler's times of a kernel do not. The sum of the kernels is
given as the API counts, and without that.

A package whose name begins with "encoder" is a pre-norm transformer block with
heads of 64 numbers, each other one a ResNet-18 whose batch norms are folded into
its convolutions; their arguments are the input, and weights and biases in the order
of use. Prints for each the sum of the kernels, what a run takes where many follow
each other, the memory of its buffers, and the largest difference from PyTorch's
result; then the same of PyTorch, eager and compiled. The memory of PyTorch is the
most that it has had in use."""
import json
import os
import subprocess
import sys
import tempfile
import time

import numpy
import torch
import torch.nn.functional as functional
from torch.profiler import ProfilerActivity, profile


def resnet18(image, weights):
    rest = iter(weights)

    def convolution(x, stride, padding):
        return functional.conv2d(x, next(rest), next(rest), stride=stride, padding=padding)

    x = functional.max_pool2d(functional.relu(convolution(image, 2, 3)), 3, 2, 1)
    for first_stride in (1, 2, 2, 2):
        for stride in (first_stride, 1):
            y = functional.relu(convolution(x, stride, 1))
            y = convolution(y, 1, 1)
            shortcut = convolution(x, stride, 0) if stride == 2 else x
            x = functional.relu(y + shortcut)
    return functional.linear(x.mean((2, 3)), next(rest), next(rest))


def encoder(x, weights):
    norm1, bias1, qkv, qkv_bias, out, out_bias, norm2, bias2, up, up_bias, down, down_bias = weights
    batch, length, width = x.shape
    heads = width // 64
    y = functional.linear(functional.layer_norm(x, (width,), norm1, bias1), qkv, qkv_bias)
    q, k, v = y.view(batch, length, 3, heads, 64).permute(2, 0, 3, 1, 4).unbind(0)
    y = (q @ k.transpose(-1, -2) * 64**-0.5).softmax(-1) @ v
    x = x + functional.linear(y.transpose(1, 2).reshape(batch, length, width), out, out_bias)
    y = functional.linear(functional.layer_norm(x, (width,), norm2, bias2), up, up_bias)
    return x + functional.linear(functional.gelu(y), down, down_bias)


def measure_wall(run, count=50, times=7):
    """Microseconds of a run, the median of batches."""
    for _ in range(5):
        run()
    torch.cuda.synchronize()
    batches = []
    for _ in range(times):
        start = time.perf_counter()
        for _ in range(count):
            run()
        torch.cuda.synchronize()
        batches.append((time.perf_counter() - start) / count * 1e6)
    return sorted(batches)[times // 2]


def measure_kernels(run, count=10):
    torch.cuda.synchronize()
    with profile(activities=[ProfilerActivity.CUDA]) as profiler:
        for _ in range(count):
            run()
        torch.cuda.synchronize()
    return sum(event.self_device_time_total for event in profiler.key_averages()) / count


def make_inputs(package):
    generator = numpy.random.default_rng(1)
    inputs = []
    for number, argument in enumerate(json.load(open(f"{package}/manifest.json"))["arguments"]):
        shape = [int(size) for size in argument["sizes"]]
        scale = 1.0
        if number > 0:
            scale = numpy.prod(shape[1:]) ** -0.5 if len(shape) > 1 else 0.1
        inputs.append((scale * generator.standard_normal(shape)).astype(numpy.float32))
    return inputs


APIS = {"opencl-c": "opencl", "spirv-vulkan": "vulkan"}


def launch(launcher, package, api, inputs):
    """The report of a run, and its result."""
    with tempfile.TemporaryDirectory() as folder:
        # Vulkan's drivers let a device run at its full speed only after a while.
        command = [launcher, package, f"--api={api}", "--device=NVIDIA", "--repeat=301",
                   "--json", f"--output={folder}/out.npy"]
        for number, array in enumerate(inputs):
            numpy.save(f"{folder}/{number}.npy", array)
            command.append(f"--input={folder}/{number}.npy")
        report = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
        return report, numpy.load(f"{folder}/out.npy")


def sum_kernels(report):
    return sum(k["median_ns"] * k["launches"] for k in report["kernels"]) / 1e3


def measure_clock(launcher, small, api):
    """Microseconds that an API counts for a launch and the profiler does not."""
    inputs = make_inputs(small)
    ours = sum_kernels(launch(launcher, small, api, inputs)[0])
    x = torch.from_numpy(inputs[0]).cuda()
    theirs = measure_kernels(lambda: x + x, count=100)
    print(f"{api}: a kernel of 32 additions {ours:.1f} us, PyTorch's {theirs:.1f} us")
    return max(ours - theirs, 0)


def run_package(launcher, package, api, inputs, clock):
    report, result = launch(launcher, package, api, inputs)
    total = sum_kernels(report)
    launches = sum(k["launches"] for k in report["kernels"])
    print(f"{os.path.basename(package)}, {api}: {len(report['kernels'])} kernels, "
          f"{total:.1f} us together, {total - launches * clock:.1f} us of kernels, "
          f"run {report['run_ns'] / 1e3:.1f} us, {report['global_bytes'] / 1e6:.1f} MB")
    return result


def run_torch(network, inputs, results):
    tensors = [torch.from_numpy(array).cuda() for array in inputs]
    torch.backends.cuda.matmul.allow_tf32 = False
    with torch.no_grad():
        for allow_tf32 in (False, True):
            torch.backends.cudnn.allow_tf32 = allow_tf32
            torch.cuda.reset_peak_memory_stats()
            result = network(tensors[0], tensors[1:]).cpu().numpy()
            if not allow_tf32:
                for expected in results:
                    print(f"  difference {abs(result - expected).max():.2e} "
                          f"of {abs(result).max():.2e}")
            run = lambda: network(tensors[0], tensors[1:])
            print(f"  eager, {'TF32' if allow_tf32 else 'f32'}: run {measure_wall(run):.1f} us, "
                  f"kernels {measure_kernels(run):.1f} us, "
                  f"{torch.cuda.max_memory_allocated() / 1e6:.1f} MB")
        torch.backends.cudnn.allow_tf32 = False
        for mode in ("default", "reduce-overhead"):
            torch._dynamo.reset()
            compiled = torch.compile(network, mode=mode)
            run = lambda: compiled(tensors[0], tensors[1:])
            print(f"  compiled ({mode}), f32: run {measure_wall(run):.1f} us, "
                  f"kernels {measure_kernels(run):.1f} us", flush=True)


def main():
    launcher, small, *packages = sys.argv[1:]
    clocks = {}
    for package in packages:
        inputs = make_inputs(package)
        network = encoder if os.path.basename(package).startswith("encoder") else resnet18
        manifest = json.load(open(f"{package}/manifest.json"))
        apis = [APIS[program["form"]] for program in manifest["programs"]]
        for api in apis:
            if api not in clocks:
                clocks[api] = measure_clock(launcher, small, api)
        results = [run_package(launcher, package, api, inputs, clocks[api])
                   for api in apis]
        run_torch(network, inputs, results)


if __name__ == "__main__":
    main()
