"""`satcross words`: looking inside word lists, and converting them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

import numpy as np
import typer

from satcross import WordList
from satcross.apps.lists.keeping import audit, diff, journal, json_array, merge, spaces
from satcross.apps.lists.wordplay import KINDS
from satcross.apps.lists.wordplay import wordplay as wordplay_of
from satcross.commandline import (
    FormatOptions,
    Group,
    HelpPanel,
    Sink,
    WordListOptions,
    argument,
    command,
    echo_err,
    flag,
    option,
)
from satcross.extend import counted
from satcross.words.languages import LANGUAGES
from satcross.words.origin import Origin

STATS_EXAMPLES = """\
Examples:
  satcross words stats
  satcross words stats -w mine.dict -w more.txt.gz --min-score 50

Exit codes:
  0 done   2 bad input"""
WHY_EXAMPLES = """\
Examples:
  satcross words why crossword
  satcross words why 'ice cream' nato --format json

Exit codes:
  0 the list has all of them   1 it lacks some; they are named   2 bad input"""
BUILD_EXAMPLES = """\
Examples:
  satcross words build de
  satcross fill grid.txt --list de --alphabet german-ae

Exit codes:
  0 done   2 bad input"""
QUERY_EXAMPLES = """\
Examples:
  satcross words query 'c.t?'
  satcross words query '[^aeiou]*ing' -w mine.dict --limit 20

Exit codes:
  0 done   2 bad input"""
WORDPLAY_EXAMPLES = """\
Examples:
  satcross words wordplay carpet
  satcross words wordplay orchestra --kind anagram -n 30 --min-score 50

Exit codes:
  0 done   2 bad input"""
CONVERT_EXAMPLES = """\
Examples:
  satcross words convert merged.dict.gz -w mine.dict -w more.txt
  satcross words convert - --min-score 60 --plain

