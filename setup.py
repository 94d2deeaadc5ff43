# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the C libraries that the Python package is made on, with CMake, in the
folder `build` or $LIFT_BUILD_DIR; what is there already is used. They look for
LLVM where it was when they were built."""
import os
import pathlib
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

ROOT = pathlib.Path(__file__).parent.resolve()
BUILD = pathlib.Path(os.environ.get("LIFT_BUILD_DIR", ROOT / "build"))
PYTHON_BUILD = BUILD / "python"
LIBRARIES = ["LiftCAPI", "LiftRuntimeCAPI"]


class BuildWithLibraries(build_py):
    def run(self):
        super().run()
        if not (BUILD / "build.ninja").exists():
            subprocess.run(["cmake", "-S", ROOT, "-B", BUILD, "-G", "Ninja"],
                           check=True)
        subprocess.run(["cmake", "--build", BUILD, "--target", *LIBRARIES],
                       check=True)
        for library in LIBRARIES:
            name = f"lib{library}.so"
            shutil.copy2(BUILD / "lib" / name,
                         pathlib.Path(self.build_lib) / "lift" / name)


class PlatformDistribution(Distribution):
    """Its wheels are for one platform: libraries come along."""

    def has_ext_modules(self):
        return True


# Beside what CMake makes.
PYTHON_BUILD.mkdir(parents=True, exist_ok=True)
setup(cmdclass={"build_py": BuildWithLibraries}, distclass=PlatformDistribution,
      options={"build": {"build_base": str(PYTHON_BUILD)},
               "egg_info": {"egg_base": str(PYTHON_BUILD)}})
