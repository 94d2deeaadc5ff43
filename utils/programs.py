# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Texts of programs whose mappings are chosen by somebody else."""

import re


def get_line(text, key, default=""):
    """What a program says of itself: // KEY: value."""
    match = re.search(rf"^// {key}: (.*)$", text, re.MULTILINE)
    return match.group(1).strip() if match else default


def erase_choices(text):
    """The program without mappings and vector widths."""
    text = re.sub(r"\b(lift\.map) (seq|(lcl|wrg|glb)\([0-2]\))", r"\1", text)
    text = re.sub(r"(lift\.(?:map|reduce)[^(\n]*?) vector\(\d+\)", r"\1", text)
    return re.sub(r"(lift\.copy %\S+) \[[^\]]*\]", r"\1", text)
