#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs all tests: lit and FileCheck, in lift-opt and again in mlir-opt with the
# plug-in, and the unit tests. The last line is `N passed, N failed`; the exit
# status says whether all is well. A test that cannot run here (its device is
# missing) counts as neither.
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

results=$PWD/build/test-results.json
rm -f "$results"
# A suite that hangs is cut off, which has failed; the results do not have what
# has not run by then.
log=$PWD/build/test-log.txt
LIT_OPTS="${LIT_OPTS:-} --max-time=1200 --output=$results" \
  ninja -C build check-lift | tee "$log"
status=$?
grep -q 'reached timeout' "$log" && status=1

/usr/bin/python3 - "$results" "$status" <<'END'
import collections
import json
import os
import sys

results, status = sys.argv[1], int(sys.argv[2])
tests = []
if os.path.exists(results):
    with open(results) as file:
        tests = json.load(file)["tests"]
codes = collections.Counter(test["code"] for test in tests)
passed = codes["PASS"] + codes["FLAKYPASS"]
failed = len(tests) - passed
for code in ("XFAIL", "UNSUPPORTED", "EXCLUDED"):
    failed -= codes[code]
    if codes[code]:
        print(f"not counted: {codes[code]} {code}")
# A suite that was not built, or did not end as lit ends it, has failed.
if passed == 0 or (status != 0 and failed == 0):
    failed += 1
print(f"{passed} passed, {failed} failed")
sys.exit(failed != 0)
END
