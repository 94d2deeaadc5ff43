"""Prints how many cells of each array a picture of lift-run fills, and how many
bytes it has, if these are too many."""
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"


def get_area(path):
    """The cells of the rectangles that a path consists of."""
    rectangles = re.findall(r"M\d+ \d+h(\d+)v(\d+)h-\d+z", path)
    assert "".join(re.findall(r"M[^M]*", path)) == path
    assert len(rectangles) == path.count("M"), path
    return sum(int(width) * int(height) for width, height in rectangles)


root = ElementTree.parse(sys.argv[1]).getroot()
for kernel in root.iter(SVG + "g"):
    if kernel.get("class") != "kernel":
        continue
    print("kernel", kernel.get("data-name"))
    for array in kernel.iter(SVG + "g"):
        counts = [f"{path.get('class')} {get_area(path.get('d'))}"
                  for path in array.findall(SVG + "path") if path.get("fill") != "none"]
        if array.get("class") != "kernel" and counts:
            print(" ", array.get("class"), array.get("data-name") + ":",
                  ", ".join(counts))
    for text in kernel.iter(SVG + "text"):
        print("  |", text.text)
size = os.path.getsize(sys.argv[1])
if size > 500_000:
    print("too large:", size)
