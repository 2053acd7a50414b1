"""Lists of words to hide: files of words and clues, and themes from a word list."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from satcross import LATIN, Alphabet, WordListError
from satcross.apps.clues.flashcards import plain_lines
from satcross.apps.clues.listed import ANSWERS, Asking, ListedWord, listed_words
from satcross.apps.clues.spreadsheets import is_spreadsheet, lines_of_spreadsheet
from satcross.apps.clues.words import (
    LONGEST_NAMED,
    MAX_NAMED,
    MIN_LENGTH,
    HiddenWord,
    Unusable,
    alphabet_for,
    has_clue_after,
    hidden_words,
    sorted_out,
)
from satcross.errors import printable
from satcross.extend import as_path, read_file, read_file_or_stdin, some_of
from satcross.words.columns import Header
from satcross.words.files import FileKind
from satcross.words.folding import folding_of
from satcross.words.lines import ListLine

if TYPE_CHECKING:
    from satcross import WordList
    from satcross.apps.clues.book import ClueBook

_FILE = FileKind("list of words", WordListError, 1 << 20)
MAX_WORDS = 2_000  # words; more fit no page, and no search would end
_SHORTEST_OF_THEME = 4  # letters; shorter words turn up by chance
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
# As in "12. cat", "3) cat" and "* cat"; not "3.5".
_NUMBER_BEFORE = re.compile(r"^\s*\d{1,4}\s*[.)](?!\d)\s*(?=\S)")
_BULLET_BEFORE = re.compile(r"^\s*[•◦▪‣∙·*\u2013\u2014-]\s+(?=\S)")
_DASH = re.compile(r" [-–—] ")  # as some write a clue after a word
_WORDS_OF_A_CLUE = 4  # and more, after the first word of a line
_CHOSEN_FROM = 6  # times as many as are wanted, the best of the list


@dataclass(frozen=True, slots=True)
class WordFile:
    """A list as it was read.

    Args:
        words: to hide, in the file's order.
        lines: of each, its 1-based line; 0 where it comes from no file.
        source: the file, for people.
        notes: what was not taken as it stands, a line each.
        left_out: the words that cannot be used, where they are left out.
    """

    words: tuple[HiddenWord, ...]
    lines: tuple[int, ...]
    source: str
    notes: tuple[str, ...] = ()
    left_out: tuple[Unusable, ...] = ()


def lines_of_file(path: str) -> list[str]:
    """The lines of a text file (UTF-8 and others, .gz, .xz) or the rows of a spreadsheet.

    Raises:
        WordListError: it cannot be read, or is no text.
        OptionError: as `lines_of_spreadsheet`.
    """
    if path.startswith(("https://", "http://")):
        hint = "download it (a Google Sheet as CSV: File, Download), and name the file"
        raise WordListError("this is an address, not a file", hint=hint, source=printable(path))
    data = read_file(as_path(path), WordListError, limit=_FILE.limit, by_name=True)
    return lines_of(data, printable(path))


def lines_of_stdin() -> list[str]:
    """As `lines_of_file`, of standard input."""
    return lines_of(*read_file_or_stdin("-", WordListError, _FILE.limit))


def lines_of(data: bytes, source: str) -> list[str]:
    """As `lines_of_file`, of the bytes of a file. Args: source: its name, for people."""
    if is_spreadsheet(data):
        return lines_of_spreadsheet(data, source)
    return lines_in(_FILE.decode(data, source).data.decode())


def lines_in(text: str) -> list[str]:
    """The lines of a text; other characters that may end one, as vertical tabs, are blanks."""
    lines = _LINE_ENDS.split(text)
    return lines if lines[-1] else lines[:-1]


def word_file(
    lines: Sequence[str],
    *,
    alphabet: Alphabet = LATIN,
    source: str,
    split: bool = False,
    longest: int | None = None,
    skip: bool = False,
    asking: Asking | None = None,
) -> WordFile:
    """The words of some lines: a word or phrase each, and perhaps a clue.

    Numbers and bullets before the words are left out, and lines that repeat another are merged.

    Args:
        lines: as `satcross.apps.clues.listed` describes.
        alphabet: the letters.
        source: name of the list in errors.
        split: whether the words of a phrase are hidden one by one, each once, those of one letter
            left out; their clue is left out too.
        longest: letters that a word may have; None for no limit.
        skip: whether words that cannot be used are left out, instead of refusing the list.
        asking: what of it is asked for; None for the words.

    Raises:
        WordListError: as `hidden_words`; or there are too many.
        FormatError: there is a header, and a quote after it is not closed.
    """
    lines, notes = plain_lines(lines)
    starts = {number - 1 for number, _ in Header.whole_rows(lines)}  # of rows; not within quotes
    begun = [
        "" if at not in starts or line.lstrip().startswith(ListLine.COMMENT) else line
        for at, line in enumerate(lines)
    ]
    bare, n_marks = without_list_marks(begun)
    lines = [bare[at] if at in starts else line for at, line in enumerate(lines)]
    listed, merged = _merged(listed_words(lines, source=source))
    notes += [f"numbers or bullets before {n_marks} words are left out"] if n_marks else []
    notes += [merged] if merged else []
    left_out: list[Unusable] = []
    if asking is not None:
        if skip and asking.answers != ANSWERS[0]:
            no_clue = [one for one in listed if not one.clue]
            left_out += [Unusable(one.written, one.line, "has no clue") for one in no_clue]
            listed = [one for one in listed if one.clue]
        listed, told = asking.of(listed, source=source)
        notes += told
    if split:
        listed = _split(listed, alphabet)
    numbers = tuple(one.line for one in listed)
    if len(numbers) > MAX_WORDS:
        raise WordListError(
            f"{len(numbers):,} words are too many for a word search",
            hint=f"give at most {MAX_WORDS:,}, or take some of them by a pattern", source=source,
        )  # fmt: skip
    read = sorted_out if skip else partial(hidden_words, source=source)
    found: Sequence[HiddenWord | Unusable] = read(
        [one.written for one in listed], alphabet=alphabet, lines=numbers, longest=longest
    )
    left_out += [word for word in found if isinstance(word, Unusable)]
    pairs = [
        (replace(word, clue=one.clue), one.line)
        for word, one in zip(found, listed, strict=True)
        if isinstance(word, HiddenWord)
    ]
    words, numbers = tuple(word for word, _ in pairs), tuple(line for _, line in pairs)
    notes += _about_letters(words, left_out, alphabet)
    return WordFile(
        words, numbers, source, (*notes, *_unseparated(pairs, left_out, alphabet)), tuple(left_out)
    )


def _about_letters(
    words: Sequence[HiddenWord], left_out: Sequence[Unusable], alphabet: Alphabet
) -> Iterator[str]:
    """Which letters are folded, or missing, and the alphabet that has them."""
    written = [word.written for word in words]
    if told := str(folding_of(written, alphabet)):
        yield told
    foreign = [one.written for one in left_out if one.is_foreign]
    name, n_kept = alphabet_for(foreign, written, alphabet)
    if name:
        yield f"with --alphabet {name} {n_kept} of these words can be used"


def _unseparated(
    pairs: Sequence[tuple[HiddenWord, int]], left_out: Sequence[Unusable], alphabet: Alphabet
) -> Iterator[str]:
    """That words seem to have clues without a comma between."""
    bare = [(word.written, line) for word, line in pairs if not word.clue]
    found = [one for one in bare if _DASH.search(one[0])]
    if len(bare) == len(pairs) and not found:
        found = [one for one in bare if one[0].count(" ") >= _WORDS_OF_A_CLUE]
        found = found if 2 * len(found) >= len(bare) else []
    if found:
        yield f"{found[0][0][:60]!r} is read as one phrase; {_comma_at(found)}"
    odd = [(one.written, one.line) for one in left_out if one.is_foreign]
    if odd := [one for one in odd if has_clue_after(one[0], alphabet)]:
        yield f"{odd[0][0][:60]!r} seems to be a word and its clue; {_comma_at(odd)}"


def _comma_at(found: Sequence[tuple[str, int]]) -> str:
    lines = some_of([str(line) for _, line in found], MAX_NAMED)
    return f"put a comma between a word and its clue (line{'s' * (len(found) > 1)} {lines})"


def clue_book(words: Sequence[HiddenWord], alphabet: Alphabet) -> ClueBook | None:
    """The clues of a list, for crosswords; None if there are none.

    The clue of a phrase, or of a word with hyphens, ends with the lengths of its words.
    """
    from satcross.apps.clues.book import ClueBook

    pairs = [
        (
            word.written if alphabet.normalise(word.written) == word.letters else word.letters,
            word.question(alphabet) if {" ", "-"} & {*word.written} else word.clue,
        )
        for word in words
        if word.clue
    ]
    return ClueBook.from_pairs(pairs, alphabet=alphabet) if pairs else None


def without_list_marks(lines: Sequence[str]) -> tuple[list[str], int]:
    """The lines without bullets, and without numbers where most lines have one; and of how many.

    >>> without_list_marks(["1. cat", "2) dog, It barks", "", "* mouse"])
    (['cat', 'dog, It barks', '', 'mouse'], 3)
    >>> without_list_marks(["3.5 inch", "disk"])
    (['3.5 inch', 'disk'], 0)
    """
    n_numbered = sum(_NUMBER_BEFORE.match(line) is not None for line in lines)
    marks = [_BULLET_BEFORE]
    if n_numbered > 1 and 2 * n_numbered >= sum(bool(line.strip()) for line in lines):
        marks.append(_NUMBER_BEFORE)
    found = list(lines)
    for mark in marks:
        found = [mark.sub("", line) for line in found]
    return found, sum(old != new for old, new in zip(lines, found, strict=True))


def _merged(listed: Sequence[ListedWord]) -> tuple[list[ListedWord], str]:
    """The words without those whose line says the same as an earlier one; and a note of them."""
    kept: dict[tuple[str, str], ListedWord] = {}
    again: list[ListedWord] = []
    for one in listed:
        if kept.setdefault((one.written.casefold(), one.clue), one) is not one:
            again.append(one)
    if not again:
        return list(listed), ""
    shown = ", ".join(f"{one.written[:LONGEST_NAMED]!r} (line {one.line})"
                      for one in again[:MAX_NAMED])  # fmt: skip
    more = f" and {len(again) - MAX_NAMED} more" if len(again) > MAX_NAMED else ""
    lines = "a line that repeats another is" if len(again) == 1 else "lines that repeat others are"
    return list(kept.values()), f"{lines} merged: {shown}{more}"


def _split(listed: Sequence[ListedWord], alphabet: Alphabet) -> list[ListedWord]:
    """The words of phrases, each once."""
    seen: set[str] = set()
    found: list[ListedWord] = []
    for one in listed:
        parts = one.written.split()
        for part in parts:
            letters = alphabet.normalise(part)
            if letters is not None and (letters in seen or alphabet.size(letters) < MIN_LENGTH):
                continue
            seen.add(letters or "")
            found.append(ListedWord(part, one.clue if len(parts) == 1 else "", one.line))
    return found


def themed(
    listed: WordList, pattern: str, n: int, *, longest: int, allow_inside: bool, seed: int
) -> WordFile:
    """Words of a word list that match a pattern, chosen at random from the best of them.

    Args:
        listed: the list.
        pattern: as of `WordList.query`.
        n: how many.
        longest: letters that a word may have.
        allow_inside: whether a word may stand within another one.
        seed: the same seed gives the same words.

    Raises:
        OptionError: the pattern cannot be read.
        WordListError: too few words match.
    """
    alphabet = listed.alphabet
    fitting = [
        word
        for word, _ in listed.query(pattern)
        if _SHORTEST_OF_THEME <= alphabet.size(word) <= longest
    ]
    best = fitting[: n * _CHOSEN_FROM]
    random.Random(seed).shuffle(best)
    chosen: list[str] = []
    for word in [*best, *fitting[n * _CHOSEN_FROM :]]:
        if len(chosen) == n:
            break
        own = alphabet.symbols(word)
        if allow_inside or not any(_one_in_other(own, alphabet.symbols(one)) for one in chosen):
            chosen.append(word)
    if len(chosen) < n:
        raise WordListError(
            f"{len(chosen)} words of {_SHORTEST_OF_THEME} to {longest} letters match {pattern!r}"
            f" and do not stand within each other, not {n}",
            hint="take fewer, another pattern, or a lower minimum score", parameter="pattern",
        )  # fmt: skip
    written = [listed.written(word) for word in sorted(chosen)]
    words = hidden_words(written, alphabet=alphabet, source="pattern")
    return WordFile(words, (0,) * n, "pattern")


def _one_in_other(a: str, b: str) -> bool:
    short, long = sorted((a, b), key=len)
    return short in long or short[::-1] in long
