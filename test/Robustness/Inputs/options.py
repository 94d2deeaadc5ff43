# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options that contradict the program or each other, files that cannot be read
or written, and devices that are not there. `$in` holds the files of FILES.
Each has a name, a command, what must be said, and the exit status."""

SCALE = b"""\
func.func @scale(%m: !lift.array<N x M x f32>, %factor: f32, %n: i32)
    -> (!lift.array<N x M x f32>, !lift.array<N x M x f32>)
    attributes {lift.params = {T = [4, 8]},
                lift.requires = [#lift.constraint<M le 1000>]} {
  %r = lift.map (%row = %m : !lift.array<N x M x f32>) {
    %s = lift.map (%e = %row : !lift.array<M x f32>) {
      %p = arith.mulf %e, %factor : f32
      lift.yield %p : f32
    }
    lift.yield %s : !lift.array<M x f32>
  }
  return %r, %r : !lift.array<N x M x f32>, !lift.array<N x M x f32>
}
"""

# A function that takes and gives arrays of the type X.
IDENTITY = """\
func.func @f(%x: !lift.array<N x X>) -> !lift.array<N x X> {
  %r = lift.copy %x in global : !lift.array<N x X>
  return %r : !lift.array<N x X>
}
"""

FILES = {
    "scale.mlir": SCALE,
    "two.mlir": SCALE + SCALE.replace(b"@scale", b"@other"),
    "private.mlir": SCALE.replace(b"func.func @", b"func.func private @"),
    "declared.mlir": b"func.func private @f(!lift.array<N x f32>)\n",
    "nothing.mlir": b"func.func @f() { return }\n",
    "tall.mlir": SCALE.replace(b"M le 1000", b"1001 le M"),
    "int.mlir": IDENTITY.replace("X", "i32").encode(),
    "lines.mlir": b"module {\n\n\n  what\n}\n",
    "empty.mlir": b"",
    "garbage.mlir": bytes(range(256)) * 16,
    "utf8.mlir": b'func.func @"\xff\xfe"(%x: !lift.array<N x \xc3\x28>) {\n',
    "nul.mlir": SCALE[:100] + b"\0" + SCALE[100:],
    "bytecode.mlir": b"ML\xefR",
    "bytecode-garbage.mlir": b"ML\xefR\x0dMLIR\0" + bytes(range(255, 0, -1)),
    "x.npy": b"",
}

EVALUATE = "lift-run $in/scale.mlir --engine=evaluate "
GOOD = EVALUATE + "--size=N=2,M=3 "
OPENCL = "lift-run $in/scale.mlir --size=N=2,M=3 "

CASES = [
    # Sizes.
    ("size-missing", EVALUATE, "error: sizes N, M are not known"),
    ("size-half", EVALUATE + "--size=N=2", "error: size M is not known"),
    ("size-empty", EVALUATE + "--size=", "expected --size=NAME=VALUE"),
    ("size-no-value", EVALUATE + "--size=N", "--size=N: expected --size=NAME"),
    ("size-empty-value", EVALUATE + "--size=N=", "expected --size=NAME=VALUE"),
    ("size-no-name", EVALUATE + "--size==4", "expected --size=NAME=VALUE"),
    ("size-two-values", EVALUATE + "--size=N=1=2", "'1=2' is not an integer"),
    ("size-word", EVALUATE + "--size=N=many", "'many' is not an integer"),
    ("size-fraction", EVALUATE + "--size=N=1.5", "'1.5' is not an integer"),
    ("size-exponent", EVALUATE + "--size=N=1e3", "'1e3' is not an integer"),
    ("size-hex", EVALUATE + "--size=N=0x10", "'0x10' is not an integer"),
    ("size-nan", EVALUATE + "--size=N=nan", "'nan' is not an integer"),
    ("size-inf", EVALUATE + "--size=N=inf", "'inf' is not an integer"),
    ("size-2^63", EVALUATE + "--size=N=9223372036854775808",
     "is not an integer of 64 bits"),
    ("size-long", EVALUATE + "--size=N=" + "9" * 4000,
     "is not an integer of 64 bits"),
    ("size-expression", EVALUATE + "--size=N=2*3", "is not an integer"),
    ("size-unknown", GOOD + "--size=K=1", "has no size 'K'; it has N, M"),
    ("size-case", GOOD + "--size=n=1", "has no size 'n'; it has N, M"),
    ("size-param", GOOD + "--size=T=4", "has no size 'T'"),
    ("size-utf8", GOOD + "--size=\u00dc=4", "has no size '\u00dc'"),
    ("size-contradiction", GOOD + "--size=N=3", "'N' is also given as 2"),
    ("size-0", EVALUATE + "--size=N=0,M=3", "N.*0"),
    ("size-negative", EVALUATE + "--size=N=-2,M=3", "N.*-2"),
    ("size-min", EVALUATE + "--size=N=-9223372036854775808,M=3", "N.*-922337"),
    ("size-2^31", EVALUATE + "--size=N=2147483648,M=1", "N.*2147483648"),
    ("size-max", EVALUATE + "--size=N=9223372036854775807,M=3", "N.*9223372"),
    ("size-memory", EVALUATE + "--size=N=2147483647,M=999", "does not fit"),
    ("size-memory-opencl", "lift-run $in/scale.mlir --size=N=2147483647,M=999 "
     "--lower=index-bitwidth=64", "does not fit"),
    ("size-indices", "lift-run $in/scale.mlir --size=N=2147483647,M=999",
     "needs 64-bit indices"),
    ("size-requires", EVALUATE + "--size=N=2,M=1001", "M le 1000> does not hold"),
    ("size-requires-opencl", "lift-run $in/scale.mlir --size=N=2,M=1001",
     "scale.mlir:1:1: error: .*M le 1000"),
    # Tuning names.
    ("param-empty", GOOD + "--param=", "expected --param=NAME=VALUE"),
    ("param-unknown", GOOD + "--param=U=4", "no tuning name 'U'; it has T"),
    ("param-size", GOOD + "--param=N=2", "no tuning name 'N'"),
    ("param-word", GOOD + "--param=T=big", "'big' is not an integer"),
    ("param-value", GOOD + "--param=T=5", "T.* 5"),
    ("param-value-opencl", OPENCL + "--param=T=5", "T.* 5"),
    ("param-0", GOOD + "--param=T=0", "T.* 0"),
    ("param-negative", OPENCL + "--param=T=-4", "T.* -4"),
    ("param-max", OPENCL + "--param=T=9223372036854775807", "T.*9223372036"),
    ("param-contradiction", GOOD + "--param=T=4,T=8", "'T' is also given as 4"),
    # Arguments that are numbers.
    ("arg-empty", GOOD + "--arg=", "expected --arg=NAME=VALUE"),
    ("arg-unknown", GOOD + "--arg=f=1", "no argument 'f' that is a number"),
    ("arg-array", GOOD + "--arg=m=1", "no argument 'm' that is a number"),
    ("arg-word", GOOD + "--arg=factor=big", "'big' is not a value of type f32"),
    ("arg-empty-value", GOOD + "--arg=factor=", "expected --arg=NAME=VALUE"),
    ("arg-twice", GOOD + "--arg=factor=1 --arg=factor=2",
     "'factor' is given already"),
    ("arg-fraction", GOOD + "--arg=n=1.5", "'1.5' is not a value of type i32"),
    ("arg-2^32", GOOD + "--arg=n=4294967296", "is not a value of type i32"),
    ("arg-min", GOOD + "--arg=n=-2147483649", "is not a value of type i32"),
    ("arg-2^64", GOOD + "--arg=n=18446744073709551616", "not a value of type"),
    ("arg-float-max", GOOD + "--arg=factor=1e39", "not a value of type f32"),
    ("arg-float-max-64", GOOD + "--arg=factor=1e999", "not a value of type f32"),
    # Inputs.
    ("input-none", EVALUATE + "--input=$in/none.npy", "none.npy': No such file"),
    ("input-empty-name", EVALUATE + "--input=", "--input= names no file"),
    ("input-folder", EVALUATE + "--input=$in", "': not a regular file"),
    ("input-device", EVALUATE + "--input=/dev/zero", "': not a regular file"),
    ("input-fifo", "mkfifo f; " + EVALUATE + "--input=f; s=$?; rm f; exit $s",
     "': not a regular file"),
    ("input-count", EVALUATE + "--input=a --input=b", "takes 1 arrays, but 2"),
    ("input-number", EVALUATE + "--input=n=a", "'n' is a number; give it with"),
    ("input-twice", EVALUATE + "--input=m=a --input=m=b", "'m' has a file"),
    ("input-unknown", GOOD + "--input=k=a", "cannot read 'k=a'"),
    ("input-too-long", EVALUATE + "--input=" + "a" * 5000, "too long"),
    # Outputs.
    ("output-count", GOOD + "--output=a --output=b --output=c",
     "has 2 results, but 3 outputs are given"),
    ("output-folder", GOOD + "--output=.", "cannot write '.': Is a directory"),
    ("output-no-folder", GOOD + "--output=no/o.npy", "'no/o.npy': No such file"),
    ("output-in-file", GOOD + "--output=$in/scale.mlir/o.npy", "Not a directory"),
    ("output-full", GOOD + "--output=/dev/full", "'/dev/full': No space left"),
    ("output-proc", GOOD + "--output=/proc/o.npy", "cannot write '/proc/o.npy'"),
    ("output-empty", GOOD + "--output=", "--output= names no file"),
    ("output-too-long", GOOD + "--output=" + "a" * 300, "too long"),
    ("output-second", GOOD + "--output=a.npy --output=no/b.npy",
     "cannot write 'no/b.npy'"),
    ("output-second-opencl", OPENCL + "--output=a.npy --output=/dev/full",
     "'/dev/full': No space left"),
    ("output-same", GOOD + "--output=a.npy --output=a.npy",
     "'a.npy' is given for two results"),
    ("report-full", GOOD + "> /dev/full", "No space left on device"),
    # Choices.
    ("entry-several", "lift-run $in/two.mlir", "choose one with --entry: @scale"),
    ("entry-none", GOOD + "--entry=g", "no function '@g' with a body; there is"),
    ("entry-empty-file", "lift-run $in/empty.mlir", "no public function on arrays or tensors"),
    ("entry-private", "lift-run $in/private.mlir", "no public function on arrays or tensors"),
    ("entry-declared", "lift-run $in/declared.mlir --entry=f", "with a body"),
    ("entry-other", "lift-run $in/nothing.mlir", "no public function on arrays or tensors"),
    ("engine", GOOD + "--engine=abacus", "engine"),
    ("verify-engine", GOOD + "--verify", "it needs --engine=opencl"),
    ("verify-all", OPENCL + "--verify=all", "expected --verify or --verify=sample"),
    ("verify-0", OPENCL + "--verify=sample:0", "with K at least 1"),
    ("verify-negative", OPENCL + "--verify=sample:-1", "with K at least 1"),
    ("verify-huge", OPENCL + "--verify=sample:" + "9" * 30, "K at least 1"),
    ("verify-seed", OPENCL + "--seed=-1", "seed"),
    ("seed-word", GOOD + "--seed=today", "seed"),
    ("seed-huge", GOOD + "--seed=99999999999999999999", "seed"),
    ("rtol-negative", OPENCL + "--verify --rtol=-1", "must be finite and not"),
    ("rtol-nan", OPENCL + "--verify --rtol=nan", "--rtol and --atol must"),
    ("rtol-inf", OPENCL + "--verify --rtol=inf", "--rtol and --atol must"),
    ("rtol-word", OPENCL + "--verify --rtol=some", "rtol"),
    ("atol-negative", OPENCL + "--verify --atol=-1e-9", "must be finite and not"),
    ("atol-nan", OPENCL + "--verify --atol=nan", "--rtol and --atol must"),
    ("rtol-alone", OPENCL + "--rtol=1", "--rtol and --atol need --verify"),
    ("repeat-0", OPENCL + "--repeat=0", "--repeat must be from 1 to 1000000"),
    ("repeat-many", OPENCL + "--repeat=1000001", "must be from 1 to 1000000"),
    ("draw-empty", OPENCL + "--draw=", "--draw= names nothing"),
    ("trace-empty", OPENCL + "--trace=", "--trace= names nothing"),
    ("trace-empty-launch", "lift-launch --trace= .", "--trace= names nothing"),
    ("package-empty", OPENCL + "--emit-package=", "--emit-package= names nothing"),
    ("reference-empty", OPENCL + "--verify --reference=", "--reference= names nothing"),
    ("lower-own", OPENCL + "--lower=sizes=M=5", "sizes=M=5: sizes is given by --size"),
    ("lower-own-target", OPENCL + "--lower=max-memory=2,optimize-for=none",
     "optimize-for=none: optimize-for is given by --target"),
    ("repeat-negative", OPENCL + "--repeat=-1", "repeat"),
    ("repeat-huge", OPENCL + "--repeat=99999999999", "repeat"),
    ("input-kind", GOOD + "--input-kind=prime", "input-kind"),
    ("print-kernel", GOOD + "--print-kernel", "needs --engine=opencl"),
    ("api", GOOD + "--api=metal", "api"),
    ("validate", GOOD + "--validate", "--validate is for Vulkan"),
    ("unknown-option", GOOD + "--fast", "Unknown command line argument '--fast'"),
    ("two-files", GOOD + "$in/two.mlir", "Too many positional arguments"),
    ("reference-alone", OPENCL + "--reference=$in/scale.mlir", "needs --verify"),
    ("reference-none", OPENCL + "--verify --reference=$in/no.mlir", "No such file"),
    ("reference-broken", OPENCL + "--verify --reference=$in/lines.mlir",
     "lines.mlir:4:3: error"),
    ("reference-type", OPENCL + "--verify --entry=scale "
     "--reference=$in/int.mlir", "no function '@scale'"),
    # Pipelines.
    ("pipeline-unknown", OPENCL + "--pipeline=no-such-pass", "no-such-pass"),
    ("pipeline-syntax", OPENCL + "'--pipeline=lift-to-gpu{'", "cannot lower with"),
    ("pipeline-nothing", OPENCL + "--pipeline=cse", "'lift.signature'"),
    ("pipeline-half", OPENCL + "--pipeline=lift-bind-params", "lift.signature"),
    ("pipeline-option", OPENCL + "--pipeline=lift-to-gpu{fast=1}", "fast"),
    ("pass-unknown", "lift-opt $in/scale.mlir --no-such-pass", "no-such-pass"),
    ("pass-syntax", "lift-opt $in/scale.mlir '--pass-pipeline=builtin.module('",
     "expected pass pipeline to be wrapped"),
    ("pass-level", "lift-opt $in/scale.mlir "
     "'--pass-pipeline=builtin.module(lift-normalize)'", "lift-normalize"),
    ("pass-option", "lift-opt $in/scale.mlir --lift-bind-params=speed=1", "speed"),
    ("bind-word", "lift-opt $in/scale.mlir --lift-bind-params=params=N=big",
     "invalid value 'N=big'"),
    ("bind-no-value", "lift-opt $in/scale.mlir --lift-bind-params=params=N",
     "invalid value 'N'"),
    ("bind-0", "lift-opt $in/scale.mlir --lift-bind-params=params=N=0",
     "invalid value 'N=0'"),
    ("bind-negative", "lift-opt $in/scale.mlir --lift-bind-params=params=N=-1",
     "invalid value 'N=-1'"),
    ("bind-2^31", "lift-opt $in/scale.mlir "
     "--lift-bind-params=params=N=2147483648", "invalid value"),
    ("bind-2^64", "lift-opt $in/scale.mlir "
     "--lift-bind-params=params=N=18446744073709551616", "invalid value"),
    ("bind-twice", "lift-opt $in/scale.mlir --lift-bind-params=params=N=1,N=2",
     "gives 'N' the values 1 and 2"),
    ("bind-unknown", "lift-opt $in/scale.mlir --lift-bind-params=params=Q=1",
     "no function has a size or tuning name 'Q'"),
    ("bind-undeclared", "lift-opt $in/scale.mlir --lift-bind-params=params=T=5",
     "scale.mlir:1:1: error: tuning name 'T' cannot be 5"),
    ("bind-requires", "lift-opt $in/scale.mlir "
     "--lift-bind-params=params=M=1001", "scale.mlir:1:1: error: .*M le 1000"),
    ("index-width", "lift-opt $in/scale.mlir --lift-to-gpu=index-bitwidth=16",
     "index-bitwidth 16 is not 32 or 64"),
    ("index-width-word", "lift-opt $in/scale.mlir "
     "--lift-to-gpu=index-bitwidth=wide", "index-bitwidth|wide"),
    # Files that are not programs, or that are nowhere.
    ("file-none", "lift-opt $in/none.mlir", "none.mlir': No such file"),
    ("file-folder", "lift-opt $in", "Is a directory"),
    ("file-none-run", "lift-run $in/none.mlir", "none.mlir': No such file"),
    ("file-folder-run", "lift-run $in", "Is a directory"),
    ("file-none-translate", "lift-translate --lift-to-opencl $in/none.mlir",
     "none.mlir': No such file"),
    ("file-none-reduce", "lift-reduce $in/none.mlir", "none.mlir': No such file"),
    ("file-array", "lift-run $in/x.npy", "no public function on arrays or tensors"),
    ("translate-nothing", "lift-translate $in/scale.mlir", "must be specified at least once"),
    ("translate-other", "lift-translate --lift-to-cuda $in/scale.mlir",
     "Unknown command line argument '--lift-to-cuda'"),
    ("translate-unlowered", "lift-translate --lift-to-opencl $in/scale.mlir",
     "scale.mlir:0:0: error: found no gpu.module"),
    ("translate-empty", "lift-translate --lift-to-opencl $in/empty.mlir",
     "found no gpu.module"),
    ("not-lowered", "lift-run $in/lines.mlir", "lines.mlir:4:3: error"),
    # Where output cannot go.
    ("opt-full", "lift-opt $in/int.mlir > /dev/full", "No space left on device"),
    ("opt-o-full", "lift-opt $in/int.mlir -o /dev/full", "No space left"),
    ("opt-o-folder", "lift-opt $in/int.mlir -o .", "Is a directory"),
    ("opt-o-no-folder", "lift-opt $in/int.mlir -o no/o", "No such file"),
    ("opt-o-broken", "lift-opt $in/lines.mlir -o o", "lines.mlir:4:3: error"),
    ("opt-o-pass", "lift-opt $in/tall.mlir --lift-bind-params=params=M=1 -o o",
     "tall.mlir:1:1: error"),
    ("opt-split", "lift-opt --split-input-file $in/cut.mlir", "cut.mlir:9:3"),
    ("opt-bytecode-full", "lift-opt --emit-bytecode $in/int.mlir -o /dev/full",
     "No space left"),
    ("translate-o-broken", "lift-translate --lift-to-opencl $in/lines.mlir -o o",
     "lines.mlir:4:3: error"),
    ("translate-o-full", "lift-opt --lift-to-gpu $in/int.mlir | "
     "lift-translate --lift-to-opencl -o /dev/full", "No space left"),
    ("translate-full", "lift-opt --lift-to-gpu $in/int.mlir | "
     "lift-translate --lift-to-opencl > /dev/full", "No space left"),
    ("reduce-o-full", "lift-reduce $in/int.mlir -o /dev/full", "No space left"),
    ("translate-o-folder", "lift-opt --lift-to-gpu $in/int.mlir | "
     "lift-translate --lift-to-opencl -o .", "Is a directory"),
]

FILES["cut.mlir"] = FILES["int.mlir"] + b"\n// -----\n\nfunc.func @g() {\n  what\n"

# The files that no tool can read as MLIR, whatever it does with it.
UNREADABLE = ["garbage.mlir", "utf8.mlir", "nul.mlir", "bytecode.mlir",
              "bytecode-garbage.mlir", "lines.mlir"]
for file in UNREADABLE:
    for command in ["lift-opt", "lift-run", "lift-translate --lift-to-opencl",
                    "lift-reduce"]:
        CASES.append((f"{file}-{command.split()[0]}", f"{command} $in/{file}",
                      rf"{file}:\d+:\d+: error"))

# Devices. What is not the user's fault has a status of its own.
NO_DEVICES = {"OCL_ICD_VENDORS": "/nonexistent", "OCL_ICD_FILENAMES": "",
              "VK_DRIVER_FILES": "/dev/null", "VK_ICD_FILENAMES": "/dev/null"}
DEVICE_CASES = [
    ("no-device", OPENCL, "error: there is no OpenCL device on this machine", 3),
    ("no-device-list", "lift-run --list-devices", "there is no OpenCL or Vulkan", 3),
    ("no-device-named", OPENCL + "--device=x", "there is no OpenCL device", 3),
    ("no-device-verify", OPENCL + "--verify", "there is no OpenCL device", 3),
    ("no-device-output", OPENCL + "--output=a.npy", "there is no OpenCL", 3),
    ("no-device-json", OPENCL + "--json", "there is no OpenCL device", 3),
]
