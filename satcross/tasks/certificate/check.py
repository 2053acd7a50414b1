"""Checking a certificate: whether its steps show what it claims, from its grid and words alone.

It shares no code with the engine that made it, nor with the encoder. The slots are found as
`satcross.verification` finds them, and the steps followed by `satcross.proof._steps`.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from satcross.errors import FormatError, InputError, SolverError
from satcross.files import as_path, read_file
from satcross.model.alphabet import Alphabet
from satcross.model.grid import OPEN, Grid
from satcross.proof import Rejected
from satcross.results import Found, Reason, Stopped, Work
from satcross.rules import Rule, rules_of
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
from satcross.tasks.certificate.scores import ScoredTable, Scoring, WrongError
from satcross.verification.crossword import board_of, slots_of, verify
from satcross.verification.rules import slots_by, terms_of
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet

KINDS = frozenset(("allow-repeats", "min-length", "slot", "board"))
"""The rules that the check knows: those of the slots, and of words that stand twice."""


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """A certificate that is right.

    Args:
        claim: "no fill": the grid has none; "no other fill": none but `fills`; "no other letter":
            in some cells no fill has other letters than `fills` have there; "no higher lowest
            score", "no higher total": than the fill of `fills` has, of the entries that count.
        grid: the grid.
        fills: the fills that there are, or enough of them.
        letters: by name of those cells, their letters.
        source, digest: of the word list, as the certificate calls it.
        n_words: words of the lengths of the slots, which it has.
        n_steps, n_needed: steps of the proof, and those of them that were checked.
        value: that lowest score or total.
    """

    claim: str
    grid: Grid
    fills: tuple[Grid, ...]
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
        claimed.claim, claimed.grid, claimed.fills, claimed.source, claimed.digest,
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
            slots, groups = self._slots()
            given = self._given({cell for cells in slots for cell in cells})
            clauses = self._denied(slots, given)
            tables = self._tables(slots, given)
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
            checker = Steps(
                n_cells,
                n_letters,
                [np.ascontiguousarray(table.codes) for table in unique.values()],
                [(np.array(cells, np.int32), at) for cells, at in zip(slots, tabled, strict=True)],
                groups,
                given,
            )
            if scoring is not None and scoring.is_total:
                scoring.want_more(checker, tables, n_letters)
        except WrongError as error:
            return str(error), 0, 0
        is_right = checker.check(steps, clauses, tick)
        return "" if is_right else checker.wrong, checker.n_steps, checker.n_needed

    def _check_fills(self, tick: Callable[[], None]) -> None:
        if unknown := [str(rule) for rule in self.rules if rule.kind not in KINDS]:
            raise WrongError(f"the check does not know the rule {unknown[0]!r}")
        n_fills = len(self.fills)
        if (self.claim == NO_FILL) != (not n_fills) or (self.scoring is not None and n_fills > 1):
            raise WrongError("the claim and its fills do not fit together")
        for number, fill in enumerate(self.fills, 1):
            tick()
            if faults := verify(self.grid, fill, self.words, rules=self.rules):
                raise WrongError(f"fill {number} is none: {faults[0]}")

    def _slots(self) -> tuple[list[list[int]], list[list[int]]]:
        """(the cells of each slot; groups of slots that hold different words)."""
        terms, others = terms_of(self.rules)
        found = slots_of(self.grid, terms.min_length, board_of(self.grid, others))
        for rule in others:
            found |= slots_by(rule, self.grid, found)
        if sorted(found) != sorted(self.slots):
            raise WrongError("its slots are not those of the grid")
        slots = [found[name] for name in self.slots]
        groups: dict[int, list[int]] = {}
        for index, cells in enumerate(slots):
            if terms.distinct and len(cells) > 1:
                groups.setdefault(len(cells), []).append(index)
        return slots, list(groups.values())

    def _denied(self, slots: list[list[int]], given: dict[int, int]) -> list[list[int]]:
        """The clauses that say that the claim is wrong, as steps have them."""
        if self.scoring is not None:
            return []
        if self.claim == NO_OTHER_LETTER:
            return [self._other_letter({cell for cells in slots for cell in cells})]
        return [self._other_than(fill, given) for fill in self.fills]

    def _given(self, inside: set[int]) -> dict[int, int]:
        code = {text: at for at, text in enumerate(self.words.alphabet.texts)}
        cells = enumerate(self.grid.cells)
        return {at: code[text] for at, text in cells if at in inside and text != OPEN}

    def _tables(self, slots: list[list[int]], given: dict[int, int]) -> list[ScoredTable]:
        """By slot, its words, or the entry that is given."""
        made: dict[tuple[int, tuple[int, ...], bool], ScoredTable] = {}
        found: list[ScoredTable] = []
        for cells in slots:
            word = [given[cell] for cell in cells if cell in given]
            if len(word) < len(cells):
                word = []
            first = {cell: offset for offset, cell in reversed(list(enumerate(cells)))}
            alike = [first[cell] for cell in cells]  # a path may have a cell twice
            key = len(cells), tuple(word or alike), bool(word)
            if key not in made:
                table = self.words.table(len(cells))
                fits = (table.codes == (word or table.codes[:, alike])).all(axis=1)
                codes, scores = table.codes[fits].astype(np.int32), table.scores[fits]
                if word and not len(codes):
                    codes, scores = np.array([word], np.int32), np.zeros(1)
                made[key] = ScoredTable(codes, scores.astype(np.int64))
            found.append(made[key])
        return found

    def _codes(self, fill: Grid) -> list[int]:
        """By cell, its letter, or -1."""
        code = {text: at for at, text in enumerate(self.words.alphabet.texts)}
        return [code.get(text, -1) for text in fill.cells]

    def _other_than(self, fill: Grid, given: dict[int, int]) -> list[int]:
        """The clause that some open cell has another letter than in a fill, as steps have it."""
        n = len(self.words.alphabet)
        held = enumerate(self._codes(fill))
        return [-(at * n + code + 1) for at, code in held if at not in given and code >= 0]

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
    words, scores = head["words"], None if scoring is None else head["scores"]
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
