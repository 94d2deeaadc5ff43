#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# From a fresh Debian 12 to running examples: builds only what runs them.
set -euo pipefail
utils=$(dirname "${BASH_SOURCE[0]}")
bash "$utils/install-dependencies.sh"
bash "$utils/build.sh" lift-run
bash "$utils/run-examples.sh"
