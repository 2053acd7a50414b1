"""A proof that a puzzle has no fill, by a pool: a proof of each cube, and that they are all."""

from __future__ import annotations

import json
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from os import PathLike
from pathlib import Path as FilePath
from typing import Unpack

from satcross.cluster.campaign import Campaign, CubeTask, Kept, plain_options
from satcross.cluster.cover import Refuted, cover_of
from satcross.cluster.ledger import Ledger
from satcross.cluster.pools import Pool, is_stopped
from satcross.cluster.runs import fill_of
from satcross.cluster.work import CubeOutcome, CubeResult, Watch, puzzle_of
from satcross.encoding.encode import Encoding
from satcross.model.fill import Fill
from satcross.model.puzzle import Puzzle
from satcross.results import Found, Impossible, Stopped
from satcross.solve.protocol import SolverOptions
from satcross.task import NEVER, Deadline, Progress
from satcross.tasks.cubes import Branch, cube_puzzle, split
from satcross.tasks.prove.folder import (
    CNF,
    COVER,
    CUBES,
    PROOF,
    README,
    check_folder,
    prepared_folder,
    readme,
)
from satcross.tasks.prove.proof_lines import Clause, encode_unfiltered, with_added
from satcross.tasks.prove.prove import Proof, ProveResult, write_formula
from satcross.tasks.prove.refute import Refutation, RefuteTask, check_provable, line_of

# Two proofs of a cube may differ, as those of two releases of a solver; what they prove may not.
REFUTED, FILLABLE = "refuted", "fillable"

_TICK_EVERY = 1000  # lines between looks at the clock


@dataclass(frozen=True, slots=True)
class ProofFolder:
    """Where a proof in cubes is written to, and how.

    Args:
        path: an empty folder, or one to make.
        force: whether it may hold an older proof, which is then replaced.
        combined: whether to write one proof of the whole, for other checkers, in the place of one
            for each cube.
    """

    path: str | PathLike[str]
    force: bool = False
    combined: bool = False


def refute_cube(digest: str, path: Branch, budget_s: float | None) -> CubeOutcome:
    """In a worker: a refutation of a cube, as the lines of its proof; or its fill.

    Args:
        digest: of a `Puzzle` and `SolverOptions`.
        path: of the cube.
        budget_s: seconds; None for no limit.

    Returns: a result that counts 1 where there is a fill.
    """
    puzzle, options = puzzle_of(digest)
    started = time.monotonic()
    with RefuteTask(cube_puzzle(puzzle, path), options) as task, Watch(task):
        result = task.run(budget_s)
    match result:
        case Found(refutation):
            data = zlib.compress(_text_of(refutation, _encoded(digest)).encode(), 1)
            return CubeResult(0, REFUTED, data, time.monotonic() - started)
        case Impossible(evidence=Fill() as fill):
            data = json.dumps(sorted(fill.letters.items())).encode()
            return CubeResult(1, FILLABLE, data, time.monotonic() - started)
    return None if is_stopped() else split(puzzle, path)


def _text_of(refutation: Refutation, encoded: Encoding) -> str:
    """The proof of a cube. Its own auxiliaries follow the variables of the formula: see `_Writer`.

    The first line has numbers; those after it, with an "f" in front, have what the search met of
    the rules between entries.
    """
    whole = refutation.complete(encoded)
    text = [
        f"f {line_of(clause)}" for clause in refutation.met(encoded.letters, whole.formula.n_vars)
    ]
    n_lemmas, n_lines = refutation.write(whole, lambda data: text.append(data.decode()))
    head = f"c {n_lemmas} lemmas, {n_lines} lines, {refutation.n_own} auxiliaries"
    return f"{head}\n{''.join(text)}"


@lru_cache(maxsize=2)
def _encoded(digest: str) -> Encoding:
    """The formula of the whole puzzle."""
    return encode_unfiltered(puzzle_of(digest)[0])


