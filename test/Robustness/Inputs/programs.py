# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Broken programs. Each has a name, its text, what `lift-opt --lift-to-gpu` must
say of it, and where: the line is that of `HERE`, a comment in the text."""

# A function whose body and type differ.
def function(body, inputs="%x: !lift.array<N x f32>",
             result="!lift.array<N x f32>", value="%x", attributes=""):
    if attributes:
        attributes = f" attributes {{{attributes}}}"
    return (f"func.func @f({inputs}) -> {result}{attributes} {{\n{body}\n"
            f"  return {value} : {result}\n}}\n")


def view(text, of="!lift.array<N x f32>"):
    """A function that uses a view, written without its operand's type."""
    return function(f"  %r = lift.{text} : {of} // HERE", inputs=f"%x: {of}",
                    result=of)


MAP = "  %r = lift.map (%e = %x : !lift.array<N x f32>) {\n"
REDUCE = ("  %zero = arith.constant 0.0 : f32\n"
          "  %s = lift.reduce (%e = %x : !lift.array<N x f32>) "
          "init (%a = %zero : f32) {\n")
MATRIX = "!lift.array<N x M x f32>"
BIG = "9223372036854775807"
DEEP = 10000


def size(text, name="N"):
    return f"func.func @f(%n: !lift.array<{name} x f32>, // HERE\n" \
           f"    %x: !lift.array<{text} x f32>) {{ return }} // HERE\n"


