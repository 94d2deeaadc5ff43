#!/bin/bash
# Runs a lift-run command under Oclgrind; fails on any report of a race, a
# non-uniform write, an invalid access or a divergent barrier. What it reports only
# of optimised code is no access of the kernel, but one that its compiler adds: it
# may load in front of a branch what is accessed behind it. The device has as much
# local memory as any target.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
check() {
  : > "$log"
  oclgrind --data-races --uniform-writes --local-mem-size 49152 --log "$log" "$@" \
    --device=oclgrind
}
check "$@"
if [ -s "$log" ]; then
  check --build-options -cl-opt-disable "$@"
fi
if [ -s "$log" ]; then
  cat "$log"
  exit 1
fi
