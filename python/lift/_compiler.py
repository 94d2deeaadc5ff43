# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiling functions."""
import contextlib
import os
import pathlib
import tempfile
import warnings

from lift import _library
from lift._function import Function

_FORMS = {"opencl": "opencl-c", "opencl-il": "spirv-opencl",
          "vulkan": "spirv-vulkan"}


def _read(source):
    """The text of a module and what messages call it. A text has several lines;
    other strings are paths."""
    if isinstance(source, str) and "\n" in source:
        return source, "<text>"
    path = pathlib.Path(source)
    return path.read_text(), os.fspath(path)


def _list_options(entry, target, params, mapping, optimize, device, api):
    options = [f"forms={_FORMS[api]}", f"api={api}", f"device={device}",
               f"O={int(optimize)}"]
    for name, value in (("entry", entry), ("target", target),
                        ("mapping", mapping)):
        if value is not None:
            options.append(f"{name}={value}")
    return options + [f"param={name}={value}"
                      for name, value in (params or {}).items()]


def _compile(source, options, package, device, api):
    text, name = _read(source)
    with contextlib.ExitStack() as stack:
        if package is None:
            package = stack.enter_context(
                tempfile.TemporaryDirectory(prefix="lift-"))
        messages = _library.compile_to_package(text, name, options, package)
        if messages:
            warnings.warn(messages, stacklevel=3)
        return Function(package, device=device, api=api)


def _check_api(api):
    if api not in _FORMS:
        raise ValueError(f"api is {api!r}, expected one of {', '.join(_FORMS)}")


def compile(source, *, entry=None, target=None, params=None, mapping=None,
            optimize=True, device="", api="opencl", package=None):
    """Compiles a function for all sizes.

    source    the text of a module in the Lift dialect, or the path of a file
    entry     the function, if the module has several that are public
    target    what it is made for: "mali-g610", "nvidia-h200", "pocl", ..., or a
              file with a target; by default the device
    params    values of tuning names
    mapping   "default", "solve" or "none", as for lift-run
    optimize  whether a function that makes no choices is optimized
    device    the first device that has this in its name; by default PoCL, else
              the first
    api       "opencl", "opencl-il" or "vulkan"
    package   a folder to write the kernel package into, for load()

    Raises lift.Error with the located message of the compiler."""
    _check_api(api)
    options = _list_options(entry, target, params, mapping, optimize, device, api)
    return _compile(source, options, package, device, api)


def linalg(source, *, reassociate=False, ignore_assertions=False, entry=None,
           target=None, optimize=True, device="", api="opencl", package=None):
    """Compiles a function on tensors, of linalg, tosa and tensor, as front ends
    give it; its constants go into the package.

    reassociate        whether sums and products of floats may be computed in any
                       order, as fast kernels do
    ignore_assertions  whether assertions on data are left out; elements outside
                       of tensors are then 0

    The others are those of compile()."""
    _check_api(api)
    options = _list_options(entry, target, None, None, optimize, device, api)
    options += [f"reassociate={int(reassociate)}",
                f"ignore-assertions={int(ignore_assertions)}"]
    return _compile(source, options, package, device, api)
