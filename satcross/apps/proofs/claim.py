"""Certificates of fills: whether their steps show what they claim, from the grid and words alone.

It shares no code with the engine that made it, nor with the encoder. The slots are found as
`satcross.verification` finds them, and the steps followed by `satcross.apps.proofs.checker._steps`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import numpy.typing as npt

from satcross import Alphabet, Grid, SolverError, WordList, verify
from satcross.apps.proofs.certificate.checked import CertificateCheck
from satcross.apps.proofs.certificate.conditions import Places, texts_held
from satcross.apps.proofs.certificate.diagrams import ConditionClauses
from satcross.apps.proofs.certificate.pairs import PairClauses, WordInSlot
from satcross.apps.proofs.certificate.scores import Scoring
from satcross.apps.proofs.certificate.tables import SlotTables
from satcross.apps.proofs.checker.certificate import BySteps, Claim, Followed, Tick, WrongError
from satcross.extend import (
    OPEN,
    Claimed,
    NamedCell,
    Rule,
    RuleChecker,
    parse_alphabet,
    rules_in,
    slots_of,
)
from satcross.tasks.certificate.form import CertificateForm, Known
from satcross.verification.rules import Terms, printed_in

if TYPE_CHECKING:
    from satcross.apps.proofs.checker._steps import Steps

I32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class FillsClaim(Claim):
    """What a certificate of fills says; the names of slots are in the order of the steps.

    Args: texts: by code, what cells that have it hold: the letters, then strings of them.
    """

    name: ClassVar = CertificateForm().name
    claims: ClassVar = tuple(Claimed)
    fields: ClassVar = frozenset((
        "alphabet", "classes", "fills", "grid", "letters", "list", "named", "rules", "scores",
        "slots", "strings", "weights", "words",
    ))  # fmt: skip

    claim: str
    grid: Grid
    fills: tuple[Grid, ...]
    rules: tuple[Rule, ...]
    slots: list[str]
    words: WordList
    texts: tuple[str, ...]
    source: str
    digest: str
    letters: dict[int, tuple[str, ...]]
    scoring: Scoring | None

    @classmethod
    def read(cls, head: Any) -> FillsClaim:
        """What a head says: see docs/internals/certificates.md."""
        alphabet: Alphabet = parse_alphabet(head["alphabet"])
        scoring: Scoring | None = None
        if head["claim"] in (Claimed.NO_HIGHER_LOWEST, Claimed.NO_HIGHER_TOTAL):
            is_total = head["claim"] == Claimed.NO_HIGHER_TOTAL
            scoring = Scoring(head["weights"], head["classes"] if is_total else [], is_total)
        letters: dict[str, list[str]] = {}
        if head["claim"] == Claimed.NO_OTHER_LETTER:
            letters = head["letters"]
        elif "letters" in head:
            raise ValueError("letters of another claim")
        words, scores = head["words"], head.get("scores")
        if not all(isinstance(word, str) for word in (*words, *head["slots"], *head["rules"])):
            raise TypeError
        rules = rules_in({"rules": head["rules"]})
        held: dict[str, str] = dict(head.get("named", {}))
        beside = _cells_beside(Grid.of_lines(head["grid"], alphabet), rules)
        if {cell.name for cell in beside} != held.keys() or any(
            letter and held[cell.name] != alphabet.normalise(letter)
            for cell, letter in beside.items()
        ):
            raise WrongError("its cells beside the grid are not those of its rules")
        by_name = {cell.name: cell for cell in beside}
        named = tuple(by_name[name] for name in held)

        def grid_of(rows: list[str], texts: dict[str, str]) -> Grid:
            parsed = Grid.of_lines(rows, alphabet)
            return replace(
                parsed, cells=(*parsed.cells, *(texts[cell.name] for cell in named)), named=named
            )

        grid = grid_of(head["grid"], held)
        return cls(
            head["claim"],
            grid,
            tuple(
                grid_of(one["grid"], one["named"]) if named else grid_of(one, {})
                for one in head["fills"]
            ),
            rules,
            head["slots"],
            WordList.from_words(
                words if scores is None else list(zip(words, scores, strict=True)),
                alphabet=alphabet,
                min_letters=1,
            ),
            (*alphabet.texts, *map(str, head.get("strings", ()))),
            str(head["list"]["source"]),
            str(head["list"]["digest"]),
            {grid.position(name): tuple(map(str, found)) for name, found in letters.items()},
            scoring,
        )

    def fault(self, tick: Tick) -> str:
        """What is wrong without the proof: rules that are not known, or fills that are none."""
        known = Known.OF_TABLES if self.claim == Claimed.NO_HIGHER_TOTAL else Known.KINDS
        if unknown := [str(rule) for rule in self.rules if rule.kind not in known]:
            return f"the check does not know the rule {unknown[0]!r}"
        if len(self.texts) > Known.MAX_LETTERS:
            return "its cells hold too many different letters and strings"
        n_fills = len(self.fills)
        if (self.claim == Claimed.NO_FILL) != (not n_fills) or (
            self.scoring is not None and n_fills > 1
        ):
            return "the claim and its fills do not fit together"
        seen: set[tuple[str, ...]] = set()
        for number, fill in enumerate(self.fills, 1):
            tick()
            if faults := verify(self.grid, fill, self.words, rules=self.rules):
                return f"fill {number} is none: {faults[0]}"
            if fill.cells in seen:
                return f"fill {number} is one before it"
            seen.add(fill.cells)
        return ""

    def formula(self, tick: Tick) -> BySteps:
        """The tables of the slots, and the clauses that deny the claim."""
        try:
            from satcross.apps.proofs.checker._steps import Steps
        except ImportError:
            raise SolverError(
                "certificates are checked by satcross's compiled checker: install a wheel, or"
                " satcross with a C compiler"
            ) from None
        terms, others = Terms.of(self.rules)
        found = self._slots(terms, others)
        made = SlotTables(self.words, self.texts, found, others, self.grid.position, tick)
        slots = [made.cells(name) for name in self.slots]
        inside = {cell for cells in slots for cell in cells}
        given = self._given(inside)
        allowed = self._allowed(terms, others, found, inside, given)
        denied = self._denied(inside)
        tables = [made.table(name, given) for name in self.slots]
        entries = [
            WordInSlot(cells, len(found[name]), partial(made.read, name))
            for name, cells in zip(self.slots, slots, strict=True)
        ]
        n_cells, n_letters, scoring = len(self.grid.cells), len(self.texts), None
        if self.scoring is not None:
            scoring = self.scoring
            # What is treated in several ways is read by the cells beside the grid.
            are_given = [
                len(cells) == len(found[name]) and given.keys() >= set(cells)
                for name, cells in zip(self.slots, slots, strict=True)
            ]
            scoring.compare(slots, are_given, tables, self._codes(self.fills[0]))
            if scoring.is_total:
                tables = scoring.with_classes(tables)
                slots = [[*cells, n_cells + at] for at, cells in enumerate(slots)]
                n_cells += len(slots)
                n_letters = max(n_letters, len(scoring.classes))
            else:
                tables = scoring.better(tables)
        unique = {id(table): table for table in tables}
        index = {key: at for at, key in enumerate(unique)}
        tabled = [index[id(table)] for table in tables]
        codes = [np.ascontiguousarray(table.codes) for table in unique.values()]
        pairs: list[Any] = [rule for rule in others if rule.kind in Known.PAIRS]
        has_strings = len(self.texts) > len(self.words.alphabet)
        if terms.distinct and (made.treated or has_strings):
            pairs.append(None)  # words may be the same where cells are not
        twins = _twins(others, found)
        if (twins and pairs) or (made.treated and has_strings):
            raise WrongError("the check does not know such rules together")
        number = {name: at for at, name in enumerate(self.slots)}
        checker = Steps(
            n_cells,
            n_letters,
            codes,
            [(np.array(cells, np.int32), at) for cells, at in zip(slots, tabled, strict=True)],
            self._groups(found, made) if terms.distinct else [],
            allowed,
            {at: number[twin] for at, name in enumerate(self.slots) if (twin := twins.get(name))},
        )
        if scoring is not None and scoring.is_total:
            scoring.want_more(checker, tables, n_letters)
        places = self._places(checker, made, found, inside, codes, tabled)
        clauses: list[PairClauses | ConditionClauses] = [
            *(PairClauses(rule, entries, given, self.words, n_letters) for rule in pairs),
            *(ConditionClauses(rule, places) for rule in others if rule.kind in Known.CONDITIONS),
        ]
        return BySteps(
            checker,
            denied,
            lambda clause, definition_of: any(rule.says(clause, definition_of) for rule in clauses),
        )

    def checked(self, followed: Followed) -> CertificateCheck:
        """What is shown by steps that are right."""
        return CertificateCheck(
            self.claim, self.grid, self.fills, self.rules, self.source, self.digest,
            sum(len(self.words.table(n)) for n in self.words.lengths), *followed,
            {self.grid.cell_name(cell): letters for cell, letters in self.letters.items()},
            None if self.scoring is None else self.scoring.value,
        )  # fmt: skip

    def _slots(self, terms: Terms, others: Sequence[Rule]) -> dict[str, list[int]]:
        """The cells of each slot, by name."""
        found = slots_of(self.grid, terms.min_length, terms.board_of(self.grid))
        for rule in others:
            found |= RuleChecker(rule).slots(self.grid, found)
        for rule in others:
            found |= RuleChecker(rule).led(found, self.grid)
        if sorted(found) != sorted(self.slots):
            raise WrongError("its slots are not those of the grid")
        return found

    def _denied(self, inside: set[int]) -> list[list[int]]:
        """The clauses that say that the claim is wrong, as steps have them."""
        if self.scoring is not None:
            return []
        if self.claim == Claimed.NO_OTHER_LETTER:
            return [self._other_letter(inside)]
        return [self._other_than(fill) for fill in self.fills]

    def _groups(self, found: dict[str, list[int]], made: SlotTables) -> list[list[int]]:
        """The slots that have different words where what is in their cells differs."""
        groups: dict[int, list[int]] = {}
        for at, name in enumerate(self.slots):
            if len(found[name]) > 1 and name not in made.treated:
                groups.setdefault(len(found[name]), []).append(at)
        return list(groups.values())

    def _places(
        self,
        checker: Steps,
        made: SlotTables,
        found: dict[str, list[int]],
        inside: set[int],
        tables: list[I32],
        tabled: list[int],
    ) -> Places:
        """What rules about letters and words are about. Args: as `Steps` has them."""
        alphabet = self.words.alphabet
        number = {name: slot for slot, name in enumerate(self.slots)}
        symbols = [alphabet.symbols(text) for text in self.texts]

        @cache
        def spelled(table: int, n_cells: int) -> list[str]:
            rows = tables[table][:, :n_cells].tolist()
            return ["".join([symbols[code] for code in row]) for row in rows]

        @cache
        def fitting(table: int, n_cells: int, expression: re.Pattern[str]) -> npt.NDArray[np.bool_]:
            match = expression.fullmatch
            return np.array([match(word) is not None for word in spelled(table, n_cells)], np.bool_)

        @cache
        def left(slot: int) -> I32:
            return np.array(checker.rows_left(slot), np.int32)

        def matches(name: str, expression: re.Pattern[str]) -> bool | None:
            slot = number[name]
            fits = fitting(tabled[slot], len(found[name]), expression)[left(slot)]
            return True if fits.all() else None if fits.any() else False

        cells = {self.grid.cell_name(cell): cell for cell in sorted(inside)}
        printed = printed_in(self.grid)
        return Places(
            cells, found, checker.masks_left(), matches, alphabet, self.texts, made.divided,
            self.grid.size, [cell for name, cell in cells.items() if name in printed],
        )  # fmt: skip

    def _given(self, inside: set[int]) -> dict[int, int]:
        code = {text: at for at, text in enumerate(self.texts)}
        cells = [(at, text) for at, text in enumerate(self.grid.cells) if at in inside]
        if strange := [text for _, text in cells if text != OPEN and text not in code]:
            raise WrongError(f"a cell holds {strange[0][:40]!r}, which is none of its texts")
        return {at: code[text] for at, text in cells if text != OPEN}

    def _allowed(
        self,
        terms: Terms,
        others: Sequence[Rule],
        found: dict[str, list[int]],
        inside: set[int],
        given: dict[int, int],
    ) -> dict[int, int]:
        """By cell in a slot, what it may hold: letters, strings of a rebus, and strings of its own.

        Raises:
            WrongError: its texts are others.
        """
        alphabet = self.words.alphabet
        free = {*alphabet.texts, *(alphabet.normalise(text) or text for text in terms.rebus)}
        lights = _lights(found, self.grid)
        own = [
            (self.grid.position(name), text)
            for rule in others
            for name, text in texts_held(rule, lights)
        ]
        known = free.union((text for _, text in own), (self.grid.cells[at] for at in given))
        if {*self.texts} != known or len(known) < len(self.texts):
            raise WrongError("its cells hold other strings")
        code = {text: at for at, text in enumerate(self.texts)}
        allowed = dict.fromkeys(inside, sum(1 << code[text] for text in free))
        for at, text in own:
            allowed[at] = allowed.get(at, 0) | 1 << code[text]
        return allowed | {at: 1 << letter for at, letter in given.items()}

    def _codes(self, fill: Grid) -> list[int]:
        """By cell, its letter, or -1."""
        code = {text: at for at, text in enumerate(self.texts)}
        return [code.get(text, -1) for text in fill.cells]

    def _other_than(self, fill: Grid) -> list[int]:
        """The clause that some open cell has another letter than in a fill, as steps have it."""
        n = len(self.texts)
        held = zip(self.grid.cells, self._codes(fill), strict=True)  # a cell in no slot stays open
        return [
            -(at * n + code + 1)
            for at, (text, code) in enumerate(held)
            if text == OPEN and code >= 0
        ]

    def _other_letter(self, inside: set[int]) -> list[int]:
        """The clause that some cell has another letter than the claim names."""
        texts = self.texts
        clause: list[int] = []
        n = len(texts)
        for cell, letters in self.letters.items():
            name = self.grid.cell_name(cell)
            if cell not in inside:
                raise WrongError(f"{name} is in no slot")
            if {fill.cells[cell] for fill in self.fills} != set(letters):
                raise WrongError(f"its fills have other letters in {name}")
            if len(set(letters)) < len(letters):
                raise WrongError(f"it has a letter twice in {name}")
            clause += [cell * n + a + 1 for a, text in enumerate(texts) if text not in letters]
        return clause


def _cells_beside(grid: Grid, rules: Sequence[Rule]) -> dict[NamedCell, str]:
    """The cells that rules add to a rectangle, each with its letter or ""."""
    terms, others = Terms.of(rules)
    lights = _lights(slots_of(grid, terms.min_length, terms.board_of(grid)), grid)
    cells: dict[str, tuple[NamedCell, str]] = {}
    for rule in others:
        for cell, text in RuleChecker(rule).cells(lights).items():
            cells.setdefault(cell.name, (cell, text))  # a treatment may name that of another rule
    return dict(cells.values())


def _lights(slots: dict[str, list[int]], grid: Grid) -> dict[str, list[str]]:
    """By the names of slots, the names of their cells."""
    return {name: [*map(grid.cell_name, cells)] for name, cells in slots.items()}


def _twins(rules: Sequence[Rule], slots: dict[str, list[int]]) -> dict[str, str]:
    """By the names of slots, that of another that may hold the same word, both ways."""
    found = {name: twin for rule in rules for name, twin in RuleChecker(rule).twins(slots).items()}
    return found | {twin: name for name, twin in found.items()}


CLAIM = FillsClaim
