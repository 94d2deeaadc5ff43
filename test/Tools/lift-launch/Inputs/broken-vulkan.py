# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Breaks packages of make-vulkan.py, and Vulkan itself, in many ways: each must be
told of with the right message and exit status, without a crash.

usage: broken-vulkan.py LIFT-LAUNCH FOLDER
"""
import os
import re
import shutil
import subprocess
import sys

import packages

lift_launch, folder = sys.argv[1:]
inputs = os.path.join(os.path.dirname(os.path.abspath(__file__)), "spirv")
text = open(os.path.join(inputs, "kernels.spvasm")).read()
SPV = "kernels.vulkan.spv"
breaches = 0
count = 0


def assemble(source):
    done = subprocess.run(["spirv-as", "--target-env", "spv1.3", "-", "-o", "-"],
                          input=source.encode(), check=True, stdout=subprocess.PIPE)
    return done.stdout


def launch(name, package, status, message, *options, **variables):
    global breaches, count
    count += 1
    command = [lift_launch, package, "--cache=", *options]
    if not any(option.startswith("--api") for option in options):
        command.append("--api=vulkan")
    if not any(option.startswith("--size") for option in options):
        command.append("--size=N=64")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60,
                          env={**os.environ, **variables})
    if done.returncode != status or not re.search(message, done.stderr):
        breaches += 1
        print(f"{name}: exit status {done.returncode}, expected {status} and "
              f"'{message}': {done.stderr}")


def broken(name, message, edit, status=1, package="saxpy", options=()):
    """An edit changes the manifest and the files in place."""
    manifest, files = packages.read(os.path.join(folder, package))
    edit(manifest, files)
    target = os.path.join(folder, "broken")
    shutil.rmtree(target, ignore_errors=True)
    packages.write(target, manifest, files)
    launch(name, target, status, message, *options)


def set_bytes(change):
    def edit(manifest, files):
        files[SPV] = change(files[SPV])
    return edit


def set_text(*replacements):
    """Other instructions; the lists of what they need are right."""
    def edit(manifest, files):
        source = text
        for old, new in replacements:
            assert old in source, old
            source = source.replace(old, new)
        files[SPV] = assemble(source)
        program = manifest["programs"][-1]
        program["capabilities"] = sorted(set(re.findall(r"OpCapability (\w+)",
                                                        source)))
        program["extensions"] = sorted(re.findall(r'OpExtension "(\w+)"', source))
    return edit


def set_program(**fields):
    def edit(manifest, files):
        manifest["programs"][-1].update(fields)
    return edit


def set_launch(**fields):
    def edit(manifest, files):
        manifest["steps"][-1].update(fields)
    return edit


def add_capability(name):
    return set_text(("OpCapability Shader", f"OpCapability Shader OpCapability {name}"))


def patch(offset, *new):
    return set_bytes(lambda spv: spv[:offset] + bytes(new) + spv[offset + len(new):])


# Modules that are not whole, or none.
broken("empty", "'kernels.vulkan.spv' has 0 bytes, which is no module of SPIR-V",
       set_bytes(lambda spv: b""))
broken("header-alone", "has no kernel", set_bytes(lambda spv: spv[:20]))
broken("odd-bytes", "bytes, which is no module", set_bytes(lambda spv: spv[:-1]))
broken("cut-in-instruction", "is cut off, or damaged, at word",
       set_bytes(lambda spv: spv[:-12]))
broken("cut-in-function", "is cut off: kernel '.*' does not end",
       set_bytes(lambda spv: spv[:-8]))
broken("cut-in-half", "is cut off",
       set_bytes(lambda spv: spv[:len(spv) // 8 * 4]))
broken("twice", "has two kernels|is cut off|damaged", set_bytes(lambda spv: spv + spv))
broken("magic", "is no SPIR-V: its first word is not the magic", patch(0, 4))
broken("byte-order", "the other way round",
       set_bytes(lambda spv: b"".join(spv[i:i + 4][::-1]
                                      for i in range(0, len(spv), 4))))
broken("version", "unknown version of SPIR-V", patch(4, 0, 9, 9, 0))
broken("bound", "has a bound of 4294967295 ids", patch(12, 255, 255, 255, 255))
broken("length-0", "is cut off, or damaged", patch(20, 17, 0, 0, 0))
broken("garbage", "is no SPIR-V", set_bytes(lambda spv: b"garbage!" * 100))
broken("text", "is no SPIR-V", set_bytes(lambda spv: text.encode()[:4000]))

# Modules of another kind.
OPENCL = ("OpMemoryModel Logical GLSL450", "OpMemoryModel Physical64 OpenCL")
broken("memory-model", "is not SPIR-V for Vulkan: its memory model is OpenCL",
       set_text(OPENCL))
broken("simple-model", "is not SPIR-V for Vulkan: its memory model is 0",
       set_text(("Logical GLSL450", "Logical Simple")))
broken("addresses", "is not SPIR-V for Vulkan: its addresses are physical",
       set_text(("Logical GLSL450", "Physical64 GLSL450")))
broken("no-shader", "does not declare the capability Shader",
       set_text(("OpCapability Shader", "OpCapability Matrix")))
broken("vertex", "has an entry point 'mark' that is no kernel for Vulkan",
       set_text(("OpEntryPoint GLCompute %mark", "OpEntryPoint Vertex %mark")))
broken("vulkan-as-opencl", "is not SPIR-V for OpenCL: its memory model is GLSL450",
       set_program(form="spirv-opencl"), options=["--api=opencl-il"])
broken("spirv-as-source", "is no OpenCL C: it has bytes that are no text",
       set_program(form="opencl-c"), package="reverse",
       options=["--api=opencl"])

# What manifests say of programs.
broken("form", r"programs\[1\] has the unknown form 'dxil'", set_program(form="dxil"))
broken("two-of-a-form", "has two programs in the form 'opencl-c'",
       lambda manifest, files: manifest["programs"].append(manifest["programs"][0]))
broken("no-programs", "has no programs",
       lambda manifest, files: manifest.update(programs=[]))
broken("no-list", "has no 'programs' that is a list",
       lambda manifest, files: manifest.pop("programs"))
broken("not-listed", "declares the capabilities Shader, but Int8, Shader are listed",
       set_program(capabilities=["Shader", "Int8"]))
broken("nothing-listed", "declares the capabilities Shader, but none are listed",
       set_program(capabilities=[]))
broken("no-capabilities", "has no 'capabilities' that is a list",
       lambda manifest, files: manifest["programs"][-1].pop("capabilities"))
broken("listed-extension", "declares the extensions none, but SPV_KHR_x are listed",
       set_program(extensions=["SPV_KHR_x"]))
for name in ["../saxpy/kernels.vulkan.spv", "/etc/passwd", "..", ".", "",
             ".hidden", "a/b", "a\\b", "a\0b", "C:x", "x" * 300]:
    manifest, files = packages.read(os.path.join(folder, "saxpy"))
    manifest["programs"][-1]["file"] = name
    target = os.path.join(folder, "broken")
    shutil.rmtree(target, ignore_errors=True)
    os.makedirs(target)
    shutil.copy(os.path.join(folder, "saxpy", "kernels.cl"), target)
    packages.write(target, manifest, {})
    launch("path", target, 1, "expected the name of a file in the package")
manifest, files = packages.read(os.path.join(folder, "saxpy"))
target = os.path.join(folder, "broken")
packages.write(target, manifest, files)
os.remove(os.path.join(target, SPV))
launch("missing", target, 1, "cannot read '.*kernels.vulkan.spv': No such file")
os.mkdir(os.path.join(target, SPV))
launch("folder", target, 1, "cannot read '.*kernels.vulkan.spv': not a regular file")
os.rmdir(os.path.join(target, SPV))
os.mkfifo(os.path.join(target, SPV))
launch("pipe", target, 1, "cannot read '.*kernels.vulkan.spv': not a regular file")
os.remove(os.path.join(target, SPV))
with open(os.path.join(target, SPV), "wb") as file:
    file.write(files[SPV][:-1] + b"x")
launch("checksum", target, 1, "the checksum is wrong")

# What a launch says.
broken("push-missing", "has no 'push' that is an integer",
       lambda manifest, files: manifest["steps"][-1].pop("push"))
broken("push-negative", "has a 'push' of -4", set_launch(push=-4))
broken("push-wrong", "kernel 'saxpy' has 12 bytes of push constants, but its "
       "arguments have 8", set_launch(push=12))
NUMBERS = [{"number": "N", "bits": 64}] * 1000
broken("push-too-many", "kernel 'mark' needs 8000 bytes of push constants, but the "
       "device has", lambda manifest, files: manifest["steps"][-1].update(
           push=8000, arguments=manifest["steps"][-1]["arguments"] + NUMBERS),
       status=3, package="groups")
broken("numbers-missing", "kernel 'saxpy' reads 12 bytes of numbers, but 4 were given",
       lambda manifest, files: (manifest["steps"][-1].update(push=4),
                                manifest["steps"][-1]["arguments"].pop()))
broken("buffer-missing", "kernel 'saxpy' uses buffer 1, but 1 were given",
       lambda manifest, files: manifest["steps"][-1]["arguments"].pop(0))
broken("kernel", "the program has no kernel 'saxpi'", set_launch(launch="saxpi"),
       status=3)
broken("local-size", "the program has another local size",
       set_launch(local=["32", "1", "1"]))
broken("no-groups-of-2^32", "cannot be launched with groups 4294967296 x 1 x 1",
       set_launch(groups=["4294967296", "1", "1"]))
broken("counted-groups", "launches at most 65535 groups at a time in dimension 0, and "
       "the kernel reads how many there are", lambda manifest, files: None,
       status=3, package="count", options=["--size=N=65536"])
broken("uncounted-groups", "and the kernel does not read the first",
       lambda manifest, files: manifest["steps"][-1].update(
           launch="next", push=4,
           arguments=manifest["steps"][-1]["arguments"] + [{"number": "N", "bits": 32}]),
       status=3, package="groups", options=["--size=N=65536"])

# More than the device has.
def add_geometry(manifest, files):
    add_capability("Geometry")(manifest, files)
    manifest["programs"][-1]["capabilities"] = ["capability 2", "Shader"]


broken("capability", "needs what 'llvmpipe.*' does not have: capability 2",
       add_geometry, status=3)
for name in ["Kernel", "Linkage", "Addresses", "Vector16"]:
    broken("capability-" + name, f"does not have: .*{name}", add_capability(name),
           status=3)
broken("extension", "does not have: SPV_KHR_no_such", set_text(
    ("               OpMemoryModel", '  OpExtension "SPV_KHR_no_such" OpMemoryModel')),
       status=3)
broken("float-control", "does not have: DenormPreserve of f32 in kernel 'mark'",
       set_text(("OpCapability Shader",
                 "OpCapability Shader OpCapability DenormPreserve"),
                ("OpMemoryModel", 'OpExtension "SPV_KHR_float_controls" '
                 "OpMemoryModel"),
                ("OpExecutionMode %mark LocalSize 1 1 1",
                 "OpExecutionMode %mark LocalSize 1 1 1 "
                 "OpExecutionMode %mark DenormPreserve 32")), status=3)
broken("shared-memory", "kernel 'reverse' needs 400000 bytes of local memory, but the "
       "device has 32768", set_text(("OpConstant %uint 64", "OpConstant %uint 100000")),
       status=3)
broken("group-size", "kernel 'saxpy' needs 4096 work-items of a group in dimension 0|"
       "kernel 'saxpy' needs 4096 work-items in a group",
       set_text(("%saxpy LocalSize 64 1 1", "%saxpy LocalSize 64 64 1")), status=3)
broken("empty-group", "kernel 'mark' has groups without work-items",
       set_text(("%mark LocalSize 1 1 1", "%mark LocalSize 1 0 1")))
broken("no-local-size", "kernel 'mark' has no constant local size",
       set_text(("OpExecutionMode %mark LocalSize 1 1 1", "")))
broken("push-block", "needs 404 bytes of push constants, but the device has 128",
       set_text(("%push_type 1 Offset 4", "%push_type 1 Offset 400")), status=3)
broken("set", "kernel 'saxpy' has a buffer that is not in set 0",
       set_text(("OpDecorate %y DescriptorSet 0", "OpDecorate %y DescriptorSet 3")))
broken("binding", "kernel 'saxpy' uses buffer 7, but 2 were given",
       set_text(("OpDecorate %y Binding 1", "OpDecorate %y Binding 7")))
broken("memory", "allocating 25600000000 bytes on 'llvmpipe.*' failed: the device "
       "allocates at most", lambda manifest, files:
       manifest["steps"][0].update(bytes="400000000 * N"), status=3, package="groups")
broken("range", "is given a buffer of 268435456 bytes, but kernels of the device reach "
       "at most 134217728", lambda manifest, files: None, status=3, package="reverse",
       options=["--size=N=67108864"])

# Loops that llvmpipe would end.
def loops(kernel, a, b):
    def edit(manifest, files):
        with open(os.path.join(inputs, "loops.spvasm")) as file:
            files[SPV] = assemble(file.read())
        launch = manifest["steps"][-1]
        launch.update(launch=kernel, groups=["1", "1", "1"], local=["8", "1", "1"],
                      push=8, arguments=launch["arguments"] + [
                          {"number": a, "bits": 32}, {"number": b, "bits": 32}])
    return edit


TRIPS = r"kernel '.*' may make {} trips of loops in a work-item, but 'llvmpipe"
broken("loop", TRIPS.format(65537), loops("single", "1024 * N", "0"), status=3,
       package="groups")
broken("nested-loops", TRIPS.format(1024 * 65 + 1025), loops("nested", "1024", "N"),
       status=3, package="groups")
broken("loop-of-data", TRIPS.format("any number of"), loops("stored", "1", "1"),
       status=3, package="groups")
broken("loop-that-does-not-end", TRIPS.format("any number of"),
       loops("tiles", "N", "0"), status=3, package="groups")

# Devices and options.
saxpy = os.path.join(folder, "saxpy")
NONE = {"VK_ICD_FILENAMES": "/dev/null", "VK_DRIVER_FILES": "/dev/null"}
launch("no-device", saxpy, 3, "there is no Vulkan device on this machine", **NONE)
launch("other-device", saxpy, 3, "no Vulkan device matches 'nobody'; there is\n  '"
       "llvmpipe", "--device=nobody")
launch("no-layer", saxpy, 3, "VK_LAYER_KHRONOS_validation is not installed",
       "--validate", VK_LAYER_PATH=folder)
launch("no-form", saxpy, 1, "--api=opencl-il needs kernels in the form "
       "'spirv-opencl', but the package has opencl-c, spirv-vulkan",
       "--api=opencl-il")
launch("no-form-opencl", os.path.join(folder, "steps"), 1, "--api=opencl needs "
       "kernels in the form 'opencl-c', but the package has spirv-vulkan",
       "--api=opencl")
launch("no-form-check", saxpy, 1, "--api=opencl-il needs", "--api=opencl-il", "--check")
launch("api", saxpy, 1, "--api=metal: expected opencl, opencl-il or vulkan",
       "--api=metal")
launch("validate-opencl", saxpy, 1, "--validate is for Vulkan", "--api=opencl",
       "--validate")
print(f"{count} broken inputs, {breaches} breaches")
