"""The phase transition as an SVG: how many lists have a fill, and how long solvers take."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import median

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _TOP, _BOTTOM = 640, 340, 56, 130, 34, 46
_COLOURS = ("#0b6e99", "#c2410c", "#4d7c0f", "#7e22ce", "#a16207", "#be185d")


FOUND = "SATISFIABLE"


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """What one solver said of one formula.

    Args: answer: one of the three; seconds: of wall time; conflicts: -1 where it does not say.
    """

    n_words: int
    seed: int
    encoding: str
    solver: str
    answer: str
    seconds: float
    conflicts: int


def picture(title: str, answers: Sequence[SolverAnswer]) -> str:
    """The share of lists with a fill, as bars, and the median seconds of each solver, as lines.

    A list counts as filled if any solver has found a fill. What was stopped counts as so long.
    """
    sizes = sorted({one.n_words for one in answers})
    filled: dict[int, dict[int, bool]] = {n: {} for n in sizes}
    seconds: dict[str, dict[int, list[float]]] = {}
    for one in answers:
        known = filled[one.n_words].get(one.seed, False)
        filled[one.n_words][one.seed] = known or one.answer == FOUND
        several = len({a.encoding for a in answers if a.solver == one.solver}) > 1
        name = f"{one.solver} {one.encoding}" if several else one.solver
        seconds.setdefault(name, {n: [] for n in sizes})[one.n_words].append(one.seconds)
    shares = {n: sum(of.values()) / len(of) for n, of in filled.items()}
    medians = {
        name: {n: max(0.001, median(values)) for n, values in by.items() if values}
        for name, by in seconds.items()
    }
    return "\n".join(_lines(title, sizes, shares, medians)) + "\n"


def _lines(
    title: str,
    sizes: Sequence[int],
    shares: Mapping[int, float],
    medians: Mapping[str, Mapping[int, float]],
) -> list[str]:
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _TOP - _BOTTOM
    step = wide / max(1, len(sizes))
    at = {n: _LEFT + step * (index + 0.5) for index, n in enumerate(sizes)}
    every = [value for by in medians.values() for value in by.values()] or [1.0]
    low, top = math.floor(math.log10(min(every))), math.ceil(math.log10(max(every)) + 1e-9)
    top = max(top, low + 1)

    def y_of(value: float) -> float:
        return _TOP + high * (top - math.log10(value)) / (top - low)

    found = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        ' font-family="sans-serif" font-size="11">',
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="#ffffff"/>',
        f'<text x="{_LEFT}" y="20" font-size="13">{escape(title)}: lists with a fill, and'
        " seconds by number of words</text>",
    ]
    for n, share in shares.items():
        bar = high * share
        found.append(
            f'<rect x="{at[n] - step * 0.4:.1f}" y="{_TOP + high - bar:.1f}"'
            f' width="{step * 0.8:.1f}" height="{bar:.1f}" fill="#e2e8f0"/>'
        )
        found.append(
            f'<text x="{at[n]:.1f}" y="{_HEIGHT - _BOTTOM + 15}" text-anchor="middle">{n:,}</text>'
        )
    for exponent in range(low, top + 1):
        y = y_of(10.0**exponent)
        found.append(f'<path d="M{_LEFT} {y:.1f}h{wide}" stroke="#cbd5e1" stroke-width="0.5"/>')
        label = f"{10.0**exponent:g} s"
        found.append(f'<text x="{_LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{label}</text>')
    for percent in (0, 50, 100):
        y = _TOP + high * (100 - percent) / 100
        found.append(
            f'<text x="{_LEFT + wide + 6}" y="{y + 4:.1f}" fill="#64748b">{percent} %</text>'
        )
    for index, (name, by) in enumerate(medians.items()):
        colour = _COLOURS[index % len(_COLOURS)]
        points = " ".join(f"{at[n]:.1f},{y_of(value):.1f}" for n, value in by.items())
        found.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
        )
        y = _TOP + 16 + 16 * index
        found.append(f'<text x="{_LEFT + wide + 40}" y="{y}" fill="{colour}">{escape(name)}</text>')
    found += [
        f'<text x="{_LEFT + wide / 2}" y="{_HEIGHT - 10}" text-anchor="middle">words</text>',
        f'<rect x="{_LEFT}" y="{_TOP}" width="{wide}" height="{high}" fill="none"'
        ' stroke="#64748b"/>',
        "</svg>",
    ]
    return found
