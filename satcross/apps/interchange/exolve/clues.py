"""The clue lists of Exolve's text: across, down, and those without a direction."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from satcross import Alphabet, Crossword
from satcross.apps.interchange.exolve.enumerations import (
    ClueParts,
    clue_parts,
    without_definition_marks,
)
from satcross.apps.interchange.exolve.grid import is_hidden
from satcross.apps.interchange.exolve.labels import ClueHead, parse_cell, parse_head, parse_label
from satcross.apps.interchange.exolve.lights import ExolveLights
from satcross.apps.interchange.exolve.lines import NAME, ExolveLine, ExolveText
from satcross.apps.interchange.extras import extras_for, extras_of
from satcross.apps.interchange.plain import lost_tags
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Light,
    Links,
    SquareKind,
    cell_name,
    from_html,
    some_of,
    spelled,
)

SECTIONS = {"across": ACROSS, "down": DOWN}
UNDIRECTED = "Clues"  # the list without a direction, where the file names none
HEADING = "---"
NO_DIRECTION = " (no direction)"  # after the name of a list that is not the usual one
HINT, CONCISE = "hint:", "concise:"
_DELETED = "*"
_SHOWN = 3


def one_line(text: str) -> str:
    """A text with one blank between its words."""
    return " ".join(text.split())


def clue_of(html: str, clue: Clue) -> tuple[Clue, dict[str, Any], ClueParts]:
    """A clue with the text after its label, what only Exolve has of it, and the parts."""
    parts = clue_parts(html)
    kept: dict[str, Any] = {}
    bare = without_definition_marks(parts.text)
    text, markup = from_html(bare)
    text = one_line(text)
    if bare != parts.text:
        kept["definition"] = parts.text
    elif lost_tags(bare):
        kept["html"] = parts.text
    if parts.is_hidden and parts.enumeration != "(?)":
        kept["hidden"] = parts.enumeration
    annotation = one_line(from_html(parts.annotation)[0])
    clue = replace(clue, text=text, markup=markup if text else "", annotation=annotation)
    return clue, kept, parts


@dataclass(slots=True)
class _Item:
    """A clue that was read, before links are resolved."""

    direction: str
    line: ExolveLine
    head: ClueHead
    clue: Clue
    kept: dict[str, Any] = field(default_factory=dict)
    raw: str = ""  # the annotation in HTML
    has_enumeration: bool = False


class ClueReader:
    """Reads the clues of a file.

    Args: text: collects the remarks; lights: the entries, with the numbers that Exolve prints.
    """

    def __init__(self, text: ExolveText, crossword: Crossword, lights: ExolveLights) -> None:
        self._text = text
        self._crossword = crossword
        self._lights = lights
        self._shape = crossword.n_rows, crossword.n_cols
        self._items: list[_Item] = []
        self._deleted: set[tuple[int, ...]] = set()
        self._is_unknown = False
        self._in_brackets: list[Clue] = []  # whose labels are no numbers of entries

    def crossword(self) -> Crossword:
        """The crossword with its clues, and the labels of squares that they name.

        Raises:
            FormatError: a clue is of no entry of the grid.
        """
        for section, direction in SECTIONS.items():
            self._list(section, direction)
        self._list("nodir", "")
        self._is_unknown = self._hides_entries()
        if self._is_unknown:
            self._text.remarks.append(
                "the diagram is not known: clues have no squares, and numbers as in the file"
            )
        by_light: dict[tuple[str, tuple[int, ...]], Clue] = {}
        others: list[Clue] = []
        for item in sorted(self._items, key=_comes_late):
            clue = self._placed(item, by_light)
            if item.head.own.in_brackets:
                self._in_brackets.append(clue)
            if clue.direction in (ACROSS, DOWN) and self._light(clue.direction, clue.cells):
                by_light[clue.direction, clue.cells] = clue
            else:
                others.append(clue)
        return self._all_of(by_light, others)

    def _all_of(
        self, by_light: dict[tuple[str, tuple[int, ...]], Clue], others: list[Clue]
    ) -> Crossword:
        """The crossword with these clues, and empty ones for lights that have none."""
        merged = {clue.cells for clue in others if clue.direction not in (ACROSS, DOWN)}
        found: list[Clue] = []
        for way in (ACROSS, DOWN):
            for light in self._lights.slots if not self._is_unknown else ():
                key = light.heading, light.cells
                if light.heading != way:
                    continue
                if key in by_light:
                    found.append(by_light[key])
                elif light.cells not in self._deleted | merged:
                    answer = spelled(self._crossword.squares, light.cells)
                    label = str(light.number or "")
                    found.append(Clue(way, label, "", cells=light.cells, answer=answer))
            found += [clue for clue in others if clue.direction == way]
        found += [clue for clue in others if clue.direction not in (ACROSS, DOWN)]
        named = [clue for clue in found if "html" in extras_for(clue, NAME)]
        if named:
            places = some_of([f"{clue.label} {clue.direction}" for clue in named], _SHOWN)
            self._text.remarks.append(f"tags of clues that only Exolve files keep: {places}")
        crossword = replace(self._crossword, clues=tuple(found))
        crossword, remarks = with_labels(crossword, self._lights)
        self._text.remarks.extend(remarks)
        again = Links(crossword).read()
        apart = {id(clue) for clue in self._in_brackets}
        pairs = zip(crossword.clues, again.clues, strict=True)
        return replace(
            again, clues=tuple(one if id(one) in apart else other for one, other in pairs)
        )

    def _list(self, section_name: str, direction: str) -> None:
        """Reads the lines of a list."""
        section = self._text.last(section_name)
        if section is None:
            return
        heading = one_line(from_html(section.value.text)[0])
        if direction and heading:
            self._text.left_out(f"what follows exolve-{section_name}: {heading[:40]!r}")
        name = direction or list_name(heading)
        kept: dict[str, Any] = {}
        last: _Item | None = None
        for line in section.lines:
            if line.text.startswith(HEADING):
                heading = line.text[len(HEADING) :].strip()
                if direction:
                    kept["heading"] = heading
                else:
                    name = list_name(one_line(from_html(heading)[0]))
            elif line.text[:8].lower().startswith((HINT, CONCISE)):
                self._aside(line, last)
            elif (item := self._item(line, name)) is None:
                kept.setdefault("filler", []).append(line.text)
            elif not self._is_deletion(item):
                item.kept = kept | item.kept
                kept = {}
                last = item
                self._items.append(item)
        for what, value in kept.items():
            shown = value if isinstance(value, str) else " ".join(value)
            self._text.left_out(f"the {what} {shown[:40]!r} after the last clue {name.lower()}")

    def _aside(self, line: ExolveLine, last: _Item | None) -> None:
        """Keeps a hint of a clue, or a shorter text for it."""
        key, _, value = line.text.partition(":")
        if last is None:
            self._text.left_out(f"{line.text[:30]!r}, which follows no clue")
        elif key.lower() == "hint":
            last.kept.setdefault("hints", []).append(value.strip())
        else:
            last.kept["concise"] = value.strip()

    def _item(self, line: ExolveLine, direction: str) -> _Item | None:
        """The clue of a line; None if it begins with no label."""
        way = direction if direction in (ACROSS, DOWN) else ""
        head = parse_head(line.text, way, self._shape)
        if head is None:
            return None
        if way and head.own.direction not in ("", way):
            raise self._text.wrong(
                f"{line.text[:40]!r} is no clue {way.lower()}",
                "move it into the list of its direction",
                line,
            )
        label = head.own.label
        if head.own.in_brackets:
            label = one_line(from_html(label)[0])
        clue, kept, parts = clue_of(line.text[head.end :], Clue(direction, label, ""))
        if head.cells and (way or len(head.cells) == 1):
            kept["start"] = line.text.split(maxsplit=1)[0].lstrip("#")
        has_lengths = bool(parts.enumeration)
        return _Item(direction, line, head, clue, kept, parts.annotation, has_lengths)

    def _is_deletion(self, item: _Item) -> bool:
        """Whether the line says that there is no such entry; it is remembered then."""
        if item.clue.text != _DELETED or item.direction not in SECTIONS.values():
            return False
        if clue_parts(item.line.text[item.head.end :]).text != _DELETED:
            return False  # an entity
        cells = self._lights.cells.get((item.direction, item.head.own.label), ())
        if not cells:
            raise self._no_entry(item)
        self._deleted.add(cells)
        return True

    def _hides_entries(self) -> bool:
        """Whether numbers are of a diagram that the file does not have."""
        hidden = self._crossword.kind.hides_diagram
        is_open = any(
            (hidden or is_hidden(square)) and square.kind is SquareKind.OPEN and not square.solution
            for square in self._crossword.squares
        )
        return is_open and not all(
            item.head.own.in_brackets or (item.direction, item.head.own.label) in self._lights.cells
            for item in self._items
            if item.direction in SECTIONS.values()
        )

    def _no_entry(self, item: _Item) -> Exception:
        return self._text.wrong(
            f"{item.line.text[:40]!r} is no clue {item.direction.lower()} of this grid",
            "begin it with the number of an entry that has no clue yet",
            item.line,
        )

    def _placed(self, item: _Item, taken: Mapping[tuple[str, tuple[int, ...]], Clue]) -> Clue:
        """The clue of an item with its squares and answer."""
        clue = item.clue
        cells = self._cells(item)
        is_light = bool(cells) and item.direction in SECTIONS.values()
        if is_light and (item.direction, cells) in taken:
            if not item.head.own.in_brackets:
                raise self._no_entry(item)
            cells, is_light = (), False  # a further clue, which begins where that entry does
        kept = dict(item.kept)
        continued: tuple[tuple[int, ...], ...] = ()
        if item.head.children and is_light:
            found = self._continued(item, cells)
            if found is None:
                html = item.line.text.partition(item.head.own.label)[2].strip()
                clue, more, parts = clue_of(html, clue)
                item.raw = parts.annotation
                kept = more | {key: value for key, value in kept.items() if key == "start"}
                self._text.remarks.append(
                    f"the numbers that begin {item.line.text[:30]!r} are read as text,"
                    " since they are not of further entries"
                )
            else:
                continued = tuple(found)
        elif item.head.children:
            names = [f"{label.strip('[]')}{way[:1].lower()}" for way, label in item.head.children]
            clue = replace(clue, label=", ".join([clue.label, *names]))
            if not self._is_unknown:
                self._text.remarks.append(f"the link of {clue.label!r} is read as its label")
        answer = spelled(self._crossword.squares, cells) if cells else ""
        if not cells:
            in_brackets = item.raw.startswith("[")  # and not as an entity
            answer, annotation = _explicit_answer(clue.annotation, self._shape)
            answer *= in_brackets
            if answer:
                clue = replace(clue, annotation=annotation)
                item.raw = item.raw.partition("]")[2].strip()
        is_plain = not (lost_tags(item.raw) or from_html(item.raw)[1])
        if not is_plain or (item.raw[:1] in ("[", "_") and is_special(clue.annotation, answer)):
            kept["annotation"] = item.raw
        if cells and item.direction not in SECTIONS.values():
            kept.pop("start", None)  # it follows from the squares
        return replace(
            clue,
            direction=item.direction or UNDIRECTED,
            cells=cells,
            answer=answer,
            continued=continued,
            extras=extras_of(NAME, kept),
        )

    def _cells(self, item: _Item) -> tuple[int, ...]:
        """The squares of a clue; () if the file does not say them."""
        given, own = item.head.cells, item.head.own
        if self._is_unknown and item.direction in SECTIONS.values():
            return ()
        if len(given) > 1:
            return given
        if item.direction not in SECTIONS.values():
            return given if re.search(r"\(1\)$", item.clue.text) else ()
        if own.in_brackets or (given and (item.direction, own.label) not in self._lights.cells):
            starting = [
                one.cells
                for one in self._lights.slots
                if one.heading == item.direction and one.cells[:1] == given
            ]
            return starting[0] if starting else ()
        cells = self._lights.cells.get((item.direction, own.label), ())
        if not cells:
            self._text.remarks.append(
                f"clue {own.label} {item.direction.lower()} in line {item.line.number} is of no"
                " entry of the grid"
            )
        return cells

    def _continued(self, item: _Item, own: tuple[int, ...]) -> list[tuple[int, ...]] | None:
        """The squares of the further entries; None if one of them does not exist."""
        lengthy = {
            (one.direction, one.head.own.label) for one in self._items if one.has_enumeration
        }
        found: list[tuple[int, ...]] = []
        for way, label in item.head.children:
            other = DOWN if item.direction == ACROSS else ACROSS
            ways = [way] if way else [item.direction, other]
            names = [(one, label) for one in ways if (one, label) in self._lights.cells]
            names.sort(key=lambda name: name in lengthy)
            cells = self._lights.cells[names[0]] if names else ()
            if not cells or cells == own or cells in found:
                return None
            found.append(cells)
        return found

    def _light(self, direction: str, cells: tuple[int, ...]) -> Light | None:
        return next(
            (one for one in self._lights.slots if (one.heading, one.cells) == (direction, cells)),
            None,
        )


def _comes_late(item: _Item) -> bool:
    """Whether an item has squares only if no numbered clue has them."""
    return item.head.own.in_brackets and item.direction in SECTIONS.values()


def list_name(heading: str) -> str:
    """The name of a list without a direction, which may be headed Across."""
    return f"{heading}{NO_DIRECTION}" if heading in (ACROSS, DOWN) else heading or UNDIRECTED


def is_special(annotation: str, answer: str) -> bool:
    """Whether Exolve takes the beginning of an annotation for an answer that differs, or blanks."""
    in_brackets = re.match(r"\[([^\]]*)\]", annotation)
    if in_brackets:
        return not (answer and Alphabet.same_letters(in_brackets[1], answer))
    return annotation.startswith("_")


def _explicit_answer(annotation: str, shape: tuple[int, int]) -> tuple[str, str]:
    """The answer in brackets before an annotation, and the rest; "" if those are squares."""
    match = re.match(r"\[([^\]]+)\]\s*", annotation)
    if match is None or all(_is_place(word, shape) for word in match[1].split()):
        return "", annotation
    return match[1].strip(), annotation[match.end() :]


def _is_place(word: str, shape: tuple[int, int]) -> bool:
    label = parse_label(word)
    return parse_cell(word, *shape) is not None or (label is not None and label.direction != "")


def _forced(crossword: Crossword, lights: ExolveLights) -> Iterator[tuple[int, str, bool]]:
    """The squares whose labels clues say, and whether they replace the number there."""
    shape = crossword.n_rows, crossword.n_cols
    clued = {clue.cells for clue in crossword.clues if clue.direction in (ACROSS, DOWN)}
    without_clue = {light.cells for light in lights.slots} - clued
    for clue in crossword.clues:
        if clue.direction not in (ACROSS, DOWN):
            if clue.cells:
                yield clue.cells[0], clue.label, clue.cells in without_clue
                continue
            replaces = False
        else:
            replaces = True
        if start := extras_for(clue, NAME).get("start"):
            at = parse_cell(str(start), *shape)
            if at is not None:
                yield at, clue.label, replaces


def with_labels(crossword: Crossword, lights: ExolveLights) -> tuple[Crossword, list[str]]:
    """The crossword with the labels that Exolve prints, and remarks on them."""
    is_known = not crossword.kind.hides_diagram and not any(map(is_hidden, crossword.squares))
    labels = lights.labels if is_known else {}
    kept: list[str] = []
    for at, label, replaces in _forced(crossword, lights):
        if not label:
            continue  # Exolve prints the number
        if labels.get(at) in (None, "", label) or replaces:
            labels[at] = label
        else:
            kept.append(f"{labels[at]} for {label}")
    remarks = [f"the number is printed where Exolve has a letter: {some_of(kept, 3)}"] * bool(kept)
    squares = tuple(
        replace(square, label=labels.get(at, "")) for at, square in enumerate(crossword.squares)
    )
    starts = set(lights.labels)
    stray = [
        cell_name(at, crossword.n_cols)
        for at, one in enumerate(crossword.squares)
        if at not in starts and extras_for(one, NAME).get("unnumbered")
    ]
    if stray and is_known:
        remarks.append(f"~ where no entry begins, which Exolve refuses: {some_of(stray, 3)}")
    if not any(labels.values()) and is_known and lights.slots:
        remarks.append("the file hides all numbers; satcross prints them")
    if not is_known and not any(labels.values()):
        return replace(crossword, squares=squares), remarks
    return replace(crossword, squares=squares).without_usual_labels(), remarks
