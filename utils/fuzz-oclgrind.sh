#!/bin/bash
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Usage: fuzz-oclgrind.sh [FIRST-SEED [COUNT [KIND]]]
#
# Runs random programs of a kind (--only of lift-fuzz; by default those that are
# mapped as by hand) under Oclgrind, which looks for races, non-uniform writes, invalid accesses and divergent barriers. Programs
# that use what the compiler does not support are left out. The last line says
# how many ran; what fails stays in build/fuzz-oclgrind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
first=${1:-0} count=${2:-200}
export kind=${3:-mapped}
dir=build/fuzz-oclgrind
rm -rf "$dir"
mkdir -p "$dir"

# Runs the program of one seed, and says what became of it.
check() {
  local dir=$1 seed=$2 file=$1/$2.mlir
  build/bin/lift-fuzz --only="$kind" --seed="$seed" --print > "$file"
  if ! build/bin/lift-opt --lift-to-gpu "$file" -o "$dir/$seed.lowered" \
      2> "$dir/$seed.log"; then
    echo unsupported
    rm "$file" "$dir/$seed.log"
    return
  fi
  # The first line of a program has the arguments that it is run with.
  local arguments
  read -r -a arguments < <(sed 's,^// lift-run FILE,,;q' "$file")
  if utils/oclgrind-run.sh build/bin/lift-run "$file" "${arguments[@]}" \
      > "$dir/$seed.log" 2>&1; then
    echo clean
    rm "$file" "$dir/$seed.log"
  elif grep -q 'precondition does not hold' "$dir/$seed.log"; then
    echo unsupported
  else
    echo "seed $seed: see $dir/$seed.log"
  fi
  rm "$dir/$seed.lowered"
}
export -f check
seq "$first" $((first + count - 1)) |
  xargs -P 2 -I SEED bash -c "check $dir SEED" > "$dir/results"
grep '^seed' "$dir/results" || true
clean=$(grep -c '^clean' "$dir/results" || true)
unsupported=$(grep -c '^unsupported' "$dir/results" || true)
echo "$count programs: $clean clean, $unsupported unsupported," \
  "$((count - clean - unsupported)) failed"
[ $((clean + unsupported)) -eq "$count" ]
