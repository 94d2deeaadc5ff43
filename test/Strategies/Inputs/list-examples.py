# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Lists the rewrites of all examples, which must change none of them.

  list-examples.py TOOLS-DIR EXAMPLES-DIR
"""

import glob
import json
import os
import subprocess
import sys

tools, examples = sys.argv[1:]


def run(path, *options):
    tool = os.path.join(tools, "lift-opt")
    return subprocess.run([tool, path, *options], check=True, text=True,
                          stdout=subprocess.PIPE).stdout


paths = sorted(glob.glob(os.path.join(examples, "**", "*.mlir"), recursive=True))
changed = 0
for path in paths:
    module = run(path)
    json.loads(run(path, "--lift-list-rewrites=format=json", "-o", os.devnull))
    if not run(path, "--lift-list-rewrites").endswith(module):
        changed += 1
        print(f"{path}: changed")
print(f"{len(paths)} programs, {changed} changed")
