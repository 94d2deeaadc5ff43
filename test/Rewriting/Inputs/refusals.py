# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Each precondition of each rewrite, by a program and a schedule that break it.

  refusals.py TOOLS-DIR TEMPORARY-DIR

A refusal is an error at a line of the schedule or of the program, with the text
that stands here, and an exit status of 1.
"""

import os
import re
import subprocess
import sys


def nest(step, laws="", before="", after="", init="%z", outer_laws=None):
    """A matrix product, the step of which is given."""
    return f"""
func.func @f(%A: !lift.array<6 x 8 x f32>, %B: !lift.array<4 x 8 x f32>,
             %v: !lift.array<4 x f32>) -> !lift.array<6 x 4 x f32> {{
  %z = arith.constant 0.0 : f32
  %C = lift.map (%r = %A : !lift.array<6 x 8 x f32>) {{
    %o = lift.map (%c = %B, %w = %v : !lift.array<4 x 8 x f32>, !lift.array<4 x f32>) {{
      {before}
      %s = lift.reduce {laws} (%a = %r, %b = %c : !lift.array<8 x f32>, !lift.array<8 x f32>)
          init (%acc = {init} : f32) {{
        {step}
        lift.yield %n : f32
      }}
      {after}
      lift.yield %s : f32
    }}
    lift.yield %o : !lift.array<4 x f32>
  }}
  return %C : !lift.array<6 x 4 x f32>
}}"""


# A map that nobody reads but who calls the function.
RETURNED = """
func.func @f(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %y = lift.map (%e = %x : !lift.array<8 x f32>) {
    %n = arith.negf %e : f32
    lift.yield %n : f32
  }
  return %y : !lift.array<8 x f32>
}"""

TWO_MAPS = """
func.func @f(%x: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %y = lift.map (%e = %x : !lift.array<8 x f32>) {
    %n = arith.negf %e : f32
    lift.yield %n : f32
  }
  %z = lift.map (%e = %y : !lift.array<8 x f32>) {
    %n = arith.mulf %e, %e : f32
    lift.yield %n : f32
  }
  return %z : !lift.array<8 x f32>
}"""


def reduction(step, laws="associative commutative", size="8", inits=1,
              element="f32"):
    """A reduction of numbers; the step yields %n, or %n and %m."""
    names = ["%n", "%m"][:inits]
    accumulators = ", ".join(f"%a{i} = %z" for i in range(inits))
    types = ", ".join([element] * inits)
    zero = "0.0" if element == "f32" else "0"
    return f"""