class PoolProof(CubeTask[Proof, ProveResult]):
    """A proof that a puzzle has no fill, by a pool.

    Each cube gets a proof of its own, of the formula and the letters of the cube; a cover says that
    there is nothing beside the cubes. `prove --check` and `check_cover` check both. See `ProveTask`
    for what `run` returns. The first cube that has a fill ends it.

    Args:
        puzzle: what has no fill.
        pool: who does the work; it stays open.
        folder: where to write, and how.
        options: of the search in each cube.
        state, resume, cube_s: as for `PoolFills`.

    Raises:
        OptionError: as for `ProveTask`, or the ledger cannot be used.
        SolverError: from `run`: a cube failed too often.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        pool: Pool,
        folder: str | PathLike[str] | ProofFolder,
        options: SolverOptions | None = None,
        **kept: Unpack[Kept],
    ) -> None:
        plain = plain_options(options)
        check_provable(puzzle, plain)
        self._puzzle = puzzle
        self._to = folder if isinstance(folder, ProofFolder) else ProofFolder(folder)
        self._folder = FilePath(self._to.path)
        check_folder(self._folder, force=self._to.force)
        super().__init__(Campaign(puzzle, plain, pool, refute_cube, **kept))
        self._until = NEVER
        self._encoded: Encoding | None = None

    def _run(self, deadline: Deadline) -> ProveResult:
        ledger = self._campaign.ledger
        reason = self._campaign.run(
            self, deadline, until=lambda: ledger.first_counted() is not None
        )
        if (number := ledger.first_counted()) is not None:
            fill = fill_of(self._puzzle, ledger.result(number), ledger)
            return Impossible("the puzzle has a fill", self._work(), evidence=fill)
        if reason is not None:
            return Stopped(reason, self._work())
        self._until = deadline
        try:
            if self._encoded is None:
                self._encoded = encode_unfiltered(
                    self._puzzle, tick=partial(self._tick, "encoding")
                )
            return Found(self._write(self._encoded), self._work())
        except TimeoutError:
            reason = deadline.reason
            detail = f"{reason}; there is no fill, but the proof is not written"
            return Stopped(reason, self._work(), detail)

    def _tick(self, phase: str) -> None:
        if self._until.passed():
            raise TimeoutError
        self.emit(Progress(phase, self.elapsed_s))

    def _write(self, encoded: Encoding) -> Proof:
        """Write all files, which get their place when they are complete."""
        ledger = self._campaign.ledger
        cover = partial(cover_of, self._puzzle, encoded, ledger.tree())
        writer = _Writer(ledger, encoded, partial(self._tick, "writing the proof"))
        if self._puzzle.pair_rules:
            encoded = writer.with_met(cover())
        formula = encoded.formula
        with prepared_folder(self._folder) as half:
            writer.folder = half
            with (half / CNF).open("wb") as file:
                write_formula(file, encoded, partial(self._tick, "writing the formula"))
            (writer.combine if self._to.combined else writer.apart)(cover())
            n_apart = None if self._to.combined else writer.n_cubes
            text = readme(self._folder.resolve(), self._puzzle, encoded, PROOF, n_apart)
            (half / README).write_bytes(text.encode())
            n_bytes = {path.name: _size(path) for path in sorted(half.iterdir())}
        return Proof(
            self._folder, formula.n_vars, formula.n_clauses, writer.n_lemmas, writer.n_lines,
            n_bytes, writer.n_cubes,
        )  # fmt: skip


class _Writer:
    """Writes cubes and what covers them.

    The auxiliaries of rules between entries are each cube's own: the formula gets them and the
    clauses about them, each of which every fill keeps.

    Args:
        ledger: has the proofs of the cubes.
        encoded: the formula without what cubes met of rules between entries.
        tick: called now and then; an exception in it ends the writing.

    Fields:
        folder: to write to.
        n_cubes, n_lemmas, n_lines: how many there were.
    """

    def __init__(self, ledger: Ledger, encoded: Encoding, tick: Callable[[], None]) -> None:
        self.folder = FilePath()
        self._ledger, self._encoded, self._tick = ledger, encoded, tick
        self._first_own: dict[int, int] = {}  # by cube: of its own auxiliaries, in the formula
        self.n_cubes = self.n_lemmas = self.n_lines = 0

    def with_met(self, cover: Iterable[Refuted | Clause]) -> Encoding:
        """The formula with what all cubes met of the rules between entries."""
        n_vars = self._encoded.formula.n_vars
        clauses: list[Clause] = []
        for cube in (part for part in cover if isinstance(part, Refuted)):
            self._tick()
            self._first_own[cube.number] = n_vars + 1
            _, n_own, lines = self._read(cube)
            n_vars += n_own
            for line in lines:
                if not line.startswith("f "):
                    break
                clauses.append([int(word) for word in line.split()[1:-1]])
        return with_added(self._encoded, clauses, n_vars - self._encoded.formula.n_vars)

    def apart(self, cover: Iterable[Refuted | Clause]) -> None:
        """A file for each cube, and one that names them."""
        (self.folder / CUBES).mkdir()
        with (self.folder / COVER).open("w", encoding="ascii", newline="\n") as file:
            for part in cover:
                self._tick()
                if isinstance(part, Refuted):
                    text = self._proof(part)
                    (self.folder / CUBES / f"{self.n_cubes}.drat").write_bytes(text.encode())
                    file.write(f"cube {self.n_cubes} {line_of(part.literals)}")
                else:
                    file.write(line_of(part))

    def combine(self, cover: Iterable[Refuted | Clause]) -> None:
        """One proof: each line of a cube's holds where the cube does."""
        with (self.folder / PROOF).open("w", encoding="ascii", newline="\n") as file:
            for part in cover:
                self._tick()
                if isinstance(part, Refuted):
                    file.writelines(self._conditional(part))
                else:
                    file.write(line_of(part))

    def _conditional(self, cube: Refuted) -> Iterator[str]:
        """The lines of a cube's proof with the negation of the cube, which alone stays."""
        negated = " ".join(str(-literal) for literal in cube.literals)
        live: Counter[tuple[str, ...]] = Counter()
        for at, line in enumerate(self._proof(cube).splitlines()):
            if at % _TICK_EVERY == 0:
                self._tick()
            words = line.split()[:-1]
            if words[:1] == ["c"]:
                continue
            deletes = words[:1] == ["d"]
            key = tuple(sorted(words[deletes:]))
            if not deletes:
                live[key] += 1
            elif live[key]:
                live[key] -= 1
            else:
                continue  # a clause of the formula, which other cubes need
            yield " ".join((*words, negated, "0\n"))
        live[()] = 0
        for key, n in live.items():
            yield n * " ".join(("d", *key, negated, "0\n"))

    def _proof(self, cube: Refuted) -> str:
        """The lines of a cube's proof, over the formula's variables."""
        (n_lemmas, n_lines), n_own, lines = self._read(cube)
        self.n_cubes += 1
        self.n_lemmas += n_lemmas
        self.n_lines += n_lines
        head = f"c {n_lemmas} lemmas, {n_lines} lines\n"
        if not n_own:
            return head + "".join(lines)
        return head + "".join(line for line in lines if not line.startswith("f "))

    def _read(self, cube: Refuted) -> tuple[tuple[int, int], int, Iterable[str]]:
        """What `_text_of` wrote: its numbers, and the lines that follow, renamed."""
        try:
            text = zlib.decompress(self._ledger.result(cube.number)).decode("ascii")
            first, _, rest = text.partition("\n")
            words = first.split()
            n_lemmas, n_lines, n_own = int(words[1]), int(words[3]), int(words[5])
        except (zlib.error, ValueError, LookupError):
            raise self._ledger.damaged(f"cube {cube.number} has no proof") from None
        lines: Iterable[str] = rest.splitlines(keepends=True)
        if n_own:
            lines = map(self._renaming(cube.number), lines)
        return (n_lemmas, n_lines), n_own, lines

    def _renaming(self, cube: int) -> Callable[[str], str]:
        """A function that puts the formula's variables in the place of a cube's."""
        n_shared = self._encoded.formula.n_vars
        more = self._first_own.get(cube, n_shared + 1) - n_shared - 1

        def renamed(word: str) -> str:
            if word in ("d", "f") or abs(literal := int(word)) <= n_shared:
                return word
            return str(literal + more if literal > 0 else literal - more)

        return lambda line: " ".join(map(renamed, line.split())) + "\n"


def _size(path: FilePath) -> int:
    """The bytes of a file, or of the files in a folder."""
    if path.is_dir():
        return sum(file.stat().st_size for file in path.iterdir())
    return path.stat().st_size
