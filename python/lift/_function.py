# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Functions on NumPy arrays."""
import ctypes
import json
import os
import weakref

import numpy as np

from lift import _library
from lift._report import Report

_DTYPES = {"i1": "?", "i8": "i1", "i16": "i2", "i32": "i4", "i64": "i8",
           "f16": "f2", "f32": "f4", "f64": "f8"}


def devices():
    """What there is to run on: a list of dictionaries with "name", "api", ..."""
    return json.loads(_library.check(_library.runtime().liftListDevices()))


class Parameter:
    """An argument or a result: `name`, `dtype`, `sizes` as texts."""

    def __init__(self, entry):
        self.name = entry["name"]
        self.type = entry["type"]
        self.dtype = np.dtype(_DTYPES[self.type])
        self.sizes = tuple(entry.get("sizes", ()))
        self.lanes = entry.get("lanes", 1)

    @property
    def rank(self):
        return len(self.sizes) + (self.lanes != 1)

    def __str__(self):
        element = self.type if self.lanes == 1 else f"vector<{self.lanes}x{self.type}>"
        sizes = [size if size.isidentifier() or size.isdigit() else f"({size})"
                 for size in self.sizes]
        return (f"!lift.array<{' x '.join([*sizes, element])}>"
                if sizes else element)

    def take(self, value):
        """The array of an argument, which is not copied unless it is a number."""
        if self.rank == 0:
            return self._take_number(value)
        if not isinstance(value, np.ndarray):
            if not hasattr(value, "__dlpack__"):
                raise TypeError(f"argument '{self.name}' is {self}, not "
                                f"{type(value).__name__}: give a NumPy array, or "
                                "one that speaks DLPack")
            value = np.from_dlpack(value)
        # Integers have no sign of their own.
        is_same = (value.dtype == self.dtype or
                   (value.dtype.kind == "u" and self.dtype.kind == "i" and
                    value.dtype.itemsize == self.dtype.itemsize))
        if not is_same or not value.dtype.isnative:
            raise TypeError(f"argument '{self.name}' has the dtype {value.dtype}, "
                            f"but is {self}: expected {self.dtype}")
        if value.ndim != self.rank:
            raise ValueError(f"argument '{self.name}' has the shape {value.shape}, "
                             f"but is {self}")
        if not value.flags.c_contiguous:
            raise ValueError(f"argument '{self.name}' is not contiguous in C's "
                             "order: give numpy.ascontiguousarray of it")
        return value

    def _take_number(self, value):
        try:
            array = np.asarray(value)
            if array.ndim != 0:
                raise TypeError
            if self.dtype.kind == "i" and array.dtype.kind not in "iub":
                raise TypeError
            if self.dtype.kind in "iu" and not (
                    -2 ** (8 * self.dtype.itemsize - 1) <= int(array)
                    < 2 ** (8 * self.dtype.itemsize)):
                raise OverflowError
            return array.astype(self.dtype)
        except (TypeError, ValueError, OverflowError):
            raise TypeError(f"argument '{self.name}' is {self}, not "
                            f"{value!r}") from None


class _Run:
    """What one call gave; the memory of its results lives as long."""

    def __init__(self, handle):
        self.handle = handle
        weakref.finalize(self, _library.runtime().liftRunDestroy, handle)

    def get_result(self, index, parameter):
        array = _library.Array()
        _library.check(_library.runtime().liftRunGetResult(
            self.handle, index, ctypes.byref(array)))
        return np.asarray(_Result(self, array, parameter))


class _Result:
    """Memory of a run as NumPy takes it."""

    def __init__(self, run, array, parameter):
        self.run = run
        self.__array_interface__ = {
            "version": 3, "typestr": parameter.dtype.str,
            "shape": tuple(array.shape[i] for i in range(array.rank)),
            "data": (array.data, False)}


