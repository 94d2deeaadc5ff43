#!/bin/bash
# Runs a lift-run command under Oclgrind; fails on any report of a race, a
# non-uniform write, an invalid access or a divergent barrier. What it reports only
# of optimised code is no access of the kernel, but one that its compiler adds: it
# may load in front of a branch what is accessed behind it. The device has as much
# local memory as any target. Its compiler takes minutes to keep track of variables
# through unrolled loops; reports name lines all the same.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
lines=-debug-info-kind=line-tables-only
check() {
  : > "$log"
  oclgrind --data-races --uniform-writes --local-mem-size 49152 --log "$log" \
    --build-options "$1" "${@:2}" --device=oclgrind
}
check $lines "$@"
if [ -s "$log" ]; then
  check "$lines -cl-opt-disable" "$@"
fi
if [ -s "$log" ]; then
  cat "$log"
  exit 1
fi
