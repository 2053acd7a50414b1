"""The command line of the comparison."""

from __future__ import annotations

import argparse
import datetime
import fnmatch
import tempfile
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path

from benchmarks import suite
from benchmarks.compare.bars import bars
from benchmarks.compare.bench import Bench
from benchmarks.compare.cactus import svg
from benchmarks.compare.docs import fill_in
from benchmarks.compare.record import Book, BookError, Settings, ToolFacts, from_json, to_json
from benchmarks.compare.report import report, sections
from benchmarks.compare.standing import Standings
from benchmarks.files import replace_file
from benchmarks.measure import ROOT
from benchmarks.options import count, count_or_none, folder, machine, seconds, tell
from benchmarks.peers.base import Peer
from benchmarks.peers.registry import ALL
from benchmarks.peers.satcross import Satcross
from satcross.errors import SatcrossError

TOOLS: tuple[Peer, ...] = (Satcross(), *ALL)
_DATA = ROOT.parent / "shared" / "data"
_DOCS = ROOT / "docs" / "reference" / "performance.md"

ALL_MET, SOME_MISSED, NOTHING, CONTRADICTION, INTERRUPTED = 0, 1, 2, 3, 130


def main(arguments: Sequence[str] | None = None, tools: Sequence[Peer] = TOOLS) -> int:
    """Measure, or read what was measured, and write it all; the exit code."""
    parser = _parser(tools)
    options = parser.parse_args(arguments)
    if (options.resume or options.redo) and options.json is None:
        parser.error("--resume and --redo need --json FILE")
    interrupted = False
    for path in (options.json, options.markdown, options.svg, options.docs):
        if path is not None and not path.parent.is_dir():  # before the hours of measuring
            parser.error(f"{path}: no such folder")
    try:
        if options.from_json is not None:
            book = _read(options.from_json)
        else:
            book = _open(options)
            interrupted = not _measure(options, book, tools)
    except (BookError, SatcrossError, OSError) as error:
        tell(f"benchmarks.compare: {error}")
        return NOTHING
    if not book.results:
        tell("\n".join([*book.notes, "nothing was measured"]))
        return INTERRUPTED if interrupted else NOTHING
    text = report(book)
    print(text, end="")
    try:
        _write(options, book, text)
    except (ValueError, OSError) as error:
        tell(f"benchmarks.compare: {error}")
        return NOTHING
    standings = Standings(book)
    if loud := [*standings.contradictions(), *standings.wrong("satcross")]:
        tell("\n".join(["CONTRADICTIONS:", *loud]))
        return CONTRADICTION
    if interrupted:
        return INTERRUPTED
    return SOME_MISSED if any(line.met is False for line in bars(book)) else ALL_MET


def _open(options: argparse.Namespace) -> Book:
    """The book to go on with, or an empty one.

    Raises:
        BookError: the file of results is there and not asked to be gone on with, or not fit.
    """
    settings = Settings(
        options.seeds, options.limit, options.memory, options.tries, options.give_up
    )
    today = f"{datetime.date.today():%Y-%m-%d}"
    path = options.json
    if path is None or not path.exists():
        return Book(settings, f"{machine()} {today}.", [], [])
    if not (options.resume or options.redo):
        raise BookError(f"{path} is there already: --resume goes on with it")
    book = _read(path)
    if (book.settings.limit_s, book.settings.memory_mb) != (settings.limit_s, settings.memory_mb):
        raise BookError(f"{path}: measured with other limits")
    book.settings = settings
    again = f", {', '.join(options.redo)} anew" if options.redo else ""
    note = f"Continued on {today}{again}: not all of it was measured in one run."
    book.notes[:] = [note, *(old for old in book.notes if not old.startswith("Continued"))]
    return book


def _measure(options: argparse.Namespace, book: Book, tools: Sequence[Peer]) -> bool:
    """Run what is asked for and is not in the book; whether it came to its end."""
    asked = [tool for tool in tools if options.peers is None or tool.key in options.peers]
    peers = []
    for tool in asked:
        if (why := tool.available()) is None:
            peers.append(tool)
        else:
            tell(f"Skipped: {tool.name}: {why}.")
    known = {tool.key: tool for tool in book.tools}
    for tool in asked:  # in the tables' order, whether there or not
        known[tool.key] = ToolFacts(tool.key, tool.name, tool.available() or "")
    book.tools[:] = known.values()
    data = options.data or (_DATA if _DATA.is_dir() else None)
    notes = [f"Skipped: {line}." for line in suite.skipped(data)]
    book.notes[:] = list(dict.fromkeys([*book.notes, *notes]))

    def keep() -> None:
        if options.json is not None:
            replace_file(options.json, to_json(book))

    place = tempfile.TemporaryDirectory(prefix="satcross-compare-")
    with place if options.keep is None else nullcontext(str(options.keep)) as name:
        where = Path(name)
        try:
            cases = [
                case
                for case in suite.cases(data, where)
                if _matches([case.name, case.family], options.only)
                and _matches([case.list_name], options.lists)
            ]
            if options.redo:
                names = {case.name for case in cases}
                anew = {peer.key for peer in peers} & set(options.redo)
                _forget(book, names, anew)
            Bench(where, peers, book, keep, tell).run(cases)
        except KeyboardInterrupt:
            tell("interrupted; what was measured until now is kept")
            return False
    return True