PROGRAMS = [
    # Sizes.
    ("size-0", size("0"), "size 0"),
    ("size-negative", size("-1"), "expected|-1"),
    ("size-negative-parenthesis", size("(-1)"), "-1"),
    ("size-2^31", size("2147483648"), "2147483648"),
    ("size-2^63", size("9223372036854775808"), "does not fit into 64 bits"),
    ("size-long", size("9" * 10000), "does not fit into 64 bits"),
    ("size-hex", size("(0x10)"), "hexadecimal numbers are not sizes"),
    ("size-fraction", size("(1.5)"), "expected"),
    ("size-string", size('"N"'), "expected"),
    ("size-empty", size("()"), "expected"),
    ("size-open", size("(N"), "unbalanced '\\('"),
    ("size-operator", size("(N +)"), "expected"),
    ("size-two-operators", size("(N * / 2)"), "expected"),
    ("size-two-names", size("(N M)"), "expected"),
    ("size-reserved", size("(index)"), "'index' is reserved"),
    ("size-division-by-0", size("(N / 0)"), "divi.* zero|by 0"),
    ("size-floordiv-0", size("(N floordiv 0)"), "divi.* zero|by 0"),
    ("size-mod-0", size("(N mod (2 - 2))"), "zero|0"),
    ("size-overflow", size(f"({BIG} * N * {BIG})"), "overflow|64 bits"),
    ("size-overflow-sum", size(f"({BIG} + 1)"), "overflow|64 bits"),
    ("size-overflow-power", size("(" + "*".join(["N * 65536"] * 4) + ")"),
     "overflow|64 bits"),
    ("size-not-exact", size("(7 / 2)"), "2 does not divide 7|not exact|divide"),
    ("size-deep", size("(" * DEEP + "N" + ")" * DEEP), "nested too deeply"),
    ("size-deep-minus", size("(" + "-" * DEEP + "N)"), "nested too deeply"),
    ("size-unbound", "func.func @f(%x: !lift.array<(N + 1) x f32>) // HERE\n"
     "    -> !lift.array<(N + 1) x f32> {\n"
     "  return %x : !lift.array<(N + 1) x f32>\n}\n", "unknown size name 'N'"),
    # Types.
    ("type-no-element", size("N x"), "'x' is reserved"),
    ("type-no-size", "func.func @f(%x: !lift.array<f32>) // HERE\n", "at least one size"),
    ("type-unknown", "func.func @f(%x: !lift.list<N x f32>) // HERE\n", "list"),
    ("type-open", "func.func @f(%x: !lift.array<N x f32) // HERE\n", "unbalanced '<'"),
    ("type-of-tensor", size("N x tensor<4xf32>"), "expected"),
    ("type-of-memref", size("N x memref<4xf32>"), "expected"),
    ("type-of-function", size("N x (f32 -> f32)"), "expected|type"),
    ("type-deep", "func.func @f(%x: " + "!lift.array<2 x " * 1000 + "f32"
     + ">" * 1000 + ") // HERE\n", "."),
    ("type-element-i7", function("", "%x: !lift.array<N x i7>",
                                 "!lift.array<N x i7>"), "."),
    # Views.
    ("split-0", view("split %x by 0"), "0|zero"),
    ("split-negative", view("split %x by (-4)"), "-4"),
    ("split-does-not-divide", view("split %x by 7", "!lift.array<960 x f32>"),
     "chunk size 7 does not divide the array length 960"),
    ("split-more", view("split %x by 8", "!lift.array<4 x f32>"), "chunk size 8"),
    ("split-unknown-name", function(
        "  %r = lift.split %x by Q : !lift.array<N x f32> // HERE", value="%r",
        result="!lift.array<(N / Q) x Q x f32>").replace("{\n", "{ // HERE\n", 1),
     "unknown size name 'Q'"),
    ("split-dim-1", view("split %x by 2 dim 1"), "dimension 1 does not exist"),
    ("split-dim-negative", view("split %x by 2 dim -1"), "-1 does not exist"),
    ("split-dim-max", view(f"split %x by 2 dim {BIG}"), f"{BIG} does not exist"),
    ("split-dim-2^63", view("split %x by 2 dim 9223372036854775808"),
     "does not exist"),
    ("join-flat", view("join %x"), "dimension 1 does not exist"),
    ("join-dim-max", view(f"join %x dim {BIG}", MATRIX), f"{BIG} does not exist"),
    ("join-overflow", view("join %x", "!lift.array<2147483647 x 2 x f32>"),
     "4294967294"),
    ("transpose-flat", view("transpose %x"), "at least two dimensions"),
    ("transpose-twice", view("transpose %x permutation [0, 0]", MATRIX), "twice"),
    ("transpose-short", view("transpose %x permutation [0]", MATRIX), "1 entries"),
    ("transpose-max", view(f"transpose %x permutation [{BIG}, 0]", MATRIX),
     f"{BIG} does not exist"),
    ("slide-0", view("slide %x size [3] step [0]"), "zero|not positive|0"),
    ("slide-negative", view("slide %x size [3] step [-1]"), "-1 is not positive"),
    ("slide-window-0", view("slide %x size [0] step [1]"), "0"),
    ("slide-long", view("slide %x size [5] step [1]", "!lift.array<4 x f32>"),
     "longer than the array length 4"),
    ("slide-cover", view("slide %x size [3] step [2]", "!lift.array<8 x f32>"),
     "do not cover an array of length 8"),
    ("slide-none", view("slide %x size [] step []"), "at least one window"),
    ("slide-count", view("slide %x size [3] step [1, 1]"), "1 sizes and 2 steps"),
    ("slide-dims", view("slide %x size [3] step [1] dims [0, 1]"), "dimensions"),
    ("slide-dim-max", view(f"slide %x size [3] step [1] dims [{BIG}]"),
     f"{BIG} does not exist"),
    ("pad-negative", view("pad %x low [-1] high [0] clamp"), "-1"),
    ("pad-mode", view("pad %x low [1] high [0] stretch"), "stretch|expected"),
    ("pad-mirror", view("pad %x low [5] high [0] mirror", "!lift.array<4 x f32>"),
     "5"),
    ("pad-constant-type", function(
        "  %i = arith.constant 0 : i32\n"
        "  %r = lift.pad %x low [1] high [1] constant(%i : i32)"
        " : !lift.array<N x f32> // HERE"), "i32"),
    ("pad-overflow", view(f"pad %x low [{BIG}] high [{BIG}] clamp"),
     "overflow|64 bits"),
    ("pad-dim-max", view(f"pad %x low [1] high [1] dims [{BIG}] clamp"),
     f"{BIG} does not exist"),
    ("take-0", view("take %x size [0]"), "0"),
    ("take-more", view("take %x size [5]", "!lift.array<4 x f32>"), "5"),
    ("take-dim-max", view(f"take %x size [1] dims [{BIG}]"), "does not exist"),
    ("drop-all", view("drop %x size [4]", "!lift.array<4 x f32>"), "dimension of size 0"),
    ("drop-negative", view("drop %x size [-1]"), "-1"),
    ("concat-none", function("  %r = \"lift.concat\"() : () -> "
                             "!lift.array<N x f32> // HERE"), "at least one"),
    ("concat-rank", function(
        "  %r = lift.concat %x, %m : !lift.array<N x f32>, " + MATRIX +
        " // HERE", inputs=f"%x: !lift.array<N x f32>, %m: {MATRIX}"), "dimensions"),
    ("concat-dim-max", function(
        f"  %r = lift.concat %x, %x dim {BIG} : !lift.array<N x f32>, "
        "!lift.array<N x f32> // HERE"), "does not exist"),
    ("broadcast-none", view("broadcast %x sizes []"), "at least one size"),
    ("broadcast-0", view("broadcast %x sizes [0]"), "0"),
    ("broadcast-dim-max", view(f"broadcast %x sizes [2] dim {BIG}"),
     "1 dimensions before"),
    ("reverse-dim-max", view(f"reverse %x dims [{BIG}]"), "does not exist"),
    ("reverse-dims-order", view("reverse %x dims [1, 0]", MATRIX), "order"),
    ("view-of-scalar", function("  %r = lift.split %y by 2 : f32 // HERE",
                                inputs="%x: !lift.array<N x f32>, %y: f32"), "f32"),
    ("view-wrong-type", function("  %r = lift.split %x by 2 : "
                                 "!lift.array<M x f32> // HERE"),
     "expects different type"),
    ("view-generic-no-attribute", function(
        "  %r = \"lift.split\"(%x) : (!lift.array<N x f32>) -> "
        "!lift.array<N x f32> // HERE"), "requires attribute 'chunk'"),
    ("view-generic-type", function(
        "  %r = \"lift.reverse\"(%x) : (!lift.array<N x f32>) -> "
        "!lift.array<M x f32> // HERE"), "type"),
    ("view-generic-attribute", function(
        "  %r = \"lift.split\"(%x) {chunk = \"four\"} : (!lift.array<N x f32>) -> "
        "!lift.array<N x f32> // HERE"), "chunk"),
    ("view-no-operand", function(
        "  %r = \"lift.reverse\"() : () -> !lift.array<N x f32> // HERE"),
     "requires a single operand"),
    # Patterns.
    ("map-no-yield", function(MAP.replace("{", "{ // HERE") + "  }"), "lift.yield"),
    ("map-empty", function("  %r = lift.map () { // HERE\n  lift.yield\n  }"),
     "operand|expected"),
    ("map-lengths", function(
        "  %r = lift.map (%a = %x, %b = %y : !lift.array<4 x f32>, "
        "!lift.array<5 x f32>) { // HERE\n    lift.yield %a : f32\n  }",
        inputs="%x: !lift.array<4 x f32>, %y: !lift.array<5 x f32>",
        result="!lift.array<4 x f32>"), "4.*5|5.*4"),
    ("map-yields-other", function(MAP + "    lift.yield %x : f32 // HERE\n  }"),
     "expects different type"),
    ("map-uses-later", function(MAP + "    lift.yield %l : f32 // HERE\n  }\n"
                                "  %l = arith.constant 0.0 : f32"), "dominate"),
    ("map-lcl-3", function("  %r = lift.map lcl(3) (%e = %x : "
                           "!lift.array<N x f32>) { // HERE\n"
                           "    lift.yield %e : f32\n  }"), "3"),
    ("map-lcl-max", function(f"  %r = lift.map lcl({BIG}) (%e = %x : "
                             "!lift.array<N x f32>) { // HERE\n"
                             "    lift.yield %e : f32\n  }"), "dimension|integer"),
    ("map-unroll-0", function("  %r = lift.map unroll(0) (%e = %x : "
                              "!lift.array<N x f32>) { // HERE\n"
                              "    lift.yield %e : f32\n  }"), "positive factor"),
    ("map-vector-3", function("  %r = lift.map vector(7) (%e = %x : "
                              "!lift.array<N x f32>) { // HERE\n"
                              "    lift.yield %e : f32\n  }"), "7"),
    ("map-unknown-mapping", function("  %r = lift.map warp(0) (%e = %x : "
                                     "!lift.array<N x f32>) { // HERE\n"
                                     "    lift.yield %e : f32\n  }"), "expected"),
    ("map-fused", function("  %r = lift.map fused (%e = %x : "
                           "!lift.array<N x f32>) { // HERE\n"
                           "    lift.yield %e : f32\n  }", value="%r"), "fused"),
    ("map-glb-twice", function(
        "  %r = lift.map glb(0) (%row = %x : " + MATRIX + ") {\n"
        "    %s = lift.map glb(0) (%e = %row : !lift.array<M x f32>) { // HERE\n"
        "      lift.yield %e : f32\n    }\n"
        "    lift.yield %s : !lift.array<M x f32>\n  }", inputs="%x: " + MATRIX,
        result=MATRIX, value="%r"), "glb|mapped"),
    ("reduce-no-init", function("  %s = lift.reduce (%e = %x : "
                                "!lift.array<N x f32>) { // HERE\n  }"), "init"),
    ("reduce-mapped", function("  %s = lift.reduce lcl(0) (%e = %x : "
                               "!lift.array<N x f32>) // HERE\n  }"),
     "cannot be mapped: a reduction is sequential"),
    ("reduce-type", function(
        REDUCE + "    %n = arith.fptosi %e : f32 to i32\n"
        "    lift.yield %n : i32\n  }").replace("= %zero : f32) {",
                                                "= %zero : f32) { // HERE"),
     "wrong type|type"),
    ("reduce-init-type", function(REDUCE + "    lift.yield %a : f32\n  }").replace(
        "= %zero : f32) {", "= %zero : i32) { // HERE"),
     "expects different type|type"),
    ("iterate-many", function(
        "  %r = lift.iterate 1000 size L (%v = %x : !lift.array<N x f32>) { // HERE\n"
        "    %p = lift.take %v size [L - 1] : !lift.array<L x f32>\n"
        "    lift.yield %p : !lift.array<(L - 1) x f32>\n  }"), "0 to 64 steps"),
    ("iterate-negative", function(
        "  %r = lift.iterate (-1) size L (%v = %x : !lift.array<N x f32>) { // HERE\n"
        "    lift.yield %v : !lift.array<L x f32>\n  }"), "-1 is negative"),
    ("iterate-name", function(
        "  %r = lift.iterate 1 size N (%v = %x : !lift.array<N x f32>) { // HERE\n"
        "    lift.yield %v : !lift.array<N x f32>\n  }"), "'N' is a size"),
    ("yield-alone", "func.func @f() {\n  lift.yield // HERE\n}\n", "lift.yield"),
    ("barrier-nothing", "func.func @f() {\n  \"lift.barrier\"() : () -> () // HERE\n"
     "  return\n}\n", "must order local or global memory"),
    # Memory and kernels.
    ("materialize-where", view("materialize %x in texture"), "expected|texture"),
    ("materialize-pad", function(
        "  %r = lift.materialize %x in local {pad = array<i64: 1, 2>} : "
        "!lift.array<N x f32> // HERE"), "pad"),
    ("materialize-buffers", function(
        "  %r = lift.materialize %x in local {buffers = 0} : "
        "!lift.array<N x f32> // HERE"), "buffers"),
    ("materialize-no-constant", function(
        "  %r = lift.materialize %x in local : !lift.array<N x f32> // HERE",
        value="%r"), "elements of local memory, which must be a constant"),
    ("kernel-in-map", function(
        MAP + "    %k = lift.kernel local_size [] global_size [] { // HERE\n"
        "      lift.yield %e : f32\n    }\n    lift.yield %k : f32\n  }"),
     "must stand at the top level of a function"),
    ("kernel-divides", function(
        "  %r = lift.kernel local_size [128] global_size [100] { // HERE\n"
        "    lift.yield %x : !lift.array<N x f32>\n  }"),
     "local size 128 does not divide global size 100"),
    ("kernel-local-0", function(
        "  %r = lift.kernel local_size [0] global_size [128] { // HERE\n"
        "    lift.yield %x : !lift.array<N x f32>\n  }"), "0 is not positive"),
    ("kernel-local-name", function(
        "  %r = lift.kernel local_size [N] global_size [N] { // HERE\n"
        "    %m = lift.map glb(0) (%e = %x : !lift.array<N x f32>) {\n"
        "      lift.yield %e : f32\n    }\n"
        "    lift.yield %m : !lift.array<N x f32>\n  }", value="%r"),
     "local size N is not a constant"),
    ("kernel-four", function(
        "  %r = lift.kernel local_size [1, 1, 1, 1] global_size [1] { // HERE\n"
        "    lift.yield %x : !lift.array<N x f32>\n  }"), "more than three"),
    ("kernel-twice", function(
        "  %r = lift.kernel @k local_size [] global_size [] {\n"
        "    lift.yield %x : !lift.array<N x f32>\n  }\n"
        "  %s = lift.kernel @k local_size [] global_size [] { // HERE\n"
        "    lift.yield %r : !lift.array<N x f32>\n  }\n", value="%s"),
     "second kernel named 'k'"),
    ("work-beside-kernel", function(
        "  %r = lift.kernel local_size [] global_size [] {\n"
        "    lift.yield %x : !lift.array<N x f32>\n  }\n" +
        MAP.replace("%r", "%s").replace("%x", "%r").replace("{\n", "{ // HERE\n")
        + "    %d = arith.addf %e, %e : f32\n    lift.yield %d : f32\n  }",
        value="%s"), "is not in a kernel"),
    # What a kernel cannot hold.
    ("call-in-map", "func.func private @g(f32) -> f32\n" + function(
        MAP + "    %c = func.call @g(%e) : (f32) -> f32 // HERE\n"
        "    lift.yield %c : f32\n  }", value="%r"), "cannot be lowered"),
    ("recursion", function(
        "  %r = func.call @f(%x) : (!lift.array<N x f32>) -> "
        "!lift.array<N x f32> // HERE", value="%r"), "is not in a kernel|func.call"),
    ("recursion-scalar", "func.func @g(%e: f32) -> f32 {\n"
     "  %r = func.call @g(%e) : (f32) -> f32\n  return %r : f32\n}\n" + function(
         MAP + "    %c = func.call @g(%e) : (f32) -> f32 // HERE\n"
         "    lift.yield %c : f32\n  }", value="%r"), "cannot be lowered"),
    ("if-in-map", function(
        MAP + "    %c = arith.cmpf olt, %e, %e : f32\n"
        "    %i = scf.if %c -> f32 { // HERE\n      scf.yield %e : f32\n"
        "    } else {\n      scf.yield %e : f32\n    }\n"
        "    lift.yield %i : f32\n  }", value="%r"), "cannot be lowered"),
    ("memref-in-map", function(
        MAP + "    %b = memref.alloca() : memref<f32> // HERE\n"
        "    %l = memref.load %b[] : memref<f32>\n    lift.yield %l : f32\n  }", value="%r"), "cannot be lowered"),
    ("foreign-dialect", function(
        "  amdgpu.lds_barrier // HERE"), "not found|is not in a kernel"),
    ("index-result", "func.func @f(%x: !lift.array<N x f32>) -> index {\n"
     "  %n = lift.size N : index\n  return %n : index // HERE\n}\n", "index"),
    ("two-blocks", function("  cf.br ^next\n^next:").replace("{\n", "{ // HERE\n", 1),
     "one block"),
    ("private-too-large", function(
        "  %r = lift.kernel local_size [1] global_size [1] {\n"
        "    %m = lift.map seq (%e = %x : !lift.array<N x f32>) {\n"
        "      lift.yield %e : f32\n    }\n"
        "    %p = lift.materialize %m in private : !lift.array<N x f32> // HERE\n"
        "    %o = lift.map seq (%e = %p : !lift.array<N x f32>) {\n"
        "      lift.yield %e : f32\n    }\n"
        "    lift.yield %o : !lift.array<N x f32>\n  }", value="%r"), "private"),
    # Attributes of functions.
    ("params-type", function("", attributes="lift.params = 4").replace(
        "{\n", "{ // HERE\n", 1), "lift.params"),
    ("params-empty", function("", attributes="lift.params = {T = []}").replace(
        "{\n", "{ // HERE\n", 1), "T|lift.params"),
    ("params-0", function("", attributes="lift.params = {T = [0]}").replace(
        "{\n", "{ // HERE\n", 1), "from 1 to"),
    ("params-word", function("", attributes="lift.params = {T = [\"a\"]}").replace(
        "{\n", "{ // HERE\n", 1), "T|lift.params"),
    ("params-reserved", function("", attributes="lift.params = {f32 = [4]}").replace(
        "{\n", "{ // HERE\n", 1), "reserved"),
    ("requires-type", function("", attributes="lift.requires = [4]").replace(
        "{\n", "{ // HERE\n", 1), "lift.requires"),
    ("requires-relation", "func.func @f() attributes {lift.requires = "
     "[#lift.constraint<N near M>]} { return } // HERE\n", "expected"),
    # Texts.
    ("not-a-program", "Dear compiler, // HERE\n", "expected|custom op"),
    ("brackets", "[" * DEEP + " // HERE", "expected"),
    ("braces", "module {" * 200 + " what // HERE\n", "."),
    ("unknown-op", function("  lift.conquer %x // HERE"), "conquer"),
    ("unknown-dialect", function("  lifft.map %x // HERE"), "lifft"),
    ("unknown-value", function("  %r = lift.reverse %y : "
                               "!lift.array<N x f32> // HERE"), "undeclared"),
    ("value-twice", function("  %r = lift.reverse %x : !lift.array<N x f32>\n"
                             "  %r = lift.reverse %x : !lift.array<N x f32> // HERE"),
     "redefinition"),
    ("function-twice", function("") + function("").replace("{\n", "{ // HERE\n", 1),
     "redefinition"),
    ("string-open", 'func.func @"f // HERE\n', "expected"),
    ("open-comment", function("")[:-2] + "// } HERE", "expected"),
    ("no-return", "func.func @f(%x: !lift.array<N x f32>) { // HERE\n}\n",
     "terminator|block"),
    ("long-op-name", function("  lift." + "m" * 100000 + " %x // HERE"), "mmm"),
    ("long-value-name", function("  lift.yield %" + "v" * 100000 + " : f32 // HERE"),
     "."),
]
