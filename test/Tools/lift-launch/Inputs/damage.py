# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What can happen to a file, at random."""
import random


def change_byte(text):
    place = random.randrange(len(text))
    byte = bytes([(text[place] + random.randrange(1, 256)) % 256])
    return text[:place] + byte + text[place + 1 :]


def cut(text):
    return text[: random.randrange(len(text) - 2)]


def duplicate(text):
    begin = random.randrange(len(text) - 1)
    end = random.randrange(begin + 1, len(text))
    return text[:end] + text[begin:end] + text[end:]


KINDS = [change_byte, cut, duplicate]
