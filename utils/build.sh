#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Configures and builds Lift and the site with its documentation in build/; or, of
# it, the targets that are given.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cmake --preset release
if [ $# -eq 0 ]; then
  set -- all docs
fi
# More jobs than processors take each other's caches: more time in all.
ninja -C build -j "$(nproc)" "$@"
