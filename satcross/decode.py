"""From an assignment back to a fill: with the encoding, or with a DIMACS file's comments alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from satcross.alphabet import Alphabet
from satcross.cnf.assignment import Assignment
from satcross.encode import Encoding
from satcross.encode.comments import FORMAT
from satcross.errors import DimacsError
from satcross.fill import Fill
from satcross.grid import Grid
from satcross.puzzle import MIN_SLOT_LENGTH

_LETTER = re.compile(r"letter (\d{1,9}) r(\d{1,3})c(\d{1,3})=(\S+)\Z")


def decode(encoding: Encoding, assignment: Assignment) -> Fill:
    """The fill that an assignment of an encoding's formula stands for.

    Raises:
        DimacsError: a cell has no letter or two, or a clause does not hold.

    >>> from satcross.encode import encode
    >>> from satcross.puzzle import Puzzle
    >>> from satcross.words import WordList
    >>> encoding = encode(Puzzle(Grid.parse(".."), WordList.from_words(["ab", "cd"])))
    >>> print(decode(encoding, Assignment.of([2, 4, 6], encoding.formula.n_vars)))
    CD
    """
    puzzle = encoding.puzzle
    _require_satisfied(encoding.formula.first_falsified(assignment))
    letters = encoding.letters.letters(assignment.true_variables(encoding.letters.n))
    return Fill(puzzle, {cell: letters[cell] for cell in encoding.domains.cells})


def _require_satisfied(clause: int | None, source: str = "assignment") -> None:
    if clause is not None:
        raise DimacsError(
            f"the assignment does not satisfy the formula: clause {clause + 1} is false",
            mend="is it the output for this very formula?",
            source=source,
        )


@dataclass(frozen=True, slots=True)
class Decoder:
    """What a DIMACS file's comments say of its puzzle.

    Args:
        grid: as it was before filling.
        letters: by letter variable, its grid position and letter.
        words: where the word list was from, for people.
        digest: of the word list.
        distinct, min_length, rebus, max_shared_substring, no_near_duplicates: as for `Puzzle`.
    """

    grid: Grid
    letters: Mapping[int, tuple[int, str]]
    words: str
    digest: str
    distinct: bool
    min_length: int = MIN_SLOT_LENGTH
    rebus: tuple[str, ...] = ()
    max_shared_substring: int | None = None
    no_near_duplicates: bool = False

    @classmethod
    def from_comments(cls, comments: Iterable[str], *, source: str = "cnf") -> Decoder:
        """Read the comments that `satcross.encode.comments` describes; others are passed over.

        Raises:
            DimacsError: some are missing or make no sense.
        """
        ours = [line.removeprefix("satcross ") for line in comments if line.startswith("satcross ")]
        fields: dict[str, list[str]] = {}
        for line in ours:
            key, _, value = line.partition(" ")
            fields.setdefault(key, []).append(value)

        def bad(problem: str) -> DimacsError:
            return DimacsError(
                problem, mend="decode takes files that satcross wrote", source=source
            )

        def number(key: str) -> int | None:
            if key not in fields:
                return None
            value = fields[key][0]
            if not (value.isascii() and value.isdigit() and len(value) < 4):
                raise bad(f"has a comment that makes no sense: `satcross {key} {value[:30]}`")
            return int(value)

        if not ours:
            raise bad("has no satcross comments")
        if fields.get("format") != [str(FORMAT)]:
            raise bad(f"has comments of format {' '.join(fields.get('format', ['?']))}")
        for key in ("alphabet", "grid"):
            if key not in fields:
                raise bad(f"lacks the comment `satcross {key}`")
        alphabet = Alphabet(fields["alphabet"][0])
        grid = Grid.parse("\n".join(fields["grid"]), alphabet=alphabet, source=source)
        strings = fields.get("rebus", [])
        texts = {*alphabet.letters, *strings, *filter(str.isalnum, grid.cells)}
        letters: dict[int, tuple[int, str]] = {}
        for value in fields.get("letter", []):
            match = _LETTER.match(f"letter {value}")
            if match is None:
                raise bad(f"has a comment that makes no sense: `satcross letter {value[:30]}`")
            row, col = int(match[2]) - 1, int(match[3]) - 1
            inside = 0 <= row < grid.n_rows and 0 <= col < grid.n_cols
            if not inside or not grid.is_square(row * grid.n_cols + col):
                raise bad(f"has a letter in no open cell: `satcross letter {value}`")
            if match[4] not in texts:
                raise bad(f"has a letter outside its alphabet: `satcross letter {value}`")
            letters[int(match[1])] = (row * grid.n_cols + col, match[4])
        return cls(
            grid,
            letters,
            fields.get("words", [""])[0],
            fields.get("digest", [""])[0],
            fields.get("distinct", ["yes"])[0] != "no",
            number("min-length") or MIN_SLOT_LENGTH,
            tuple(strings),
            number("max-shared-substring"),
            fields.get("near-duplicates", ["yes"])[0] == "no",
        )

    def decode(self, assignment: Assignment, *, source: str = "assignment") -> Grid:
        """The filled grid of an assignment.

        Does not look at the formula: see `Formula.first_falsified`.

        Raises:
            DimacsError: a cell has no letter or two.
        """
        cells = list(self.grid.cells)
        found: dict[int, str] = {}
        for variable, (cell, letter) in self.letters.items():
            if variable <= assignment.n_vars and assignment.is_true(variable):
                if cell in found:
                    raise DimacsError(
                        f"cell {self.grid.cell_name(cell)} holds {found[cell]} and {letter}",
                        mend="is it the output for this very formula?",
                        source=source,
                    )
                found[cell] = letter
                cells[cell] = letter
        for cell in sorted({cell for cell, _ in self.letters.values()}):
            if cell not in found:
                raise DimacsError(
                    f"cell {self.grid.cell_name(cell)} holds no letter",
                    mend="is it the output for this very formula?",
                    source=source,
                )
        return self.grid.with_cells(cells)


def decode_comments(
    comments: Iterable[str], assignment: Assignment, *, source: str = "assignment"
) -> Grid:
    """The filled grid of an assignment, by the comments of the DIMACS file it is for.

    Raises:
        DimacsError: the comments do not suffice, or a cell has no letter or two.
    """
    return Decoder.from_comments(comments).decode(assignment, source=source)
