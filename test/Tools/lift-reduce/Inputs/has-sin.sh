#!/bin/sh
# has-sin.sh LIFT-OPT FILE exits with 1, which means interesting, if the file is
# valid and a map in it computes a sine.
"$1" "$2" > /dev/null 2>&1 && grep -q 'lift.map' "$2" &&
  grep -q 'math.sin' "$2" && exit 1
exit 0
