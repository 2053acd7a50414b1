"""Every link in a page leads somewhere, and every file that a page names is there."""

from __future__ import annotations

import os
import re
from fnmatch import fnmatch
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from transcripts import NOT_CHECKED_OUT, PAGES, ROOT, name_of

LINKED = [
    *PAGES,
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "benchmarks").rglob("*.md")),
    *sorted((ROOT / "examples").rglob("*.md")),
]
FENCED = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`[^`\n]*`")
LINK = re.compile(r"\[(?:[^\]\[]|\[[^\]]*\])*\]\(\s*([^)\s]+)\s*\)")
DEFINED = re.compile(r"^ {0,3}\[[^\]]+\]: +(\S+)$", re.MULTILINE)
HEADING = re.compile(r"^#{1,6} +(.+?)\s*$", re.MULTILINE)
# A path in backquotes, as in `satcross/tasks/fill.py` or `docs/guide/`; not a pattern or a sample.
PATH = re.compile(
    r"`((?:satcross|tests|benchmarks|scripts|docs|examples|cnf_dumps)/[\w./-]*"
    r"|[A-Z]+\.md|pyproject\.toml|setup\.py)`"
)

# Other names of the code in backquotes, whose places the sentence says: `lazy/`, `fill.py`,
# `satcross.task`, `FillTask`, `Grid.parse(text)`. A word alone may be anything.
SAID = re.compile(
    r"`(?:([\w-]+)/|(?:[\w-]+/)*([\w-]+\.(?:py|pyx|pxi|js|toml|tsv))"
    r"|((?:satcross|fuzz|benchmarks)(?:\.[a-z_]+)+)|([A-Za-z_]\w*(?:\.\w+)*)(?:\([^`]*\))?)`"
)
NAME = re.compile(r"\w*[a-zA-Z0-9]_\w*|\w*[a-z][A-Z]\w*")
# History: what they name may be gone. Pages for users name files of users.
PRESENT = [page for page in PAGES if page.parent.name != "decisions"]
FOR_USERS = {"guide", "reference", "docs", "cnf_dumps", "theorems"}
# Written by commands or people, or of Python; variables that are named for options.
ELSEWHERE = re.compile(r"build|clues\.tsv|Py_MOD_GIL_USED|SATCROSS_[A-Z_]+")
CODE_SUFFIXES = {".py", ".pyi", ".pyx", ".pxi", ".h", ".js", ".toml", ".tsv", ".yml", ".sh"}


def prose(page: Path) -> str:
    return FENCED.sub("", page.read_text(encoding="utf-8"))


def anchors(page: Path) -> set[str]:
    """The anchors that GitHub gives to a page's headings."""
    found: set[str] = set()
    for heading in HEADING.findall(prose(page)):
        text = LINK.sub(lambda link: link[0][1 : link[0].index("]")], heading)
        slug = re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-")
        n = sum(1 for other in found if re.fullmatch(rf"{re.escape(slug)}(-\d+)?", other))
        found.add(f"{slug}-{n}" if n else slug)
    return found


def wrong_links(page: Path) -> list[str]:
    """The relative links of a page that lead nowhere."""
    wrong = []
    text = CODE.sub("", prose(page))
    for target in LINK.findall(text) + DEFINED.findall(text):
        if re.match(r"[a-z]+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors(file)):
            wrong.append(target)
    return wrong


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    assert not wrong_links(page)


@pytest.mark.parametrize("page", LINKED, ids=name_of)
def test_files_named_in_a_page_are_there(page: Path) -> None:
    if page.name == "CHANGELOG.md" or page.parent.name == "decisions":
        pytest.skip("history: the files may be gone")
    assert not [path for path in PATH.findall(prose(page)) if not (ROOT / path).exists()]


@cache
def names_of_code() -> tuple[frozenset[str], frozenset[str]]:
    """(the names of files and folders, the words in the code)."""
    parts: set[str] = set()
    words: set[str] = set()
    for folder, folders, files in os.walk(ROOT):
        folders[:] = [
            name for name in folders if not any(fnmatch(name, one) for one in NOT_CHECKED_OUT)
        ]
        parts.update(folders, files)
        for path in (Path(folder, name) for name in files if Path(name).suffix in CODE_SUFFIXES):
            if path != Path(__file__):
                words.update(re.findall(r"\w+", path.read_text("utf-8")))
    stems = {Path(part).stem.removeprefix("test_") for part in parts}
    return frozenset(parts), frozenset(words | stems)


def gone(page: str, *, files: bool = True) -> list[str]:
    """What a page says of the code that is not there. Args: files: look for files, too."""
    parts, words = names_of_code()
    wrong = []
    for found in SAID.finditer(page):
        folder, file, module, name = found.groups()
        if module is not None:
            names = set(module.split("."))
            is_there = names <= words | {Path(part).stem for part in parts}
        elif name is not None:
            is_there = all(one in words for one in name.split(".") if NAME.fullmatch(one))
        else:
            is_there = not files or (folder or file) in parts
        if not is_there and not ELSEWHERE.fullmatch(folder or file or name or ""):
            wrong.append(found[0])
    return wrong


@pytest.mark.parametrize("page", PRESENT, ids=name_of)
def test_what_a_page_says_of_the_code_is_there(page: Path) -> None:
    assert gone(prose(page), files=page.parent.name not in FOR_USERS) == []


def test_names_that_are_gone_are_found() -> None:
    text = "`lazy/`, `cadical/`, `fill.py`, `model/nil.py`, `satcross.task`, `satcross.tusk.rask`"
    assert gone(text) == ["`cadical/`", "`model/nil.py`", "`satcross.tusk.rask`"]
    text = "`FillTask`, `FillTusk(puzzle)`, `Grid.parse(text)`, `Grid.from_rax`, `a word`, `word`"
    assert gone(text) == ["`FillTusk(puzzle)`", "`Grid.from_rax`"]


def test_every_page_can_be_reached_from_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    reached = {index}
    todo = [index]
    while todo:
        page = todo.pop()
        for target in LINK.findall(CODE.sub("", prose(page))):
            file = (page.parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file.exists() and file not in reached:
                reached.add(file)
                todo.append(file)
    assert not [name_of(page) for page in PAGES if page not in reached]


def test_every_heading_has_text_under_it() -> None:
    empty = []
    for page in LINKED:
        text = re.sub(r"<!--.*?-->", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        lines = [line for line in text.splitlines() if line.strip()]
        in_fence = False
        for line, after in pairwise([*lines, "# end"]):
            in_fence ^= line.lstrip().startswith("```")
            level, next_level = (len(text) - len(text.lstrip("#")) for text in (line, after))
            if not in_fence and 0 < next_level <= level:
                empty.append(f"{name_of(page)}: {line}")
    assert not empty


def test_broken_links_are_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "# A `b` (c)\n[x](page.md#a-b-c) [y](#nowhere) [z](gone.md) `[q](r)`\n"
        "```\n# no heading\n[s](t)\n```\n[web](https://example.org)\n"
    )
    assert wrong_links(page) == ["#nowhere", "gone.md"]
