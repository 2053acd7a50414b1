"""Run every tool at every case, the tools by turns, seed by seed, on one core."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.compare.record import OURS, Book, BookError, CaseFacts, Result, ToolFacts
from benchmarks.files import write_words
from benchmarks.judge import judge_fills
from benchmarks.measure import measure
from benchmarks.peers.base import Peer
from benchmarks.peers.board import Board
from benchmarks.peers.satcross import Satcross
from benchmarks.suite import Case
from satcross.model.grid import Grid
from satcross.words import WordList

_BUILTIN = re.compile(r"built-in (\d+)")
_MIXED = ("infeasible",)  # families of grids with nothing in common: one says nothing of the next


def the_core() -> int:
    """The core that all runs are kept to, the last that this process may use; -1 for any."""
    return max(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else -1


@dataclass(slots=True)
class Bench:
    """What all cases share.

    Args:
        folder: for grids and lists; emptied after each case.
        peers: the tools that are there, in the tables' order.
        book: what is known already, and where each run is added.
        keep: called after each run: the book is to be kept.
        tell: told of each run, a line each.
        core: the only core that a run may use; -1 for any.
    """

    folder: Path
    peers: Sequence[Peer]
    book: Book
    keep: Callable[[], None]
    tell: Callable[[str], None]
    core: int = field(default_factory=the_core)
    _lists: dict[Path, WordList] = field(default_factory=dict)

    def facts(self, case: Case) -> CaseFacts:
        """A case as the tables need it."""
        template = self._grid(case)
        words = self._words(case)
        digest = hashlib.sha256(str(template).encode() + b"\n" + case.words.read_bytes())
        return CaseFacts(
            case.name,
            case.list_name,
            case.family,
            template.n_rows,
            template.n_cols,
            len(Board.parse(str(template)).slots),
            len(words),
            case.feasible,
            digest.hexdigest()[:16],
        )

    def run(self, cases: Sequence[Case]) -> None:
        """Do what is not in the book yet.

        Raises:
            BookError: the book has runs of another grid or list by a case's name.
        """
        self._enter(cases)
        for number, case in enumerate(cases, start=1):
            self._do(case, f"{number}/{len(cases)}")

    def _enter(self, cases: Sequence[Case]) -> None:
        """Write the cases and tools of this run into the book, beside those of earlier ones."""
        book = self.book
        entered = {facts.name: facts for facts in book.cases}
        run_before = {result.case for result in book.results}
        for case in cases:
            new, old = self.facts(case), entered.get(case.name)
            if old is not None and old.digest != new.digest and case.name in run_before:
                raise BookError(f"{case.name}: its grid or list has changed since it was run")
            entered[case.name] = new
        book.cases[:] = entered.values()
        tools = {tool.key: tool for tool in book.tools}
        tools |= {peer.key: ToolFacts(peer.key, peer.name) for peer in self.peers}
        book.tools[:] = tools.values()

    def _do(self, case: Case, where: str) -> None:
        book = self.book
        chosen = []
        for peer in self.peers:
            mark = (case.name, peer.key)
            if mark in book.gave_up:
                book.gave_up.remove(mark)
            if not book.of(*mark) and self._hopeless(case, peer.key):
                book.gave_up.append(mark)
                self.tell(f"{where} {case.name} | {peer.key} | gave up on {case.family}")
            else:
                chosen.append(peer)
        template, words = self._grid(case), self._words(case)
        board = Board.parse(str(template))
        folder = self.folder / "case"
        for seed in range(book.settings.n_seeds):
            shift = seed % len(chosen) if chosen else 0  # nobody always comes first
            for peer in chosen[shift:] + chosen[:shift]:
                if self._done(case.name, peer.key, seed):
                    continue
                folder.mkdir(exist_ok=True)
                grid_path = folder / "grid.txt"
                grid_path.write_text("\n".join(board.rows) + "\n", encoding="utf-8")
                command = self._command(peer, case, words, board, grid_path, seed)
                run = measure(
                    command,
                    limit_s=book.settings.limit_s,
                    memory_mb=book.settings.memory_mb,
                    core=self.core,
                )
                answer = peer.read(grid_path, run)
                outcome = judge_fills(run, answer, template, words)
                result = Result(
                    case.name,
                    peer.key,
                    seed,
                    outcome.verdict,
                    round(run.wall_s, 4),
                    round(run.cpu_s, 4),
                    round(run.peak_mb, 1),
                    answer.search_s,
                    outcome.detail,
                )
                book.results.append(result)
                self.tell(
                    f"{where} {case.name} | {peer.key} | seed {seed} | {result.wall_s:.3f} s"
                    f" | {result.peak_mb:.0f} MB | {result.verdict} {result.detail}".rstrip()
                )
                self.keep()
        shutil.rmtree(folder, ignore_errors=True)

    def _command(
        self, peer: Peer, case: Case, words: WordList, board: Board, grid_path: Path, seed: int
    ) -> list[str]:
        if isinstance(peer, Satcross):
            # As one would type it: the built-in list is named by its minimum score alone.
            builtin = _BUILTIN.fullmatch(case.list_name)
            listed = ["--min-score", builtin[1]] if builtin else ["--words", str(case.words)]
            return peer.fill(grid_path, listed, seed)
        name = "words.txt" if peer.seeded else f"words-{seed}.txt"
        path = grid_path.with_name(name)
        if not path.is_file():
            write_words(path, words, board, None if peer.seeded else seed)
        return peer.command(grid_path, path, seed)

    def _done(self, case: str, tool: str, seed: int) -> bool:
        """Whether that run was made, or the tool has failed at the case often enough."""
        runs = self.book.of(case, tool)
        settings = self.book.settings
        n_bad = sum(not run.answered for run in runs)
        return (
            any(run.seed == seed for run in runs)
            or 2 * n_bad >= settings.n_seeds  # the median is endless, whatever comes
            or (0 < settings.tries <= n_bad == len(runs))
        )

    def _hopeless(self, case: Case, tool: str) -> bool:
        """Whether a peer has met cases of the family before this one and answered none at all."""
        n_enough = self.book.settings.give_up
        if tool == OURS or not n_enough or case.family in _MIXED:
            return False
        names = [facts.name for facts in self.book.cases if facts.family == case.family]
        before = names[: names.index(case.name)]
        met = [runs for name in before if (runs := self.book.of(name, tool))]
        return len(met) >= n_enough and not any(run.answered for runs in met for run in runs)

    def _grid(self, case: Case) -> Grid:
        return Grid.parse(case.grid.read_text(encoding="utf-8"), source=case.name)

    def _words(self, case: Case) -> WordList:
        if case.words not in self._lists:
            self._lists[case.words] = WordList.load(case.words)
        return self._lists[case.words]
