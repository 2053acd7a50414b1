"""The sections of Exolve's text: `exolve-NAME: value` and the lines below, without comments."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass, field

from satcross import FormatError
from satcross.apps.interchange.texts import decoded
from satcross.extend import counted

NAME = "exolve"
MAX_TEXT = 2 << 20  # bytes; the largest crosswords with all their clues take a tenth
_HEAD = re.compile(r"exolve-([^:\s]+)\s*(?::(.*))?")
_COMMENT = re.compile(r"(?:(?<= )|^)#(?: |$)")
_LITERAL = "`"  # around the text in a page
# What this format has for one section under two names.
_SAME = {"color": "colour", "prelude": "preamble"}
_OFTEN = frozenset({
    "nina", "colour", "no-rebus", "question", "option", "alternatives", "credits", "reversals",
    "cell-decorator", "shaped-cell", "force-hyphen-right", "force-hyphen-below",
    "force-bar-right", "force-bar-below",
})  # fmt: skip


@dataclass(frozen=True, slots=True)
class ExolveLine:
    """A line with its number from 1."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class ExolveSection:
    """What follows the name of a section, and the lines below."""

    name: str
    value: ExolveLine
    lines: list[ExolveLine] = field(default_factory=list)

    def texts(self) -> list[str]:
        """All lines that are not empty."""
        return [line.text for line in (self.value, *self.lines) if line.text]


@dataclass(frozen=True, slots=True)
class ExolveText:
    """The sections of a puzzle in their order, and what is to be said of their reading."""

    source: str
    sections: list[ExolveSection] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)

    def every(self, *names: str) -> list[ExolveSection]:
        """The sections of these names."""
        return [section for section in self.sections if section.name in names]

    def last(self, name: str) -> ExolveSection | None:
        """The section of a name: of several the last one, which is Exolve's."""
        return next(reversed(self.every(name)), None)

    def lines_of(self, name: str) -> list[ExolveLine]:
        """The lines below a section's name; none if there is no such section."""
        section = self.last(name)
        return section.lines if section else []

    def left_out(self, what: str) -> None:
        """Remark that something is not read."""
        self.remarks.append(f"left out: {what}")

    def wrong(self, problem: str, hint: str, line: ExolveLine | None = None) -> FormatError:
        """The error for a line that cannot be read."""
        number = line.number if line else None
        return FormatError(problem, hint=hint, source=self.source, line=number)

    def others(self, known: Collection[str]) -> dict[str, list[list[str]]]:
        """The sections that are not known, by name: of each the value and the lines below."""
        found: dict[str, list[list[str]]] = {}
        for section in self.sections:
            if section.name not in known:
                texts = [section.value.text, *(line.text for line in section.lines)]
                found.setdefault(section.name, []).append(texts)
        return found


def split_sections(data: bytes, source: str) -> ExolveText:
    """The sections of the first puzzle in a file.

    Raises:
        FormatError: the file is not UTF-8, or has no puzzle with a grid.
    """
    out = ExolveText(source)
    begun = ended = False
    n_comments, more = 0, []
    for number, raw in enumerate(re.split(r"\r\n?|\n", decoded(data, source, MAX_TEXT)), 1):
        bare = raw.strip()
        if ended or not begun:
            if re.match(r"exolve-begin\b", bare):
                more += [number] if ended else []
                begun = True
            continue
        if bare.startswith(_LITERAL):  # no exolve-end, and Exolve needs none
            ended = True
            continue
        comment = _COMMENT.search(raw.rstrip())
        text = raw[: comment.start()].strip() if comment else bare
        n_comments += comment is not None
        head = _HEAD.fullmatch(text)
        if head and head[1].lower() == "end":
            ended = True
        elif head:
            name = head[1].lower()
            value = ExolveLine(number, (head[2] or "").strip())
            out.sections.append(ExolveSection(_SAME.get(name, name), value))
        elif text and out.sections:
            out.sections[-1].lines.append(ExolveLine(number, text))
    if not begun:
        raise out.wrong("the file has no exolve-begin", "check that it is of Exolve")
    if out.last("grid") is None:
        raise out.wrong("there is no exolve-grid", "add one")
    if n_comments:
        out.left_out(counted(n_comments, "comment"))
    if more:
        lines = ", ".join(map(str, more[:8]))
        puzzles = counted(len(more), "more puzzle")
        out.left_out(f"{puzzles} of the file, from line {lines}{' …' * (len(more) > 8)}")
    _forget_repeated(out)
    return out


def _forget_repeated(text: ExolveText) -> None:
    """Leave out sections that Exolve does not see, since the last one of their name counts."""
    last = {section.name: at for at, section in enumerate(text.sections)}
    kept: list[ExolveSection] = []
    for at, section in enumerate(text.sections):
        if section.name in _OFTEN or section.name == "preamble" or last[section.name] == at:
            kept.append(section)
        else:
            line = section.value.number
            text.left_out(f"exolve-{section.name} in line {line}, since another one follows")
    text.sections[:] = kept
