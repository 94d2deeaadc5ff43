#!/bin/sh
# contains.sh TEXT... FILE exits with 1, which means interesting, if each text
# stands in the file.
for file; do :; done
while [ $# -gt 1 ]; do
  grep -qe "$1" "$file" || exit 0
  shift
done
exit 1
