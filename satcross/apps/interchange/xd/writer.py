"""Writing .xd: the sections of a file."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from satcross import Alphabet, Crossword
from satcross.apps.interchange.extras import extras_for
from satcross.apps.interchange.xd.beside import own_beside, pairs_of
from satcross.apps.interchange.xd.design import (
    BARRED,
    SECTION,
    design_text,
    needs_design,
    without_looks,
)
from satcross.apps.interchange.xd.grid import UNKNOWN, grid_lines
from satcross.apps.interchange.xd.text import (
    BLANKS,
    FIELDS,
    NAME,
    SPLIT,
    TILDE,
    UNICLUES,
    ClueLine,
    clue_line,
    headings_of,
    is_heading,
    read_clue,
)
from satcross.extend import (
    ACROSS,
    DOWN,
    Clue,
    Feature,
    Links,
    Losses,
    Square,
    cell_name,
    clue_key,
    find_slots,
    from_html,
    spelled,
    supported_pattern,
)

_NO_LABEL = re.compile(r"[\s.]+")
_BREAKS = re.compile(r"\r\n|\r|\n")
_TILDE = re.compile(r"(?<!\S)~(?!\S)")
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def dotted(squares: Sequence[Square], cells: Iterable[int]) -> str:
    """The letters of these squares, with dots for unknown ones."""
    return "".join(squares[cell].solution or "." for cell in cells)


def is_reading(answer: str, bare: Crossword, cells: Sequence[int]) -> bool:
    """Whether an answer is what squares spell, also those with two texts."""
    texts = [bare.squares[at].solution.split("/") for at in cells]
    n_texts = max(map(len, texts), default=0)
    both = ("".join(some[min(side, len(some) - 1)] for some in texts) for side in range(n_texts))
    plain = Alphabet.plain_letters
    return all(map(any, texts)) and plain(answer) in map(plain, both)


class XdWriter:
    """Args: losses: receives what the file cannot hold; keeps: what the format can."""

    def __init__(self, crossword: Crossword, losses: Losses, keeps: Collection[Feature]) -> None:
        self._crossword = crossword
        self._keeps = keeps
        self._losses = losses
        self._changed: list[str] = []  # names of texts that could not be written as they are
        self._trimmed: list[str] = []  # of texts that lose blanks at the ends of lines

    def text(self, looks_blocked: Callable[[str], bool]) -> str:
        """The file. Args: looks_blocked: whether the dots in a file's grid look like blocks."""
        crossword = self._crossword
        kept = extras_for(crossword, NAME)
        has_design = needs_design(crossword)
        cells = grid_lines(without_looks(crossword) if has_design else crossword, self._losses)
        groups = self._groups()
        clues = self._clues(groups)
        others = pairs_of(kept.get("sections"))
        if has_design:
            if any(name.lower() == SECTION for name, _ in others):
                self._losses.note("the section Design of the original file: there is another one")
            others = [pair for pair in others if pair[0].lower() != SECTION]
            others.append((SECTION.capitalize(), design_text(crossword)))
        named = bool(others) or (bool(crossword.notes) and not clues)
        headers = [
            f"{name.capitalize()}: {value}".rstrip(BLANKS)
            for name in FIELDS
            if (value := self._one_line(getattr(crossword, name), name))
            or (name == "title" and not named)  # so that the grid is the second section
        ]
        headings = {letter: name for name, letter in groups.items() if _needs_heading(name)}
        marks = {
            "Special": cells.special,
            "Rebus": " ".join(f"{key}={content}" for key, content in cells.rebus.items()),
            "Cluegroup": " ".join(f"{letter}={name}" for letter, name in headings.items()),
            "Form": BARRED if crossword.bars_right or crossword.bars_below else "",
        }
        headers += [f"{key}: {value}" for key, value in marks.items() if value]
        others_at = len(headers)
        headers += [
            f"{key}: {value}".rstrip(BLANKS)
            for key, value in pairs_of(kept.get("headers"))
            if not (key.lower() == "special" and cells.special)
            and not (key.lower() == "form" and marks["Form"])
        ]
        notes = self._notes(named=named)
        if self._changed:
            self._losses.drop(Feature.TEXT, dict.fromkeys(self._changed))
        if self._trimmed:
            self._losses.note("blanks and line breaks in texts", dict.fromkeys(self._trimmed))
        text = self._file(headers, cells.lines, clues, notes, others if named else None)
        if looks_blocked(text):
            headers.insert(others_at, f"Open: {UNKNOWN}")
            text = self._file(headers, cells.lines, clues, notes, others if named else None)
        return text

    def _file(
        self,
        headers: list[str],
        grid: list[str],
        clues: list[str],
        notes: list[str],
        others: list[tuple[str, str]] | None,
    ) -> str:
        """The whole text. Args: others: sections under their names; None where none has a name."""
        if others is None:
            parts = [headers, grid, clues, notes]
            return "\n\n\n".join("\n".join(part) for part in parts if part) + "\n"
        sections = [("Metadata", headers), ("Grid", grid), ("Clues", clues)]
        sections += [("Notes", notes)] if notes else []
        sections += [(" ".join(name.split()), text.split("\n")) for name, text in others]
        return "\n".join("\n".join([f"## {name}", "", *lines, ""]) for name, lines in sections)

    def _one_line(self, text: str, name: str) -> str:
        whole = _BREAKS.sub(" ", text)
        line = whole.strip(BLANKS)
        if line != whole:
            self._trimmed.append(name)
        if _BREAKS.search(text):
            self._changed.append(name)
        return line

    def _notes(self, *, named: bool) -> list[str]:
        whole = _BREAKS.sub("\n", self._crossword.notes)
        lines = [line.rstrip(BLANKS) for line in whole.split("\n")]
        if "\n".join(lines).strip("\n") != self._crossword.notes:
            self._trimmed.append("notes")
        lines = "\n".join(lines).strip("\n").split("\n")
        if named and any(map(is_heading, lines)):
            self._changed.append("notes")
            lines = [line.replace("##", "# #", 1) if is_heading(line) else line for line in lines]
        return lines if lines != [""] else []

    def _groups(self) -> dict[str, str]:
        """The letter of each list of clues by its name."""
        groups = {ACROSS: "A", DOWN: "D", UNICLUES: ""}
        names = list(dict.fromkeys(clue.direction for clue in self._crossword.clues))
        for name in sorted(names, key=_needs_heading):
            if name in groups:
                continue
            if not _needs_heading(name):
                groups[name] = name
                continue
            wanted = [char for char in name.upper() if char in _LETTERS]
            free = [char for char in (*wanted, *_LETTERS) if char not in groups.values()]
            if free and headings_of(f"{free[0]}={name}") == {free[0]: name}:
                groups[name] = free[0]
        return groups

    def _clues(self, groups: Mapping[str, str]) -> list[str]:
        crossword = self._crossword
        slots = {
            clue_key(slot): slot.cells
            for slot in find_slots(supported_pattern(crossword, self._keeps))
        }
        by_cells = {cells: name for name, cells in slots.items()}
        of_cells = (Feature.LETTERS, Feature.REBUS)
        lost_cells = {at for what in of_cells for at in self._losses.places.get(what, ())}
        lost: dict[Feature, list[Clue]] = {}
        out: list[str] = []
        before = None
        for clue in crossword.clues:
            group = groups.get(clue.direction)
            if group is None:
                lost.setdefault(Feature.CLUE_LISTS, []).append(clue)
                continue
            label = _NO_LABEL.sub("", clue.label)
            linked = Links.parts_of(label, clue.direction, slots) if "," in label else []
            cells = slots.get(linked[0] if linked else (clue.direction, label), ())
            if clue.cells and clue.cells != cells:
                lost.setdefault(Feature.CLUE_CELLS, []).append(clue)
            if before not in (None, group):
                out.append("")
            before = group
            is_there = clue.cells in ((), cells)
            known = (dotted if is_there else spelled)(crossword.squares, clue.cells)
            is_lost = any(cell_name(at, crossword.n_cols) in lost_cells for at in clue.cells)
            text, answer = _BREAKS.sub("\n", clue.text), clue.answer or known * (not is_lost)
            if (clue.text, answer) != (text.strip(BLANKS), answer.strip(BLANKS)):
                self._trimmed.append(clue.name)
            wanted = ClueLine(
                group,
                clue.label,
                text.strip(BLANKS),
                _BREAKS.sub("\n", clue.markup),
                answer.strip(BLANKS),
            )
            line, features = _written(wanted)
            features += _read_otherwise(wanted, crossword, cells)
            for feature in features:
                lost.setdefault(feature, []).append(clue)
            out.append(line)
            annotation = self._one_line(clue.annotation, clue.name)
            # Numbers in the file are the usual ones, whatever is printed in the squares.
            entries = [by_cells[part] for part in clue.continued if part in by_cells]
            if len(entries) < len(clue.continued):
                lost.setdefault(Feature.LINKS, []).append(clue)
                entries = []
            beside = own_beside(entries, groups, annotation)
            for key, value in [*beside, *pairs_of(extras_for(clue, NAME).get("beside"))]:
                out.append(f"{line.split('.', 1)[0]} ^{key}: {value}".rstrip(BLANKS))
        for feature, clues in lost.items():
            if feature is Feature.TEXT:
                self._changed += (clue.name for clue in clues)
            else:
                self._losses.drop_clues(feature, clues)
        return out


