"""From a seed to a puzzle, a question about it, and what came of it."""

from __future__ import annotations

import random
import signal
import sys
import traceback
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from types import FrameType

from fuzz.differential.checks import BY_NAME, CHECKS
from fuzz.differential.checks.base import Check, Difference, Trial
from fuzz.differential.data import PuzzleData
from fuzz.differential.generate import KINDS, Case, Family, make_case, make_family

LIMIT_S = 120.0  # for one question; none needs a second
FAMILY = 4  # seeds with the same word list
ATTEMPTS = 200  # to make a puzzle that one of some questions can be asked about


@dataclass(frozen=True)
class Asked:
    """A question that was asked about a puzzle.

    Args:
        seed: of the puzzle and the question.
        kind: of the puzzle.
        task: the check's name.
        engine: what answered.
        case: the puzzle.
        failure: what differs; "" where nothing does.
    """

    seed: int
    kind: str
    task: str
    engine: str
    case: Case
    failure: str


def ask(seed: int, kinds: Collection[str] = (), tasks: Collection[str] = ()) -> Asked:
    """Make a seed's puzzle and ask its question.

    Args:
        seed: 0 or greater.
        kinds: make a puzzle of one of these kinds; of any by default.
        tasks: ask one of these questions; any by default.

    Raises:
        ValueError: no puzzle of these kinds can be asked any of these questions.
    """
    rng = random.Random(seed)
    for attempt in range(ATTEMPTS):
        family = _family(seed // FAMILY, tuple(kinds) or tuple(KINDS), attempt)
        case = make_case(rng, family)
        chosen = [
            check for check in CHECKS if (not tasks or check.name in tasks) and check.applies(case)
        ]
        if chosen:
            break
    else:
        raise ValueError("no puzzle of these kinds can be asked this")
    check = rng.choices(chosen, [check.weight for check in chosen])[0]
    trial = Trial(case, f"{seed} {check.name}")
    failure = failure_of(check, trial)
    return Asked(seed, family.kind, check.name, trial.engine or "-", case, failure)


@lru_cache(maxsize=2)
def _family(number: int, kinds: tuple[str, ...], attempt: int) -> Family:
    rng = random.Random(f"family {number} {attempt}")
    return make_family(rng, rng.choice(kinds))


def failure_of(check: Check, trial: Trial) -> str:
    """What a check finds wrong; "" where nothing is."""
    try:
        with _time_limit():
            check.run(trial)
    except Difference as difference:
        return f"difference: {difference}"
    except Exception as error:  # whatever satcross raises is a defect
        where = traceback.extract_tb(error.__traceback__)[-1]
        at = f"{where.filename.rpartition('satcross/')[2]}:{where.lineno}"
        return f"{type(error).__name__}: {error} ({at})"
    return ""


def repeat(task: str, seed: int, data: PuzzleData) -> str:
    """Ask the question of a seed about any puzzle.

    Returns: what differs; "" where nothing does.

    >>> repeat("fill", 0, PuzzleData(rows=((".", "."),), letters="AB", words=(("AB", 1),)))
    ''
    """
    return failure_of(BY_NAME[task], Trial(Case.of(data), f"{seed} {task}"))


@contextmanager
def _time_limit() -> Iterator[None]:
    """Raise a `Difference` when the time is up, so that a search without an end is found.

    There is no limit on Windows, which has no alarms.
    """
    if sys.platform == "win32":
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise Difference(f"no answer after {LIMIT_S:g} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, LIMIT_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
