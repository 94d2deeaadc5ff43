#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Installs what Lift is built and tested with, on Debian 12. LLVM and MLIR 22
# come from Debian's own security repository. Does nothing if all is there.
set -euo pipefail

packages=(
  # Build
  cmake ninja-build g++ ccache
  llvm-22-dev libmlir-22-dev mlir-22-tools llvm-22-tools
  ocl-icd-opencl-dev opencl-c-headers opencl-clhpp-headers
  nlohmann-json3-dev libxtensor-dev libz3-dev libvulkan-dev
  # Run: OpenCL and Vulkan on the CPU
  pocl-opencl-icd mesa-vulkan-drivers vulkan-validationlayers spirv-tools
  # Test
  libgtest-dev python3 python3-numpy clang clinfo oclgrind z3
  g++-aarch64-linux-gnu qemu-user-static
  python3-pip python3-setuptools python3-wheel
  # Documentation
  python3-markdown
)

missing=()
for package in "${packages[@]}"; do
  status=$(dpkg-query -W -f '${Status}' "$package" 2>/dev/null || true)
  [[ $status == "install ok installed" ]] || missing+=("$package")
done
if [[ ${#missing[@]} -eq 0 ]]; then
  echo "All packages are installed."
  exit 0
fi

as_root=()
[[ $(id -u) -eq 0 ]] || as_root=(sudo)
"${as_root[@]}" apt-get update
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
  apt-get install --yes --no-install-recommends "${missing[@]}"
