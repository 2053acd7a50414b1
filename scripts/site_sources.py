"""Makes the folder that the documentation site is built from; `scripts/site` calls it.

    python scripts/site_sources.py FOLDER       write the pages and all that they link to
    python scripts/site_sources.py --check BUILT       look for broken links in the built site

The pages keep the places that they have in the checkout, so that their links stay as they are. Two
pages are made here: the reference of the library's API, from the stub and the table that list the
public names, and the gallery, of pictures that are drawn again. The tutorials are run, and become
pages too.
"""

from __future__ import annotations

import ast
import json
import re
import shutil
import sys
from html.parser import HTMLParser
from itertools import groupby
from pathlib import Path
from urllib.parse import unquote

from site_text import with_plain_bars

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)\s]*)?\)|^\[[^\]]+\]: (\S+)$", re.MULTILINE)
TOP = (
    "README.md",
    "ARCHITECTURE.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "CODE_OF_CONDUCT.md",
    "SECURITY.md",
    "benchmarks/README.md",
    "benchmarks/grids/README.md",
    "cnf_dumps/README.md",
)

API_HEAD = """\
# API

Every public name of `import satcross as sx`, and those that are imported from their modules, from
the docstrings. [The library](library.md) shows how they go together, and [Commands as function
calls](functions.md) which one does what a command does.
"""
HEADINGS = {
    "satcross.api": "Functions",
    "satcross.results": "Results",
    "satcross.errors": "Errors",
    "satcross.extend": "For packages that extend satcross",
    "satcross.commandline": "For packages that bring commands",
    "satcross.testing": "Tests of such packages",
}


def pages() -> list[Path]:
    """The pages that are in the checkout."""
    top = [ROOT / name for name in TOP if (ROOT / name).exists()]
    return [*top, *sorted((ROOT / "docs").rglob("*.md"))]


def linked(page: Path) -> set[Path]:
    """The files of the checkout that a page links to, without other pages of the site."""
    text = re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.S | re.M)
    found = set()
    for inline, named in LINK.findall(text):
        target = inline or named
        if not re.match(r"[a-z]+:", target):
            found.add((page.parent / target).resolve())
    return found


def api_page() -> str:
    """The page of the API: for each public name, the docstring of what it stands for."""
    stub = (ROOT / "satcross" / "__init__.pyi").read_text(encoding="utf-8")
    names = re.findall(r"^from (\S+) import (\w+) as \w+", stub, re.MULTILINE)
    library = (ROOT / "docs" / "reference" / "library.md").read_text(encoding="utf-8")
    for listed, module in re.findall(
        r"^\| (`\w+`.*) \| `(satcross[\w.]*)` \|$", library, re.MULTILINE
    ):
        names += [(module, name) for name in re.findall(r"\w+", listed)]
    parts = [API_HEAD]
    order = list(dict.fromkeys(_section(module) for module, _ in names))
    names.sort(key=lambda pair: order.index(_section(pair[0])))
    for module, group in groupby(names, key=lambda pair: _section(pair[0])):
        heading = HEADINGS.get(module, f"`{module}`")
        parts.append(f"## {heading}\n")
        if module == "satcross.api":  # says what the parameters of all functions mean
            docstring = ast.get_docstring(ast.parse((ROOT / "satcross/api.py").read_text("utf-8")))
            parts.append(f"{(docstring or '').partition(chr(10))[2].strip()}\n")
        parts += [f"::: {place}.{name}\n" for place, name in group]
    for module in ("satcross.extend", "satcross.commandline", "satcross.testing"):
        parts.append(f"## {HEADINGS[module]}\n\n::: {module}\n")
    return "\n".join(parts)


def _section(module: str) -> str:
    """The module whose names those of a module stand with: functions of rooms are functions."""
    return "satcross.api" if module.endswith(".api") else module


def gallery(folder: Path) -> str:
    """The gallery; its pictures go to `folder`, each drawn by the code that is shown with it."""
    from site_gallery import PICTURES

    folder.mkdir(parents=True, exist_ok=True)
    parts = ["# Gallery\n\nEach picture is drawn by the lines below it, when this site is built.\n"]
    for title, code in PICTURES:
        name = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        scope: dict[str, object] = {}
        exec(code, scope)
        (folder / f"{name}.svg").write_text(str(scope["picture"]), encoding="utf-8")
        parts.append(f"## {title}\n\n![{title}](images/gallery/{name}.svg)\n")
        parts.append(f"```python\n{code.strip()}\n```\n")
    return "\n".join(parts)


