"""Prints the tests that belong to paths of the checkout, as arguments of pytest, a line each.

    python scripts/tests_of.py satcross/cnf/dimacs.py docs/guide/fill.md

To a source file belong its examples, and the tests of its name at the same place below `tests/`;
where there are none, those of the folder's name, or all that are there. To a page belong its
commands and examples, to a helper of tests all that import it.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from transcripts import ROOT, name_of, transcripts

TESTS = ROOT / "tests"
_COPIED = TESTS / "recipes" / "files"  # tests of a copy of the checkout
_PAGES = TESTS / "docs"


def belonging_to(path: Path) -> list[str]:
    """The tests that belong to a file or folder, from the checkout's; none if none do.

    Raises:
        OSError: it is not there.
        ValueError: it is outside.
    """
    path = path.resolve(strict=True)
    name = path.relative_to(ROOT)
    top, *folders = name.parts or (".",)
    commands: list[str] = []
    if path.suffix == ".md":
        found = [_PAGES / "test_doc_pages.py", _PAGES / "test_links.py", path]
        if transcripts(path):
            test = _PAGES / "test_transcripts.py"
            commands = [f"{name_of(test)}::test_the_commands_of_a_page_work_as_written[{name}]"]
    elif top == "tests":
        found = [*_among_tests(path)]
    elif top == "satcross" and folders:
        found = [*_mirroring(folders), *([path] if path.suffix in ("", ".py") else [])]
        is_of_cli = folders[0] == "cli" or "commands" in folders
        found += [TESTS / "cli" / "test_help.py"] if is_of_cli else []
    else:
        found = [*_mirroring(name.parts)] if (TESTS / top).is_dir() else []
    return [*map(name_of, dict.fromkeys(found)), *commands]


def _among_tests(path: Path) -> Iterator[Path]:
    if path in _files_of(TESTS) or (path.is_dir() and _files_of(path)):
        yield path
    elif path.suffix == ".py" and path.name != "conftest.py" and _COPIED not in path.parents:
        module = ".".join(path.relative_to(TESTS).with_suffix("").parts)
        imported = re.compile(rf"^ *(from|import) {re.escape(module)}\b", re.MULTILINE)
        for each in _files_of(TESTS):
            if imported.search(each.read_text(encoding="utf-8")):
                yield each
    else:  # data
        yield next(up for up in path.parents if up == TESTS or any(up.glob("test_*.py")))


@cache
def _files_of(folder: Path) -> list[Path]:
    """The files of tests in a folder."""
    return [each for each in sorted(folder.rglob("test_*.py")) if _COPIED not in each.parents]


def _mirroring(parts: Sequence[str]) -> Iterator[Path]:
    """Args: parts: of the source's path, from the folder on that `tests/` mirrors."""
    *folders, last = parts
    if TESTS.joinpath(*parts).is_dir():
        yield TESTS.joinpath(*parts)
        return
    names = [Path(last).stem.strip("_"), *reversed(folders)]
    place = TESTS.joinpath(*folders)
    while not place.is_dir():
        place = place.parent
    left = len(folders) - len(place.relative_to(TESTS).parts)
    for name in names[: 1 + left]:  # its own, and those of folders that tests do not have
        alike = re.compile(rf"test_(\w+_)?{re.escape(name)}s?(_\w+)?\.py")
        found = [each for each in _files_of(place) if alike.fullmatch(each.name)]
        if found:
            yield from found
            return
    yield from [place] if place != TESTS else sorted(TESTS.glob("test_*.py"))


def main() -> int:
    """Print them, or say to which path none belong."""
    found: list[str] = []
    for argument in sys.argv[1:]:
        file, colons, test = argument.partition("::")
        try:
            tests = [f"{each}{colons}{test}" for each in belonging_to(Path(file))]
        except (OSError, ValueError):  # it is not there, or outside
            tests = []
        if not tests:
            print(f"no tests belong to {argument}: without a path all are run", file=sys.stderr)
            return 2
        found += tests
    print(*dict.fromkeys(found), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
