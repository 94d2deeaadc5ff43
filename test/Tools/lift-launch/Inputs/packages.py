# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Packages as scripts read and write them: a manifest and files by name."""
import json
import os


def compute_checksum(*texts):
    value = 0xCBF29CE484222325
    for text in texts:
        for byte in text + len(text).to_bytes(8, "little"):
            value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def list_files(manifest):
    """The names of files, in the order of the checksum."""
    if manifest.get("version") == 1:
        return ["kernels.cl"]
    programs = [
        program["file"]
        for part in [manifest, *manifest.get("variants", [])]
        for program in part.get("programs", [])
    ]
    return programs + ([manifest["constants"]] if "constants" in manifest else [])


def read(folder):
    manifest = json.load(open(os.path.join(folder, "manifest.json")))
    files = {
        name: open(os.path.join(folder, name), "rb").read()
        for name in list_files(manifest)
    }
    return manifest, files


def write(folder, manifest, files):
    """Writes a package with the right checksum, whatever else is wrong."""
    manifest.pop("checksum", None)
    text = json.dumps(manifest, separators=(",", ":"), ensure_ascii=False)
    contents = [files.get(name, b"") for name in list_files(manifest)]
    manifest["checksum"] = compute_checksum(text.encode(), *contents)
    os.makedirs(folder, exist_ok=True)
    with open(os.path.join(folder, "manifest.json"), "w") as file:
        json.dump(manifest, file)
    for name, content in files.items():
        with open(os.path.join(folder, name), "wb") as file:
            file.write(content)
