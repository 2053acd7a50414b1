"""A kind of puzzle: a crossword whose vowels are printed, and whose consonants are to be found."""

from __future__ import annotations

from satcross import Crossword, Grid, WordList
from satcross.extend import Behaviour, PuzzleKind

VOWELS = frozenset("AEIOU")

CONSONANTS = PuzzleKind(
    "consonants",
    titles={"en": "Consonants", "de": "Konsonanten"},
    # Programs that do not know it show a crossword, whose clues it has.
    names={"ipuz": ("http://ipuz.org/crossword#1", "http://example.org/consonants#1")},
    behaviour="satcross_example.consonants:Consonants",
    make="satcross_example.making",
)


class Consonants(Behaviour):
    """What `satcross check` looks for beside words."""

    def faults(self, crossword: Crossword, grid: Grid, words: WordList) -> list[tuple[str, str]]:
        """Vowels that are not given, and consonants that are."""
        del words
        faults = []
        for at, square in enumerate(crossword.squares):
            is_vowel = square.solution in VOWELS
            if square.solution and square.given is not is_vowel:
                said = "is not given" if is_vowel else "is given"
                faults.append(("consonants", f"{grid.cell_name(at)} {square.solution} {said}"))
        return faults
