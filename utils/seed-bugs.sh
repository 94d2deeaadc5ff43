#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: seed-bugs.sh [BUG...]
#
# Puts bugs into the compiler, one at a time, and counts the random programs that
# it takes to find each: a table of docs/Testing.md. The bugs are the patches in
# test/Fuzz/bugs, all of them if none is named. A line `# only: KIND` at the top of
# a patch names the kind of programs (--only of lift-fuzz) that are counted; without
# one, programs are of the usual mixture. What fails without the bug, too, as on a
# device with mistakes of its own, is not counted as found. Needs a built tree in
# `build` without changes in lib; leaves it as it was.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
limit=5000
dir=build/seed-bugs
log=$dir/log

if ! git diff --quiet HEAD -- lib; then
  echo "seed-bugs.sh: there are changes in lib" >&2
  exit 1
fi
trap 'git checkout --quiet -- lib' EXIT
if [ $# -eq 0 ]; then
  set -- $(basename -s .patch test/Fuzz/bugs/*.patch)
fi
mkdir -p "$dir"
ninja -C build lift-fuzz > "$log"
cp build/bin/lift-fuzz "$dir/lift-fuzz"

# Runs lift-fuzz for programs of the kind of the bug.
fuzz() {
  local tool=$1
  shift
  "$tool" ${kind:+--only="$kind"} --shrink-seconds=0 --output-dir="$dir" "$@"
}

# Prints the first seed that fails because of the bug, and how.
find_bug() {
  local next=0 seed found
  while [ "$next" -lt "$limit" ]; do
    fuzz build/bin/lift-fuzz --seed="$next" --count=$((limit - next)) \
      --stop-at-failure > "$log" || true
    # Programs are checked in batches, two at a time: the first seed counts.
    found=$(grep '^seed ' "$log" | sed 's/seed //' | sort -n | head -n 1 || true)
    [ -n "$found" ] || return 0
    seed=${found%%:*}
    if fuzz "$dir/lift-fuzz" --seed="$seed" --count=1 > "$log"; then
      echo "$found"
      return 0
    fi
    next=$((seed + 1))
  done
}

missed=0
echo "| bug | kind | programs | found as |"
echo "|---|---|---|---|"
for bug; do
  patch=test/Fuzz/bugs/$bug.patch
  kind=$(sed -n '1,/^---/s/^# only: //p' "$patch")
  git apply "$patch"
  ninja -C build lift-fuzz > "$log"
  found=$(find_bug)
  git checkout --quiet -- lib
  if [ -n "$found" ]; then
    echo "| $bug | ${kind:-any} | $((${found%%:*} + 1)) | ${found#*: } |"
  else
    echo "| $bug | ${kind:-any} | not in $limit | |"
    missed=$((missed + 1))
  fi
done
ninja -C build lift-fuzz > "$log"
exit $((missed != 0))
