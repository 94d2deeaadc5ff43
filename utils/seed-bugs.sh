#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: seed-bugs.sh [BUG...]
#
# Puts bugs into the compiler, one at a time, and counts the random programs that
# it takes to find each: a table of docs/Testing.md. The bugs are the patches in
# test/Fuzz/bugs, all of them if none is named. Needs a built tree in `build`
# without changes in lib; leaves it as it was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
limit=5000
log=build/seed-bugs.log

if ! git diff --quiet HEAD -- lib; then
  echo "seed-bugs.sh: there are changes in lib" >&2
  exit 1
fi
trap 'git checkout --quiet -- lib' EXIT
if [ $# -eq 0 ]; then
  set -- $(basename -s .patch test/Fuzz/bugs/*.patch)
fi

missed=0
echo "| bug | programs | found as |"
echo "|---|---|---|"
for bug; do
  git apply "test/Fuzz/bugs/$bug.patch"
  ninja -C build lift-fuzz > "$log"
  build/bin/lift-fuzz --count=$limit --stop-at-failure --shrink-seconds=0 \
    --output-dir=build/seed-bugs > "$log" || true
  git checkout --quiet -- lib
  # Programs are checked in batches, two at a time: the first seed counts.
  if first=$(grep '^seed ' "$log" | sed 's/seed //' | sort -n | head -n 1 |
      grep .); then
    echo "| $bug | $((${first%%:*} + 1)) | ${first#*: } |"
  else
    echo "| $bug | not in $limit | |"
    missed=$((missed + 1))
  fi
done
ninja -C build lift-fuzz > "$log"
exit $((missed != 0))
