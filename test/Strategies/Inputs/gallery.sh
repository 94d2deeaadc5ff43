#!/bin/bash
# Runs the programs of a folder as their first lines say, with further options, and
# prints how many agree with the evaluator: gallery.sh LIFT-RUN FOLDER [OPTION]...
set -u
run=$1
folder=$2
shift 2
agree=0
for program in "$folder"/*.mlir; do
  read -r -a options <<< "$(sed -n 's|^//   lift-run [^ ]* ||p' "$program")"
  if output=$("$run" "$program" "${options[@]}" "$@" 2>&1); then
    agree=$((agree + 1))
  else
    echo "$program: $output"
  fi
done
echo "$agree of $(ls "$folder"/*.mlir | wc -l) programs agree"
