# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Regression tests. Features that tests may require:
#
#   clang-opencl    a clang that compiles OpenCL C; %clang_opencl checks a file
#   pocl            OpenCL kernels run on the CPU; %pocl is the platform's name
#   aarch64         a cross compiler, and qemu to run what it makes
#   lavapipe        Vulkan kernels run on the CPU, and there are tools for SPIR-V
#   vk-validation   Vulkan's validation layer is there, too
#   pip             pip installs packages for Debian's Python
#   oclgrind        kernels run in a simulator that finds races
#   z3              the solver as a program of its own
#   lift-run, ...   the tool of that name was built
#
# LIFT_OPT_CHECK_IR_ROUNDTRIP=1 in the environment makes every lift-opt also
# print, parse and compare what it read.
#
# The suite runs twice: once as it is, and then, as LIFT-WithPlugin, the tests of
# dialect and passes with packaged mlir-opt and the plug-in in place of lift-opt.
# A test that needs something of lift-opt itself (a pass by its flag, a pass for
# tests) says `REQUIRES: lift-opt`.

import glob
import os
import shutil
import subprocess

import lit.formats
from lit.llvm import llvm_config
from lit.llvm.subst import FindTool, ToolSubst

with_plugin = getattr(config, "with_plugin", False)
config.name = "LIFT-WithPlugin" if with_plugin else "LIFT"
config.test_format = lit.formats.ShTest(not llvm_config.use_lit_shell)
config.suffixes = [".mlir", ".test"]
config.excludes = ["Inputs", "CMakeLists.txt", "lit.cfg.py"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.lift_obj_root, "test")
if with_plugin:
    config.test_exec_root = os.path.join(config.test_exec_root, "WithPlugin")
    config.excludes += set(os.listdir(config.test_source_root)) - {
        "Analysis", "Conversion", "Dialect", "GPU", "Mapping", "Transforms",
        "WorkItems"}

llvm_config.with_system_environment(["HOME", "TMP", "TEMP", "POCL_CACHE_DIR"])
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)
llvm_config.use_default_substitutions()
# Tests leave the source tree as it is.
llvm_config.with_environment("PYTHONDONTWRITEBYTECODE", "1")
# not, split-file, count
llvm_config.with_environment("PATH", config.llvm_tools_dir, append_path=True)

config.substitutions.append(("%lift_src_root", config.lift_src_root))
config.substitutions.append(("%lift_obj_root", config.lift_obj_root))
config.substitutions.append(("%lift_lib_dir", config.lift_lib_dir))
config.substitutions.append(("%lift_tools_dir", config.lift_tools_dir))

lift_opt_args = []
if os.environ.get("LIFT_OPT_CHECK_IR_ROUNDTRIP"):
    lift_opt_args = ["--verify-roundtrip"]
plugin = os.path.join(config.lift_lib_dir, "LiftPlugin.so")
plugin_args = ["--load-dialect-plugin=" + plugin,
               "--load-pass-plugin=" + plugin]
lift_opt = "lift-opt"
if with_plugin:
    lift_opt = "mlir-opt"
    lift_opt_args += plugin_args
config.substitutions.append(("%plugin_args", " ".join(plugin_args)))
tools = [
    ToolSubst("lift-opt", FindTool(lift_opt), extra_args=lift_opt_args,
              unresolved="ignore")
]
for name in ["lift-translate", "lift-run", "lift-launch", "lift-reduce",
             "lift-lsp-server", "lift-fuzz", "canary-bench", "mlir-opt"]:
    tools.append(ToolSubst(name, unresolved="ignore"))
llvm_config.add_tool_substitutions(
    tools, [config.lift_tools_dir, config.llvm_tools_dir])
for name in ["lift-opt", "lift-translate", "lift-run", "lift-launch",
             "lift-reduce", "lift-lsp-server", "lift-fuzz", "canary-bench"]:
    if with_plugin and name == "lift-opt":
        continue
    if os.path.exists(os.path.join(config.lift_tools_dir, name)):
        config.available_features.add(name)


def succeeds(*command):
    """Whether a command runs and says so; what it prints is returned."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, timeout=120,
                              stderr=subprocess.DEVNULL,
                              stdin=subprocess.DEVNULL)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode() if done.returncode == 0 else None


for name in ["clang-14", "clang"]:
    clang = shutil.which(name)
    if clang:
        command = [clang, "-x", "cl", "-cl-std=CL1.2", "-Wall", "-Werror",
                   "-fsyntax-only", "-Xclang", "-finclude-default-header"]
        if succeeds(*command, os.devnull) is not None:
            config.available_features.add("clang-opencl")
            config.substitutions.append(("%clang_opencl", " ".join(command)))
            break

platforms = succeeds("clinfo", "-l") or ""
if "Portable Computing Language" in platforms:
    config.available_features.add("pocl")
config.substitutions.append(("%pocl", "'Portable Computing Language'"))

# Not that of whoever runs the tests.
config.environment["LIFT_CACHE_DIR"] = os.path.join(config.test_exec_root,
                                                    "cache")

# Found by its description, so that tests see no other driver.
lavapipe = glob.glob("/usr/share/vulkan/icd.d/lvp_icd*.json")
if lavapipe and shutil.which("spirv-as") and shutil.which("spirv-val"):
    config.available_features.add("lavapipe")
    for name in ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"]:
        config.environment[name] = lavapipe[0]
    if glob.glob("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json"):
        config.available_features.add("vk-validation")

if shutil.which("oclgrind"):
    config.available_features.add("oclgrind")

if os.path.exists(os.path.join(config.llvm_tools_dir, "lli")):
    config.available_features.add("lli")
    config.substitutions.append(
        ("%run_on_host", "env BUILD=" + os.path.dirname(config.lift_lib_dir) +
         " LLVM=" + os.path.dirname(config.llvm_tools_dir) + " " +
         os.path.join(config.lift_src_root,
                      "examples/linalg/run-on-host.sh")))

if shutil.which("z3"):
    config.available_features.add("z3")

if shutil.which("aarch64-linux-gnu-g++") and shutil.which("qemu-aarch64-static"):
    config.available_features.add("aarch64")

if succeeds("/usr/bin/python3", "-c", "import setuptools, wheel, pip") is not None:
    config.available_features.add("pip")

# They take gigabytes of memory and disk.
if os.environ.get("LIFT_LARGE_TESTS"):
    config.available_features.add("large-tests")

# Compares an entry of a test file with NumPy; see utils/check-numpy.py.
config.substitutions.append(
    ("%check_numpy", "/usr/bin/python3 " +
     os.path.join(config.lift_src_root, "utils", "check-numpy.py") +
     " --lift-run=" + os.path.join(config.lift_tools_dir, "lift-run")))

# Python with the package of python/, on the libraries that were built.
config.substitutions.append(
    ("%lift_python", "env PYTHONPATH=" +
     os.path.join(config.lift_src_root, "python") +
     " LIFT_LIBRARY_PATH=" + config.lift_lib_dir +
     " LIFT_EXAMPLES=" + os.path.join(config.lift_src_root, "examples") +
     " /usr/bin/python3"))

# Checks what a page of documentation shows; see utils/check-docs.py.
config.substitutions.append(
    ("%check_docs", "/usr/bin/python3 " +
     os.path.join(config.lift_src_root, "utils", "check-docs.py") +
     " --build=" + config.lift_obj_root))
