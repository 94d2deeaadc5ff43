# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a tool promises for input that it cannot take:

  * it says what is wrong, and where;
  * its exit status is not 0, and no signal ended it;
  * it ends within TIMEOUT seconds;
  * it writes nothing to standard output and leaves no file behind.
"""
import concurrent.futures
import os
import re
import signal
import subprocess
import tempfile
from typing import NamedTuple

TIMEOUT = 20

# What only a tool says that did not expect its input.
CRASH = re.compile(r"PLEASE submit a bug report|Stack dump|LLVM ERROR|Assertion"
                   r"|UNREACHABLE|AddressSanitizer|runtime error:|terminate called")
# FILE:LINE:COLUMN: error: SENTENCE, or the tool's own complaint.
REFUSAL = r"^[^\s:]*:\d+:\d+: error: \S|^\S*(lift-[a-z]+: )?error: \S"


def use_tools(folder):
    """Takes the tools from `folder`."""
    os.environ["PATH"] = f"{folder}{os.pathsep}{os.environ['PATH']}"


class Outcome(NamedTuple):
    status: int  # None after a timeout, negative after a signal
    stdout: bytes
    stderr: str


def run(command, folder, env=None):
    """Runs a shell command in `folder`, with no input."""
    process = subprocess.Popen(
        ["bash", "-c", "ulimit -c 0; " + command], cwd=folder,
        env=dict(os.environ, **(env or {})), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)
    try:
        stdout, stderr = process.communicate(timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Outcome(None, b"", "")
    status = process.returncode
    # The shell's way to say that a signal ended its child.
    return Outcome(128 - status if status > 128 else status, stdout,
                   stderr.decode(errors="replace"))


def find_crash(outcome):
    """What is wrong with an outcome, whatever the input was; or None."""
    if outcome.status is None:
        return f"does not end in {TIMEOUT} s"
    if outcome.status < 0:
        return f"ended by signal {-outcome.status}"
    if match := CRASH.search(outcome.stderr):
        return f"crashed: {match.group()}"
    return None


def find_breach(outcome, message, status=1):
    """Which promise the refusal of a broken input breaks; or None. `message` is
    a regular expression that what it says must match."""
    if crash := find_crash(outcome):
        return crash
    if outcome.status != status:
        return f"exit status {outcome.status}, expected {status}"
    if outcome.stdout:
        return f"writes to standard output: {outcome.stdout[:80]}"
    if not re.search(message, outcome.stderr, re.M):
        return f"does not say '{message}'"
    return None


def run_all(check, items):
    """Calls `check` for each item with a folder of its own; yields each item with
    the answer, in order."""
    def work(item):
        with tempfile.TemporaryDirectory() as folder:
            return item, check(item, folder)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as executor:
        yield from executor.map(work, items)
