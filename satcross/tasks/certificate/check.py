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
import numpy.typing as npt

from satcross.errors import FormatError, InputError, SolverError
from satcross.files import as_path, read_file
from satcross.model.alphabet import Alphabet
from satcross.model.grid import BLOCK, OPEN, VOID, Grid
from satcross.proof import Rejected
from satcross.results import Found, Reason, Stopped, Work
from satcross.rules import Rule, rules_of
from satcross.tasks.certificate.form import (
    CLAIMS,
    MAGIC,
    MAX_FILE,
    NO_FILL,
    NO_OTHER_LETTER,
    SCHEMA,
)
from satcross.verification.crossword import board_of, slots_of, verify
from satcross.verification.rules import slots_by, terms_of
from satcross.words import WordList
from satcross.words.alphabets import parse_alphabet

KINDS = frozenset(("allow-repeats", "min-length", "slot", "board"))
"""The rules that the check knows: those of the slots, and of words that stand twice."""
I32 = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class CertificateCheck:
    """A certificate that is right.

    Args:
        claim: "no fill": the grid has none; "no other fill": none but `fills`; "no other letter":
            in some cells no fill has other letters than `fills` have there.
        grid: the grid.
        fills: the fills that there are, or enough of them.
        letters: by name of those cells, their letters.
        source, digest: of the word list, as the certificate calls it.
        n_words: words of the lengths of the slots, which it has.
        n_steps, n_needed: steps of the proof, and those of them that were checked.
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

    def follow(self, steps: memoryview, tick: Callable[[], None]) -> tuple[str, int, int]:
        """(what is wrong, or ""; steps; those that were needed)."""
        try:
            from satcross.proof._steps import Steps
        except ImportError:
            raise SolverError(
                "certificates are checked by satcross's compiled checker: install a wheel, or"
                " satcross with a C compiler"
            ) from None
        if unknown := [str(rule) for rule in self.rules if rule.kind not in KINDS]:
            return f"the check does not know the rule {unknown[0]!r}", 0, 0
        if (self.claim == NO_FILL) != (not self.fills):
            return "the claim and its fills do not fit together", 0, 0
        for number, fill in enumerate(self.fills, 1):
            tick()
            if faults := verify(self.grid, fill, self.words, rules=self.rules):
                return f"fill {number} is none: {faults[0]}", 0, 0
        terms, others = terms_of(self.rules)
        found = slots_of(self.grid, terms.min_length, board_of(self.grid, others))
        for rule in others:
            found |= slots_by(rule, self.grid, found)
        if sorted(found) != sorted(self.slots):
            return "its slots are not those of the grid", 0, 0
        slots = [found[name] for name in self.slots]
        given = self._given({cell for cells in slots for cell in cells})
        tables, tabled = self._tables(slots, given)
        groups: dict[int, list[int]] = {}
        for index, cells in enumerate(slots):
            if terms.distinct and len(cells) > 1:
                groups.setdefault(len(cells), []).append(index)
        checker = Steps(
            len(self.grid.cells),
            len(self.words.alphabet),
            tables,
            [(np.array(cells, np.int32), at) for cells, at in zip(slots, tabled, strict=True)],
            list(groups.values()),
            given,
        )
        if self.claim == NO_OTHER_LETTER:
            wrong, clause = self._other_letter({cell for cells in slots for cell in cells})
            if wrong:
                return wrong, 0, 0
            clauses = [clause]
        else:
            clauses = [self._other_than(fill, given) for fill in self.fills]
        is_right = checker.check(steps, clauses, tick)
        return "" if is_right else checker.wrong, checker.n_steps, checker.n_needed

    def _given(self, inside: set[int]) -> dict[int, int]:
        code = {text: at for at, text in enumerate(self.words.alphabet.texts)}
        cells = enumerate(self.grid.cells)
        return {at: code[text] for at, text in cells if at in inside and text != OPEN}

    def _tables(self, slots: list[list[int]], given: dict[int, int]) -> tuple[list[I32], list[int]]:
        """The words of each length, and those of entries that are given; by slot, which it has."""
        tables: list[I32] = []
        at: dict[tuple[int, tuple[int, ...], bool], int] = {}
        tabled: list[int] = []
        for cells in slots:
            word = [given[cell] for cell in cells if cell in given]
            if len(word) < len(cells):
                word = []
            first = {cell: offset for offset, cell in reversed(list(enumerate(cells)))}
            alike = [first[cell] for cell in cells]  # a path may have a cell twice
            key = len(cells), tuple(word or alike), bool(word)
            if key not in at:
                at[key] = len(tables)
                codes = np.array([word]) if word else self.words.table(len(cells)).codes
                kept = codes[(codes == codes[:, alike]).all(axis=1)]
                tables.append(np.ascontiguousarray(kept, np.int32))
            tabled.append(at[key])
        return tables, tabled

    def _other_than(self, fill: Grid, given: dict[int, int]) -> list[int]:
        """The clause that some open cell has another letter than in a fill, as steps have it."""
        code = {text: at for at, text in enumerate(self.words.alphabet.texts)}
        n = len(code)
        held = enumerate(fill.cells)
        open_ = [(at, text) for at, text in held if at not in given and text not in (BLOCK, VOID)]
        return sorted(-(at * n + code[text] + 1) for at, text in open_ if text in code)

    def _other_letter(self, inside: set[int]) -> tuple[str, list[int]]:
        """(what is wrong, or ""; the clause that some cell has another letter than is claimed)."""
        texts = self.words.alphabet.texts
        clause: list[int] = []
        n = len(texts)
        for cell, letters in self.letters.items():
            if cell not in inside:
                return f"{self.grid.cell_name(cell)} is in no slot", []
            if {fill.cells[cell] for fill in self.fills} != set(letters):
                return f"its fills have other letters in {self.grid.cell_name(cell)}", []
            clause += [cell * n + a + 1 for a, text in enumerate(texts) if text not in letters]
        return "", clause


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
    words = head["words"]
    if not all(isinstance(word, str) for word in (*words, *head["slots"], *head["rules"])):
        raise TypeError
    grid = Grid.parse("\n".join(head["grid"]), alphabet=alphabet)
    return _Claimed(
        head["claim"],
        grid,
        tuple(Grid.parse("\n".join(rows), alphabet=alphabet) for rows in head["fills"]),
        rules_of(head["rules"]),
        head["slots"],
        WordList.from_words(words, alphabet=alphabet, min_letters=1),
        str(head["list"]["source"]),
        str(head["list"]["digest"]),
        {
            grid.position(name): tuple(map(str, found))
            for name, found in dict(head.get("letters", {})).items()
        },
    )
