"""No two entries have the same letters in N cells in a row; a rebus counts as one letter."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, ClassVar

from satcross.checks import check_integer
from satcross.model.grid import MAX_SIDE
from satcross.rules.base import NumberRule, PairRule, ShortForm

if TYPE_CHECKING:
    from satcross.rules.base import Flags
    from satcross.rules.families import Families, LetterIds, WordsLeft
    from satcross.words import WordList

LEAST = 2  # no grid can be filled if no two entries may share a letter
MORE = 1  # cells, when the rule is relaxed


class MaxSharedSubstring(NumberRule, PairRule):
    """No two entries have the same `n` cells in a row. Wholly given entries are not compared.

    Args:
        n: 2 to `MAX_SIDE`.

    Raises:
        OptionError: `n` is out of range.
    """

    __slots__ = ()
    kind: ClassVar[str] = "max-shared-substring"
    reads_list: ClassVar[bool] = False
    short: ClassVar[ShortForm] = ShortForm(
        "max_shared_substring",
        int,
        None,
        metavar="N",
        text="No two entries may have the same N cells in a row.",
        label="Longest run of letters that two may share",
    )

    def __post_init__(self) -> None:
        check_integer(self.n, self.short.keyword, at_least=LEAST, at_most=MAX_SIDE)

    def __str__(self) -> str:
        return f"maximum shared substring {self.n}"

    def relaxed(self) -> tuple[str, MaxSharedSubstring]:
        """Longer runs may be shared."""
        longer = MaxSharedSubstring(self.n + MORE)
        return str(longer), longer

    def families(self, domains: WordsLeft, letters: LetterIds) -> Families:
        """A family is a run of `n` letters."""
        from satcross.rules.families import RunFamilies

        return RunFamilies(domains, letters, self.n)

    def clash(self, words: WordList, placed: Collection[str]) -> Callable[[str, str], bool]:
        """Two words with a common run exclude each other."""

        def runs(word: str) -> set[str]:
            return self._runs([words.alphabet.symbols(word)])

        return lambda one, other: not runs(one).isdisjoint(runs(other))

    def beside(self, words: WordList, placed: Collection[str]) -> Flags:
        """The words that have no run of these."""
        import numpy as np

        from satcross.words.table import code_dtype, strings_of

        alphabet, n = words.alphabet, self.n
        runs_placed = sorted(self._runs(map(alphabet.symbols, placed)))
        codes_of_runs = [[alphabet.letters.index(char) for char in run] for run in runs_placed]
        runs = strings_of(np.array(codes_of_runs, code_dtype(len(alphabet))).reshape(-1, n))
        flags: Flags = {
            length: np.ones(len(words.table(length)), np.bool_) for length in words.lengths
        }
        for length, allowed in flags.items():
            codes = words.table(length).codes
            for offset in range(length - n + 1):
                allowed[np.isin(strings_of(codes[:, offset : offset + n]), runs)] = False
        return flags

    def _runs(self, spelt: Iterable[str]) -> set[str]:
        n = self.n
        return {word[i : i + n] for word in spelt for i in range(len(word) - n + 1)}
