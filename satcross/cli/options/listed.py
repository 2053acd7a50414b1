"""Lists of words with clues, as `satcross freeform` and `satcross wordsearch` take them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from satcross.cli.errors import echo_err
from satcross.cli.options.command import flag, option, option_set
from satcross.errors import WordListError

# `word - clue`, or five words and more.
_LIKE_A_CLUE = re.compile(r" [-–—] |(?:\S+ ){4}")

if TYPE_CHECKING:
    from satcross.clues.listed import Asking
    from satcross.clues.lists import WordFile
    from satcross.clues.words import Unusable
    from satcross.model.alphabet import Alphabet


@option_set("Clues")
class AskingOptions:
    """What of a list is asked for."""

    answers: str = option(
        "words|clues|mixed",
        "Which side of each line is the answer: the word, the clue, as for translations the other"
        " way, or one of them in half of the lines each.",
        default="words",
    )
    gaps: bool = flag("Replace a word by a gap in its own clue: 'The ___ barks'.")

    skip: bool = flag("Leave out the words that cannot be used, and say which and why.")

    def asking(self, seed: int) -> Asking:
        """The same for the library. Raises OptionError."""
        from satcross.clues.listed import Asking

        return Asking(self.answers, self.gaps, seed)


def alphabet_for(alphabet: str, *files: str | Path | None) -> Alphabet:
    """The alphabet of this name or spelling, of the syllables of files where its name says so.

    Raises:
        OptionError: it is none; or it is made of the words of standard input, read but once.
        WordListError: the file cannot be read.
    """
    from satcross.words.alphabets import alphabet_of

    return alphabet_of(alphabet, [name for name in files if name is not None and str(name) != "-"])


def load_listed(
    name: str,
    alphabet: Alphabet,
    *,
    split: bool = False,
    longest: int | None = None,
    asking: Asking | None = None,
    skip: bool = False,
) -> WordFile:
    """The words of a file, or of standard input for `-`; what is odd about them is reported.

    Args: of `word_file`; skip: whether words that cannot be used are left out, and named.

    Raises: WordListError, FormatError: it cannot be read, or has no words.
    """
    from satcross.clues.lists import lines_of_file, lines_of_stdin, word_file
    from satcross.packed import STDIN
    from satcross.words.folding import folding_of

    is_stdin = name == "-"
    lines, source = (lines_of_stdin(), STDIN) if is_stdin else (lines_of_file(name), name)
    left_out: list[Unusable] | None = [] if skip else None
    try:
        file = word_file(
            lines, alphabet=alphabet, source=source, split=split, longest=longest, asking=asking,
            unusable=left_out,
        )  # fmt: skip
    except WordListError as error:
        if error.line is None or not error.hint.startswith("leave") or asking is None:
            raise
        hint = re.sub(r"^leave .*? out", r"\g<0>, as --skip does", error.hint)
        raise WordListError(error.problem, hint=hint, source=source, line=error.line) from None
    for one in left_out or ():
        echo_err(f"{source}:{one.line}: left out: {one}")
    if not file.words:
        raise WordListError("no word of it can be used", hint="see above", source=source)
    for note in file.notes:
        echo_err(note)
    if told := str(folding_of((word.written for word in file.words), alphabet)):
        echo_err(told)
    if told := _unseparated(file):
        echo_err(told)
    return file


def _unseparated(file: WordFile) -> str:
    """That words seem to have clues without a comma between; "" if they do not."""
    if any(word.clue for word in file.words):
        return ""
    found = [word.written for word in file.words if _LIKE_A_CLUE.search(word.written)]
    if 2 * len(found) < len(file.words):
        return ""
    return f"{found[0][:60]!r} is read as one phrase; put a comma between a word and its clue"
