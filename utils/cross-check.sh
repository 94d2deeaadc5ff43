#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds lift-launch for aarch64 with Debian's cross compiler and runs it in
# qemu: its help, and a check of a package. There need be no OpenCL for aarch64:
# a stub stands for the ICD loader, whose functions know no platform.
#
#   utils/cross-check.sh BUILD-FOLDER [PACKAGE]
set -eu
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
build=$1
mkdir -p "$build"
stub=$build/libOpenCL.so.1
grep -oE '\bcl[A-Z][A-Za-z]+\(' /usr/include/CL/cl.h | sort -u |
  sed 's/.*/int &void) { return -1001; }/' |
  aarch64-linux-gnu-gcc -w -shared -nostdlib -Wl,-soname,libOpenCL.so.1 \
    -x c - -o "$stub"
# The headers of these libraries are the same for all architectures.
package_dir() { dirname "$(dpkg -L "$1" | grep -i 'config\.cmake$')"; }
cmake -S "$source" -B "$build" -G Ninja -DLIFT_LAUNCH_ONLY=ON \
  -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DOpenCL_LIBRARY="$stub" -DOpenCL_INCLUDE_DIR=/usr/include \
  -Dxtensor_DIR="$(package_dir libxtensor-dev)" \
  -Dnlohmann_json_DIR="$(package_dir nlohmann-json3-dev)" \
  -DCMAKE_CXX_FLAGS="-idirafter /usr/include" > "$build/configure.log"
ninja -C "$build" lift-launch > "$build/build.log"
launch() {
  qemu-aarch64-static -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH="$build" \
    "$build/bin/lift-launch" "$@"
}
launch --help
if [ $# -gt 1 ]; then
  launch --check "$2"
fi
