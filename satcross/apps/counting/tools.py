"""Counting and sampling by programs for any formula: Ganak, ApproxMC and UniGen.

They are optional: `pip install satcross[count]`. This is the only module that imports them, and it
does so when they are used. None of them can be stopped, so they run in a child process, which can.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from satcross import SolverError
from satcross.extend import I32, NEVER, Channel, Child, Deadline, Formula

Tool = Literal["ganak", "approxmc", "unigen"]
TITLES = {"ganak": "Ganak", "approxmc": "ApproxMC", "unigen": "UniGen"}
INSTALL = "pip install 'satcross[count]'"

# pyapproxmc 4.3.4 and 4.4.0 lose factors of two: of 70 small puzzles they miscounted 14, this one
# among them. 4.1.24 is right.
_TRIAL = ([1], [2, 3], [-2, -3], [-4, 1], [-5, 1], [-4, 3], [-5, 2], [4, 5], [-2, 5], [-3, 4])
_TRIAL_COUNT = 2

EPSILON = 0.8
DELTA = 0.2


@dataclass(frozen=True, slots=True, eq=False)
class ToolJob:
    """What a tool is to do with a formula.

    Args:
        tool: "ganak" counts exactly, "approxmc" approximately, "unigen" samples almost uniformly.
        flat: int32: the clauses, each closed by a 0; no clause is empty.
        n_vars: how many variables there are.
        n_projected: the variables 1 to this one are the projection set.
        seed: of the tool's random choices.
        epsilon, delta: of ApproxMC: with probability at least 1 - delta the count is right within a
            factor of 1 + epsilon.
        n_samples: number of samples from UniGen.
    """

    tool: Tool
    flat: I32
    n_vars: int
    n_projected: int
    seed: int = 0
    epsilon: float = EPSILON
    delta: float = DELTA
    n_samples: int = 0


@dataclass(frozen=True, slots=True)
class ToolAnswer:
    """What came out.

    Args:
        n: the count, exact by Ganak, approximate by the others.
        samples: by UniGen: of each, the variables of the projection set that are true.
    """

    n: int
    samples: tuple[tuple[int, ...], ...] = ()


def package_of(tool: Tool) -> str:
    """The Python package that a tool comes in."""
    return f"py{tool}"


def is_installed(tool: Tool) -> bool:
    """Whether a tool's package can be imported. Does not import it."""
    return importlib.util.find_spec(package_of(tool)) is not None


def missing(tool: Tool) -> SolverError:
    """The error that says how to get a tool."""
    return SolverError(f"{TITLES[tool]} is not installed: {INSTALL} brings {package_of(tool)}")


def run(
    job: ToolJob, *, deadline: Deadline = NEVER, on_tick: Callable[[], None] | None = None
) -> ToolAnswer | None:
    """What a tool answers, by the deadline; None when that came first.

    Args:
        job: what is to be done.
        deadline: kept within half a second, whatever the tool is doing.
        on_tick: called some ten times a second; what it raises ends the tool.

    Raises:
        SolverError: the package is missing, or the tool died.
    """
    if not is_installed(job.tool):
        raise missing(job.tool)
    with Child(_serve, job, purpose=job.tool) as child:
        found: ToolAnswer | None = child.answer(deadline, on_tick)
        return found


def _serve(_channel: Channel, job: ToolJob) -> ToolAnswer:
    return answer(job)


def answer(job: ToolJob) -> ToolAnswer:
    """What a tool answers, in this process and however long it takes.

    Raises:
        SolverError: the package is missing.
    """
    if not is_installed(job.tool):
        raise missing(job.tool)
    if job.n_vars == 0:
        return ToolAnswer(1, ((),) * job.n_samples)
    return _TOOLS[job.tool](job)


def _ganak(job: ToolJob) -> ToolAnswer:
    counter: Any = importlib.import_module("pyganak").Counter(seed=job.seed)
    counter.new_vars(job.n_vars)
    counter.add_clauses(Formula(job.n_vars, job.flat))
    counter.set_sampling_set(range(1, job.n_projected + 1))
    return ToolAnswer(int(counter.count()))


def _approxmc(job: ToolJob) -> ToolAnswer:
    Counter: Any = importlib.import_module("pyapproxmc").Counter  # noqa: N806
    # Seeds are 32 bits wide there. A variable that no clause has would not be known.
    trial: Any = Counter(seed=1)
    for clause in _TRIAL:
        trial.add_clause(clause)
    cells, n_hashes = trial.count(range(1, 4))
    if cells << n_hashes != _TRIAL_COUNT:
        raise SolverError(
            f"ApproxMC as in {_version('pyapproxmc')} miscounts a formula with two assignments: "
            "pip install 'pyapproxmc<4.3' brings one that does not"
        )
    counter: Any = Counter(seed=job.seed % (1 << 32), epsilon=job.epsilon, delta=job.delta)
    counter.add_clauses(np.append(job.flat, _mention(job)))
    cells, n_hashes = counter.count(range(1, job.n_projected + 1))
    return ToolAnswer(int(cells) << int(n_hashes))


def _unigen(job: ToolJob) -> ToolAnswer:
    sampler: Any = importlib.import_module("pyunigen").Sampler(seed=job.seed % (1 << 32))
    for clause in Formula(job.n_vars, np.append(job.flat, _mention(job))):
        sampler.add_clause(clause)
    cells, n_hashes, samples = sampler.sample(
        num=job.n_samples, sampling_set=range(1, job.n_projected + 1)
    )
    kept = tuple(
        tuple(lit for lit in sample if 0 < lit <= job.n_projected)
        for sample in samples[: job.n_samples]
    )
    return ToolAnswer(int(cells) << int(n_hashes), kept)


def _version(package: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return package


def _mention(job: ToolJob) -> I32:
    """A clause that is always true and names the last variable."""
    return np.array([job.n_vars, -job.n_vars, 0], dtype=np.int32)


_TOOLS: dict[str, Callable[[ToolJob], ToolAnswer]] = {
    "ganak": _ganak,
    "approxmc": _approxmc,
    "unigen": _unigen,
}
