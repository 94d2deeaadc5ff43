# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What calls took."""
import functools
import html
import json
import weakref

from lift import _library


def _format(value, unit):
    """"12.3 GB/s": three digits and a prefix."""
    for prefix in ("", "k", "M", "G", "T"):
        if value < 999.5 or prefix == "T":
            return f"{value:.3g} {prefix}{unit}"
        value /= 1000


def _format_time(seconds):
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if seconds * factor >= 1:
            break
    return f"{seconds * factor:.3g} {unit}"


class Report:
    """Times of the last call, or the medians of several. `kernels` is a list of
    dictionaries, as `lift-launch --json` has them; `sizes` the values of sizes;
    `trace` when each launch of the last call ran, as a text that Chrome's trace
    viewer and Perfetto read."""

    def __init__(self, handle, get_peaks):
        self._handle = handle
        weakref.finalize(self, _library.runtime().liftReportDestroy, handle)
        self._get_peaks = get_peaks

    @functools.cached_property
    def data(self):
        return json.loads(_library.runtime().liftReportGetJson(self._handle))

    @property
    def trace(self):
        return _library.runtime().liftReportGetTrace(self._handle).decode()

    @property
    def kernels(self):
        return self.data["kernels"]

    @property
    def sizes(self):
        return self.data["sizes"]

    @property
    def seconds(self):
        """All kernels of a call."""
        return self.data["median_ns"] * 1e-9

    @property
    def float_ops(self):
        """Floating-point operations of a call, if they can be counted."""
        return self.data.get("float_ops")

    @property
    def times(self):
        """Seconds of each kernel by name: of all its launches in a call."""
        times = {}
        for kernel in self.kernels:
            seconds = kernel["median_ns"] * 1e-9
            times[kernel["name"]] = times.get(kernel["name"], 0) + seconds
        return times

    def get_share(self):
        """The least time that the device could take, for the operations and for
        the bytes that kernels may touch, as a share of the time taken. None where
        that is not measured: for other kernels than those in OpenCL C."""
        peaks = self._get_peaks()
        if peaks is None:
            return None
        operations_per_second, bytes_per_second = peaks
        bound = max((self.float_ops or 0) / operations_per_second,
                    sum(kernel["buffer_bytes"] for kernel in self.kernels) /
                    bytes_per_second)
        return bound / self.seconds if self.seconds else 0

    def _get_rows(self):
        for kernel in self.kernels:
            seconds = kernel["median_ns"] * 1e-9
            rate = kernel["buffer_bytes"] / seconds if seconds else 0
            # Operations are counted for the whole function.
            is_alone = len(self.kernels) == 1 and self.float_ops and seconds
            yield (kernel["name"], _format_time(seconds),
                   _format(self.float_ops / seconds, "FLOP/s") if is_alone else "",
                   _format(rate, "B/s"))
        share = self.get_share()
        total = ("in all", _format_time(self.seconds),
                 _format(self.float_ops / self.seconds, "FLOP/s")
                 if self.float_ops and self.seconds else "",
                 f"{100 * share:.0f} % of the bound" if share is not None else "")
        yield total

    def __str__(self):
        rows = list(self._get_rows())
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = [f"{self.data['device']['name']}, "
                 f"{_format(self.data['global_bytes'], 'B')} of buffers"]
        lines += ["  ".join(text.ljust(width) if i == 0 else text.rjust(width)
                            for i, (text, width) in enumerate(zip(row, widths)))
                  .rstrip() for row in rows]
        return "\n".join(lines)

    __repr__ = __str__

    def _repr_html_(self):
        rows = "".join(
            "<tr>" + "".join(f"<td>{html.escape(text)}</td>" for text in row) +
            "</tr>" for row in self._get_rows())
        return ("<table><tr><th>kernel</th><th>time</th><th>computes</th>"
                f"<th>moves</th></tr>{rows}</table>")
