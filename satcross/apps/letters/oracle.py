"""Letters and words of a grid that somebody is filling in: what was proved stays proved."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TypeVar

from satcross import (
    Fill,
    Found,
    Grid,
    GridError,
    Impossible,
    OptionError,
    Progress,
    Puzzle,
    Reason,
    SolverOptions,
    Stopped,
    WordList,
    arc_consistent,
)
from satcross.apps.letters.known import Knowledge, Verdicts, check_puzzle
from satcross.apps.letters.report import (
    LetterReport,
    WordReport,
    WordVerdictReport,
    letter_report,
    word_report,
    word_verdict,
)
from satcross.apps.letters.search import (
    KEEP,
    PREFERENCE,
    LetterSearch,
    Tell,
    WordSettler,
    WordVerdicts,
    targets_of,
)
from satcross.apps.letters.stages import (
    STAGED,
    is_narrower,
    lacking,
    narrows,
    with_exempt_letters_alone,
)
from satcross.extend import (
    OPEN,
    Deadline,
    Domains,
    FillResult,
    Outcome,
    Slot,
    StopRequest,
    Work,
)

# Puzzles whose knowledge is kept, as their letters may come back; each has an engine of its own.
MAX_KEPT = 3
# Grids of one puzzle for which it is kept what the knowledge means: the last letters typed.
MAX_STATES = 8
# How a fill is looked for: whether words count by their scores, and whether the letters of the last
# fill are preferred. On a themeless 15x15 with some letters typed each needed from 0 to more than
# 3,000 conflicts, another one on each grid; so they take turns.
STRATEGIES = ((True, True), (False, True), (True, False), (False, False))
# Conflicts of the first try of each strategy, twice as many in each round.
FIRST_TRY = 250
# Words that may be banned by assumptions; beyond that a new engine is faster.
MAX_BANS = 200
# Between two reports to whoever watches: a report takes some milliseconds.
UPDATE_EVERY_S = 0.1

R = TypeVar("R")


class LetterOracle:
    """Answers for a grid whose letters come and go.

    The puzzle it begins with is held by one engine. Letters that are typed in later, and words that
    are banned later, are only assumed: letters that were impossible stay so, fills that agree stay
    witnesses, and when a letter is taken out again what was known before it came is known again.
    These changes start over, keeping the fills that still are right: other blocks; a letter taken
    out that was there at the beginning, unless the beginning was `empty`; a slot wholly filled in
    with a word that the list lacks; words added to the list, or many taken out.

    Args:
        puzzle: the grid as it is, with its list.
        options: seed and progress; the engine must be the lazy one.
        request: a request to stop that others can make too; one of its own by default.
        empty: whether the engine begins with the grid without its letters, which are assumed like
            those that come later. Then any letter may be taken out; the first answers take longer.

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

    def __init__(
        self,
        puzzle: Puzzle,
        *,
        options: SolverOptions | None = None,
        request: StopRequest | None = None,
        empty: bool = False,
    ) -> None:
        self._options = options or SolverOptions()
        self._puzzle = puzzle
        self._kept: list[Knowledge] = []
        self._states: dict[tuple[int, Grid, tuple[str, ...]], _State] = {}
        self._phase = ""
        self._request = request or StopRequest()
        self._bans: tuple[str, ...] = ()
        self._domains: Domains | None = None
        if empty and puzzle.needs <= STAGED:
            puzzle = with_exempt_letters_alone(puzzle)
        self._known = self._open(puzzle)

    def __enter__(self) -> LetterOracle:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def puzzle(self) -> Puzzle:
        """The puzzle as it is now."""
        return self._puzzle

    def stop(self, reason: Reason = Reason.CANCELLED) -> None:
        """Stop the `report` or `words` that is going on, or else the next one. From any thread."""
        self._request.make(reason)

    def close(self) -> None:
        """Give back the engines."""
        for known in self._kept:
            known.close()

    # The grid

    def place(self, letters: Mapping[int, str | None] | Mapping[str, str | None]) -> None:
        """Put letters into cells, by position or name, as in "r1c3"; None takes one out.

        Raises:
            GridError: a cell is a block or outside, or the alphabet lacks a letter.
        """
        grid = self._puzzle.grid
        cells = list(grid.cells)
        for cell, letter in letters.items():
            position = grid.position(cell)
            if not grid.is_square(position):
                raise GridError(f"the cell {grid.cell_name(position)} cannot hold a letter")
            cells[position] = OPEN if letter is None else letter
        self.update(grid.with_cells(cells))

    def update(self, grid: Grid) -> None:
        """Take `grid` as the grid from now on.

        Raises:
            GridError: it is no puzzle.
        """
        if grid != self._puzzle.grid:
            self.take_over(replace(self._puzzle, grid=grid))

    def change_words(self, words: WordList) -> None:
        """Take `words` as the list from now on.

        Words that it lacks are banned by assumptions, when they are few. Otherwise an engine starts
        over, with the fills that still are right, and, when words have only been taken out, with
        the letters that were proved impossible.

        Raises:
            OptionError: it has another alphabet.
        """
        if words.alphabet != self._puzzle.listed.alphabet:
            raise OptionError("the list has another alphabet", parameter="words")
        if words is not self._puzzle.listed:
            self.take_over(replace(self._puzzle, words=words))

    def take_over(self, puzzle: Puzzle, domains: Domains | None = None) -> None:
        """Take `puzzle` from now on: another grid, list and rules at once.

        Args:
            puzzle: it.
            domains: what arc consistency leaves of it, where that is known.

        Raises:
            OptionError: the engine cannot answer for it.
        """
        check_puzzle(puzzle, self._options)
        self._domains = domains
        # With rules between entries or a rebus, what the grid gives changes what other letters may
        # do: such puzzles are no stages of others, and nothing stays proved.
        self._known = self._known_of(puzzle)
        self._puzzle = puzzle

    def knows(self, puzzle: Puzzle) -> bool:
        """Whether `take_over` with this puzzle would keep everything."""
        return self._kept_for(puzzle) is not None

    def _kept_for(self, puzzle: Puzzle) -> tuple[Knowledge, tuple[str, ...]] | None:
        """What is kept that is about a puzzle, and the words to ban."""
        for known in reversed(self._kept):
            if known.puzzle is puzzle:
                return known, ()
            bans = lacking(known.puzzle.listed, puzzle.listed)
            if bans is not None and len(bans) <= MAX_BANS and narrows(known.puzzle, puzzle):
                return known, bans
        return None

    def _known_of(self, puzzle: Puzzle) -> Knowledge:
        kept = self._kept_for(puzzle)
        if kept is None:
            self._bans = ()
            if puzzle.needs <= STAGED:
                puzzle = with_exempt_letters_alone(puzzle)
            return self._open(puzzle)
        known, self._bans = kept
        self._kept.remove(known)
        self._kept.append(known)
        return known

    def _open(self, puzzle: Puzzle) -> Knowledge:
        options = self._options
        if options.on_progress is not None:
            options = replace(options, on_progress=self._progress)
        known = Knowledge(puzzle, options)
        if self._kept:
            known.adopt(self._kept[-1], narrower=is_narrower(self._kept[-1].puzzle, puzzle))
        self._kept.append(known)
        if len(self._kept) > MAX_KEPT:
            gone = self._kept.pop(0)
            gone.close()
            self._states = {
                key: state
                for key, state in self._states.items()
                if state.verdicts.known is not gone
            }
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
        cells: Collection[int | str] | None = None,
        on_update: Callable[[LetterReport], None] | None = None,
    ) -> LetterReport:
        """What is known of the letters after at most `time_limit_s` more seconds of work.

        Args:
            time_limit_s: None to work until all is known; 0 for what is known already.
            cells: those to settle, by position or name; all cells in slots by default.
            on_update: called with what is known so far, ten times a second at most.

        Raises:
            OptionError: a cell in no slot.
        """
        started = time.monotonic()
        deadline = Deadline.after(time_limit_s, self._request)
        known = self._known
        wanted = positions(self._puzzle, cells)
        shown = [c for c in known.prepared.domains.cells if wanted is None or c in wanted]

        def make(stopped: Reason | None) -> LetterReport:
            return letter_report(self._puzzle, self._current(), shown, stopped, self._work(started))

        targets = targets_of(known, wanted)
        tell = self._tell("letter", len(targets), make, on_update)
        is_done = LetterSearch(self._current(), targets, deadline, tell).run()
        return make(self._ending(is_done, deadline))

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
        deadline = Deadline.after(time_limit_s, self._request)
        words = self._words_of(self._puzzle.slot(slot))

        def make(stopped: Reason | None) -> WordReport:
            return word_report(self._puzzle, words, stopped, self._work(started))

        tell = self._tell("word", len(words.words), make, on_update)
        pairs = [(words, row) for row in range(len(words.of))]
        is_done = WordSettler(self._current(), pairs, deadline, tell, words.slot).run()
        return make(self._ending(is_done, deadline))

    def settle(
        self,
        pairs: Iterable[tuple[str, str]],
        time_limit_s: float | None = None,
        *,
        on_update: Callable[[WordVerdictReport], None] | None = None,
    ) -> WordVerdictReport:
        """What is known of some words in some slots after at most `time_limit_s` more seconds.

        Args:
            pairs: slot names and words, as in ("12A", "OTTER"), in the order in which to settle
                them, a rebus spelled out. Those that are too hard wait until the others are
                settled.
            time_limit_s, on_update: as for `report`.

        Raises:
            OptionError: there is no such slot.

        >>> words = WordList.from_words("at to oh ho an no".split())
        >>> with LetterOracle(Puzzle(Grid.parse("..\\n.."), words)) as oracle:
        ...     report = oracle.settle([("1A", "AT"), ("1A", "TO")])
        >>> [(verdict.word, verdict.possible) for verdict in report.verdicts]
        [('AT', True), ('TO', False)]
        """
        started = time.monotonic()
        deadline = Deadline.after(time_limit_s, self._request)
        asked = [(slot, word.upper()) for slot, word in pairs]
        slots = {slot for slot, _ in asked}
        by_slot = {slot: self._words_of(self._puzzle.slot(slot)) for slot in sorted(slots)}
        found = [(by_slot[slot], word, by_slot[slot].rows_of(word)) for slot, word in asked]
        wanted = [(words, row) for words, _, rows in found for row in rows]

        def make(stopped: Reason | None) -> WordVerdictReport:
            verdicts = [word_verdict(words, word, rows) for words, word, rows in found]
            fillable = self._current().fillable
            return WordVerdictReport(
                self._puzzle,
                tuple(verdicts),
                fillable,
                stopped,
                self._known.prepared.domains.cells,
                self._work(started),
            )

        tell = self._tell("word", len(wanted), make, on_update)
        is_done = WordSettler(self._current(), wanted, deadline, tell).run()
        return make(self._ending(is_done, deadline))

    def fill(
        self,
        time_limit_s: float | None = None,
        *,
        anew: bool = False,
        unlike: Collection[Fill] = (),
    ) -> FillResult:
        """A fill of the grid as it is now, or the proof that there is none.

        Args:
            time_limit_s: None to work until it is known.
            anew: whether to search for one of good words where some fill is known already.
            unlike: fills of the same blocks: letters that they do not have are preferred.

        Returns: `Found`, `Impossible` or `Stopped`.
        """
        started = time.monotonic()
        deadline = Deadline.after(time_limit_s, self._request)
        verdicts, known = self._current(), self._known
        verdicts.catch_up()
        number = None if anew or unlike else verdicts.any_fill()
        if number is None and verdicts.fillable is not False:
            n = len(known.fills)
            if anew or unlike:
                outcome = known.ask(
                    sorted(verdicts.assumed),
                    conflicts=None,
                    deadline=deadline,
                    prefer=self._preferring(unlike),
                    by_score=True,
                )
            else:
                outcome = self._any_fill(deadline)
            verdicts.catch_up()
            number = n if outcome is Outcome.SAT else None
        reason = self._ending(number is not None or verdicts.fillable is False, deadline)
        work = self._work(started)
        if number is not None:
            return Found(Fill(self._puzzle, known.letters.letters(known.fills[number])), work)
        if verdicts.fillable is False:
            return Impossible(known.prepared.why_not, work)
        return Stopped(reason or Reason.CANCELLED, work)

    def clash(self) -> tuple[int, ...] | None:
        """Cells whose letters no fill has together, with the words there are.

        Returns: the fewest cells for which that was proved, which need not be minimal. None while
            there may be a fill, and where arc consistency alone has refuted it.
        """
        verdicts, known = self._current(), self._known
        verdicts.catch_up()
        proved = [nogood for nogood in known.nogoods if nogood <= verdicts.assumed]
        if verdicts.fillable is not False or not proved:
            return None
        smallest = min(proved, key=len)
        cell_of = known.letters.cell_of
        return tuple(sorted(int(cell_of[v]) for v in smallest if v <= known.letters.n))

    def _any_fill(self, deadline: Deadline) -> Outcome:
        """Look for whatever fill: each strategy gets some conflicts, then more."""
        state, known = self._state(), self._known
        assumed = sorted(state.verdicts.assumed)
        while True:
            by_score, keeps = STRATEGIES[state.tries % len(STRATEGIES)]
            prefer = None
            if keeps and known.fills:  # most letters of the last fill may do still
                prefer = bytearray([1]) * (known.letters.n + 1)
                for variable in known.fills[-1]:
                    prefer[variable] = KEEP
            outcome = known.ask(
                assumed,
                conflicts=FIRST_TRY << state.tries // len(STRATEGIES),
                deadline=deadline,
                prefer=prefer,
                by_score=by_score,
            )
            state.tries += 1
            if outcome is not Outcome.UNKNOWN or deadline.passed():
                return outcome

    def _preferring(self, unlike: Collection[Fill]) -> bytearray | None:
        """The letters that none of some fills has."""
        if not unlike:
            return None
        letters = self._known.letters
        prefer = bytearray([1, *[PREFERENCE] * letters.n])
        for fill in unlike:
            for variable in letters.literals(dict(fill.letters)):
                prefer[variable] = 1
        return prefer

    def _ending(self, is_done: bool, deadline: Deadline) -> Reason | None:
        """Why the work ended before all was known, if it did; the next has no request to stop."""
        reason = None if is_done else deadline.reason
        self._request.reason = None
        return reason

    def _current(self) -> Verdicts:
        """What is known of the letters as the grid is now."""
        return self._state().verdicts

    def _state(self) -> _State:
        known = self._known
        key = (id(known), self._puzzle.grid, self._bans)
        state = self._states.pop(key, None)
        if state is None:
            typed = {
                cell: code
                for cell, code in self._puzzle.givens.items()
                if cell not in known.puzzle.givens and known.prepared.domains.letters[cell].any()
            }
            state = _State(Verdicts(known, *self._assume(typed)), {})
            if len(self._states) >= MAX_STATES:
                del self._states[next(iter(self._states))]
        self._states[key] = state  # the last one used is the last
        return state

    def _words_of(self, slot: Slot) -> WordVerdicts:
        state = self._state()
        if slot.index not in state.words:
            state.words[slot.index] = WordVerdicts(state.verdicts, slot)
        words = state.words[slot.index]
        words.catch_up()
        return words

    def _assume(self, typed: Mapping[int, int]) -> tuple[list[int] | None, list[int]]:
        """The variables of typed letters, and those that arc consistency takes with them."""
        known = self._known
        assumed = [int(known.letters.ids[cell, code]) for cell, code in typed.items()]
        if 0 in assumed:
            return None, []
        switches = [known.switch(word) for word in self._bans]
        assumed += [switch for switch in switches if switch is not None]
        if not assumed or known.session is None:
            return assumed, []
        domains = self._domains
        if domains is None or domains.puzzle is not self._puzzle:
            domains = arc_consistent(self._puzzle)
        if domains.emptied is not None:
            return None, []
        gone = known.letters.ids[~domains.letters]
        return assumed, gone[gone > 0].tolist()

    def _tell(
        self,
        what: str,
        n: int,
        make: Callable[[Reason | None], R],
        on_update: Callable[[R], None] | None,
    ) -> Tell:
        """Takes note of how many are not known, and reports it ten times a second at most."""
        due = 0.0

        def note(n_unknown: int) -> None:
            nonlocal due
            self._phase = f"{n - n_unknown:,} of {n:,} {what}s decided"
            if on_update is not None and time.monotonic() >= due:
                on_update(make(None))
                due = time.monotonic() + UPDATE_EVERY_S

        return note

    def _work(self, started: float) -> Work:
        return replace(self._known.prepared.work(), elapsed_s=time.monotonic() - started)


@dataclass(slots=True)
class _State:
    """What the knowledge means for one grid.

    Args:
        verdicts: of letters.
        words: verdicts of words, by slot index.
        tries: how often no fill was found.
    """

    verdicts: Verdicts
    words: dict[int, WordVerdicts]
    tries: int = 0


def positions(puzzle: Puzzle, cells: Collection[int | str] | None) -> frozenset[int] | None:
    """The positions of cells, given as such or by name; None for None.

    Raises:
        GridError: there is no such cell.
        OptionError: a cell is in no slot.
    """
    if cells is None:
        return None
    found = frozenset(map(puzzle.grid.position, cells))
    if outside := found.difference(cell for slot in puzzle.slots for cell in slot.cells):
        raise OptionError(f"the cell {puzzle.grid.cell_name(min(outside))} is in no slot")
    return found