Exit codes:
  0 done   2 bad input"""

_STDOUT = "-"
VULGAR = "vulgar"
_PLURALS = {"person": "people"}
_NARROW_BAND, _WIDE_BAND = 10, 100


@command(examples=STATS_EXAMPLES)
def stats(
    word_list: WordListOptions,
    report: FormatOptions,
) -> None:
    """Count the words by length and score, and say what was left out and why."""
    found = word_list.load()
    kinds = Origin.kinds_in(found) if found.is_builtin else {}
    with Sink.open(None) as sink:
        sink.write(stats_json(found, kinds) if report.as_json else stats_text(found, kinds))


@command(examples=WHY_EXAMPLES)
def why(
    *,
    words: list[str] = argument(
        "WORD", "Entries of the built-in list: letters, or as they are written."
    ),
    report: FormatOptions,
) -> None:
    """Say where entries of the built-in list and their scores come from."""
    origins = Origin.of(words)
    with Sink.open(None) as sink:
        if origins:
            reasons = map(why_json if report.as_json else why_text, origins.values())
            sink.write(("\n" if report.as_json else "\n\n").join(reasons))
    missing = [word for word in words if word not in origins]
    for word in dict.fromkeys(missing):
        echo_err(f"the built-in list does not have {word!r}")
    if missing:
        raise typer.Exit(1)


@command(examples=BUILD_EXAMPLES)
def build(
    *,
    language: str = argument("LANGUAGE", f"One of {', '.join(LANGUAGES)}."),
    from_: Path | None = option(
        "FILE",
        "A .dic file of Hunspell with its .aff file, a .multi file of aspell, or a plain list of"
        " words. Default: what the system has.",
    ),
    to: Path | None = option("FILE", "File to write. Default: where --list finds the name."),
) -> None:
    """Make a word list of another language from the dictionary that is installed.

    With the package wordfreq (pip install 'satcross\\[lists]') words are scored by how often they
    are used; without it they all score 50.
    """
    from satcross.words.languages import build_list

    built = build_list(language, from_, to)
    with Sink.open(None) as sink:
        sink.write(f"{built.path}: {counted(built.n_words, 'word')} from {built.source}")
    if not built.is_scored:
        echo_err("all words score 50: for scores, pip install 'satcross[lists]'")
    name = language if to is None else str(to)
    alphabet = LANGUAGES[language].alphabet
    echo_err(f"use it by --list {name}" + (f" --alphabet {alphabet}" * (alphabet != "latin")))


@command(examples=QUERY_EXAMPLES)
def query(
    *,
    pattern: str = argument(
        "PATTERN",
        "Letters; ? . or _ for one letter; * for any run of them; sets in brackets, as in the"
        " second example.",
    ),
    word_list: WordListOptions,
    report: FormatOptions,
    limit: int | None = option("N", "Show only the best N.", "--limit", "-n", at_least=1),
) -> None:
    """List the words that match a pattern, best first: word, score, and how it is written."""
    found = word_list.load()
    matches = found.query(pattern)
    shown = matches[:limit]
    with Sink.open(None) as sink:
        if report.as_json:
            sink.write(matches_json(found, shown))
        elif shown:
            sink.write(matches_text(found, shown))
    if not matches:
        echo_err(f"no word of {len(found):,} matches {pattern!r}")
    elif len(shown) < len(matches):
        echo_err(f"{len(matches) - len(shown):,} more match")


@command(examples=WORDPLAY_EXAMPLES)
def wordplay(
    *,
    word: str = argument("WORD", "The word, which need not be in the list."),
    word_list: WordListOptions,
    report: FormatOptions,
    kind: list[str] | None = option(
        "KIND",
        "Only anagram, hidden, reversal, container, charade, alternation, deletion, homograph,"
        " homophone or spoonerism. Can be repeated.",
        autocompletion=lambda incomplete: [kind for kind in KINDS if kind.startswith(incomplete)],
    ),
    limit: int = option("N", "The best N of each kind.", "--limit", "-n", default=10),
) -> None:
    """List what a word is made of, for cryptic clues: anagrams, containers, charades and more."""
    found = word_list.load()
    listed = wordplay_of(word, found, kinds=kind, limit=limit)
    with Sink.open(None) as sink:
        if report.as_json:
            sink.write(json_array(map(asdict, listed)))
        elif listed:
            sink.write("\n".join(f"{one.kind:<11}  {one.score:>4}  {one}" for one in listed))
    if not listed:
        echo_err(f"no wordplay for {word!r} in {counted(len(found), 'word')}")


@command(examples=CONVERT_EXAMPLES, replaces=("words",))
def convert(
    *,
    out: str = argument("OUT", "File to write, compressed if it ends in .gz or .xz; - for stdout."),
    word_list: WordListOptions,
    plain: bool = flag("One word a line, no scores."),
    written: bool = flag("Words as they are written (ice cream), not ICECREAM."),
) -> None:
    """Write the words to a new list, WORD;score a line, best first."""
    found = word_list.load()
    if out == _STDOUT:
        lines = found.lines(plain=plain, written=written)
        Sink.print_bytes("".join(f"{line}\n" for line in lines).encode())
    else:
        found.save(Path(out), plain=plain, written=written)
    for line in found.report.lines():
        echo_err(line)


words = Group(
    "words",
    "Look inside word lists, convert and keep them.",
    (stats, why, build, query, wordplay, convert, diff, merge, journal, audit, spaces),
    HelpPanel.PAGES,
    60,
    guide="reference/wordlist.md",
)


def matches_text(words: WordList, matches: list[tuple[str, int]]) -> str:
    """Matches in three columns."""
    width = max(len(word) for word, _ in matches)
    return "\n".join(
        f"{word:<{width}}  {score:>4}  {words.written(word)}" for word, score in matches
    )


def matches_json(words: WordList, matches: list[tuple[str, int]]) -> str:
    """Matches as a JSON array, one match a line."""
    return json_array(
        {"word": word, "score": score, "written": words.written(word)} for word, score in matches
    )


def why_text(origin: Origin) -> str:
    """An origin as a table of two columns."""
    kind = f"{origin.kind} of {origin.form_of}" if origin.form_of else origin.kind
    rows = [
        ("entry", origin.written),
        ("score", f"{origin.score}: {origin.meaning}"),
        ("kind", kind),
        ("sources", ", ".join(origin.sources)),
        ("familiarity", f"{origin.familiarity:g}"),
    ]
    if origin.collaborative is not None:
        rows.append(("collaborative", f"{origin.collaborative}: its score in that list"))
    if origin.kind == VULGAR:
        rows.insert(1, ("list", "vulgar; left out unless you add --list vulgar"))
    return "\n".join(f"{name:<15}{value}" for name, value in rows)


def why_json(origin: Origin) -> str:
    """The same as one JSON object in one line."""
    found = {**origin._asdict(), "meaning": origin.meaning}
    return json.dumps(found, ensure_ascii=False)


def stats_text(words: WordList, kinds: Mapping[str, int]) -> str:
    """What the list holds, as a table of lengths by score bands, and what was left out.

    Args: kinds: number of entries of each kind, where that is known.
    """
    bands, counts = _count_bands(words)
    header = ["letters", "words", *[f"{low}-{high}" for low, high in bands]]
    rows = [
        [str(length), f"{sum(row):,}", *[f"{n:,}" if n else "." for n in row]]
        for length, row in zip(words.lengths, counts, strict=True)
    ]
    totals = [sum(column) for column in zip(*counts, strict=True)]
    rows.append(["all", f"{sum(totals):,}", *[f"{n:,}" for n in totals]])
    widths = [max(len(row[i]) for row in [header, *rows]) for i in range(len(header))]
    table = [
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in [header, *rows]
    ]
    return "\n".join(
        [
            f"list      {words.source}",
            f"alphabet  {words.alphabet.spelling}",
            f"digest    {words.digest}",
            "",
            *words.report.lines(),
            *[f"{n:,} {_PLURALS.get(kind, kind + 's')}" for kind, n in kinds.items()],
            "",
            *table,
        ]
    )


def stats_json(words: WordList, kinds: Mapping[str, int]) -> str:
    """The same as one JSON object."""
    bands, counts = _count_bands(words)
    report = words.report
    return json.dumps(
        {
            "source": words.source,
            "alphabet": words.alphabet.spelling,
            "digest": words.digest,
            "n_words": len(words),
            "n_lines": report.n_lines,
            "n_duplicates": report.n_duplicates,
            "encoding": report.encoding,
            "n_rounded": report.n_rounded,
            "kinds": dict(kinds),
            "dropped": {
                reason: {
                    "count": dropped.count,
                    "examples": list(dropped.examples),
                    "places": list(dropped.places),
                }
                for reason, dropped in report.dropped.items()
            },
            "lengths": [
                {
                    "length": length,
                    "n_words": sum(row),
                    "n_by_score": {
                        f"{low}-{high}": n for (low, high), n in zip(bands, row, strict=True) if n
                    },
                }
                for length, row in zip(words.lengths, counts, strict=True)
            ],
        },
        ensure_ascii=False,
        indent=2,
    )


def _count_bands(words: WordList) -> tuple[list[tuple[int, int]], list[list[int]]]:
    """(score bands that have words, words of each length in each band)."""
    tables = [words.table(length) for length in words.lengths]
    best = max(int(table.scores[0]) for table in tables)
    step = _NARROW_BAND if best <= _WIDE_BAND else _WIDE_BAND
    n_bands = best // step + 1
    counts = np.array([np.bincount(table.scores // step, minlength=n_bands) for table in tables])
    used = np.flatnonzero(counts.sum(axis=0))[::-1].tolist()
    bands = [(band * step, band * step + step - 1) for band in used]
    return bands, [[int(n) for n in row] for row in counts[:, used]]
