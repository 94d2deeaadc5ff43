# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that a trace has several launches, the first at 0, one after another."""
import json
import sys

with open(sys.argv[1]) as file:
    events = json.load(file)["traceEvents"]
launches = [event for event in events if event["ph"] == "X"]
assert len(launches) > 1, launches
assert launches[0]["ts"] == 0
for first, second in zip(launches, launches[1:]):
    assert first["ts"] + first["dur"] <= second["ts"] + 1e-3, (first, second)
