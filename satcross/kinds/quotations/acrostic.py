"""How acrostics are made: for the command and Python.

>>> from satcross import make_puzzle
>>> made = make_puzzle("acrostic", "Ta c xo", ["cat", "ox"], source="CO", length="2-3")
>>> made.unwrap().answers
('CAT', 'OX')
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from satcross import Best, Found, OptionError, SolverOptions, WordList
from satcross.extend import Maker, Step, Steps, WordsLike, option, whole_number
from satcross.kinds.quotations.answers import LENGTHS, Acrostic, AcrosticResult, AcrosticTask
from satcross.kinds.quotations.make import quotation_of
from satcross.kinds.quotations.quotation import WIDTH, Quotation


@dataclass(frozen=True, kw_only=True)
class AcrosticOptions:
    """What the answers are like."""

    source: str | None = option("TEXT", "What the initials of the answers spell.")
    answer: list[str] | None = option(
        "N=WORD", "An answer that is wanted, by its number from 1. Can be repeated."
    )
    length: str = option("N-M", "Letters of an answer.", default="{}-{}".format(*LENGTHS))
    width: int = option("N", "Squares in a row of the quotation.", default=WIDTH)

    def answers(self) -> dict[int, str]:
        """By number. Raises OptionError."""
        found: dict[int, str] = {}
        for text in self.answer or ():
            number, _, word = text.partition("=")
            n = whole_number(number)
            if n is None or n in found or not word:
                raise OptionError(
                    f"must be a number, which is there once, and a word; got {text[:40]!r}",
                    hint="write --answer 3=HAMLET",
                    parameter="answer",
                )
            found[n] = word
        return found

    def lengths(self) -> tuple[int, int]:
        """The least and the most. Raises OptionError."""
        found = re.fullmatch(r"(\d{1,3})-(\d{1,3})", self.length, re.ASCII)
        if found is None:
            raise OptionError(
                f"must be two numbers, as in 4-12; got {self.length[:40]!r}", parameter="length"
            )
        return int(found[1]), int(found[2])


OPTIONS = AcrosticOptions


@dataclass(frozen=True, eq=False)
class AcrosticMaker(Maker[Acrostic]):
    """Makes an acrostic of each seed.

    Args:
        quotation, source, words: as of `AcrosticTask`.
        options: what else is wanted; `source` is not looked at.

    Raises:
        OptionError: an option is out of range; from a run: as `AcrosticTask` raises.
    """

    quotation: Quotation
    source: str
    words: WordList
    options: AcrosticOptions

    def __post_init__(self) -> None:
        self.quotation.in_rows(self.options.width)

    def steps(self, options: SolverOptions) -> Steps[AcrosticResult]:
        """See `Maker`."""
        wanted = self.options
        task = AcrosticTask(
            self.quotation, self.source, self.words, options,
            answers=wanted.answers(), lengths=wanted.lengths(),
        )  # fmt: skip
        result: AcrosticResult = yield Step(task)
        if isinstance(result, Best | Found):
            return replace(result, value=replace(result.value, width=wanted.width))
        return result


def maker_of(what: object, words: WordsLike | None, options: AcrosticOptions) -> AcrosticMaker:
    """The maker, for what a caller of the library names.

    Args: what: the text of a quotation; words: for the answers, by default the built-in ones.

    Raises:
        InputError: it is no quotation, or no source is named.
    """
    listed = WordList.builtin() if words is None else WordList.of(words)
    if options.source is None:
        raise OptionError("it is what the initials of the answers spell", parameter="source")
    return AcrosticMaker(quotation_of(what, listed.alphabet), options.source, listed, options)
