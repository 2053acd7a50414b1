"""Run each work with each tool, the tools by turns, and judge what they print."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from benchmarks.files import write_words
from benchmarks.judge import judge_fills, judge_formula, judge_seconds
from benchmarks.measure import Run, measure
from benchmarks.peers.base import Peer
from benchmarks.peers.board import Board
from benchmarks.peers.satcross import Satcross
from benchmarks.table import Bar, Outcome, Row
from benchmarks.works import Work
from satcross.model.grid import Grid
from satcross.words import WordList

_SOLVERS = ("", "cadical195", "glucose4")
GIVE_UP_AFTER = 2  # runs of a tool at one work, all stopped by the limit: the next would be too
_SATCROSS = (sys.executable, "-m", "satcross")


@dataclass(frozen=True, slots=True)
class Tool:
    """A way to do a work.

    Args:
        name: for the table.
        bars: what it is to reach.
        command: seed to command.
        judge: what a run of that command was worth.
    """

    name: str
    bars: Sequence[Bar]
    command: Callable[[int], list[str]]
    judge: Callable[[Run], Outcome]


@dataclass(slots=True)
class Bench:
    """Everything that works share.

    Args:
        folder: an empty one, for grids, lists and formulas.
        peers: to be run beside satcross at works of kind `fill`.
        n_seeds: runs of each tool at each work.
        limit_s: of one run, in wall seconds.
        memory_mb: of one run; 0 for no limit.
        tell: told of each run, a line each.
    """

    folder: Path
    peers: Sequence[Peer]
    n_seeds: int
    limit_s: float
    memory_mb: int
    tell: Callable[[str], None]
    _lists: dict[Path | None, WordList] = field(default_factory=dict)

    def rows(self, work: Work) -> list[Row]:
        """Do a work: a row for each tool."""
        tools = self._tools(work)
        outcomes: dict[str, list[Outcome]] = {tool.name: [] for tool in tools}
        for seed in range(self.n_seeds):
            for tool in tools:
                before = outcomes[tool.name]
                if len(before) >= GIVE_UP_AFTER and all(o.verdict == "stopped" for o in before):
                    continue
                command = tool.command(seed)
                run = measure(command, limit_s=self.limit_s, memory_mb=self.memory_mb)
                outcome = tool.judge(run)
                before.append(outcome)
                self.tell(
                    f"{work.name} | {tool.name} | seed {seed} | {outcome.wall_s:.3f} s"
                    f" | {run.peak_mb:.0f} MB | {outcome.verdict} {outcome.detail}".rstrip()
                )
        return [
            Row(work.name, tool.name, outcomes[tool.name], tool.bars, _ratio(tool, outcomes))
            for tool in tools
        ]

    def _tools(self, work: Work) -> list[Tool]:
        if work.kind == "load":
            command = [sys.executable, "-c", work.code]
            return [Tool("satcross", work.bars, lambda seed: command, judge_seconds)]
        grid_path, template = self._grid(work)
        listed = [] if work.words is None else ["--words", str(work.words)]
        if work.kind == "export":
            export = [*_SATCROSS, "export", str(grid_path), *listed]
            return [
                self._exporter([*export, "--encoding", encoding], encoding, bars)
                for encoding, bars in (("support", work.bars), ("dawg", work.dawg_bars))
            ]
        words = self._words(work.words)

        fillers = [Satcross(solver) for solver in _SOLVERS]
        options = [*listed, *(["--all"] if work.kind == "all" else [])]
        tools = [
            Tool(
                filler.name,
                () if filler.solver else work.bars,
                partial(filler.fill, grid_path, options),
                partial(_judged, filler, grid_path, template, words, work.n_fills),
            )
            for filler in fillers
        ]
        if work.kind == "fill" and self.peers:
            path = self.folder / f"{grid_path.stem}-words.txt"
            words_path = write_words(path, words, Board.parse(str(template)))
            tools += [
                Tool(
                    peer.name,
                    (),
                    partial(peer.command, grid_path, words_path),
                    partial(_judged, peer, grid_path, template, words, 0),
                )
                for peer in self.peers
            ]
        return tools

    def _exporter(self, command: list[str], encoding: str, bars: Sequence[Bar]) -> Tool:
        path = self.folder / f"{encoding}.cnf"

        def judge(run: Run) -> Outcome:
            outcome = judge_formula(run, path)
            path.unlink(missing_ok=True)  # 60 MB or so, and the next run must write it again
            return outcome

        whole = [*command, "-o", str(path)]
        return Tool(f"satcross --encoding {encoding}", bars, lambda seed: whole, judge)

    def _grid(self, work: Work) -> tuple[Path, Grid]:
        """The grid, and its plain text as a file that every tool can read."""
        text = work.grid if "\n" in work.grid else Path(work.grid).read_text(encoding="utf-8")
        template = Grid.parse(text)
        path = self.folder / ("".join(c if c.isalnum() else "-" for c in work.name) + ".txt")
        path.write_text(f"{template}\n", encoding="utf-8")
        return path, template

    def _words(self, path: Path | None) -> WordList:
        if path not in self._lists:
            self._lists[path] = WordList.builtin() if path is None else WordList.load(path)
        return self._lists[path]


def _judged(
    peer: Peer, grid_path: Path, template: Grid, words: WordList, n_fills: int, run: Run
) -> Outcome:
    return judge_fills(run, peer.read(grid_path, run), template, words, n_fills)


def _ratio(tool: Tool, outcomes: dict[str, list[Outcome]]) -> float:
    """How many times fewer clauses than the first tool's; 0 where no bar asks for it."""
    if not any(bar.quantity == "x fewer" for bar in tool.bars):
        return 0
    first = next(iter(outcomes.values()))[0].n_clauses
    own = outcomes[tool.name][0].n_clauses
    return first / own if own else 0
