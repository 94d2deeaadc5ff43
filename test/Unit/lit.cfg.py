# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The unit tests: every program under build/unittests whose name ends in Tests.

import os

import lit.formats

config.name = "LIFT-Unit"
config.suffixes = []
config.test_format = lit.formats.GoogleTest(".", "Tests")
config.test_source_root = os.path.join(config.lift_obj_root, "unittests")
config.test_exec_root = config.test_source_root
