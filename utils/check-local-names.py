#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Looks for names that two files of a library declare, each for itself.

    utils/check-local-names.py FOLDER...

The sources of a library are compiled together (CMAKE_UNITY_BUILD): two functions
of one name that are local to their files become overloads of each other, and a
call may take the one of another file, without a word from the compiler.
"""
import collections
import pathlib
import re
import sys


def get_declared(declaration):
    """The names of the variables that a statement declares."""
    declaration = re.sub(r"\{.*\}", "", declaration, flags=re.DOTALL)
    for part in re.split(r",(?![^(<]*[)>])", declaration):
        name = re.search(r"(\w+)\s*(?:\[[^\]]*\])?\s*(?:=|$)", part)
        if name:
            yield name.group(1)


def get_local_names(text):
    """The functions and variables that are `static`, each with its line."""
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    text = re.sub(r"//[^\n]*", "", text)
    for static in re.finditer(r"^static\b", text, re.MULTILINE):
        line = text.count("\n", 0, static.start()) + 1
        statement = text[static.end():text.index(";", static.end())]
        function = re.match(r"[^={]*?(\w+)\s*\(", statement)
        for name in [function.group(1)] if function else get_declared(statement):
            yield name, line


def get_library(path):
    return next(parent for parent in path.parents if (parent / "CMakeLists.txt").exists())


def main():
    places = collections.defaultdict(dict)
    num_files = 0
    for folder in sys.argv[1:]:
        for path in sorted(pathlib.Path(folder).rglob("*.cpp")):
            num_files += 1
            for name, line in get_local_names(path.read_text()):
                places[get_library(path), name].setdefault(path, line)
    clashes = [(name, files) for (_, name), files in places.items() if len(files) > 1]
    for name, files in clashes:
        (path, line), (other, _) = list(files.items())[:2]
        print(f"{path}:{line}: '{name}' is also local to {other.name}, of the same library")
    print(f"{len(places)} names local to one of {num_files} files, {len(clashes)} to several")
    return bool(clashes)


if __name__ == "__main__":
    sys.exit(main())
