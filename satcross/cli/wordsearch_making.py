"""What `satcross wordsearch` does: from the options to puzzles, proofs and exit codes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.cli.progress import ProgressView, progress_view
from satcross.cli.wordsearch_asked import (
    Asked,
    Task,
    board_of,
    check_asked,
    crossings_of,
    task_of,
)
from satcross.cli.wordsearch_out import check_output, open_publisher
from satcross.solve.protocol import Deadline, Progress
from satcross.wordsearch.results import Impossible, Placed, Stopped, WordSearch
from satcross.wordsearch.watch import Watch

if TYPE_CHECKING:
    from satcross.wordsearch.layout import Layout
    from satcross.wordsearch.make import MakeOptions

__all__ = ["Asked", "run"]

_USUAL_S = 20.0  # for each puzzle
_LETTERS_S = 2.0  # for the letters of a layout when Ctrl-C has come
_RATIO = "of rectangles with one side"


class _Watched:
    """What was told of the puzzle in the making.

    Args:
        view: shows the phases.

    Fields:
        better: the best layout so far, or None.
    """

    def __init__(self, view: ProgressView) -> None:
        self._view, self._start = view, time.monotonic()
        self._optimal = False
        self.better: Layout | None = None

    def watch(self) -> Watch:
        """What tells it."""
        return Watch(phase=self._phase, better=self._better, placed=self._placed)

    def take(self) -> bool:
        """Whether the layout is proved to be the best; what comes now is of the next puzzle."""
        optimal = self._optimal
        self._optimal, self.better = False, None
        return optimal

    def _phase(self, phase: str) -> None:
        self._view(Progress(phase, time.monotonic() - self._start))

    def _better(self, layout: Layout) -> None:
        self.better = layout

    def _placed(self, placed: Placed) -> None:
        self._optimal = placed.optimal


def run(asked: Asked) -> int:
    """Do what is asked.

    Returns: the exit code.

    Raises:
        InputError: options, or files, that make no sense.
    """
    check_asked(asked)
    check_output(asked)
    if asked.decode is not None:
        from satcross.cli.wordsearch_dimacs import decoded

        found = decoded(asked)
        if isinstance(found, int):
            return found
        with open_publisher(asked) as publish:
            publish(found, None)
        return exits.OK
    task = task_of(asked)
    if asked.export is not None:
        from satcross.cli.wordsearch_dimacs import write_formula

        return write_formula(asked, task)
    if asked.fit:
        return _run_fit(asked, task)
    return _run_make(asked, task)


def _deadline(asked: Asked) -> Deadline:
    limit_s = _USUAL_S * asked.number if asked.time_limit is None else asked.time_limit
    return Deadline.after(limit_s)


def _make_options(asked: Asked, task: Task) -> MakeOptions:
    from satcross.wordsearch.make import MakeOptions

    return MakeOptions(
        headings=task.headings,
        crossings=crossings_of(asked.crossings),
        max_parallel=asked.max_parallel,
        allow_inside=asked.allow_inside,
        filler=asked.filler,
        message=asked.message or "",
        forbid=task.forbid,
        seed=asked.seed,
    )


def _run_make(asked: Asked, task: Task) -> int:
    from satcross.wordsearch.make import MOST, make_seeded

    board = board_of(asked, task)
    n_made = 0
    answer: WordSearch | Impossible | Stopped = Stopped("nothing was tried")
    with progress_view(asked.progress) as view, open_publisher(asked) as publish:
        watched = _Watched(view)
        try:
            for seed, answer in make_seeded(
                task.words, board, asked.number, _make_options(asked, task),
                alphabet=task.alphabet, deadline=_deadline(asked), watch=watched.watch(),
            ):  # fmt: skip
                if isinstance(answer, WordSearch):
                    optimal = watched.take()
                    with view.hidden():
                        publish(answer, seed, optimal=optimal)
                        if asked.crossings == MOST:
                            _tell_crossings(answer, optimal=optimal)
                    n_made += 1
                    view.found()
        except KeyboardInterrupt:
            view.close()
            made = _interrupted(watched.better, asked, task)
            if made is not None:
                publish(made, None)
                _tell_crossings(made, optimal=False)
            elif not n_made:
                raise
            exits.tell("interrupted")
            return exits.INTERRUPTED
    if isinstance(answer, WordSearch):
        return exits.OK
    return _tell_failure(answer, n_made, asked, task)


def _tell_crossings(made: WordSearch, *, optimal: bool) -> None:
    proved = "proved to be the most" if optimal else "the most that was found"
    exits.tell(f"{len(made.layout.crossings)} crossings, {proved}")


def _interrupted(better: Layout | None, asked: Asked, task: Task) -> WordSearch | None:
    """The puzzle of the best layout when Ctrl-C came, if there is one."""
    if better is None:
        return None
    made = _lettered(better, asked, task, Deadline.after(_LETTERS_S))
    return made if isinstance(made, WordSearch) else None


def _lettered(
    layout: Layout, asked: Asked, task: Task, deadline: Deadline
) -> WordSearch | Impossible | Stopped:
    from satcross.wordsearch.finish import finish

    return finish(
        layout, alphabet=task.alphabet, filler=asked.filler, message=asked.message or "",
        forbid=task.forbid, allow_inside=asked.allow_inside, seed=asked.seed, deadline=deadline,
    )  # fmt: skip


def _tell_failure(answer: Impossible | Stopped, n_made: int, asked: Asked, task: Task) -> int:
    done = f"{n_made} puzzle{'' if n_made == 1 else 's'}; " if n_made else ""
    if isinstance(answer, Impossible):
        exits.tell(f"{done}impossible: proved: {answer.why}")
        return exits.UNFILLABLE
    exits.tell(f"{done}stopped: {answer.reason}")
    for hint in _hints(asked, task):
        exits.tell(hint)
    return exits.STOPPED


def _hints(asked: Asked, task: Task) -> Iterator[str]:
    """What may have been asked too much, where a message was to be spelt."""
    if not task.spelt:
        return
    own = [
        word for word in task.forbid
        if word in task.spelt or word[::-1] in task.spelt
    ]  # fmt: skip
    if own:
        yield (
            f"the message itself spells a forbidden word, {own[0]}: words of the list must cut it"
            " in two; change the message, or allow it with --no-forbid"
        )
    yield (
        f"that exactly {len(task.spelt)} cells are left, and no word can be read in them, is hard:"
        " try a message of another length, another size, --seed, or a longer --time-limit"
    )


def _run_fit(asked: Asked, task: Task) -> int:
    from satcross.wordsearch.fit import ENDLESS, FitOptions, fit

    deadline = _deadline(asked)
    wish = FitOptions(allow_inside=asked.allow_inside, forbid=task.forbid, seed=asked.seed)
    if asked.time_limit is not None:  # who names one wants it to be used
        wish = replace(wish, rounds=ENDLESS)
    was_interrupted = False
    with progress_view(asked.progress) as view:
        watched = _Watched(view)
        try:
            found = fit(task.words, task.headings, wish, deadline=deadline, watch=watched.watch())
        except KeyboardInterrupt:
            if watched.better is None:
                raise
            found, was_interrupted = Placed(watched.better), True
    if not isinstance(found, Placed):
        return _tell_failure(found, 0, asked, task)
    board = found.layout.board
    made = _finished(found, asked, task)
    size = f"{board.n_cols}x{board.n_rows}, {board.n_cells} cells"
    if not isinstance(made, WordSearch):
        exits.tell(f"a layout of {size} was found, but {_reason(made)}")
        return exits.STOPPED
    with open_publisher(asked) as publish:
        publish(made, None if was_interrupted else asked.seed)
    if was_interrupted:
        exits.tell(f"{size}, the fewest that were found; interrupted")
        return exits.INTERRUPTED
    if found.optimal:
        proved = "proved to be the fewest"
    else:
        proved = f"the fewest that were found; fewer than {found.bound} are proved not to do"
    exits.tell(f"{size}, {proved} ({_RATIO} at most {wish.ratio:g} times the other)")
    return exits.OK


def _finished(found: Placed, asked: Asked, task: Task) -> WordSearch | Impossible | Stopped:
    """Letters for a fitted layout; another layout on the same board, where it can have none."""
    from satcross.wordsearch.make import make

    deadline = Deadline.after(_USUAL_S)
    made = _lettered(found.layout, asked, task, deadline)
    if isinstance(made, WordSearch):
        return made
    again = make(
        task.words, found.layout.board, _make_options(asked, task),
        alphabet=task.alphabet, deadline=deadline,
    )  # fmt: skip
    return again if isinstance(again, WordSearch) else made


def _reason(answer: Impossible | Stopped) -> str:
    return answer.why if isinstance(answer, Impossible) else answer.reason
