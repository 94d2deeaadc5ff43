# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The two C libraries: what include/LiftDialect/CAPI declares, in ctypes."""
import ctypes
import functools
import os
import pathlib

from ctypes import POINTER, c_bool, c_char_p, c_double, c_int64, c_size_t, c_uint, c_void_p


class Error(Exception):
    """What a library reported."""

    __module__ = "lift"


class Array(ctypes.Structure):
    _fields_ = [("type", c_char_p), ("rank", c_size_t),
                ("shape", POINTER(c_int64)), ("data", c_void_p)]


class Size(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("value", c_int64)]


class StringRef(ctypes.Structure):
    _fields_ = [("data", c_char_p), ("length", c_size_t)]

    @classmethod
    def of(cls, text):
        data = text.encode()
        return cls(data, len(data))


class LogicalResult(ctypes.Structure):
    _fields_ = [("value", ctypes.c_int8)]


StringCallback = ctypes.CFUNCTYPE(None, StringRef, c_void_p)


def _load(name):
    """A library in the folder of this package, of $LIFT_LIBRARY_PATH, or where
    the loader looks."""
    folders = [os.environ.get("LIFT_LIBRARY_PATH"), pathlib.Path(__file__).parent]
    for folder in filter(None, folders):
        path = pathlib.Path(folder) / name
        if path.exists():
            return ctypes.CDLL(str(path))
    try:
        return ctypes.CDLL(name)
    except OSError as error:
        raise ImportError(
            f"{name} is neither in {folders[1]} nor in $LIFT_LIBRARY_PATH, or "
            f"cannot be loaded: {error}") from None


def _declare(library, name, result, *arguments):
    function = getattr(library, name)
    function.restype = result
    function.argtypes = arguments


@functools.lru_cache(maxsize=None)
def runtime():
    """Runs packages; needs no LLVM."""
    library = _load("libLiftRuntimeCAPI.so")
    _declare(library, "liftGetLastError", c_char_p)
    _declare(library, "liftListDevices", c_char_p)
    _declare(library, "liftExecutableCreate", c_void_p, c_char_p, c_char_p,
             c_char_p, c_char_p)
    _declare(library, "liftExecutableDestroy", None, c_void_p)
    _declare(library, "liftExecutableGetManifest", c_char_p, c_void_p)
    _declare(library, "liftExecutableGetProgram", c_void_p, c_void_p,
             POINTER(Size), c_size_t, POINTER(c_size_t))
    _declare(library, "liftExecutableRun", c_void_p, c_void_p, POINTER(Array),
             c_size_t, c_uint, POINTER(c_void_p))
    _declare(library, "liftRunDestroy", None, c_void_p)
    _declare(library, "liftRunGetResult", c_bool, c_void_p, c_size_t,
             POINTER(Array))
    _declare(library, "liftReportDestroy", None, c_void_p)
    _declare(library, "liftReportGetJson", c_char_p, c_void_p)
    _declare(library, "liftReportGetTrace", c_char_p, c_void_p)
    _declare(library, "liftExecutableGetPeaks", c_bool, c_void_p,
             POINTER(c_double), POINTER(c_double))
    return library


@functools.lru_cache(maxsize=None)
def compiler():
    """Compiles; needs the LLVM that Lift was built with."""
    library = _load("libLiftCAPI.so")
    _declare(library, "liftCompileToPackage", LogicalResult, StringRef, StringRef,
             c_size_t, POINTER(StringRef), StringRef, StringCallback, c_void_p)
    return library


def check(value):
    """`value`, unless it stands for an error of the runtime."""
    if not value:
        raise Error(runtime().liftGetLastError().decode())
    return value


def make_sizes(sizes):
    """Sizes by name as the libraries take them: an array and its length."""
    return (Size * len(sizes))(*((name.encode(), value)
                                 for name, value in sizes.items())), len(sizes)


def compile_to_package(text, name, options, folder):
    """Writes a package; gives warnings, and raises errors, as lift-run prints
    them."""
    messages = []
    callback = StringCallback(lambda text, _: messages.append(
        ctypes.string_at(text.data, text.length).decode(errors="replace")))
    values = (StringRef * len(options))(*map(StringRef.of, options))
    result = compiler().liftCompileToPackage(
        StringRef.of(text), StringRef.of(name), len(options), values,
        StringRef.of(str(folder)), callback, None)
    messages = "".join(messages).strip()
    if result.value == 0:
        raise Error(messages)
    return messages
