#!/bin/sh
# contains.sh TEXT FILE exits with 1, which means interesting, if a line of the
# file has the text.
! grep -qe "$1" "$2"
