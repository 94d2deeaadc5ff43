#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that what a Markdown page shows is true.

  * A block ```console holds commands, after `$ `, and what they print; `...` in
    the output stands for any text. Several `$ ` lines are several commands; a
    command may go on after a backslash. They run where the files of the
    repository are, with --build as `build`, and find the tools in PATH.
  * A block ```mlir or ```c stands after `<!-- file: PATH -->` and is a part of
    that file, line for line; after `<!-- output of: COMMAND -->` it is a part of
    what the command prints; after `<!-- unchecked -->` it is only shown.
  * A link to a file leads to a file.

With --ops, every operation that the .td files in that folder define is named in
a table of the page.
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent


class Block:
    def __init__(self, language, source, line):
        self.language = language
        self.source = source
        self.line = line
        self.text = ""


def parse_blocks(page):
    """The fenced blocks of a page; `source` is the comment before them."""
    blocks, current, comment = [], None, None
    for number, line in enumerate(page.splitlines(), start=1):
        if current:
            if line.strip() == "```":
                blocks.append(current)
                current = None
            else:
                current.text += line + "\n"
        elif line.startswith("```"):
            current = Block(line[3:].strip(), comment, number)
            comment = None
        elif match := re.fullmatch(r"<!-- (.*) -->", line.strip()):
            comment = match.group(1)
        elif line.strip():
            comment = None
    return blocks


def make_root(folder, build):
    """Makes `folder` look like the repository, built in `build`."""
    for entry in ROOT.iterdir():
        if not entry.name.startswith("build"):
            os.symlink(entry, os.path.join(folder, entry.name))
    os.symlink(build.resolve(), os.path.join(folder, "build"))


def run(command, root):
    """What a shell command prints, both streams."""
    path = [os.path.join(root, "build", "bin"), "/usr/lib/llvm-22/bin",
            os.environ["PATH"]]
    env = dict(os.environ, PATH=os.pathsep.join(path))
    done = subprocess.run(["bash", "-c", command], cwd=root, env=env, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    return done.stdout


def parse_console(text):
    """Pairs of a command and its output."""
    commands = []
    continues = False
    for line in text.splitlines():
        if continues:
            commands[-1][0] += "\n" + line
        elif line.startswith("$ "):
            commands.append([line[2:], ""])
        elif commands:
            commands[-1][1] += line + "\n"
        continues = continues and line.endswith("\\") or (
            line.startswith("$ ") and line.endswith("\\"))
    return commands


def matches(expected, actual):
    parts = [re.escape(part) for part in expected.strip().split("...")]
    return re.fullmatch(".*?".join(parts), actual.strip(), re.DOTALL)


def is_part(text, whole):
    """Whether the lines of `text` stand in `whole` one after the other."""
    return "\n" + text.strip("\n") + "\n" in "\n" + whole + "\n"


def check_block(block, root):
    """What is wrong with a block, or None."""
    if block.language == "console":
        for command, expected in parse_console(block.text):
            actual = run(command, root)
            if not matches(expected, actual):
                return f"'{command}' prints\n{actual}"
        return None
    if block.language not in ("mlir", "c") or block.source == "unchecked":
        return None
    kind, _, argument = (block.source or "").partition(": ")
    if kind == "file":
        file = ROOT / argument
        if not file.is_file():
            return f"there is no file {argument}"
        whole = file.read_text()
        return None if is_part(block.text, whole) else f"not in {argument}"
    if kind == "output of":
        whole = run(argument, root)
        return (None if is_part(block.text, whole) else
                f"not in what '{argument}' prints\n{whole}")
    return "needs '<!-- file: PATH -->' or '<!-- output of: COMMAND -->'"


def check_links(file, page):
    for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page):
        if "://" not in target and not (file.parent / target).exists():
            yield f"{file.name}: a link leads to {target}, which does not exist"


def check_ops(folder, file, page):
    for definitions in sorted(pathlib.Path(folder).glob("*.td")):
        for name in re.findall(r'^def \w+ : Lift_\w*Op<"(\w+)"',
                               definitions.read_text(), re.MULTILINE):
            if not re.search(rf"^\|.*`{name}`.*\|", page, re.MULTILINE):
                yield f"{file.name}: no table names the operation `{name}`"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--ops", metavar="FOLDER")
    parser.add_argument("pages", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    errors = []
    with tempfile.TemporaryDirectory() as root:
        make_root(root, args.build)
        for file in args.pages:
            page = file.read_text()
            for block in parse_blocks(page):
                if error := check_block(block, root):
                    errors.append(f"{file}:{block.line}: {error}")
            errors += check_links(file, page)
            if args.ops:
                errors += check_ops(args.ops, file, page)
    if errors:
        sys.exit("\n".join(errors))


if __name__ == "__main__":
    main()
