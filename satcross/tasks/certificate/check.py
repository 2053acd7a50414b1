"""Checking a certificate: whether its steps show what it claims, from its grid and words alone.

It shares no code with the engine that made it, nor with the encoder. The slots are found as
`satcross.verification` finds them, and the steps followed by `satcross.proof._steps`.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from satcross.errors import FormatError, InputError, SolverError
from satcross.files import as_path, read_file
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.proof import Rejected
from satcross.results import Found, Reason, Stopped, Work
from satcross.rules import Rule, rules_of
from satcross.tasks.certificate.conditions import KINDS as CONDITIONS
from satcross.tasks.certificate.conditions import Places
from satcross.tasks.certificate.diagrams import ConditionClauses
from satcross.tasks.certificate.form import (
    CLAIMS,
    MAGIC,
    MAX_FILE,
    NO_FILL,
    NO_HIGHER_LOWEST,
    NO_HIGHER_TOTAL,
    NO_OTHER_LETTER,
    SCHEMA,
)
from satcross.tasks.certificate.pairs import PairClauses
from satcross.tasks.certificate.scores import ScoredTable, Scoring, WrongError
from satcross.verification.crossword import board_of, slots_of, verify
from satcross.verification.rules import (
    Filled,
    SlotContent,
    checker_of,
    is_per_entry,
    slots_by,
    slots_meant,
    terms_of,
)
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet

if TYPE_CHECKING:
    from satcross.proof._steps import Steps

PAIRS = frozenset((
    "max-shared-substring", "no-near-duplicates", "no-shared-words", "no-crossing",
    "no-naticks",
))  # fmt: skip
OF_TABLES = frozenset((
    "allow-repeats", "min-length", "slot", "board", "min-score", "regex", "word-list",
    "no-words",
))  # fmt: skip
"""The rules that say no more than which words a slot may hold."""
KINDS = PAIRS | CONDITIONS | OF_TABLES
"""The rules that the check knows; of the claim of a total those of `OF_TABLES` alone."""
MARKS = BLOCK, OPEN, VOID
I32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """A certificate that is right.

    Args:
        claim: "no fill": the grid has none; "no other fill": none but `fills`; "no other letter":
            in some cells no fill has other letters than `fills` have there; "no higher lowest
            score", "no higher total": than the fill of `fills` has, of the entries that count.
        grid: the grid.
        fills: the fills that there are, or enough of them.
        rules: what holds for fills beside words in slots.
        source, digest: of the word list, as the certificate calls it.
        n_words: words of the lengths of the slots, which it has.
        n_steps, n_needed: steps of the proof, and those of them that were checked.
        letters: by name of the cells of "no other letter", their letters.
        value: that lowest score or total.
    """

    claim: str
    grid: Grid
    fills: tuple[Grid, ...]
    rules: tuple[Rule, ...]
    source: str
    digest: str
    n_words: int
    n_steps: int
    n_needed: int
    letters: dict[str, tuple[str, ...]] = field(default_factory=dict)
    value: int | None = None


CertificateResult = Found[CertificateCheck] | Rejected | Stopped


def check_certificate(
    path: str | Path,
    *,
    time_limit_s: float | None = None,
    on_progress: Callable[[float], None] | None = None,
) -> CertificateResult:
    """Check what `--certificate` has written.

    Args:
        path: of the file.
        time_limit_s: seconds after which to stop; None for no limit.
        on_progress: called now and then, with the seconds so far.

    Returns: `Found`, when the claim follows; `Rejected`; or `Stopped`.

    Raises:
        FormatError: the file cannot be read, or is no certificate.
        SolverError: satcross's compiled checker is not there.
    """
    started = time.monotonic()
    claimed, steps = _read(as_path(path))

    def tick() -> None:
        elapsed_s = time.monotonic() - started
        if time_limit_s is not None and elapsed_s >= time_limit_s:
            raise TimeoutError
        if on_progress is not None:
            on_progress(elapsed_s)

    try:
        wrong, n_steps, n_needed = claimed.follow(steps, tick)
    except TimeoutError:
        return Stopped(Reason.TIME_LIMIT, Work(time.monotonic() - started))
    if wrong:
        return Rejected(None, (), wrong)
    checked = CertificateCheck(
        claimed.claim, claimed.grid, claimed.fills, claimed.rules, claimed.source, claimed.digest,
        sum(len(claimed.words.table(n)) for n in claimed.words.lengths), n_steps, n_needed,
        {claimed.grid.cell_name(cell): letters for cell, letters in claimed.letters.items()},
        None if claimed.scoring is None else claimed.scoring.value,
    )  # fmt: skip
    return Found(checked, Work(time.monotonic() - started))


@dataclass(frozen=True, slots=True)
class _Claimed:
    """What a certificate says, without its steps; the names of slots are in their order there."""

    claim: str
    grid: Grid
    fills: tuple[Grid, ...]
    rules: tuple[Rule, ...]
    slots: list[str]
    words: WordList
    source: str
    digest: str
    letters: dict[int, tuple[str, ...]]
    scoring: Scoring | None
    _wrong: dict[tuple[Rule, int], list[int]] = field(default_factory=dict)

    def follow(self, steps: memoryview, tick: Callable[[], None]) -> tuple[str, int, int]:
        """(what is wrong, or ""; steps; those that were needed)."""
        try:
            from satcross.proof._steps import Steps
        except ImportError:
            raise SolverError(
                "certificates are checked by satcross's compiled checker: install a wheel, or"
                " satcross with a C compiler"
            ) from None
        try:
            self._check_fills(tick)
            terms, others = terms_of(self.rules)
            found = self._slots(terms.min_length, others)
            slots = [found[name] for name in self.slots]
            given = self._given({cell for cells in slots for cell in cells})
            denied = self._denied({cell for cells in slots for cell in cells})
            tables = self._tables(slots, given, self._rules_about(others, found))
            n_cells, n_letters, scoring = len(self.grid.cells), len(self.words.alphabet), None
            if self.scoring is not None:
                scoring = self.scoring
                scoring.compare(slots, given, tables, self._codes(self.fills[0]))
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
            groups: dict[int, list[int]] = {}
            for at, cells in enumerate(slots):
                if terms.distinct and len(found[self.slots[at]]) > 1:
                    groups.setdefault(len(cells), []).append(at)
            codes = [np.ascontiguousarray(table.codes) for table in unique.values()]
            checker = Steps(
                n_cells,
                n_letters,
                codes,
                [(np.array(cells, np.int32), at) for cells, at in zip(slots, tabled, strict=True)],
                list(groups.values()),
                given,
            )
            if scoring is not None and scoring.is_total:
                scoring.want_more(checker, tables, n_letters)
            clauses = self._clauses(
                others, slots, given, self._places(checker, found, codes, tabled)
            )
        except WrongError as error:
            return str(error), 0, 0
        is_right = checker.check(
            steps,
            denied,
            tick,
            lambda clause, definition_of: any(rule.says(clause, definition_of) for rule in clauses),
        )
        return "" if is_right else checker.wrong, checker.n_steps, checker.n_needed

    def _check_fills(self, tick: Callable[[], None]) -> None:
        known = OF_TABLES if self.claim == NO_HIGHER_TOTAL else KINDS
        if unknown := [str(rule) for rule in self.rules if rule.kind not in known]:
            raise WrongError(f"the check does not know the rule {unknown[0]!r}")
        alphabet = self.words.alphabet
        if any(text not in alphabet for text in self.grid.cells if text not in MARKS):
            raise WrongError("the check does not know cells of several letters")
        n_fills = len(self.fills)
        if (self.claim == NO_FILL) != (not n_fills) or (self.scoring is not None and n_fills > 1):
            raise WrongError("the claim and its fills do not fit together")
        for number, fill in enumerate(self.fills, 1):
            tick()
            if faults := verify(self.grid, fill, self.words, rules=self.rules):
                raise WrongError(f"fill {number} is none: {faults[0]}")

    def _slots(self, min_length: int, others: Sequence[Rule]) -> dict[str, list[int]]:
        """The cells of each slot, by name."""
        found = slots_of(self.grid, min_length, board_of(self.grid, others))
        for rule in others:
            found |= slots_by(rule, self.grid, found)
        if sorted(found) != sorted(self.slots):
            raise WrongError("its slots are not those of the grid")
        return found

    def _rules_about(
        self, others: Sequence[Rule], found: dict[str, list[int]]
    ) -> list[frozenset[Rule]]:
        """By slot, the rules about its word alone."""
        single = [rule for rule in others if is_per_entry(rule)]
        return [
            frozenset(rule for rule in single if _is_about(rule, name, found))
            for name in self.slots
        ]

    def _denied(self, inside: set[int]) -> list[list[int]]:
        """The clauses that say that the claim is wrong, as steps have them."""
        if self.scoring is not None:
            return []
        if self.claim == NO_OTHER_LETTER:
            return [self._other_letter(inside)]
        return [self._other_than(fill) for fill in self.fills]

    def _clauses(
        self,
        others: Sequence[Rule],
        slots: list[list[int]],
        given: dict[int, int],
        places: Places,
    ) -> list[PairClauses | ConditionClauses]:
        """What tells which clauses follow from the rules that are more than tables."""
        try:
            return [
                *(PairClauses(r, slots, given, self.words) for r in others if r.kind in PAIRS),
                *(ConditionClauses(r, places) for r in others if r.kind in CONDITIONS),
            ]
        except (InputError, LookupError, ValueError, re.error):
            raise WrongError("the grid cannot have such rules") from None

    def _places(
        self, checker: Steps, found: dict[str, list[int]], tables: list[I32], tabled: list[int]
    ) -> Places:
        """What rules about letters and words are about. Args: as `Steps` has them."""
        alphabet = self.words.alphabet
        number = {name: slot for slot, name in enumerate(self.slots)}

        @cache
        def spelled(table: int) -> list[str]:
            rows = tables[table].tolist()
            return ["".join([alphabet.letters[code] for code in row]) for row in rows]

        @cache
        def fitting(table: int, expression: re.Pattern[str]) -> npt.NDArray[np.bool_]:
            match = expression.fullmatch
            return np.array([match(word) is not None for word in spelled(table)], np.bool_)

        @cache
        def left(slot: int) -> I32:
            return np.array(checker.rows_left(slot), np.int32)

        def matches(name: str, expression: re.Pattern[str]) -> bool | None:
            slot = number[name]
            fits = fitting(tabled[slot], expression)[left(slot)]
            return True if fits.all() else None if fits.any() else False

        cells = sorted({cell for cells in found.values() for cell in cells})
        return Places(
            {self.grid.cell_name(cell): cell for cell in cells},
            found, checker.masks_left(), matches, alphabet, self.grid.size,
        )  # fmt: skip

    def _given(self, inside: set[int]) -> dict[int, int]:
        code = {text: at for at, text in enumerate(self.words.alphabet.texts)}
        cells = enumerate(self.grid.cells)
        return {at: code[text] for at, text in cells if at in inside and text != OPEN}

    def _tables(
        self, slots: list[list[int]], given: dict[int, int], about: list[frozenset[Rule]]
    ) -> list[ScoredTable]:
        """By slot, the words that it may hold, or the one that is given.

        Args: about: by slot, the rules about its word.
        """
        made: dict[tuple[int, tuple[int, ...], frozenset[Rule] | None], ScoredTable] = {}
        found: list[ScoredTable] = []
        for cells, rules in zip(slots, about, strict=True):
            word = [given[cell] for cell in cells if cell in given]
            if len(word) < len(cells):
                word = []
            first = {cell: offset for offset, cell in reversed(list(enumerate(cells)))}
            alike = [first[cell] for cell in cells]  # a path may have a cell twice
            key = len(cells), tuple(word or alike), None if word else rules
            if key not in made:
                table = self.words.table(len(cells))
                fits = (table.codes == (word or table.codes[:, alike])).all(axis=1)
                for rule in () if word else rules:
                    fits[self._rows_against(rule, len(cells))] = False
                codes, scores = table.codes[fits].astype(np.int32), table.scores[fits]
                if word and not len(codes):
                    codes, scores = np.array([word], np.int32), np.zeros(1)
                made[key] = ScoredTable(codes, scores.astype(np.int64))
            found.append(made[key])
        return found

    def _rows_against(self, rule: Rule, length: int) -> list[int]:
        """The rows of the words of a length that a rule about single words forbids."""
        anywhere = replace(rule, slots=())  # type: ignore[type-var]
        if (anywhere, length) not in self._wrong:
            entries = [
                SlotContent(str(row), (), word, False, word)
                for row in range(len(self.words.table(length)))
                for word in [self.words.word(length, row)]
            ]
            _, faults_of = checker_of(rule)
            found = faults_of(anywhere, Filled({}, entries, self.words, False))
            self._wrong[anywhere, length] = [int(row) for row, _ in found]
        return self._wrong[anywhere, length]

    def _codes(self, fill: Grid) -> list[int]:
        """By cell, its letter, or -1."""
        code = {text: at for at, text in enumerate(self.words.alphabet.texts)}
        return [code.get(text, -1) for text in fill.cells]

    def _other_than(self, fill: Grid) -> list[int]:
        """The clause that some open cell has another letter than in a fill, as steps have it."""
        n = len(self.words.alphabet)
        held = zip(self.grid.cells, self._codes(fill), strict=True)  # a cell in no slot stays open
        return [
            -(at * n + code + 1)
            for at, (text, code) in enumerate(held)
            if text == OPEN and code >= 0
        ]

    def _other_letter(self, inside: set[int]) -> list[int]:
        """The clause that some cell has another letter than the claim names."""
        texts = self.words.alphabet.texts
        clause: list[int] = []
        n = len(texts)
        for cell, letters in self.letters.items():
            name = self.grid.cell_name(cell)
            if cell not in inside:
                raise WrongError(f"{name} is in no slot")
            if {fill.cells[cell] for fill in self.fills} != set(letters):
                raise WrongError(f"its fills have other letters in {name}")
            clause += [cell * n + a + 1 for a, text in enumerate(texts) if text not in letters]
        return clause


def _is_about(rule: Any, slot: str, names: Iterable[str]) -> bool:
    """Whether a rule about single words is about a slot."""
    meant = {name.upper() for name in slots_meant(rule.slots, list(names))}
    return not rule.slots or slot.upper() in meant


def _read(path: Path) -> tuple[_Claimed, memoryview]:
    data = read_file(path, FormatError, limit=MAX_FILE)
    source = str(path)
    if not data.startswith(MAGIC):
        raise FormatError("is no certificate", hint="--certificate writes one", source=source)
    end = data.find(b"\n", len(MAGIC))
    try:
        return _claimed(json.loads(data[len(MAGIC) : end])), memoryview(data)[end + 1 :]
    except InputError as error:
        raise FormatError(error.problem, source=source) from None
    except (ValueError, KeyError, TypeError, RecursionError):
        raise FormatError("the certificate is damaged", source=source) from None


def _claimed(head: Any) -> _Claimed:
    if head["schema"] != SCHEMA or head["claim"] not in CLAIMS:
        raise FormatError(f"a certificate of another kind: {str(head['schema'])[:40]}")
    alphabet: Alphabet = parse_alphabet(head["alphabet"])
    scoring: Scoring | None = None
    if head["claim"] in (NO_HIGHER_LOWEST, NO_HIGHER_TOTAL):
        is_total = head["claim"] == NO_HIGHER_TOTAL
        scoring = Scoring(head["weights"], head["classes"] if is_total else [], is_total)
    words, scores = head["words"], head.get("scores")
    if not all(isinstance(word, str) for word in (*words, *head["slots"], *head["rules"])):
        raise TypeError
    grid = Grid.parse("\n".join(head["grid"]), alphabet=alphabet)
    return _Claimed(
        head["claim"],
        grid,
        tuple(Grid.parse("\n".join(rows), alphabet=alphabet) for rows in head["fills"]),
        rules_of(head["rules"]),
        head["slots"],
        WordList.from_words(
            words if scores is None else list(zip(words, scores, strict=True)),
            alphabet=alphabet,
            min_letters=1,
        ),
        str(head["list"]["source"]),
        str(head["list"]["digest"]),
        {
            grid.position(name): tuple(map(str, found))
            for name, found in dict(head.get("letters", {})).items()
        },
        scoring,
    )
