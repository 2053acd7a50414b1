"""Word searches from a list and a board: a layout, letters for the other cells, and the check."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from dataclasses import replace

from satcross import (
    Answered,
    Best,
    Found,
    Grid,
    Impossible,
    OptionError,
    Progress,
    Reason,
    Stopped,
    Task,
)
from satcross.apps.clues.words import HiddenWord, as_hidden_words
from satcross.apps.wordsearch.fit import USUAL_ROUNDS, Fit
from satcross.apps.wordsearch.layout import Callbacks, WordSearchLayout
from satcross.apps.wordsearch.letters.filler import fill_unused_cells
from satcross.apps.wordsearch.options import MOST, WordSearchOptions
from satcross.apps.wordsearch.problem import LayoutProblem
from satcross.apps.wordsearch.puzzle import WordSearch
from satcross.apps.wordsearch.refute import most_crossings, why_not
from satcross.apps.wordsearch.search.layouts import search
from satcross.apps.wordsearch.shapes import RECTANGLE, board_from
from satcross.extend import NEVER, Deadline, Event, Listing, ListingResult, Work, counted

# Rounds of the searches for many crossings, one after the other, and for each word, at most.
_STAGES = ((3_000, 70), (12_000, 280), (45_000, 1_050))
_ROUNDS = 3_000  # of the search otherwise
_ROUNDS_EACH = 70  # for each word, at most
_SEARCHES = 4  # layouts that are tried
_REPEATS = 20  # duplicates in a row, until there seem to be no other puzzles
_GRACE_S = 0.3  # for the letters of a layout that was found in time
_PROGRESS_S = 0.1  # between signs of life
_ANSWER_S = 1.0  # between better answers: each needs letters

WordSearchResult = Found[WordSearch] | Best[WordSearch] | Impossible | Stopped


class WordSearchTask(Task[WordSearch, WordSearchResult]):
    """Make a word search, or prove that there is none.

    Layouts are found by search, which proves nothing: only what a count of letters and cells shows
    is called impossible. A SAT solver decides on the letters between the words.

    Args:
        words: the list, as people write it.
        board: its cells; or a size, as in "24x20"; or a picture with `#` for each cell; None for
            one with room for the words. Not beside the option `fit`.
        options: what it must be.

    `run` returns
        `Found`: a puzzle that satisfies the options.
        `Best`, with `crossings="most"`: the objective is the number of crossings.
        `Best`, with `fit`: the objective is the number of cells; no rectangle with fewer cells than
            `bound` holds the words.
        `Best` without an objective: a puzzle that satisfies the options, when the task was stopped;
            going on may give more crossings.
        `Impossible`: there is no such puzzle; or `Stopped`.

    Run again, it keeps the best so far, and the bound; searches go on with other random numbers.

    Raises:
        OptionError, WordListError, GridError: the words, the board or an option cannot be used.
        VerificationError: from `run`: a bug.
    """

    def __init__(
        self,
        words: Iterable[str | HiddenWord],
        board: Grid | str | None = None,
        options: WordSearchOptions | None = None,
    ) -> None:
        super().__init__()
        self._options = options = options or WordSearchOptions()
        self._words = as_hidden_words(words, options.alphabet)
        if options.fit and board is not None:
            raise OptionError("fit finds the board", hint="leave it out", parameter="board")
        self._constraints, self._headings = options.constraints, options.headings
        self._problem: LayoutProblem | None = None  # of `fit` there are many
        if not options.fit:
            n = len(options.spelt)
            board = board_from(board, self._words, options.shape, n_message=n)
            self._problem = LayoutProblem(
                board, self._words, self._headings, self._constraints, options.alphabet
            )
        self._rng = random.Random(options.seed)
        self._fitter: Fit | None = None
        self._deadline = NEVER
        self._start = self._shown = self._answered = -1.0

    def _run(self, deadline: Deadline) -> WordSearchResult:
        self._deadline = deadline
        self._answered = time.monotonic()
        if self._start < 0:
            self._start = self._answered
        problem = self._problem
        result = self._find_rectangle() if problem is None else self._make(problem)
        if isinstance(result, Stopped) and self.best is not None:
            result = Best(self.best, self._objective(self.best), self.bound, result.reason)
        work = Work(time.monotonic() - self._start)
        if isinstance(result, Found | Best):
            # No seed reproduces what was left when the task was stopped.
            seed = None if self._is_stopped() else self._options.seed
            value = replace(result.value, seed=seed)
            result = replace(result, value=value, work=work)
            bound = result.bound if isinstance(result, Best) else None
            if value != self.best:
                self.emit(Answered(value, self._objective(value), bound))
            return result
        return replace(result, work=work)

    def _make(self, problem: LayoutProblem) -> WordSearchResult:
        """Search, again with other random numbers where nothing is found, or no letters fit."""
        if why := why_not(problem):
            return Impossible(why)
        failure, n_layouts = "", 0
        for _ in range(_SEARCHES):
            found = self._search(problem)
            if isinstance(found, Found):
                made = self._with_letters(found.value)
                if isinstance(made, Found):
                    return self._result_of(made.value)
                n_layouts += 1
            else:
                failure = str(found)
            # With crossings it was several searches.
            is_over = isinstance(found, Stopped) and self._options.crossings is not None
            if is_over or self._deadline.passed():
                break
        is_late = self._deadline.passed()
        reason = self._deadline.reason if is_late else Reason.ROUNDS
        if n_layouts:
            failure = f"no letters fit any of {counted(n_layouts, 'layout')} tried"
        elif is_late:
            failure = "" if failure == reason else f"{reason}; {failure}"
        return Stopped(reason, detail=failure)

    def _search(self, problem: LayoutProblem) -> Found[WordSearchLayout] | Stopped:
        options = self._options
        n = len(self._words)
        few = min(_ROUNDS if options.rounds is None else options.rounds, _ROUNDS_EACH * n)
        is_most = options.crossings == MOST
        stages: tuple[int, ...] = () if is_most else (few,)
        if options.crossings is not None:
            stages += tuple([min(rounds, each * n) for rounds, each in _STAGES])
        best: Found[WordSearchLayout] | Stopped = Stopped(Reason.ROUNDS, detail="nothing was tried")
        for rounds in stages:
            found = search(
                problem, message=options.spelt, rounds=rounds, seed=self._rng.getrandbits(32),
                deadline=self._deadline,
                # Within a search a better layout may have fewer crossings.
                callbacks=Callbacks(self._on_phase) if is_most
                else Callbacks(self._on_phase, self._on_better),
            )  # fmt: skip
            if isinstance(found, Found):
                if isinstance(best, Stopped) or _worth(found.value) > _worth(best.value):
                    best = found
                    if is_most:
                        self._on_better(found.value)
                if not is_most:
                    break
            elif isinstance(best, Stopped):
                best = found
            is_full = isinstance(best, Found) and _worth(best.value) == most_crossings(
                problem.words
            )
            if is_full or self._deadline.passed():
                break
        return best

    def _find_rectangle(self) -> WordSearchResult:
        """The smallest rectangle, with letters; another layout on it, where one can have none."""
        options = self._options
        if self._fitter is None:
            callbacks = Callbacks(self._on_phase, self._on_better)
            self._fitter = Fit(
                self._words, self._headings, self._constraints,
                rounds=options.rounds or USUAL_ROUNDS, seed=options.seed, callbacks=callbacks,
            )  # fmt: skip
        found = self._fitter.run(self._deadline)
        if not isinstance(found, Best):
            return found
        board = found.value.board
        made: WordSearchResult = self._with_letters(found.value)
        if not isinstance(made, Found):
            deadline = self._deadline
            with WordSearchTask(
                self._words, board, replace(options, fit=False, rounds=None)
            ) as again:
                other = again._run(Deadline.after(_GRACE_S) if deadline.passed() else deadline)
            if isinstance(other, Found):
                made = other
        if isinstance(made, Found):
            return Best(made.value, found.objective, found.bound, found.reason)
        self.bound = found.bound
        why = made.why if isinstance(made, Impossible) else made
        size = f"{board.n_cols}x{board.n_rows}, {counted(board.n_squares, 'cell')}"
        reason = found.reason or Reason.GIVEN_UP
        return Stopped(reason, detail=f"a layout of {size} was found, but {why}")

    def _result_of(self, made: WordSearch) -> WordSearchResult:
        """What was found, and how good it is."""
        deadline = self._deadline
        if self._options.crossings != MOST:
            return Best(made, None, reason=deadline.reason) if self._is_stopped() else Found(made)
        if self.best is not None and _worth(self.best.layout) > _worth(made.layout):
            made = self.best
        most, bound = _worth(made.layout), most_crossings(self._words)
        reason = deadline.reason if deadline.passed() else Reason.ROUNDS
        return Best(made, most, bound, None if most == bound else reason)

    def _on_better(self, layout: WordSearchLayout) -> None:
        """Make it a puzzle and emit that, unless one was emitted a moment ago."""
        if time.monotonic() - self._answered < _ANSWER_S:
            return
        made = self._with_letters(layout)
        self._answered = time.monotonic()
        if isinstance(made, Found):
            self.emit(Answered(made.value, self._objective(made.value)))

    def _objective(self, made: WordSearch) -> int | None:
        if self._options.fit:
            return made.layout.board.n_squares
        return _worth(made.layout) if self._options.crossings == MOST else None

    def _with_letters(self, layout: WordSearchLayout) -> Found[WordSearch] | Impossible | Stopped:
        def fill(deadline: Deadline) -> Found[WordSearch] | Impossible | Stopped:
            return fill_unused_cells(
                layout, alphabet=options.alphabet, filler=options.filler, message=options.message,
                forbid=self._constraints.forbid, allow_inside=options.allow_inside,
                seed=options.seed, deadline=deadline,
            )  # fmt: skip

        options = self._options
        made = fill(self._deadline)
        # A layout that was found in time is worth a moment more.
        return fill(Deadline.after(_GRACE_S)) if isinstance(made, Stopped) else made

    def _is_stopped(self) -> bool:
        """Whether `stop` was called, as against a time limit."""
        return self._deadline.passed() and self._deadline.reason is not Reason.TIME_LIMIT

    def _on_phase(self, phase: str) -> None:
        now = time.monotonic()
        if now - self._shown >= _PROGRESS_S:
            self._shown = now
            self.emit(Progress(phase, now - self._start))


class WordSearches(Listing[WordSearch]):
    """Several word searches, no two of them with the same letters; the seeds count up.

    Args:
        words, board, options: as for `WordSearchTask`, but not `fit`.
        limit: how many at most; None for all that are found.
        time_limit_s: seconds for all of them together; None for no limit.

    Fields:
        latest: what `WordSearchTask` returned for the latest one.

    Raises: as `WordSearchTask`.
    """

    def __init__(
        self,
        words: Iterable[str | HiddenWord],
        board: Grid | str | None = None,
        options: WordSearchOptions | None = None,
        *,
        limit: int | None = None,
        time_limit_s: float | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        options = options or WordSearchOptions()
        if options.fit:
            raise OptionError("there is one smallest rectangle", parameter="fit")
        self._words = as_hidden_words(words, options.alphabet)
        n = len(options.spelt)
        self._board = board_from(board, self._words, options.shape, n_message=n)
        self._options = replace(options, shape=RECTANGLE)  # the board has its shape now
        self._task: WordSearchTask | None = None
        self._seed = options.seed
        self._seen: set[WordSearch] = set()
        self._n_repeats = 0
        self._detail = ""
        self.latest: Found[WordSearch] | Best[WordSearch] | None = None

    def _run(self, deadline: Deadline) -> ListingResult:
        result = super()._run(deadline)
        return replace(result, detail=self._detail) if isinstance(result, Stopped) else result

    def _next(self, deadline: Deadline) -> WordSearch | Reason | None:
        self._detail = ""
        while not (self.n_found and deadline.passed()):
            if self._task is None:
                options = replace(self._options, seed=self._seed)
                self._task = WordSearchTask(self._words, self._board, options)
                self._task.subscribe(self._forward)
            result = self._task._run(deadline)
            if isinstance(result, Impossible):
                self.why = result.why
                return None
            if isinstance(result, Stopped):
                self._detail = result.detail
                return result.reason
            self._task.close()
            self._task = None
            self._seed += 1
            if result.value not in self._seen:
                self._seen.add(result.value)
                self._n_repeats = 0
                self.latest = result
                return result.value
            self._n_repeats += 1
            if self._n_repeats >= _REPEATS:
                self._detail = f"the last {self._n_repeats} puzzles had been made before"
                return Reason.GIVEN_UP
        return deadline.reason

    def _forward(self, event: Event) -> None:
        if isinstance(event, Progress):
            self.emit(event)

    def _close(self) -> None:
        if self._task is not None:
            self._task.close()


def _worth(layout: WordSearchLayout) -> int:
    return len(layout.crossings)
