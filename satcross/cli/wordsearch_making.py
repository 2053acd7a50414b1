"""What `satcross wordsearch` does: from the options to puzzles, proofs and exit codes."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from satcross.cli import exits
from satcross.cli.wordsearch_asked import (
    Asked,
    Task,
    board_of,
    check_asked,
    crossings_of,
    task_of,
)
from satcross.cli.wordsearch_out import check_output, open_publisher
from satcross.solve.protocol import Deadline
from satcross.wordsearch.results import Impossible, Placed, Stopped, WordSearch

if TYPE_CHECKING:
    from satcross.wordsearch.make import MakeOptions

__all__ = ["Asked", "run"]

_USUAL_S = 20.0  # for each puzzle
_RATIO = "of rectangles with one side"


@dataclass(slots=True)
class _Last:
    """What was told of the layout of the puzzle that comes next."""

    placed: Placed | None = None

    def tell(self, placed: Placed) -> None:
        self.placed = placed

    @property
    def optimal(self) -> bool:
        return self.placed is not None and self.placed.optimal


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
    last, n_made = _Last(), 0
    answer: WordSearch | Impossible | Stopped = Stopped("nothing was tried")
    with open_publisher(asked) as publish:
        for seed, answer in make_seeded(
            task.words, board, asked.number, _make_options(asked, task),
            alphabet=task.alphabet, deadline=_deadline(asked), on_placed=last.tell,
        ):  # fmt: skip
            if isinstance(answer, WordSearch):
                n_made += 1
                publish(answer, seed, optimal=last.optimal)
                if asked.crossings == MOST:
                    n = len(answer.layout.crossings)
                    proved = "proved to be the most" if last.optimal else "the most that was found"
                    exits.tell(f"{n} crossings, {proved}")
    if isinstance(answer, WordSearch):
        return exits.OK
    return _tell_failure(answer, n_made, asked, task)


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
    from satcross.wordsearch.fit import FitOptions, fit

    deadline = _deadline(asked)
    wish = FitOptions(allow_inside=asked.allow_inside, forbid=task.forbid, seed=asked.seed)
    found = fit(task.words, task.headings, wish, deadline=deadline)
    if not isinstance(found, Placed):
        return _tell_failure(found, 0, asked, task)
    board = found.layout.board
    made = _finished(found, asked, task)
    size = f"{board.n_cols}x{board.n_rows}, {board.n_cells} cells"
    if not isinstance(made, WordSearch):
        exits.tell(f"a layout of {size} was found, but {_reason(made)}")
        return exits.STOPPED
    with open_publisher(asked) as publish:
        publish(made, asked.seed)
    if found.optimal:
        proved = "proved to be the fewest"
    else:
        proved = f"the fewest that were found; fewer than {found.bound} are proved not to do"
    exits.tell(f"{size}, {proved} ({_RATIO} at most {wish.ratio:g} times the other)")
    return exits.OK


def _finished(found: Placed, asked: Asked, task: Task) -> WordSearch | Impossible | Stopped:
    """Letters for a fitted layout; another layout on the same board, where it can have none."""
    from satcross.wordsearch.finish import finish
    from satcross.wordsearch.make import make

    deadline = Deadline.after(_USUAL_S)
    made = finish(
        found.layout, alphabet=task.alphabet, filler=asked.filler, forbid=task.forbid,
        allow_inside=asked.allow_inside, seed=asked.seed, deadline=deadline,
    )  # fmt: skip
    if isinstance(made, WordSearch):
        return made
    again = make(
        task.words, found.layout.board, _make_options(asked, task),
        alphabet=task.alphabet, deadline=deadline,
    )  # fmt: skip
    return again if isinstance(again, WordSearch) else made


def _reason(answer: Impossible | Stopped) -> str:
    return answer.why if isinstance(answer, Impossible) else answer.reason
