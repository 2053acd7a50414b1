"""The cactus plot: how many cases a tool answers within a time each, as an SVG."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape

from benchmarks.compare.record import OURS, Book
from benchmarks.compare.standing import Standings

_WIDTH, _HEIGHT = 860, 500
_LEFT, _TOP, _RIGHT, _BOTTOM = 62, 62, 640, 440  # the plot's frame; the legend is to its right
_LEGEND_X, _LEGEND_STEP = 664, 24

# Line colours on white and on dark: Okabe and Ito's (safe for the colour blind), lighter on dark.
_COLOURS = (
    ("#d4380d", "#ff8a65"),
    ("#0072b2", "#56b4e9"),
    ("#009e73", "#4fd6ab"),
    ("#a15c8a", "#e7a8d0"),
    ("#7a6a00", "#f0e442"),
    ("#555555", "#bbbbbb"),
)
_DASHES = ("", "7 3", "2 3")  # after each round of colours

_STYLE = """\
text { font: 13px system-ui, sans-serif; fill: #24292f; }
.title { font-size: 16px; font-weight: 600; }
.small { font-size: 12px; fill: #57606a; }
.ground { fill: #ffffff; }
.frame { fill: none; stroke: #8c959f; }
.grid { stroke: #d8dee4; }
.curve { fill: none; stroke-width: 1.8; stroke-linejoin: round; }
.ours { stroke-width: 3.4; }"""

_DARK = """\
text { fill: #e6edf3; }
.small { fill: #9198a1; }
.ground { fill: #0d1117; }
.frame { stroke: #6e7681; }
.grid { stroke: #2d333b; }"""


@dataclass(frozen=True, slots=True)
class Curve:
    """A tool's name and the seconds of the cases that it answered, ascending.

    `place` is the tool's among all: its colour, the same whatever is plotted beside it.
    """

    place: int
    key: str
    seconds: tuple[float, ...]


def curves(book: Book) -> list[Curve]:
    """A curve for each tool that was run, those with most answers first."""
    standings = Standings(book)
    found = []
    for place, tool in enumerate(book.tools):
        of_it = [standings[case.name, tool.key] for case in book.cases]
        if any(standing.kind for standing in of_it):
            times = sorted(standing.median_s for standing in of_it if standing.answered)
            found.append(Curve(place, tool.key, tuple(times)))
    return sorted(found, key=lambda curve: (-len(curve.seconds), sum(curve.seconds)))


def svg(book: Book) -> str:
    """The plot: seconds on a logarithmic axis, cases answered within them upwards."""
    found = curves(book)
    n_cases = sum(any(run.case == case.name for run in book.results) for case in book.cases)
    # The best lines are drawn last, and over them satcross's.
    drawn = sorted(found, key=lambda curve: (curve.key == OURS, len(curve.seconds)))
    axes = _Axes.around(found, book.settings.limit_s, n_cases)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}"'
        f' width="{_WIDTH}" height="{_HEIGHT}" role="img" aria-labelledby="title">',
        f'<title id="title">{_title(n_cases)}</title>',
        f"<style>\n{_style(found)}\n</style>",
        f'<rect class="ground" width="{_WIDTH}" height="{_HEIGHT}"/>',
        f'<text class="title" x="{_LEFT}" y="28">{_title(n_cases)}</text>',
        f'<text class="small" x="{_LEFT}" y="47">{_subtitle(book.settings.n_seeds)}</text>',
        *axes.drawing(),
        *(_path(axes, curve) for curve in drawn),
        *(line for index, curve in enumerate(found) for line in _legend(index, curve)),
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class _Axes:
    """From seconds and counts to places in the picture."""

    low: float  # log10 of the seconds at the left end
    high: float  # log10 of the seconds at the right end
    most: int  # cases at the upper end

    @classmethod
    def around(cls, found: Sequence[Curve], limit_s: float, n_cases: int) -> _Axes:
        least_s = min((time for curve in found for time in curve.seconds), default=0.1)
        low = math.floor(math.log10(max(least_s, 0.001)) * 2) / 2  # at a half or whole decade
        return cls(min(low, math.log10(limit_s) - 0.5), math.log10(limit_s), max(n_cases, 1))

    def x(self, seconds: float) -> float:
        share = (math.log10(seconds) - self.low) / (self.high - self.low)
        return _LEFT + (_RIGHT - _LEFT) * min(max(share, 0), 1)

    def y(self, count: float) -> float:
        return _BOTTOM - (_BOTTOM - _TOP) * count / self.most

    def drawing(self) -> list[str]:
        lines = []
        for seconds in _ticks(self.low, self.high):
            x = f"{self.x(seconds):.1f}"
            lines.append(f'<line class="grid" x1="{x}" x2="{x}" y1="{_TOP}" y2="{_BOTTOM}"/>')
            lines.append(
                f'<text x="{x}" y="{_BOTTOM + 18}" text-anchor="middle">{seconds:g}</text>'
            )
        step = _step(self.most)
        for count in range(0, self.most + 1, step):
            y = self.y(count)
            lines.append(
                f'<line class="grid" x1="{_LEFT}" x2="{_RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>'
            )
            lines.append(f'<text x="{_LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{count}</text>')
        lines.append(
            f'<rect class="frame" x="{_LEFT}" y="{_TOP}" width="{_RIGHT - _LEFT}"'
            f' height="{_BOTTOM - _TOP}"/>'
        )
        middle = (_LEFT + _RIGHT) / 2
        lines.append(
            f'<text x="{middle}" y="{_BOTTOM + 42}" text-anchor="middle">'
            "seconds for each case (logarithmic)</text>"
        )
        across = (_TOP + _BOTTOM) / 2
        lines.append(
            f'<text transform="translate(18 {across}) rotate(-90)" text-anchor="middle">'
            "cases answered</text>"
        )
        return lines


def _path(axes: _Axes, curve: Curve) -> str:
    """A step up at each case, and on to the limit."""
    if not curve.seconds:
        return f"<!-- {curve.key}: nothing answered -->"
    steps = [f"M{axes.x(curve.seconds[0]):.1f} {axes.y(0):.1f}"]
    for count, seconds in enumerate(curve.seconds, start=1):
        steps.append(f"H{axes.x(seconds):.1f}V{axes.y(count):.1f}")
    steps.append(f"H{_RIGHT}")
    return f'<path class="{_classes(curve)}" d="{"".join(steps)}"/>'


def _legend(index: int, curve: Curve) -> list[str]:
    y = _TOP + 8 + _LEGEND_STEP * index
    return [
        f'<path class="{_classes(curve)}" d="M{_LEGEND_X} {y}h30"/>',
        f'<text x="{_LEGEND_X + 38}" y="{y + 4}">{escape(curve.key)}'
        f' <tspan class="small">{len(curve.seconds)}</tspan></text>',
    ]


def _classes(curve: Curve) -> str:
    return f"curve c{curve.place}" + (" ours" if curve.key == OURS else "")


def _style(found: Sequence[Curve]) -> str:
    light, dark = [], []
    for index in sorted(curve.place for curve in found):
        on_white, on_dark = _COLOURS[index % len(_COLOURS)]
        dash = _DASHES[index // len(_COLOURS) % len(_DASHES)]
        dashes = f" stroke-dasharray: {dash};" if dash else ""
        light.append(f".c{index} {{ stroke: {on_white};{dashes} }}")
        dark.append(f".c{index} {{ stroke: {on_dark}; }}")
    night = "\n".join([_DARK, *dark])
    return "\n".join([_STYLE, *light, f"@media (prefers-color-scheme: dark) {{\n{night}\n}}"])


def _title(n_cases: int) -> str:
    return f"Crosswords answered within a time, of {n_cases}"


def _subtitle(n_seeds: int) -> str:
    runs = f"median of {n_seeds} runs" if n_seeds > 1 else "one run each"
    return f"{runs}, whole process, one core; further left and up is better"


def _ticks(low: float, high: float) -> list[float]:
    """1 and 3 of each decade between, and the right end."""
    decades = range(math.floor(low), math.ceil(high) + 1)
    inner = [
        digit * 10**decade
        for decade in decades
        for digit in (1, 3)
        if low - 1e-9 <= math.log10(digit * 10**decade) < high - 0.12
    ]
    return [*inner, 10**high]


def _step(most: int) -> int:
    """A round step that gives at most ten lines."""
    return next(step for step in (1, 2, 5, 10, 20, 50, 100, 200, 500, most) if most / step <= 10)