func.func @f(%x: !lift.array<{size} x {element}>) -> {element} {{
  %z = arith.constant {zero} : {element}
  %s:{inits} = lift.reduce {laws} (%e = %x : !lift.array<{size} x {element}>)
      init ({accumulators} : {types}) {{
    {step}
    lift.yield {", ".join(names)} : {types}
  }}
  return %s#0 : {element}
}}"""


# Sums over rows and columns, with a weight for each row.
WEIGHTED = """
func.func @f(%A: !lift.array<6 x 8 x 5 x f32>, %w: !lift.array<8 x f32>)
    -> !lift.array<6 x f32> {
  %z = arith.constant 0.0 : f32
  %C = lift.map (%a = %A : !lift.array<6 x 8 x 5 x f32>) {
    %s = lift.reduce (%r = %a, %b = %w : !lift.array<8 x 5 x f32>, !lift.array<8 x f32>)
        init (%outer = %z : f32) {
      %t = lift.reduce (%e = %r : !lift.array<5 x f32>) init (%acc = %outer : f32) {
        %p = arith.mulf %e, %b : f32
        %n = arith.addf %acc, %p : f32
        lift.yield %n : f32
      }
      lift.yield %t : f32
    }
    lift.yield %s : f32
  }
  return %C : !lift.array<6 x f32>
}"""

PRODUCT = "%p = arith.mulf %a, %b : f32\n%n = arith.addf %acc, %p : f32"
SUM = "%n = arith.addf %a0, %e : f32"
ORDERED = nest(PRODUCT)
FREE = nest(PRODUCT, laws="associative commutative")
TWO_LEVELS = """
func.func @f(%A: !lift.array<8 x 8 x f32>) -> f32 {
  %z = arith.constant 0.0 : f32
  %s = lift.reduce associative commutative (%r = %A : !lift.array<8 x 8 x f32>)
      init (%o = %z : f32) {
    %i = lift.reduce associative commutative (%a = %r : !lift.array<8 x f32>)
        init (%acc = %o : f32) {
      %n = arith.addf %acc, %a : f32
      lift.yield %n : f32
    }
    lift.yield %i : f32
  }
  return %s : f32
}"""
ARRAYS = """
func.func @f(%A: !lift.array<6 x 8 x f32>, %z: !lift.array<8 x f32>) -> !lift.array<8 x f32> {
  %s = lift.reduce (%r = %A : !lift.array<6 x 8 x f32>)
      init (%o = %z : !lift.array<8 x f32>) {
    %i = lift.map (%a = %r, %acc = %o : !lift.array<8 x f32>, !lift.array<8 x f32>) {
      %n = arith.addf %acc, %a : f32
      lift.yield %n : f32
    }
    lift.yield %i : !lift.array<8 x f32>
  }
  return %s : !lift.array<8 x f32>
}"""
ARRAY_AND_NUMBER = """
func.func @f(%A: !lift.array<6 x 8 x f32>, %z: !lift.array<8 x f32>, %n: f32) -> (!lift.array<8 x f32>, f32) {
  %s, %c = lift.reduce (%r = %A : !lift.array<6 x 8 x f32>)
      init (%o = %z, %m = %n : !lift.array<8 x f32>, f32) {
    %i = lift.map (%a = %r, %acc = %o : !lift.array<8 x f32>, !lift.array<8 x f32>) {
      %t = arith.addf %acc, %a : f32
      lift.yield %t : f32
    }
    %k = arith.addf %m, %m : f32
    lift.yield %i, %k : !lift.array<8 x f32>, f32
  }
  return %s, %c : !lift.array<8 x f32>, f32
}"""
ARRAYS_IN_MAP = """
func.func @f(%A: !lift.array<5 x 6 x 8 x f32>, %z: !lift.array<8 x f32>)
    -> !lift.array<5 x 8 x f32> {
  %t = lift.map (%m = %A : !lift.array<5 x 6 x 8 x f32>) {
    %s = lift.reduce (%r = %m : !lift.array<6 x 8 x f32>)
        init (%o = %z : !lift.array<8 x f32>) {
      %i = lift.map (%a = %r, %acc = %o : !lift.array<8 x f32>, !lift.array<8 x f32>) {
        %n = arith.addf %acc, %a : f32
        lift.yield %n : f32
      }
      lift.yield %i : !lift.array<8 x f32>
    }
    lift.yield %s : !lift.array<8 x f32>
  }
  return %t : !lift.array<5 x 8 x f32>
}"""
VIEWED = """
func.func @f(%A: !lift.array<6 x 8 x f32>) -> !lift.array<6 x 8 x f32> {
  %t = lift.map (%r = %A : !lift.array<6 x 8 x f32>) {
    %v = lift.reverse %r : !lift.array<8 x f32>
    lift.yield %v : !lift.array<8 x f32>
  }
  return %t : !lift.array<6 x 8 x f32>
}"""
ROWS = """
func.func @f(%A: !lift.array<6 x 8 x f32>) -> !lift.array<6 x 8 x f32> {
  %z = arith.constant 0.0 : f32
  %t = lift.map (%r = %A : !lift.array<6 x 8 x f32>) {
    %s = lift.reduce (%a = %r : !lift.array<8 x f32>) init (%acc = %z : f32) {
      %n = arith.addf %acc, %a : f32
      lift.yield %n : f32
    }
    %o = lift.map (%a = %r : !lift.array<8 x f32>) {
      %d = arith.mulf %a, %s : f32
      lift.yield %d : f32
    }
    lift.yield %o : !lift.array<8 x f32>
  }
  return %t : !lift.array<6 x 8 x f32>
}"""
VECTORS = """
func.func @f(%A: !lift.array<6 x 8 x vector<2xf32>>) -> !lift.array<6 x 8 x vector<2xf32>> {
  %t = lift.map (%r = %A : !lift.array<6 x 8 x vector<2xf32>>) {
    %o = lift.map (%a = %r : !lift.array<8 x vector<2xf32>>) {
      %d = arith.mulf %a, %a : vector<2xf32>
      lift.yield %d : vector<2xf32>
    }
    lift.yield %o : !lift.array<8 x vector<2xf32>>
  }
  return %t : !lift.array<6 x 8 x vector<2xf32>>
}"""

TUPLES = """
func.func @f(%A: !lift.array<6 x 8 x tuple<f32, i32>>) -> !lift.array<6 x f32> {
  %t = lift.map (%r = %A : !lift.array<6 x 8 x tuple<f32, i32>>) {
    %e = lift.at %r[1] : !lift.array<8 x tuple<f32, i32>>
    %a = lift.get %e[0] : tuple<f32, i32>
    lift.yield %a : f32
  }
  return %t : !lift.array<6 x f32>
}"""
TUPLE_SUM = """
func.func @f(%x: !lift.array<8 x f32>, %z: tuple<f32, f32>) -> tuple<f32, f32> {
  %s = lift.reduce (%e = %x : !lift.array<8 x f32>) init (%acc = %z : tuple<f32, f32>) {
    %a = lift.get %acc[0] : tuple<f32, f32>
    %n = arith.addf %a, %e : f32
    %t = lift.tuple %n, %a : f32, f32
    lift.yield %t : tuple<f32, f32>
  }
  return %s : tuple<f32, f32>
}"""
# A map of nothing.
NO_RESULT = """
func.func @f(%x: !lift.array<6 x 8 x f32>) {
  lift.map (%r = %x : !lift.array<6 x 8 x f32>) {
    lift.map (%e = %r : !lift.array<8 x f32>) {
      lift.yield
    }
    lift.yield
  }
  return
}"""
# Each row of the second map is what the first one computes.
YIELDED = """
func.func @f(%x: !lift.array<8 x f32>) -> !lift.array<8 x 8 x f32> {
  %y = lift.map (%e = %x : !lift.array<8 x f32>) {
    %n = arith.negf %e : f32
    lift.yield %n : f32
  }
  %z = lift.map (%e = %x : !lift.array<8 x f32>) {
    lift.yield %y : !lift.array<8 x f32>
  }
  return %z : !lift.array<8 x 8 x f32>
}"""
CALLS = """
func.func private @first(%x: !lift.array<N x f32>) -> f32 {
  %a = lift.at %x[0] : !lift.array<N x f32>
  return %a : f32
}
func.func @f(%x: !lift.array<8 x 4 x f32>) -> !lift.array<8 x f32> {
  %y = lift.map (%r = %x : !lift.array<8 x 4 x f32>) {
    %a = lift.call @first[N = 4](%r) : (!lift.array<4 x f32>) -> f32
    lift.yield %a : f32
  }
  return %y : !lift.array<8 x f32>
}"""
DECLARED = "func.func private @f(!lift.array<8 x f32>) -> !lift.array<8 x f32>"


NEVER = "no values are known that its condition never chooses"


def select(condition, values):
    return f"%c = arith.cmpf {condition} : f32\n%n = arith.select %c, {values} : f32"


def block(chunks, order, more=""):
    results = ", ".join(f"%b{i}" for i in range(order.count("], [") + 1))
    types = ", ".join(["!op"] * (order.count("], [") + 1))
    return (f"{results} = transform.lift.block %0 {{chunks = {chunks}, order = {order}{more}}}"
            f" : (!op) -> ({types})")


def stage(more, target="%0", place=""):
    inside = f" in {place}" if place else ""
    types = "!op, !op" if place else "!op"
    return (f"%s:2 = transform.lift.stage {target}{inside} {{{more}}} : ({types}) -> (!op, !op)")


def split(more):
    return f"%s:3 = transform.lift.split_reduction %0 {more} : (!op) -> (!op, !op, !op)"


def inner(number=0, of="%0", name="%1"):
    return f"{name} = transform.lift.match_pattern {of}[{number}] : (!op) -> !op\n"


CHUNK_PADDED = ('%s:2 = transform.lift.chunk_reduction %0 by "3" {padded} : '
                '(!op) -> (!op, !op)')
TREE = '%s = transform.lift.tree_reduction %0 in "local" : (!op) -> !op'
FUSE = (inner(1, "%func", "%2")
        + "%f = transform.lift.fuse_producer %2 {argument = 0} : (!op) -> !op")
IN_ORDER = "[[0, 0], [1, 0], [2, 0]]"
NO_CHUNKS = "[[], [], []]"
LOCAL = 'argument = 0, space = "local"'

INDEX_SUM = """%i = arith.index_cast %a : i32 to index
          %n = arith.addi %acc, %i : index
          lift.yield %n : index"""
INDEX = f"""
func.func @f(%x: !lift.array<6 x 8 x i32>) -> !lift.array<6 x i32> {{
  %z = arith.constant 0 : index
  %t = lift.map (%r = %x : !lift.array<6 x 8 x i32>) {{
    %s = lift.reduce associative commutative (%a = %r : !lift.array<8 x i32>)
        init (%acc = %z : index) {{
          {INDEX_SUM}
    }}
    %i = arith.index_cast %s : index to i32
    lift.yield %i : i32
  }}
  return %t : !lift.array<6 x i32>
}}"""
# The index is needed by another pattern of the body, or of the step.
USED_INDEX = f"""
func.func @f(%x: !lift.array<6 x 8 x i32>) -> !lift.array<6 x 8 x i32> {{
  %z = arith.constant 0 : index
  %t = lift.map (%r = %x : !lift.array<6 x 8 x i32>) {{
    %s = lift.reduce (%a = %r : !lift.array<8 x i32>) init (%acc = %z : index) {{
          {INDEX_SUM}
    }}
    %o = lift.map (%a = %r : !lift.array<8 x i32>) {{
      %i = arith.index_cast %s : index to i32
      %p = arith.muli %i, %a : i32
      lift.yield %p : i32
    }}
    lift.yield %o : !lift.array<8 x i32>
  }}
  return %t : !lift.array<6 x 8 x i32>
}}"""
INDEX_IN_STEP = f"""
func.func @f(%x: !lift.array<6 x 8 x i32>, %o: index) -> index {{
  %z = arith.constant 0 : index
  %t = lift.reduce (%r = %x : !lift.array<6 x 8 x i32>) init (%b = %o : index) {{
    %s = lift.reduce (%a = %r : !lift.array<8 x i32>) init (%acc = %z : index) {{
          {INDEX_SUM}
    }}
    %m = arith.muli %s, %b : index
    lift.yield %m : index
  }}
  return %t : index
}}"""
NO_ARRAYS = "would store an index, of which there are no arrays"

# What breaks which precondition: program, schedule, message.
CASES = [
    # Nests.
    (reduction(SUM), "%b = transform.lift.block %func {chunks = [[]], order = [[0, 0]]}"
     " : (!op) -> !op", "is no map and no reduction"),
    (reduction(SUM), block("[[2]]", "[[0, 0], [0, 1]]", ", vector = array<i64: 0, 2>"),
     "the elements of a reduced dimension are not computed as vectors"),
    (ROWS, block("[[]]", "[[0, 0]]"), "the loops are not perfectly nested"),
    (nest(PRODUCT, before="%q = arith.mulf %w, %w : f32", init="%q"),
     block(NO_CHUNKS, IN_ORDER), "starts with a value that the nest computes"),
    (nest(PRODUCT.replace("%a, %b", "%a, %q"), before="%q = math.exp %w : f32"),
     block(NO_CHUNKS, IN_ORDER), "computes a scalar that the reduction uses"),
    (ARRAYS_IN_MAP, block("[[], []]", "[[0, 0], [1, 0]]"), "has an array as accumulator"),
    # block.
    (ORDERED, block("[[], []]", IN_ORDER), "has 3 dimensions, and chunks for 2"),
    (ORDERED, block("[[4], [], []]", "[[0, 0], [0, 1], [1, 0], [2, 0]]"),
     "leaves a remainder"),
    (ORDERED, block("[[0], [], []]", "[[0, 0], [0, 1], [1, 0], [2, 0]]"),
     "a chunk has at least 1 element, not 0"),
    (ORDERED, block(NO_CHUNKS, "[[0, 0], [1, 0]]"),
     "the order must name each part of each dimension once"),
    (ORDERED, block(NO_CHUNKS, "[[0, 0], [1, 0], [1, 0]]"), "is no part, or named twice"),
    (ORDERED, block(NO_CHUNKS, "[[0, 0], [1, 0], [3, 0]]"), "is no part, or named twice"),
    (ORDERED, block("[[], [], [2]]", "[[0, 0], [1, 0], [2, 1], [2, 0]]"),
     "is not declared associative and commutative"),
    (nest(PRODUCT, laws="associative"),
     block("[[], [], [2]]", "[[0, 0], [1, 0], [2, 1], [2, 0]]"),
     "is not declared associative and commutative"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", pad = array<i64: 0>"),
     "pads a dimension that is not cut into chunks"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", pad = array<i64: 7>"),
     "pads a dimension that is not cut into chunks"),
    (nest("%p = arith.mulf %a, %b : f32\n%n = arith.divf %acc, %p : f32"),
     block("[[], [], [3]]", "[[0, 0], [1, 0], [2, 0], [2, 1]]", ", pad = array<i64: 2>"),
     "cannot be padded"),
    (nest("%p = arith.addf %acc, %a : f32\n%n = arith.mulf %p, %b : f32"),
     block("[[], [], [3]]", "[[0, 0], [1, 0], [2, 0], [2, 1]]", ", pad = array<i64: 2>"),
     "does not combine each accumulator with a value that depends on none"),
    (WEIGHTED, block("[[], []]", "[[0, 0], [1, 0]]", ", collapse = array<i64: 1>"),
     "reduced ones of which it has some only"),
    (ORDERED, block("[[], []]", "[[0, 0], [1, 0]]", ", collapse = array<i64: 1>"),
     "collapses a parallel and a reduced dimension"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", collapse = array<i64: 2>"),
     "collapses dimension 2, which is not followed by another"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", collapse = array<i64: -1>"),
     "which is not followed by another"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", vector = array<i64: 2, 4>"),
     "are not computed as vectors"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", vector = array<i64: 0, 2>"),
     "is not the last of the results"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", vector = array<i64: 1, 5>"),
     "vectors have 2, 3, 4, 8 or 16 elements, not 5"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ", vector = array<i64: 1>"),
     "'vector' is a dimension and a width"),
    (VECTORS, block("[[], []]", "[[0, 0], [1, 0]]", ", vector = array<i64: 1, 2>"),
     "has elements that are no numbers, which make no vectors"),
    (ORDERED, block("[1, [], []]", IN_ORDER), "'chunks' is a list for each dimension"),
    (ORDERED, block("[[[]], [], []]", IN_ORDER), "a size is a number or a text"),
    (ORDERED, block('[["("], [], []]', IN_ORDER), "'('"),
    (ORDERED, block(NO_CHUNKS, "[[0], [1, 0], [2, 0]]"),
     "'order' is a list of [dimension, part]"),
    (ORDERED, "%b:2 = transform.lift.block %0 {chunks = [[], [], []], order = [[0, 0], [1, 0],"
     " [2, 0]]} : (!op) -> (!op, !op)", "has 2 results for the loops of 3 parts"),
    (ORDERED, block(NO_CHUNKS, IN_ORDER, ', names = ["T"]'), "a name for each parameter"),
    # compute_in_readers.
    (ORDERED, "transform.lift.compute_in_readers %0 : !op",
     "computes no number of each of one array"),
    (RETURNED, "transform.lift.compute_in_readers %0 : !op",
     "is not only read by loops, through views"),
    # No results.
    (NO_RESULT, '%s:2 = transform.lift.split_nest %0[1] by "2" : (!op) -> (!op, !op)',
     "has no result"),
    (NO_RESULT, "%s = transform.lift.skew_rows %0 {levels = [[2, 1]], rows = 2, columns = 1}"
     " : (!op) -> !op", "has no result"),
    (NO_RESULT, '%p:2 = transform.lift.peel %0 dim 1 first "1" : (!op) -> (!op, !op)',
     "computes something else than one map inside"),
    (NO_RESULT, "transform.lift.copy_results %0 : !op", "has no result"),
    (YIELDED, "transform.lift.copy_results %0 : !op", "has a result that is not only returned"),
    # Indices.
    (INDEX, block("[[], []]", "[[1, 0], [0, 0]]"), NO_ARRAYS),
    (INDEX, '%s:2 = transform.lift.split_nest %0[1] by "2" : (!op) -> (!op, !op)', NO_ARRAYS),
    (INDEX, inner() + '%s:3 = transform.lift.split_reduction %1 by "2" : '
     '(!op) -> (!op, !op, !op)', NO_ARRAYS),
    (USED_INDEX, inner() + "%s:2 = transform.lift.fission_map %0 at %1 : "
     "(!op, !op) -> (!op, !op)", NO_ARRAYS),
    (INDEX_IN_STEP, "%s:2 = transform.lift.fission %0 : (!op) -> (!op, !op)", NO_ARRAYS),
    # merge_maps, widen.
    (YIELDED, "%m = transform.lift.merge_maps %0 : (!op) -> !op",
     "has results that its block reads"),
    (CALLS, "%w = transform.lift.widen %0 by 2 : (!op) -> !op", "has no form on vectors"),
    # copy_argument.
    (ORDERED, "%c = transform.lift.copy_argument %0 {argument = 2} : (!op) -> !op",
     "is no map or reduction with an argument number 2"),
    (TWO_LEVELS, inner() + "%c = transform.lift.copy_argument %1 {argument = 0} : (!op) -> !op",
     "goes through what a loop around it brings"),
    (ORDERED, "%c = transform.lift.copy_argument %0 {argument = 0, below_windows} : (!op) -> !op",
     "goes through no windows"),
    (ORDERED, "%c = transform.lift.copy_argument %0 {argument = 0, read_order = array<i64: 1, 1>} "
     ": (!op) -> !op", "the order of reading is no permutation of the dimensions of the array"),
    # stage.
    (ORDERED, stage('argument = 3, space = "local"'),
     "is no map or reduction with an argument number 3"),
    (ORDERED, stage('argument = -1, space = "local"'), "with an argument number"),
    (ORDERED, inner() + stage('argument = 1, space = "local"', "%1"),
     "argument number 1 is a scalar"),
    (ORDERED, stage('argument = 0, space = "far"'), "'far' is no address space"),
    (ORDERED, stage(LOCAL + ", read_order = array<i64: 0, 1>"), "no permutation"),
    (ORDERED, stage(LOCAL + ", read_order = array<i64: 1>"), "no permutation"),
    (ORDERED, stage(LOCAL + ", vector = 3"), "leaves a remainder"),
    (ORDERED, stage(LOCAL + ", vector = 5"), "vectors have 2, 3, 4, 8 or 16 elements"),
    (ORDERED, stage(LOCAL + ", chunks = array<i64: 3>"), "leaves a remainder"),
    (ORDERED, stage(LOCAL + ", chunks = array<i64: 0>"), "a chunk has at least 1 element"),
    (ORDERED, stage(LOCAL + ", computed"), "does nothing to each element of an array alone"),
    (ORDERED, stage(LOCAL + ", padded"), "pads a copy that is not cut into chunks"),
    (ORDERED, stage(LOCAL + ", chunks = array<i64: 3, 2>, padded"), "leaves a remainder"),
    (ORDERED, stage(LOCAL + ", pad = array<i64: 0, 1>"),
     "pads 2 dimensions of a copy that has 1"),
    (ORDERED, stage('argument = 0, space = "private", chunks = array<i64: 4>, pad = array<i64: 1>'),
     "pads 1 dimensions of a copy that has 2"),
    (ORDERED, stage(LOCAL + ", pad = array<i64: -1>"), "pads rows by -1 elements"),
    (ORDERED, stage(LOCAL + ", buffers = 0"), "at least 1 buffer, not 0"),
    (VECTORS, stage(LOCAL + ", vector = 2"), "copies elements that are no numbers"),
    (TUPLES, stage(LOCAL + ", vector = 2"), "copies elements that are no numbers"),
    (ORDERED, inner() + stage(LOCAL + ", computed", "%1", "%0"), "that others may read as it is"),
    (ORDERED, stage(LOCAL, "%0", "%func"), "is no map or reduction"),
    (ROWS, stage(LOCAL + ", behind = 8"), "of which the first 8 are all, or none"),
    (ROWS, stage(LOCAL + ", behind = -1"), "of which the first -1 are all, or none"),
    (ROWS, stage(LOCAL + ", behind = 3, vector = 2"), "leaves a remainder"),
    (ROWS, stage(LOCAL + ", behind = 3, computed"),
     "computes what is done to elements of which it copies only some"),
    (VIEWED, stage(LOCAL + ", behind = 3"), "has no loop that goes through argument number 0"),
    (ROWS, inner() + stage(LOCAL, "%0", "%1"),
     "reads the array outside of the loop in which it would be copied"),
    # Accumulators.
    (ARRAYS, "transform.lift.relayout_accumulators %0 : !op",
     "no step ends with a view that has an inverse"),
    (ORDERED, "transform.lift.relayout_accumulators %0 : !op", "expects a 'lift.reduce'"),
    (reduction(SUM), 'transform.lift.place_accumulators %0 in "local" : !op',
     "has no array as accumulator"),
    (ARRAYS, 'transform.lift.place_accumulators %0 ["seq", "seq"] in "local" : !op',
     "has an accumulator of 1 dimensions, and 2 choices"),
    (ARRAY_AND_NUMBER, 'transform.lift.place_accumulators %0 in "local" : !op',
     "has results that one map does not copy from local memory"),
    (ARRAYS, 'transform.lift.place_accumulators %0 ["far(0)"] in "local" : !op',
     "'far(0)' is no mapping"),
    (ARRAYS, 'transform.lift.place_accumulators %0 ["lcl(9)"] in "local" : !op',
     "'lcl(9)' is no mapping"),
    (ROWS, 'transform.lift.store_results %0 in "local" : !op',
     "has no result that is not stored yet"),
    (ROWS, 'transform.lift.store_results %0 in "far" : !op', "'far' is no address space"),
    (reduction(SUM), 'transform.lift.store_results %0 in "local" : !op', "expects a 'lift.map'"),
    (ROWS, "transform.lift.copy_yields %0 : !op", "yields nothing that others in its body read"),
    (reduction(SUM), "transform.lift.copy_yields %0 : !op", "expects a 'lift.map'"),
    # Reductions. Lift's partialReduce asks for no law, no identity, no divisor.
    (reduction(SUM, laws=""), split('by "4"'), "is not declared associative"),
    (reduction(SUM, laws="commutative"), split('by "4"'), "is not declared associative"),
    (reduction(SUM, laws="associative"), split('by "4" {strided}'),
     "is not declared commutative"),
    (reduction(SUM), split('by "3"'), "leaves a remainder"),
    (reduction(SUM), split('by "0"'), "a chunk has at least 1 element"),
    (reduction(SUM), split('by "4" {strided, chunk = 4}'), "leaves a remainder"),
    (reduction(SUM, size="N"), split('by "2147483648" {padded}'),
     "a chunk has at most 2147483647 elements"),
    (reduction(SUM), split('by "2" {padded, multiple = 9223372036854775806}'),
     "a chunk has at most 2147483647 elements"),
    (reduction(SUM), split('by "4" {space = "far"}'), "'far' is no address space"),
    (reduction("%n = arith.divf %e, %a0 : f32"), split('by "4"'), "has no neutral element"),
    (reduction("%n = arith.divf %a0, %e : f32"), split('by "4" {strided}'),
     "has steps that do not commute"),
    (reduction("%q = arith.addf %e, %z : f32\n%p = arith.addf %q, %a0 : f32\n"
               "%n = arith.mulf %p, %a0 : f32"), split('by "4"'),
     "does not combine each accumulator"),
    (reduction("%n = arith.mulf %a0, %a1 : f32\n%m = arith.addf %a1, %e : f32", inits=2),
     split('by "4"'),
     "does not combine each accumulator"),
    # The second accumulator gets what the first has become.
    (reduction("%n = arith.addf %a0, %e : f32\n%m = arith.mulf %a1, %n : f32", inits=2),
     split('by "4"'), "does not combine each accumulator"),
    (reduction("%n = arith.addf %a0, %e : f32\n%m = arith.mulf %a1, %a0 : f32", inits=2),
     split('by "4"'), "does not combine each accumulator"),
    (TWO_LEVELS, split('by "2"'), "does not combine each accumulator"),
    # Selections. What is not greater than NaN would take its place.
    (reduction(select("ogt, %a0, %e", "%a0, %e")), split('by "4"'), NEVER),
    (reduction(select("ult, %a0, %e", "%e, %a0")), split('by "4"'), NEVER),
    (reduction(select("une, %e, %a0", "%e, %a0")), split('by "4"'), NEVER),
    # There are no infinities.
    (reduction(select("ogt, %e, %a0 fastmath<ninf>", "%e, %a0")), split('by "4"'), NEVER),
    (reduction(select("ogt, %z, %a0", "%e, %a0")), split('by "4"'), NEVER),
    (reduction("%q = arith.mulf %e, %e : f32\n" + select("ogt, %q, %a0", "%e, %a0")),
     split('by "4"'), NEVER),
    (reduction("%q = arith.mulf %e, %e : f32\n" + select("ogt, %e, %a0", "%q, %a0")),
     split('by "4"'), "a condition depends on more than"),
    (reduction(select("ogt, %e, %a0", "%e, %a0") + "\n%m = arith.select %c, %e, %a1 : f32",
               inits=2), split('by "4"'), "chooses one value for several accumulators"),
    # An equal maximum would take an index that there is none of.
    (reduction(select("oge, %e, %a0", "%e, %a0") + "\n%k = arith.negf %e : f32\n"
               "%m = arith.select %c, %k, %a1 : f32", inits=2), split('by "4"'), NEVER),
    (reduction("%c = arith.cmpf ogt, %e, %a0 : f32\n%p = arith.addf %a0, %e : f32\n"
               "%n = arith.select %c, %p, %a0 : f32"), split('by "4"'),
     "does not combine each accumulator"),
    (reduction(SUM), '%s:2 = transform.lift.peel_reduction %0 first "0" : (!op) -> (!op, !op)',
     "of which the first 0 are all, or none"),
    (reduction(SUM), '%s:2 = transform.lift.chunk_reduction %0 by "3" : (!op) -> (!op, !op)',
     "leaves a remainder"),
    (reduction(SUM), '%s:2 = transform.lift.chunk_reduction %0 by "-2" : (!op) -> (!op, !op)',
     "a chunk has at least 1 element"),
    # Elements beyond the end are others that there are, for other accumulators.
    (reduction("%n = arith.divsi %e, %a0 : i32", laws="", element="i32"), CHUNK_PADDED,
     "has a division of integers"),
    (reduction("%i = arith.index_cast %a0 : i32 to index\n"
               "%n = lift.at in_bounds %x[%i] : !lift.array<8 x i32>", laws="",
               element="i32"), CHUNK_PADDED, "an access that is declared in bounds"),
    (ARRAYS, CHUNK_PADDED, "has an accumulator that is an array"),
    (TUPLE_SUM, CHUNK_PADDED, "has an accumulator that is an array or a tuple"),
    (reduction(SUM, laws=""), TREE, "is not declared associative"),
    (reduction(SUM, size="6"), TREE, "no constant power of two"),
    (reduction(SUM, size="N"), TREE, "no constant power of two"),
    (reduction("%d = arith.mulf %e, %e : f32\n%n = arith.addf %a0, %d : f32"), TREE,
     "does not combine elements as they are"),
    (reduction("%n = arith.addf %a0, %e : f32\n%m = arith.mulf %a1, %e : f32", inits=2), TREE,
     "does not combine elements as they are"),
    (TWO_LEVELS, TREE, "does not combine each accumulator"),
    # Handles.
    (DECLARED, "", "is a function without a body"),
    (ORDERED, "%9 = transform.lift.match_pattern %0[7] : (!op) -> !op", "has no pattern number 7"),
    (ORDERED, 'transform.lift.map_to %0 ["glb"] : !op', "'glb' is no mapping"),
    (ORDERED, 'transform.lift.map_to %0 ["seq", "seq", "seq"] : !op',
     "has fewer maps inside each other than choices"),
    (ORDERED, "transform.lift.unroll %func : !op",
     "expects maps, reductions and scans"),
    (ORDERED, "transform.lift.vectorize %func by 4 : !op", "expects maps and reductions"),
    # What says how it runs.
    *((TWO_MAPS, f'{inner(number, "%func")}transform.lift.map_to %1 ["seq"] : !op\n{rewrite}',
       "says how it runs")
      for number, rewrite in [
          (0, block("[[2]]", "[[0, 0], [0, 1]]")),
          (0, '%c:2 = transform.lift.chunk_map %0 by "2" : (!op) -> (!op, !op)'),
          (0, "%d = transform.lift.divide_map %0 : (!op) -> !op"),
          (0, FUSE), (1, FUSE)]),
]

HEAD = """!op = !transform.any_op
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%func: !op) {
"""
MATCH = "    %0 = transform.lift.match_pattern %func[0] : (!op) -> !op\n"
TAIL = "    transform.yield\n  }\n}\n"


def run(tool, folder, program, schedule):
    paths = [os.path.join(folder, name) for name in ("program.mlir", "schedule.mlir")]
    for path, text in zip(paths, (program, schedule)):
        with open(path, "w") as file:
            file.write(text)
    passes = (f"builtin.module(transform-preload-library{{transform-library-paths={paths[1]}}},"
              "func.func(transform-interpreter),canonicalize)")
    return subprocess.run([tool, paths[0], "--pass-pipeline=" + passes],
                          capture_output=True, text=True)


def check(tool, folder, case):
    """What is wrong with a refusal, and what was said."""
    program, schedule, message = case
    refused = run(tool, folder, program, HEAD + MATCH + schedule + "\n" + TAIL)
    if refused.returncode != 1:
        return f"exit status {refused.returncode}", refused.stderr
    if not re.search(r"(program|schedule)\.mlir:\d+:\d+: error: ", refused.stderr):
        return "no place", refused.stderr
    if message not in refused.stderr:
        return "another message", refused.stderr
    return "", ""


def main():
    tools, folder = sys.argv[1:]
    os.makedirs(folder, exist_ok=True)
    breaches = 0
    for case in CASES:
        wrong, output = check(os.path.join(tools, "lift-opt"), folder, case)
        breaches += bool(wrong)
        if wrong:
            print(f"expected '{case[2]}': {wrong}: {output[:600]}")
    print(f"{len(CASES)} schedules, {breaches} of them not refused as they should be")
    sys.exit(breaches != 0)


if __name__ == "__main__":
    main()
