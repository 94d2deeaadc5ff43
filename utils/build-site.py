#!/usr/bin/python3
# Part of the Lift project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes a site of the pages in the repository and of the reference that `ninja
mlir-doc` writes.

A link to a page leads to that page of the site, one to another file to a page
that shows it, one to a folder to its README.md or to a list of its files. A link
that leads nowhere, or to a heading that is not there, is an error.
"""
import argparse
import html
import os
import pathlib
import re
import shutil
import sys

import markdown
from markdown.treeprocessors import Treeprocessor

ROOT = pathlib.Path(__file__).resolve().parent.parent
STYLE = """
body { display: flex; gap: 3em; margin: 2em; font-family: sans-serif;
       line-height: 1.5 }
nav { flex: 0 0 14em }
main { max-width: 60em; min-width: 0 }
pre { background: #f4f4f4; padding: 1em; overflow-x: auto; line-height: 1.3 }
table { border-collapse: collapse }
th, td { border: 1px solid #ccc; padding: 0.3em 0.6em; text-align: left;
         vertical-align: top }
"""
TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<title>{title}</title>
<style>{style}</style>
<nav>{menu}</nav>
<main>
{body}
</main>
</html>
"""
# mlir-tblgen writes for Hugo: a description folded behind the summary of a
# parameter, although it stands under "Attributes" on the same page.
FOLDED = re.compile(r"<details><summary>(.*?)</summary>.*?</details>", re.DOTALL)


class Links(Treeprocessor):
    """Makes the links of the page for `source` lead to pages of the site."""

    def __init__(self, site, source):
        super().__init__()
        self.site = site
        self.source = source

    def run(self, root):
        for image in root.iter("img"):
            image.set("src", self.site.add_image(self.source, image.get("src")))
        for link in root.iter("a"):
            link.set("href", self.site.resolve(self.source, link.get("href")))


class Site:
    def __init__(self, reference):
        self.reference = reference
        self.pages = {}  # title and body, for each file
        self.images = set()  # files that stand in the site as they are
        self.anchors = []  # those that links lead to: (source, file, anchor)
        self.errors = []
        self.menu = [*find_menu(), *sorted(reference.rglob("*.md"))]
        for file in self.menu:
            self.add(file)

    def add(self, file):
        """Makes the page for a file or a folder, and those that it links to."""
        if file not in self.pages:
            self.pages[file] = None
            self.pages[file] = (self.make_page(file) if file.suffix == ".md" else
                                self.make_list(file) if file.is_dir() else
                                make_listing(file))

    def make_page(self, file):
        text = FOLDED.sub(r"\1", file.read_text())
        converter = markdown.Markdown(
            extensions=["fenced_code", "sane_lists", "tables", "toc"],
            extension_configs={"toc": {"toc_depth": "2-3"}})
        converter.treeprocessors.register(Links(self, file), "links", 0)
        title = re.search(r"^# (.*)", text, re.MULTILINE)
        if not title:  # mlir-tblgen gives pages on passes none
            return file.stem, converter.convert(f"# {file.stem}\n\n{text}")
        return html.escape(title[1]), converter.convert(text)

    def make_list(self, folder):
        entries = []
        for file in sorted(folder.iterdir()):
            href = self.resolve(folder / "list", file.name)
            entries.append(f'<li><a href="{href}">{file.name}</a></li>')
        title = html.escape(str(folder.relative_to(ROOT)))
        return title, f"<h1>{title}</h1>\n<ul>{''.join(entries)}</ul>"

    def get_path(self, file):
        """Where the page for a file stands in the site."""
        if file == ROOT / "README.md":
            return pathlib.Path("index.html")
        path = (pathlib.Path("reference") / file.relative_to(self.reference)
                if file.is_relative_to(self.reference) else
                file.relative_to(ROOT))
        return (path.with_suffix(".html") if file.suffix == ".md" else
                path.with_name(path.name + ".html"))

    def get_href(self, source, file):
        return os.path.relpath(self.get_path(file), self.get_path(source).parent)

    def resolve(self, source, href):
        """What stands in the site for a link in the file `source`."""
        if "://" in href:
            return href
        path, _, anchor = href.partition("#")
        file = (source.parent / path).resolve() if path else source
        if (file / "README.md").exists():
            file = file / "README.md"
        if not file.exists() or not {file, *file.parents} & {source, ROOT}:
            self.errors.append(f"{source}: a link leads to {href}, which does "
                               "not exist")
            return href
        self.add(file)
        href = self.get_href(source, file)
        if not anchor:
            return href
        self.anchors.append((source, file, anchor))
        return f"{href}#{anchor}"

    def add_image(self, source, href):
        """What stands in the site for an image in the file `source`."""
        if "://" in href:
            return href
        file = (source.parent / href).resolve()
        if not file.is_file() or ROOT not in file.parents:
            self.errors.append(f"{source}: the image {href} does not exist")
            return href
        self.images.add(file)
        return os.path.relpath(file.relative_to(ROOT),
                               self.get_path(source).parent)

    def check_anchors(self):
        for source, file, anchor in self.anchors:
            if f'id="{anchor}"' not in self.pages[file][1]:
                self.errors.append(f"{source}: a link leads to #{anchor}, which "
                                   f"is no heading of {file.name}")

    def write(self, output):
        shutil.rmtree(output, ignore_errors=True)
        for file in self.images:
            path = output / file.relative_to(ROOT)
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, path)
        for source, (title, body) in self.pages.items():
            menu = "".join(f'<p><a href="{self.get_href(source, file)}">'
                           f"{self.pages[file][0]}</a></p>" for file in self.menu)
            path = output / self.get_path(source)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(TEMPLATE.format(title=title, style=STYLE, menu=menu,
                                            body=body))


def find_menu():
    """The hand-written pages that all pages lead to."""
    yield ROOT / "README.md"
    # The tutorial is where to start.
    yield from sorted((ROOT / "docs").glob("*.md"),
                      key=lambda file: (file.name != "Tutorial.md", file.name))
    yield ROOT / "CONTRIBUTING.md"


def make_listing(file):
    """A page that shows a file as it is."""
    title = html.escape(str(file.relative_to(ROOT)))
    return title, f"<h1>{title}</h1>\n<pre>{html.escape(file.read_text())}</pre>"


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("reference", type=pathlib.Path,
                        help="the folder that mlir-doc writes to")
    parser.add_argument("output", type=pathlib.Path,
                        help="the folder that becomes the site")
    args = parser.parse_args()
    site = Site(args.reference.resolve())
    site.check_anchors()
    if site.errors:
        sys.exit("\n".join(site.errors))
    site.write(args.output)
    print(f"{len(site.pages)} pages in {args.output}")


if __name__ == "__main__":
    main()
