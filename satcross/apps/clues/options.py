"""Lists of words with clues, as `satcross freeform` and `satcross wordsearch` take them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from satcross import WordListError
from satcross.commandline import echo_err, flag, option, option_set

if TYPE_CHECKING:
    from satcross import Alphabet
    from satcross.apps.clues.listed import Asking
    from satcross.apps.clues.lists import WordFile


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
        from satcross.apps.clues.listed import Asking

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
    from satcross.apps.clues.lists import lines_of_file, lines_of_stdin, word_file
    from satcross.extend import STDIN

    is_stdin = name == "-"
    lines, source = (lines_of_stdin(), STDIN) if is_stdin else (lines_of_file(name), name)
    try:
        file = word_file(
            lines, alphabet=alphabet, source=source, split=split, longest=longest, asking=asking,
            skip=skip,
        )  # fmt: skip
    except WordListError as error:
        if error.line is None or not error.hint.startswith("leave") or asking is None:
            raise
        hint = re.sub(r"^leave .*? out", r"\g<0>, as --skip does", error.hint)
        raise WordListError(error.problem, hint=hint, source=source, line=error.line) from None
    for one in file.left_out:
        echo_err(f"{source}:{one.line}: left out: {one}")
    for note in file.notes:
        echo_err(note)
    if not file.words:
        raise WordListError("no word of it can be used", hint="see above", source=source)
    return file
