"""Makes the built-in word list from SCOWL, Kevin Atkinson's Spell Checker Oriented Word Lists.

    apt-get install scowl
    python scripts/build_wordlist.py

SCOWL sorts words into classes (`words`, `upper` for capitalised words of dictionaries,
`proper-names`, `abbreviations`, `contractions`) and levels of commonness (10, 20, … 95). A class
and a level make a score, see `SCORES`; docs/reference/wordlist.md explains the choice. The script
writes the files of `BUILTIN_FILES`, one per range of scores: `WORD;score` lines in alphabetical
order, gzipped without a date, so that the same SCOWL makes the same bytes. It also packs the first
one for `satcross.words.builtin`.
"""

from __future__ import annotations

import argparse
import gzip
import io
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
if str(ROOT) not in sys.path:  # runs from a checkout that is not installed
    sys.path.insert(0, str(ROOT))

from satcross.model.alphabet import LATIN  # noqa: E402
from satcross.words import WordList  # noqa: E402
from satcross.words.builtin import BUILTIN_FILES, BUILTIN_PACKED  # noqa: E402
from satcross.words.entries import MAX_LETTERS, MIN_LETTERS  # noqa: E402
from satcross.words.lines import MAX_SCORE  # noqa: E402
from satcross.words.write import pack as pack_words  # noqa: E402

SCOWL = Path("/usr/share/dict/scowl")
COPYRIGHT = Path("/usr/share/doc/scowl/copyright")

LEVELS = (10, 20, 35, 40, 50, 55, 60, 70, 80, 95)
# Class -> score at each of LEVELS. SCOWL calls 35 small, 50 medium, 70 large, 80 huge (what word
# games allow), 95 insane. Names and abbreviations stand below words of the same level: solvers
# like them less, and a level says how common the name is, not how well known.
SCORES: Mapping[str, tuple[int, ...]] = {
    "words": (100, 95, 90, 80, 70, 65, 60, 40, 10, 5),
    "upper": (75, 75, 70, 60, 50, 45, 45, 20, 8, 5),
    "contractions": (60, 60, 55, 50, 45, 45, 40, 20, 8, 5),
    "proper-names": (60, 60, 60, 55, 25, 25, 25, 15, 7, 5),
    "abbreviations": (50, 50, 45, 40, 20, 20, 15, 10, 6, 5),
}
REGIONS = ("english", "american", "british", "british_z", "canadian", "australian")
# Other spellings: almost equal, acceptable, seldom used. A share of the score of the main spelling.
VARIANTS = {"variant_1": 0.9, "variant_2": 0.7, "variant_3": 0.4}
LOWEST = 5


class Candidate(NamedTuple):
    """A written form; of those with the same letters the smallest is kept."""

    minus_score: int
    class_rank: int
    written: str


def list_files(scowl: Path) -> Iterator[tuple[Path, str, int]]:
    """(file, class, score) of every SCOWL list that is used; `special-*` is not."""
    for path in sorted(scowl.iterdir()):
        stem, _, level = path.name.rpartition(".")
        spelling, _, kind = stem.partition("-")
        if kind not in SCORES or not level.isdigit() or int(level) not in LEVELS:
            continue
        score = SCORES[kind][LEVELS.index(int(level))]
        if spelling in REGIONS:
            yield path, kind, score
        else:
            # british_variant_1 and the like count as variant_1.
            share = next(v for name, v in VARIANTS.items() if spelling.endswith(name))
            yield path, kind, max(LOWEST, round(score * share))


def build(scowl: Path) -> dict[str, Candidate]:
    """The best candidate for each normalised word.

    Raises: SystemExit: there is no SCOWL there.
    """
    files = list(list_files(scowl)) if scowl.is_dir() else []
    if not files:
        raise SystemExit(f"{scowl}: no SCOWL lists here; apt-get install scowl, or give --scowl")
    ranks = {kind: rank for rank, kind in enumerate(SCORES)}
    best: dict[str, Candidate] = {}
    for path, kind, score in files:
        for written in path.read_text(encoding="utf-8").split():
            if written.endswith(("'s", "s'")):  # possessives
                continue
            word = LATIN.normalise(written)
            if word is None or not MIN_LETTERS <= len(word) <= MAX_LETTERS:
                continue
            candidate = Candidate(-score, ranks[kind], written)
            if word not in best or candidate < best[word]:
                best[word] = candidate
    return best


def list_text(words: Mapping[str, Candidate], low: int, high: int) -> str:
    """The words with low <= score < high as lines of a list, in alphabetical order."""
    return "".join(
        f"{found.written};{-found.minus_score}\n"
        for _, found in sorted(words.items())
        if low <= -found.minus_score < high
    )


def pack(text: str) -> bytes:
    """Gzip without a date or name."""
    out = io.BytesIO()
    with gzip.GzipFile(filename="", mode="wb", compresslevel=9, fileobj=out, mtime=0) as file:
        file.write(text.encode())
    return out.getvalue()


def build_files(scowl: Path) -> dict[str, str]:
    """Name -> text of each file of the list."""
    words = build(scowl)
    texts: dict[str, str] = {}
    high = MAX_SCORE + 1
    for path, low in BUILTIN_FILES:
        texts[path.name] = list_text(words, low, high)
        high = low
    return texts


def notice(copyright_text: str) -> str:
    """The notice that goes with the lists."""
    return (
        "The word lists in this folder are made from SCOWL (Spell Checker Oriented Word Lists) by\n"
        "Kevin Atkinson, http://wordlist.aspell.net/, as packaged by Debian, with scores added by\n"
        "scripts/build_wordlist.py. SCOWL's notice, in full:\n\n" + copyright_text
    )


def main(args: list[str] | None = None) -> int:
    """Writes the lists and their notice."""
    parser = argparse.ArgumentParser(description="Make the built-in word list from SCOWL.")
    parser.add_argument("--scowl", type=Path, default=SCOWL, help="folder of SCOWL's lists (UTF-8)")
    parser.add_argument("--copyright", type=Path, default=COPYRIGHT, help="SCOWL's notice")
    parser.add_argument(
        "--out", type=Path, default=BUILTIN_FILES[0][0].parent, help="folder to write to"
    )
    options = parser.parse_args(args)
    options.out.mkdir(parents=True, exist_ok=True)
    for name, text in build_files(options.scowl).items():
        packed = pack(text)
        (options.out / name).write_bytes(packed)
        n_words = text.count("\n")
        print(f"{name}: {n_words:,} words, {len(packed):,} bytes")
    words = WordList.load(options.out / BUILTIN_FILES[0][0].name)
    (options.out / BUILTIN_PACKED.name).write_bytes(pack_words(words))
    copyright_text = options.copyright.read_text(encoding="utf-8")
    (options.out / "NOTICE.txt").write_text(notice(copyright_text), encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
