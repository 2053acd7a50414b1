"""Letters and words of a grid that somebody is filling in: what was proved stays proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import replace

import numpy as np

from satcross.consistency import arc_consistent
from satcross.errors import GridError, OptionError
from satcross.fill import Fill
from satcross.grid import OPEN, Grid
from satcross.puzzle import Puzzle, Slot
from satcross.solve.protocol import Deadline, Progress, SolverOptions
from satcross.tasks.fill import TIME_LIMIT
from satcross.tasks.letters_known import IMPOSSIBLE, POSSIBLE, UNKNOWN, Knowledge, Verdicts
from satcross.tasks.letters_report import CellLetters, LetterReport, WordReport
from satcross.tasks.letters_search import LetterSearch, targets_of
from satcross.tasks.letters_stages import Throttled, is_stage_of, with_exempt_letters_alone
from satcross.tasks.letters_words import WordSearch, WordVerdicts

# Puzzles whose knowledge is kept, as their letters may come back; each has an engine of its own.
MAX_KEPT = 3


class LetterOracle:
    """Answers for a grid whose letters come and go.

    The puzzle it begins with is held by one engine. Letters that are typed in later are only
    assumed: letters that were impossible stay so, fills that agree stay witnesses, and when a
    letter is taken out again what was known before it came is known again. Three changes begin
    anew, keeping the fills that still are right: other blocks; a letter taken out that was there
    at the beginning; a slot wholly filled in with a word that the list lacks.

    Args:
        puzzle: the grid as it is, with its list.
        options: seed and progress; the engine must be the lazy one.

    Raises:
        OptionError: the options name another engine.

    >>> from satcross import Grid, WordList
    >>> words = WordList.from_words("at to oh ho an no".split())
    >>> with LetterOracle(Puzzle(Grid.parse("..\\n.."), words)) as oracle:
    ...     before = oracle.report().cells[2].possible
    ...     oracle.place({1: "T"})
    ...     before, oracle.report().cells[2].possible
    ('NT', 'N')
    """

    def __init__(self, puzzle: Puzzle, *, options: SolverOptions | None = None) -> None:
        self._options = options or SolverOptions()
        self._puzzle = puzzle
        self._kept: list[Knowledge] = []
        self._verdicts: Verdicts | None = None
        self._words: dict[int, WordVerdicts] = {}
        self._phase = ""
        self._known = self._open(puzzle)

    def __enter__(self) -> LetterOracle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        return self._puzzle

    def close(self) -> None:
        """Give back the engines."""
        for known in self._kept:
            known.close()

    # The grid

    def place(self, letters: Mapping[int, str | None]) -> None:
        """Put letters into cells, by grid position; None takes one out.

        Raises:
            GridError: a cell is a block or outside, or the alphabet lacks a letter.
        """
        grid = self._puzzle.grid
        cells = list(grid.cells)
        for cell, letter in letters.items():
            if not 0 <= cell < len(cells) or not grid.is_square(cell):
                raise GridError(f"cell {cell} cannot hold a letter")
            cells[cell] = OPEN if letter is None else letter
        self.update(grid.with_cells(cells))

    def update(self, grid: Grid) -> None:
        """Take `grid` as the grid from now on.

        Raises:
            GridError: it is no puzzle.
        """
        if grid == self._puzzle.grid:
            return
        puzzle = replace(self._puzzle, grid=grid)
        if puzzle.has_rebus or puzzle.has_entry_rules:
            # What the grid gives then changes what other letters may do: nothing stays proved.
            known = self._open(puzzle)
        else:
            known = self._known_of(puzzle)
        self._known = known
        self._puzzle = puzzle
        self._verdicts = None
        self._words = {}

    def _known_of(self, puzzle: Puzzle) -> Knowledge:
        for known in reversed(self._kept):
            if is_stage_of(known.puzzle, puzzle):
                self._kept.remove(known)
                self._kept.append(known)
                return known
        return self._open(with_exempt_letters_alone(puzzle))

    def _open(self, puzzle: Puzzle) -> Knowledge:
        options = self._options
        if options.on_progress is not None:
            options = replace(options, on_progress=self._progress)
        known = Knowledge(puzzle, options)
        if self._kept:
            known.adopt(self._kept[-1])
        self._kept.append(known)
        if len(self._kept) > MAX_KEPT:
            self._kept.pop(0).close()
        return known

    def _progress(self, progress: Progress) -> None:
        if self._options.on_progress is not None:
            phase = self._phase or progress.phase
            self._options.on_progress(
                Progress(phase, progress.elapsed_s, conflicts=progress.conflicts)
            )

    # The answers

    def report(
        self,
        time_limit_s: float | None = None,
        *,
        cells: Collection[int] | None = None,
        on_update: Callable[[LetterReport], None] | None = None,
    ) -> LetterReport:
        """What is known of the letters after at most `time_limit_s` more seconds of work.

        Args:
            time_limit_s: None to work until all is known; 0 for what is known already.
            cells: grid positions to settle; all cells in slots by default.
            on_update: called with what is known so far, ten times a second at most.

        Raises:
            OptionError: a cell in no slot.
        """
        started = time.monotonic()
        deadline = Deadline.after(time_limit_s)
        known = self._known
        verdicts = self._current()
        in_slots = known.opened.domains.cells
        if cells is not None and not set(cells) <= set(in_slots):
            raise OptionError("a cell was asked for that is in no slot")
        shown = [cell for cell in in_slots if cells is None or cell in cells]

        def make(stopped: str) -> LetterReport:
            return self._letter_report(shown, stopped, started)

        targets = targets_of(known, cells)
        tell = Throttled(self._phase_of("letter", len(targets)), make, on_update)
        done = LetterSearch(verdicts, targets, deadline, tell).run()
        return make("" if done else TIME_LIMIT)

    def words(
        self,
        slot: str,
        time_limit_s: float | None = None,
        *,
        on_update: Callable[[WordReport], None] | None = None,
    ) -> WordReport:
        """What is known of the words of a slot after at most `time_limit_s` more seconds of work.

        Args:
            slot: its name, as in "12A".
            time_limit_s, on_update: as for `report`.

        Raises:
            OptionError: there is no such slot.
        """
        started = time.monotonic()
        deadline = Deadline.after(time_limit_s)
        try:
            asked = self._puzzle.slot(slot)
        except KeyError:
            raise OptionError(f"there is no slot {slot!r}") from None
        words = self._words.get(asked.index)
        if words is None:
            words = self._words[asked.index] = WordVerdicts(self._current(), asked)

        def make(stopped: str) -> WordReport:
            return self._word_report(asked, words, stopped, started)

        tell = Throttled(self._phase_of("word", len(words.words)), make, on_update)
        done = WordSearch(words, deadline, tell).run()
        return make("" if done else TIME_LIMIT)

    def _current(self) -> Verdicts:
        """What is known of the letters as the grid is now."""
        if self._verdicts is None:
            known = self._known
            typed = {
                cell: code
                for cell, code in self._puzzle.givens.items()
                if cell not in known.puzzle.givens and known.opened.domains.letters[cell].any()
            }
            self._verdicts = Verdicts(known, *self._assume(typed))
        return self._verdicts

    def _assume(self, typed: Mapping[int, int]) -> tuple[list[int] | None, list[int]]:
        """The variables of typed letters, and those that arc consistency takes with them."""
        known = self._known
        assumed = [int(known.letters.ids[cell, code]) for cell, code in typed.items()]
        if 0 in assumed:
            return None, []
        if not assumed or known.session is None:
            return assumed, []
        domains = arc_consistent(self._puzzle)
        if domains.emptied is not None:
            return None, []
        gone = known.letters.ids[~domains.letters]
        return assumed, gone[gone > 0].tolist()

    def _phase_of(self, what: str, n: int) -> Callable[[int], None]:
        def note(n_unknown: int) -> None:
            self._phase = f"{n - n_unknown:,} of {n:,} {what}s decided"

        return note

    def _letter_report(self, cells: list[int], stopped: str, started: float) -> LetterReport:
        puzzle, known, verdicts = self._puzzle, self._known, self._current()
        alphabet = puzzle.words.alphabet
        ids = known.letters.ids.tolist()
        found: list[CellLetters] = []
        for cell in cells:
            of = [verdicts.of[v] if v else IMPOSSIBLE for v in ids[cell]]
            by_verdict = [
                "".join(
                    [a for a, verdict in zip(alphabet.letters, of, strict=True) if verdict == v]
                )
                for v in (POSSIBLE, IMPOSSIBLE, UNKNOWN)
            ]
            given = cell in puzzle.givens
            found.append(CellLetters(cell, puzzle.grid.cell_name(cell), given, *by_verdict))

        def witness(cell: int, code: int) -> Fill | None:
            return _fill(puzzle, known, verdicts.witness[ids[cell][code]])

        n_letters = int(np.count_nonzero(known.letters.ids[cells])) if cells else 0
        work = replace(known.opened.work(), elapsed_s=time.monotonic() - started)
        return LetterReport(
            puzzle, tuple(found), verdicts.fillable, stopped, n_letters, work, witness
        )

    def _word_report(
        self, slot: Slot, words: WordVerdicts, stopped: str, started: float
    ) -> WordReport:
        puzzle, known = self._puzzle, self._known
        possible, unknown = (
            tuple(words.words[row] for row in np.flatnonzero(words.of == verdict))
            for verdict in (POSSIBLE, UNKNOWN)
        )
        n = len(puzzle.words.table(len(slot))) + puzzle.is_exempt(slot)

        def witness(word: str) -> Fill | None:
            return _fill(puzzle, known, int(words.witness[words.words.index(word)]))

        return WordReport(
            puzzle,
            slot,
            possible,
            unknown,
            n - len(possible) - len(unknown),
            words.verdicts.fillable,
            stopped,
            replace(known.opened.work(), elapsed_s=time.monotonic() - started),
            witness,
        )


def _fill(puzzle: Puzzle, known: Knowledge, number: int) -> Fill | None:
    return None if number < 0 else Fill(puzzle, known.letters.letters(known.fills[number]))