def _written(wanted: ClueLine) -> tuple[str, list[Feature]]:
    """The line of a clue, and the features lost in it, found by reading the line again."""
    label = _NO_LABEL.sub("", wanted.label)
    if not wanted.group and (not label or label[0] in _LETTERS):
        label = label.lower() or "?"
    text, markup = wanted.text.replace("\\", "/"), wanted.markup.replace("\\", "/")
    # The last tilde parts a clue from its answer: one in an answer would put letters in the clue.
    answer = _TILDE.sub("-", " ".join(_BREAKS.split(wanted.answer)))
    line = clue_line(ClueLine(wanted.group, label, text, markup, answer))
    again = read_clue(line)
    if again is None:
        return line, [Feature.CLUE_ORDER]
    lost: list[Feature] = []
    if (again.group, again.label) != (wanted.group, wanted.label):
        lost.append(Feature.CLUE_ORDER)
    if again.text != wanted.text:
        lost.append(Feature.TEXT)
    if again.markup != (from_html(wanted.markup)[1] if wanted.markup else ""):
        lost.append(Feature.MARKUP)
    if again.answer != wanted.answer:
        lost.append(Feature.ANSWERS)
    return line, lost


def _read_otherwise(clue: ClueLine, crossword: Crossword, cells: Sequence[int]) -> list[Feature]:
    """What of a clue a reader takes for something else, since it knows its squares."""
    lost: list[Feature] = []
    _, tilde, end = clue.text.rpartition(TILDE)
    if tilde and not clue.markup and is_reading(end, crossword, cells):
        lost.append(Feature.TEXT)  # for one of several answers
    is_apart = SPLIT in clue.answer and clue.answer != dotted(crossword.squares, cells)
    letters = spelled(crossword.squares, cells)
    if is_apart and Alphabet.same_letters(clue.answer.replace(SPLIT, ""), letters):
        lost.append(Feature.ANSWERS)
    return lost


def _needs_heading(name: str) -> bool:
    """Whether a list of clues needs a header for its name."""
    return name not in (ACROSS, DOWN, UNICLUES) and (
        len(name) != 1 or name in "AD" or name not in _LETTERS
    )