class Function:
    """A compiled function. Call it with all its arguments, in order or by name. It
    gives a NumPy array, or a tuple of several; numbers are arrays without
    dimensions.

    Arguments are NumPy arrays or what speaks DLPack; they are passed as they lie
    in memory, and not changed. Several threads may call one function."""

    def __init__(self, package, *, device="", api="opencl", cache=None):
        library = _library.runtime()
        self._handle = _library.check(library.liftExecutableCreate(
            os.fspath(package).encode(), device.encode(), api.encode(),
            None if cache is None else os.fspath(cache).encode()))
        weakref.finalize(self, library.liftExecutableDestroy, self._handle)
        manifest = json.loads(library.liftExecutableGetManifest(self._handle))
        self.name = manifest["entry"]
        self.sizes = tuple(manifest["sizes"])
        self.arguments = [Parameter(entry) for entry in manifest["arguments"]
                          if "constant" not in entry]
        self.results = [Parameter(entry) for entry in manifest["results"]]
        self._api = api
        self._report = None

    def __call__(self, *args, **kwargs):
        return self._run(args, kwargs, repeat=1)

    def measure(self, *args, repeat=10, **kwargs):
        """Calls the function several times after one call that is not timed, and
        gives the report."""
        if repeat < 1:
            raise ValueError(f"repeat is {repeat}, expected at least 1")
        self._run(args, kwargs, repeat)
        return self._report

    def report(self):
        """What the last call took: a line for each kernel."""
        if self._report is None:
            raise RuntimeError(f"'{self.name}' has not been called yet")
        return self._report

    @property
    def times(self):
        """What each kernel of the last call took, in seconds, by name."""
        return self.report().times

    @property
    def opencl(self):
        """The OpenCL C of the last call; before one, of all sizes."""
        if self._api != "opencl":
            raise AttributeError(f"'{self.name}' was compiled for {self._api}, "
                                 "not from OpenCL C")
        return self._get_program().decode()

    @property
    def spirv(self):
        """The module of SPIR-V of the last call; before one, of all sizes."""
        if self._api == "opencl":
            raise AttributeError(f"'{self.name}' was compiled from OpenCL C")
        return self._get_program()

    def __repr__(self):
        arguments = ", ".join(f"{argument.name}: {argument}"
                              for argument in self.arguments)
        results = ", ".join(map(str, self.results))
        return f"<lift.Function {self.name}({arguments}) -> {results}>"

    def _repr_html_(self):
        from html import escape
        text = f"<code>{escape(repr(self)[1:-1])}</code>"
        return text if self._report is None else text + self._report._repr_html_()

    def _get_program(self):
        length = ctypes.c_size_t()
        sizes = self._report.sizes if self._report else {}
        data = _library.check(_library.runtime().liftExecutableGetProgram(
            self._handle, *_library.make_sizes(sizes), ctypes.byref(length)))
        return ctypes.string_at(data, length.value)

    def _bind(self, args, kwargs):
        """The arguments as arrays, in order."""
        if len(args) > len(self.arguments):
            raise TypeError(f"'{self.name}' takes {len(self.arguments)} arguments, "
                            f"but {len(args)} are given")
        given = dict(zip((argument.name for argument in self.arguments), args))
        for name, value in kwargs.items():
            if all(argument.name != name for argument in self.arguments):
                raise TypeError(f"'{self.name}' has no argument '{name}'")
            if name in given:
                raise TypeError(f"argument '{name}' is given twice")
            given[name] = value
        missing = [argument.name for argument in self.arguments
                   if argument.name not in given]
        if missing:
            raise TypeError(f"'{self.name}' lacks the argument '{missing[0]}'")
        return [argument.take(given[argument.name])
                for argument in self.arguments]

    def _run(self, args, kwargs, repeat):
        arrays = self._bind(args, kwargs)
        values = (_library.Array * len(arrays))()
        for value, array, argument in zip(values, arrays, self.arguments):
            value.type = argument.type.encode()
            value.rank = array.ndim
            value.shape = (ctypes.c_int64 * array.ndim)(*array.shape)
            value.data = array.ctypes.data
        report = ctypes.c_void_p()
        run = _Run(_library.check(_library.runtime().liftExecutableRun(
            self._handle, values, len(arrays), repeat, ctypes.byref(report))))
        self._report = Report(report.value, self._get_peaks)
        results = tuple(run.get_result(i, result)
                        for i, result in enumerate(self.results))
        return results[0] if len(results) == 1 else results

    def _get_peaks(self):
        """What the device can do, which is measured with OpenCL C; else None."""
        if self._api != "opencl":
            return None
        operations, num_bytes = ctypes.c_double(), ctypes.c_double()
        _library.check(_library.runtime().liftExecutableGetPeaks(
            self._handle, ctypes.byref(operations), ctypes.byref(num_bytes)))
        return operations.value, num_bytes.value


def load(package, *, device="", api="opencl", cache=None):
    """The function in a kernel package, a folder that compile(package=...) or
    lift-run --emit-package wrote. Needs no LLVM."""
    return Function(package, device=device, api=api, cache=cache)