def _forget(book: Book, cases: set[str], tools: set[str]) -> None:
    """Take the runs of these tools at these cases out of the book."""
    book.results[:] = [
        result for result in book.results if result.case not in cases or result.tool not in tools
    ]
    book.gave_up[:] = [
        mark for mark in book.gave_up if mark[0] not in cases or mark[1] not in tools
    ]


def _write(options: argparse.Namespace, book: Book, text: str) -> None:
    """Write the files that are asked for.

    Raises:
        ValueError: the document of `--docs` has no markers for it.
    """
    if options.markdown is not None:
        replace_file(options.markdown, text)
    if options.svg is not None:
        replace_file(options.svg, svg(book))
    if options.docs is not None:
        filled = fill_in(options.docs.read_text(encoding="utf-8"), sections(book))
        replace_file(options.docs.with_suffix(".svg"), svg(book))
        replace_file(options.docs, filled)


def _read(path: Path) -> Book:
    return from_json(path.read_text(encoding="utf-8"), str(path))


def _matches(names: Sequence[str], patterns: Sequence[str] | None) -> bool:
    """Whether a pattern is in one of the names, or fits it wholly as a shell's would."""
    return patterns is None or any(
        pattern.casefold() in name.casefold()
        or fnmatch.fnmatch(name.casefold(), pattern.casefold())
        for pattern in patterns
        for name in names
    )


def _keys(tools: Sequence[Peer], text: str) -> list[str]:
    keys = [key for key in text.split(",") if key]
    if unknown := [key for key in keys if key not in {tool.key for tool in tools}]:
        known = ", ".join(tool.key for tool in tools)
        raise argparse.ArgumentTypeError(f"no tool {', '.join(unknown)}; there are {known}")
    return keys


def _parser(tools: Sequence[Peer]) -> argparse.ArgumentParser:
    def keys(text: str) -> list[str]:
        return _keys(tools, text)

    parser = argparse.ArgumentParser(
        prog="benchmarks.compare",
        description="satcross and its peers side by side on the same grids and lists.",
        epilog="Exit codes: 0 every bar met, 1 some missed, 2 nothing measured, 3 tools contradict"
        " each other or satcross was wrong, 130 interrupted (what was measured is kept).",
    )
    add = parser.add_argument
    add(
        "--peers",
        type=keys,
        metavar="KEYS",
        help="only these tools, separated by commas: satcross,"
        f" {', '.join(tool.key for tool in tools if tool.key != 'satcross')}",
    )
    add(
        "--only",
        action="append",
        metavar="NAME",
        help="only cases with this in their name or family, or that fit it as a pattern; again"
        " for more",
    )
    add(
        "--lists",
        action="append",
        metavar="NAME",
        help="only lists with this in their name; again for more",
    )
    add("--seeds", type=count, default=5, metavar="N", help="runs of each (default 5)")
    add(
        "--limit",
        type=seconds,
        default=60.0,
        metavar="SECONDS",
        help="wall seconds of one run (default 60)",
    )
    add(
        "--memory",
        type=count_or_none,
        default=8000,
        metavar="MB",
        help="address space of one run, 0 for no limit (default 8000)",
    )
    add(
        "--tries",
        type=count_or_none,
        default=0,
        metavar="N",
        help="leave a case after this many runs if none was answered (default: when the median"
        " cannot be under the limit any more)",
    )
    add(
        "--give-up",
        type=count_or_none,
        default=2,
        metavar="N",
        help="a peer that answers none of N cases of a family is not run at the rest of it; 0:"
        " never (default 2)",
    )
    add(
        "--data",
        type=folder,
        metavar="DIR",
        help="folder with grids/ and words/ (default: ../shared/data beside the checkout)",
    )
    add("--keep", type=folder, metavar="DIR", help="write the word lists here and leave them")
    add("--markdown", type=Path, metavar="FILE", help="write the report to this file too")
    add("--svg", type=Path, metavar="FILE", help="write the cactus plot")
    add(
        "--docs",
        type=Path,
        nargs="?",
        const=_DOCS,
        metavar="FILE",
        help="fill in the figures between the markers of this document, and write the plot beside"
        f" it (default {_DOCS.relative_to(ROOT)})",
    )
    add("--json", type=Path, metavar="FILE", help="write every run; after each run")
    add("--resume", action="store_true", help="go on with the runs in --json FILE")
    add("--redo", type=keys, metavar="KEYS", help="go on with --json FILE, but these tools again")
    add("--from-json", type=Path, metavar="FILE", help="run nothing: report what is in this file")
    return parser
