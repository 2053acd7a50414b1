"""From an assignment back to a fill: with the encoding, or with a file's comments alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import chain, product
from typing import TYPE_CHECKING

from satcross.checks import checked
from satcross.cnf.assignment import Assignment
from satcross.cnf.envelope import CROSSWORD, Envelope
from satcross.cnf.formula import Formula
from satcross.encoding.comments import DISTINCT, FORMAT, KEYS
from satcross.encoding.encode import Encoding
from satcross.errors import DimacsError, GridError, OptionError
from satcross.model.alphabet import Alphabet, is_text_of_cell
from satcross.model.fill import Fill
from satcross.model.grid import Grid
from satcross.model.puzzleslots import every_slot_of

if TYPE_CHECKING:
    from satcross.rules import Rule

_LETTER = re.compile(r"letter (\d{1,9}) ([^\s=]{1,40})=(\S+)\Z")


@checked
def decode(encoding: Encoding, assignment: Assignment | Iterable[int]) -> Fill:
    """The fill that an assignment of an encoding's formula stands for.

    Args:
        assignment: or a solver's model, as literals. It may have more variables than the formula,
            or, of all those that are true, the letters alone: they determine the others.

    Raises:
        DimacsError: a cell has no letter or two, or a clause does not hold.

    >>> from satcross import encode
    >>> from satcross.model.puzzle import Puzzle
    >>> from satcross.words import WordList
    >>> encoding = encode(Puzzle(Grid.parse(".."), WordList.from_words(["ab", "cd"])))
    >>> print(decode(encoding, [-1, 2, -3, 4, -5, 6]))
    CD
    """
    puzzle = encoding.puzzle
    if not isinstance(assignment, Assignment):
        assignment = Assignment.of(assignment, encoding.formula.n_vars)
    assignment = with_others(encoding.formula, assignment, encoding.letters.n)
    clause = encoding.formula.first_falsified(assignment)
    if clause is not None:
        raise DimacsError(
            f"the assignment does not satisfy the formula: clause {clause + 1} is false",
            hint="check that it is the output for this formula",
            source="assignment",
        )
    letters = encoding.letters.letters(assignment.true_variables(encoding.letters.n))
    return Fill(puzzle, {cell: letters[cell] for cell in encoding.domains.cells})


def with_others(formula: Formula, assignment: Assignment, n_letters: int) -> Assignment:
    """An assignment with all variables, where only letters are true that determine the others.

    Args: n_letters: the variables from 1 on that are letters.
    """
    true = assignment.true_variables()
    if not true or true[-1] > n_letters or n_letters == formula.n_vars:
        return assignment
    return formula.completed(assignment, n_letters) or assignment


@dataclass(frozen=True, slots=True)
class Decoder:
    """The puzzle that the comments of an exported file describe.

    Args:
        grid: the grid before filling.
        letters: by letter variable, its grid position and letter. In a constraint model a letter
            variable is `x[i]` with a value; they are counted from 1, in the order of i, then of
            values.
        cells: of a constraint model, the grid position of each x.
        codes: of a constraint model, by letter the value that stands for it.
        words: the origin of the word list, for people.
        digest: digest of the word list.
        rules: of the puzzle.
    """

    grid: Grid
    letters: Mapping[int, tuple[int, str]]
    words: str
    digest: str
    rules: tuple[Rule, ...] = ()
    cells: tuple[int, ...] = ()
    codes: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def from_comments(cls, comments: Iterable[str], *, source: str = "cnf") -> Decoder:
        """Read the comments that `satcross.encoding.comments` describes.

        Lines that do not begin with `satcross` are skipped.

        Raises:
            DimacsError: some are missing, unknown, or make no sense.
        """
        from satcross.rules import board_of, in_order, kinds

        envelope = Envelope.read(comments)

        def bad(problem: str) -> DimacsError:
            return DimacsError(
                problem, hint="decode takes files that satcross wrote", source=source
            )

        def rule(key: str, value: str) -> Rule:
            try:
                for kind in kinds().values():
                    if (found := kind.of_comment(key, value)) is not None:
                        return found
            except (ValueError, OptionError):
                raise bad(
                    f"has a comment that makes no sense: `satcross {key} {value[:30]}`"
                ) from None
            raise bad(f"has a comment of a rule that is not known: `satcross {key[:30]}`")

        if not envelope.kind and not envelope.fields:
            raise bad("has no satcross comments")
        if (envelope.kind, envelope.version) != (CROSSWORD, FORMAT):
            version = envelope.version if envelope.kind == CROSSWORD else "?"
            raise bad(f"has comments of format {version}")
        for key in ("alphabet", "grid"):
            if key not in envelope:
                raise bad(f"lacks the comment `satcross {key}`")
        alphabet = Alphabet.of_spelling(envelope.value("alphabet"))
        grid = Grid.of_lines(envelope.values("grid"), alphabet, source)
        rules = in_order(
            rule(*field) for field in envelope.fields if field[0] not in KEYS and field != DISTINCT
        )
        try:
            grid, rules = board_of(grid, rules, alphabet)
            slots = every_slot_of(grid, rules)
            own = [texts for rule in rules for texts in rule.texts_in(grid, slots).values()]
        except (OptionError, GridError) as error:
            raise bad(f"has comments that make no sense: {error.problem}") from None
        strings = {*envelope.values("rebus"), *chain.from_iterable(own)}
        texts = {*alphabet.texts, *strings, *filter(is_text_of_cell, grid.cells)}
        letters: dict[int, tuple[int, str]] = {}
        codes = {text: code for code, text in enumerate(envelope.value("texts").split())}
        values = product(envelope.value("cells").split(), codes)
        of_model = (f"{at} {cell}={text}" for at, (cell, text) in enumerate(values, 1))
        for value in chain(envelope.values("letter"), of_model):
            match = _LETTER.match(f"letter {value}")
            if match is None:
                raise bad(f"has a comment that makes no sense: `satcross letter {value[:30]}`")
            try:
                cell = grid.position(match[2])
            except GridError:
                cell = -1
            if cell < 0 or not grid.is_square(cell):
                raise bad(f"has a letter in no open cell: `satcross letter {value}`")
            if match[3] not in texts:
                raise bad(f"has a letter outside its alphabet: `satcross letter {value}`")
            letters[int(match[1])] = (cell, match[3])
        return cls(
            grid,
            letters,
            envelope.value("words"),
            envelope.value("digest"),
            rules,
            tuple(dict.fromkeys(cell for cell, _ in letters.values())) if codes else (),
            codes,
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
                        hint="check that it is the output for this formula",
                        source=source,
                    )
                found[cell] = letter
                cells[cell] = letter
        for cell in sorted({cell for cell, _ in self.letters.values()}):
            if cell not in found:
                raise DimacsError(
                    f"cell {self.grid.cell_name(cell)} holds no letter",
                    hint="check that it is the output for this formula",
                    source=source,
                )
        return self.grid.with_cells(cells)
