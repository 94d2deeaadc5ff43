#!/bin/bash
# Runs a lift-run command under Oclgrind; fails on any report of a race, a
# non-uniform write, an invalid access or a divergent barrier.
set -eu
log=$(mktemp)
trap 'rm -f "$log"' EXIT
oclgrind --data-races --uniform-writes --log "$log" "$@" --device=oclgrind
if [ -s "$log" ]; then
  cat "$log"
  exit 1
fi
