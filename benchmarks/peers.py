#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Times programs without choices beside libraries and kernels by hand on a GPU.

`make FOLDER` compiles the programs and writes them, and the kernels by hand, as
packages: of each program one for all sizes of any device, and one for each of its
sizes and TARGET, as a user has who knows them; `run FOLDER` launches them, and in the same call runs PyTorch's libraries
(cuBLAS, cuDNN) and what its compiler makes (inductor: Triton's kernels, tuned). It
needs this folder, lift-launch and OpenCL; without PyTorch its columns are empty.

All times are of kernels, without the gaps between them: the sum of their OpenCL
events, or of the profiler's kernel times, each the median over the runs. A kernel by
hand stands there with its share of the bound: the time that the bytes, the
operations or the special functions take at the rates given, whichever is longest,
over its own. Its results and those of the program must be equal, byte for byte, or,
where rounding may differ, to 1/10000 of the largest. The last column is the time of
the fastest other over the shorter one of the program (above 1: the program is
faster). A program that would take longer than LIMIT seconds is run with smaller
sizes.

The time of an OpenCL event includes some microseconds of the launch, which the profiler
does not count. With --in-a-row, a second table says what one run takes where IN_A_ROW
runs follow each other, gaps included: of packages for their sizes, and of PyTorch's
libraries.
"""
import json
import math
import pathlib
import statistics
import tempfile
import time

import compare
from compare import ToolError
from handwritten import KERNELS
from programs import PROGRAMS, SETS

COLUMNS = ["program", "sizes", "bound", "text alone", "for its sizes", "by hand",
           "PyTorch", "inductor", "ratio"]
ROW_COLUMNS = ["program", "sizes", "for its sizes, in a row", "PyTorch, in a row",
               "PyTorch, profiler"]
# How many batches of runs in a row are timed; their median is given.
BATCHES = 3


def get_sized(name, sizes):
    """The folder of the package for these sizes."""
    return f"{name}-{sizes.replace('=', '').replace(',', '-')}"


def make_sized(options, name, sizes):
    """Writes the package for these sizes."""
    program = PROGRAMS[name]
    command = [options.lift_run, str(compare.ROOT / program.file),
               f"--entry={program.entry}", f"--target={options.target}",
               f"--size={sizes}",
               f"--emit-package={options.folder / get_sized(name, sizes)}"]
    text, messages = compare.run_tool(command)
    if text is None:
        raise ToolError(f"{' '.join(command)}: {messages}")


def make(options):
    for name in options.programs:
        for sizes in options.sizes or PROGRAMS[name].sizes:
            make_sized(options, name, sizes)
    return compare.make(options)


def load_libraries():
    """The module that runs PyTorch, or None; and what it says of itself."""
    try:
        import libraries
        return libraries, libraries.set_up()
    except Exception as error:
        return None, f"without PyTorch ({error})"


def compute_bound(options, program, sizes):
    """The shortest time in seconds. A multiprocessor has 128 units that do two
    operations in each cycle, and 16 for special functions."""
    rates = {"bytes": options.bandwidth * 1e9, "flops": options.flops * 1e12,
             "special": options.flops * 1e12 / 16}
    return max(compare.compute(amount, sizes) / rates[kind]
               for kind, amount in program.bound.items())


def launch(options, package, sizes, repeat, outputs=(), figure="median_ns"):
    """A time of compare.launch; what is refused is an error."""
    seconds = compare.launch(options, package, sizes, repeat, outputs, options.limit,
                             figure)
    if isinstance(seconds, str):
        raise ToolError(seconds)
    return seconds


def time_text(options, name, sizes, outputs):
    """The time of a program, and the sizes that it was run with."""
    program = PROGRAMS[name]
    if program.trial:
        seconds = launch(options, name, program.trial, 1)
        work = program.work[0]
        ratio = compare.compute(work, sizes) / compare.compute(work, program.trial)
        if seconds * ratio * (options.repeat + 1) > options.limit:
            return seconds, program.trial
    try:
        return launch(options, name, sizes, options.repeat, outputs), sizes
    except ToolError:
        return launch(options, name, sizes, 1, outputs), sizes


def time_sized(options, name, sizes, outputs):
    """The time of the package for the sizes."""
    return launch(options, get_sized(name, sizes), sizes, options.repeat, outputs)


def time_in_a_row(options, name, sizes):
    """What one of many runs takes of the package for the sizes."""
    return statistics.median(
        launch(options, get_sized(name, sizes), sizes, options.in_a_row, figure="run_ns")
        for _ in range(BATCHES))


def time_by_hand(options, program, sizes, outputs):
    """The time of the fastest package, and its name."""
    kernels = KERNELS[program.kernels]
    packages = [folder for folder, _ in kernels.get_packages(program.kernels)]
    fastest = compare.find_fastest(options, packages, sizes, options.limit)
    return compare.launch(options, fastest, sizes, options.repeat, outputs,
                          options.limit), fastest


def results_agree(program, files):
    """Whether the results of a program and of a kernel by hand are the same."""
    for ours, theirs in files:
        if pathlib.Path(ours).read_bytes() == pathlib.Path(theirs).read_bytes():
            continue
        if not program.tolerant:
            return False
        import numpy
        ours, theirs = numpy.load(ours), numpy.load(theirs)
        # Not a number is no less than anything.
        if not abs(ours - theirs).max() <= 1e-4 * abs(theirs).max():
            return False
    return True


def run_one(options, libraries, name, sizes):
    """What was measured of a program, and why the rest was not."""
    program = PROGRAMS[name]
    row = {"program": name, "sizes": sizes, "notes": [],
           "bound_s": compute_bound(options, program, sizes)}

    def attempt(what, action):
        try:
            return action()
        except Exception as error:
            row["notes"].append(f"{what}: {' '.join(str(error).split())[-400:]}")
            return None

    with tempfile.TemporaryDirectory() as scratch:
        count = KERNELS[program.kernels].results if program.kernels else 0
        files = [(f"{scratch}/ours{i}.npy", f"{scratch}/theirs{i}.npy")
                 for i in range(count)]
        text = attempt("text alone", lambda: time_text(
            options, name, sizes, [ours for ours, _ in files]))
        if text:
            row["text_s"], row["text_sizes"] = text
        sized_files = [f"{scratch}/sized{i}.npy" for i in range(count)]
        sized = attempt("for its sizes", lambda: time_sized(
            options, name, sizes, sized_files))
        if sized:
            row["sized_s"] = sized
        if options.in_a_row:
            row["sized_row_s"] = attempt("in a row", lambda: time_in_a_row(
                options, name, sizes))
        if program.kernels:
            hand = attempt("by hand", lambda: time_by_hand(
                options, program, sizes, [theirs for _, theirs in files]))
            if hand:
                row["hand_s"], row["hand_package"] = hand
            theirs = [file for _, file in files]
            agree = [results_agree(program, list(zip(ours, theirs)))
                     for ours, time in (([file for file, _ in files], text),
                                        (sized_files, sized)) if time and hand]
            if agree:
                row["equal"] = all(agree)
    if libraries and program.library:
        values = compare.parse_sizes(sizes)
        row["torch_s"] = attempt("PyTorch", lambda: libraries.run(
            program.library, values, False))
        if options.in_a_row:
            row["torch_row_s"] = attempt("PyTorch in a row", lambda: libraries.run_in_a_row(
                program.library, values, options.in_a_row, BATCHES))
        if time.monotonic() < options.inductor_end:
            row["inductor_s"] = attempt("inductor", lambda: libraries.run(
                program.library, values, True))
    return row


def format_time(seconds):
    return f"{seconds * 1e6:.4g} us" if seconds < 1e-3 else f"{seconds * 1e3:.4g} ms"


def format_cell(row, key, sizes=None):
    seconds, sizes = row.get(key), sizes or row["sizes"]
    return (f"{format_time(seconds)}, "
            f"{compare.format_rate(PROGRAMS[row['program']], sizes, seconds)}"
            if seconds else "")


def format_runs_in_a_row(row):
    return [row["program"].removeprefix("text-"), row["sizes"],
            *(format_cell(row, key) for key in ("sized_row_s", "torch_row_s", "torch_s"))]


def format_row(row):
    program, sizes = PROGRAMS[row["program"]], row["sizes"]
    text = format_cell(row, "text_s", row.get("text_sizes"))
    if text and row["text_sizes"] != sizes:
        text += f" ({row['text_sizes']})"
    hand = format_cell(row, "hand_s")
    if hand:
        hand += f" ({100 * row['bound_s'] / row['hand_s']:.0f} %)"
    if not row.get("equal", True):
        hand += " RESULTS DIFFER"
    others = [row[key] for key in ("hand_s", "torch_s", "inductor_s") if row.get(key)]
    own = []
    if text:
        scale = (compare.compute(program.work[0], sizes)
                 / compare.compute(program.work[0], row["text_sizes"]))
        own.append(row["text_s"] * scale)
    if row.get("sized_s"):
        own.append(row["sized_s"])
    ratio = f"{min(others) / min(own):.3g}" if own and others else ""
    return [row["program"].removeprefix("text-"), sizes, format_time(row["bound_s"]),
            text, format_cell(row, "sized_s"), hand, format_cell(row, "torch_s"),
            format_cell(row, "inductor_s"), ratio]


def run(options):
    if others := set(options.programs) - set(SETS["text"]):
        raise ToolError(f"not of the set text: {', '.join(sorted(others))}")
    libraries, description = load_libraries()
    print(description, flush=True)
    options.inductor_end = time.monotonic() + options.inductor_seconds
    rows = []

    def measure_all():
        for name in options.programs:
            for sizes in options.sizes or PROGRAMS[name].sizes:
                row = run_one(options, libraries, name, sizes)
                rows.append(row)
                if options.json:
                    options.json.write_text(json.dumps(
                        {"libraries": description, "rows": rows}, indent=1) + "\n")
                yield format_row(row), row.get("equal", True)

    failures = compare.print_table(COLUMNS, measure_all())
    if options.in_a_row:
        print()
        compare.print_table(ROW_COLUMNS, ((format_runs_in_a_row(row), True) for row in rows))
    for row in rows:
        for note in row["notes"]:
            print(f"{row['program']} {row['sizes']}: {note}")
    return failures


def make_parser(description):
    """What is common to the scripts that time programs without choices."""
    parser = compare.make_parser(description, ["text"],
                                 "programs, or the set text: " + ", ".join(SETS["text"]))
    parser.add_argument("--repeat", type=int, default=11)
    parser.add_argument("--limit", type=float, default=20,
                        help="seconds that lift-launch may take (default: 20)")
    parser.add_argument("--target", default="nvidia-h200",
                        help="what the packages for sizes are made for")
    return parser


def main():
    parser = make_parser(__doc__)
    parser.add_argument("--sizes", action="append",
                        help="sizes instead of the program's; may be repeated")
    parser.add_argument("--in-a-row", type=int, default=0,
                        help="also time batches of so many runs in a row")
    parser.add_argument("--inductor-seconds", type=float, default=math.inf,
                        help="after so many seconds, leave inductor out")
    parser.add_argument("--bandwidth", type=float, default=4280,
                        help="GB/s that the bound is computed with (default: H200)")
    parser.add_argument("--flops", type=float, default=63.2,
                        help="TFLOP/s that the bound is computed with (default: H200)")
    parser.add_argument("--json", type=pathlib.Path, help="where to write all figures")
    compare.execute(parser.parse_args(), make, run)


if __name__ == "__main__":
    main()