def tutorials(folder: Path) -> int:
    """Run the tutorials, and write a page and a notebook of each. How many there are."""
    import jupytext
    from nbconvert import MarkdownExporter
    from nbconvert.preprocessors import ExecutePreprocessor

    folder.mkdir(parents=True)
    sources = sorted((ROOT / "examples" / "tutorials").glob("*.py"))
    for source in sources:
        notebook = jupytext.read(source)
        ExecutePreprocessor(timeout=120).preprocess(notebook, {"metadata": {"path": str(ROOT)}})
        jupytext.write(notebook, folder / f"{source.stem}.ipynb")
        text, resources = MarkdownExporter().from_notebook_node(notebook)
        for name, data in resources["outputs"].items():
            (folder / f"{source.stem}-{name}").write_bytes(data)
            text = text.replace(f"]({name})", f"]({source.stem}-{name})")
        note = f"[This page as a notebook]({source.stem}.ipynb), with what it printed here.\n"
        head, _, rest = text.strip().partition("\n")
        (folder / f"{source.stem}.md").write_text(f"{head}\n\n{note}{rest}\n", encoding="utf-8")
    return len(sources)


def write(folder: Path) -> int:
    """Write the sources of the site. The number of files."""
    shutil.rmtree(folder, ignore_errors=True)
    known = pages()
    files = set(known)
    for page in known:
        files |= {target for target in linked(page) if target.is_file() and ROOT in target.parents}
    for file in files:
        target = folder / file.relative_to(ROOT)
        target.parent.mkdir(parents=True, exist_ok=True)
        if file in known:
            target.write_text(with_plain_bars(file.read_text("utf-8")), encoding="utf-8")
        else:
            shutil.copyfile(file, target)
    (folder / "docs" / "reference" / "api.md").write_text(api_page(), encoding="utf-8")
    (folder / "assets").mkdir()
    shutil.copyfile(ROOT / "scripts" / "site.css", folder / "assets" / "site.css")
    text = gallery(folder / "docs" / "images" / "gallery")
    (folder / "docs" / "gallery.md").write_text(text, encoding="utf-8")
    return len(files) + 3 + tutorials(folder / "docs" / "tutorials")


class _Links(HTMLParser):
    """The links and the anchors of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element's link and its name."""
        for name, value in attrs:
            if value and name in ("href", "src"):
                self.links.append(value)
            elif value and name in ("id", "name"):
                self.anchors.add(value)


def broken(site: Path) -> list[str]:
    """The links of the built site that lead nowhere."""
    parsed = {}
    for page in sorted(site.rglob("*.html")):
        reader = _Links()
        reader.feed(page.read_text(encoding="utf-8"))
        parsed[page.resolve()] = reader
    wrong = []
    for page, reader in parsed.items():
        if page.name == "404.html":
            continue
        for link in reader.links:
            if re.match(r"[a-z]+:|//", link):
                continue
            path, _, anchor = unquote(link).partition("#")
            target = (page.parent / path.partition("?")[0]).resolve() if path else page
            if not target.exists():
                wrong.append(f"{page.relative_to(site.resolve())}: {link}")
            elif anchor and target in parsed and anchor not in parsed[target].anchors:
                wrong.append(f"{page.relative_to(site.resolve())}: {link}: no such heading")
    return wrong


def without_boost(site: Path) -> list[str]:
    """The pages of the search index of the built site that do not count as `BOOSTS` says."""
    from site_hooks import BOOSTS

    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    wrong = []
    for entry in index["docs"]:
        page = entry["location"]
        wanted = next((n for folder, n in BOOSTS.items() if page.startswith(folder)), 1)
        if entry.get("boost", 1) != wanted:
            wrong.append(f"{page}: counts {entry.get('boost', 1)} in the search, not {wanted}")
    return wrong


def main(arguments: list[str]) -> int:
    """Write the sources, or check what was built from them."""
    match arguments:
        case [folder]:
            print(f"{folder}: {write(Path(folder))} files")
        case ["--check", built]:
            wrong = broken(Path(built))
            print(*wrong, f"{len(wrong)} broken links", sep="\n")
            wrong += (boosts := without_boost(Path(built)))
            print(*boosts, f"{len(boosts)} pages that count wrongly in the search", sep="\n")
            return 1 if wrong else 0
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT)]
    sys.exit(main(sys.argv[1:]))
