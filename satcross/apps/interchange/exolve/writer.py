"""Writes a crossword as Exolve's text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from unicodedata import category, normalize
from unicodedata import name as character_name

from satcross import Alphabet, Crossword
from satcross.apps.interchange.exolve.clues import (
    HEADING,
    NO_DIRECTION,
    SECTIONS,
    UNDIRECTED,
    list_name,
    one_line,
)
from satcross.apps.interchange.exolve.grid import ESCAPE, HIDDEN, OF_SYLLABLES, is_hidden
from satcross.apps.interchange.exolve.labels import cell_text, parse_cell
from satcross.apps.interchange.exolve.lights import lights_of, reversals_in
from satcross.apps.interchange.exolve.lines import NAME
from satcross.apps.interchange.exolve.texts import html_line, html_of_clue, literal
from satcross.apps.interchange.extras import extras_for, extras_of
from satcross.apps.interchange.texts import note_changed_blanks
from satcross.extend import (
    ACROSS,
    CROSSWORD,
    DOWN,
    Clue,
    Feature,
    Links,
    Losses,
    SquareKind,
    from_html,
    runs_right_to_left,
    spelled,
)

KEEPS = frozenset({
    Feature.SIZE, Feature.BARS, Feature.CIRCLES, Feature.REBUS, Feature.UNFILLED, Feature.GIVENS,
    Feature.CLUES, Feature.MARKUP, Feature.TEXT, Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT,
    Feature.NOTES, Feature.LETTERS, Feature.LINKS, Feature.ANNOTATIONS, Feature.SHADES,
    Feature.COLOURS, Feature.CLUE_LISTS,
})  # fmt: skip
_TO_ESCAPE = frozenset("|_+@!*~.?{[&#0")
# By the first word of a letter's name in Unicode: the language that is most often written in it.
_LANGUAGES = {
    "LATIN": "und", "HEBREW": "he", "ARABIC": "ar", "DEVANAGARI": "hi", "BENGALI": "bn",
    "GURMUKHI": "pa", "GUJARATI": "gu", "ORIYA": "or", "TAMIL": "ta", "TELUGU": "te",
    "KANNADA": "kn", "MALAYALAM": "ml", "HANGUL": "ko", "KATAKANA": "ja", "HIRAGANA": "ja",
    "CJK": "ja", "GREEK": "el", "CYRILLIC": "ru", "ARMENIAN": "hy", "GEORGIAN": "ka", "THAI": "th",
}  # fmt: skip
_SHORT = {ACROSS: "a", DOWN: "d"}
_INDENT = "    "


def text_of(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword for Exolve. Where labels are others is not reported."""
    note_changed_blanks(crossword, one_line, losses)
    return losses.encoded("\n".join([*_Writer(crossword, losses).lines(), ""]))


class _Writer:
    def __init__(self, crossword: Crossword, losses: Losses) -> None:
        self._losses = losses
        kept = extras_for(crossword, NAME)
        self._kept: Mapping[str, Any] = kept
        self._lights = lights_of(crossword, reversals_in(_words(kept.get("reversals"))))
        bare = (replace(square, label="") for square in crossword.squares)
        losses.drop_unsupported(replace(crossword, squares=tuple(bare)), KEEPS)
        losses.drop_of_blocks(crossword, {Feature.CIRCLES})
        losses.note_foreign(crossword, NAME)
        self._odd = frozenset(
            at
            for at, square in enumerate(crossword.squares)
            if square.solution and not _is_writable(square.solution)
        )
        losses.drop_cells(crossword, Feature.LETTERS, sorted(self._odd))
        self._shown = [
            _first(square.solution)
            for at, square in enumerate(crossword.squares)
            if at not in self._odd
        ]
        self._has_rebus = any(len(text) > 1 for text in self._shown)
        # A square of this script has up to five characters, where the file says no number.
        is_of_syllables = any(line.endswith(" Devanagari") for line in _language(self._shown))
        self._is_apart = self._has_rebus or is_of_syllables
        if self._has_rebus and crossword.kind.hides_diagram:
            losses.drop_kind(crossword.kind)
            crossword = replace(crossword, kind=CROSSWORD)
        self._crossword = crossword
        self._hides = crossword.kind.hides_diagram or any(map(is_hidden, crossword.squares))
        has_letters = any(
            one.solution and not one.given and at not in self._odd
            for at, one in enumerate(crossword.squares)
        )
        self._is_unknown = False  # whether clues have no squares, as the diagram is not known
        self._unknown = "?" if has_letters else "0"  # 0 is a digit where others are known

    def lines(self) -> list[str]:
        """The lines of the file."""
        crossword = self._crossword
        out = ["exolve-begin"]
        for key, value in (
            ("title", crossword.title),
            ("setter", crossword.author),
            ("copyright", crossword.copyright),
        ):
            if value:
                out.append(f"  exolve-{key}: {html_line(value)}")
        out += [f"  exolve-width: {crossword.n_cols}", f"  exolve-height: {crossword.n_rows}"]
        out += self._options() + self._sections()
        out.append("  exolve-grid:")
        cells = [self._cell(at) for at in range(len(crossword.squares))]
        for start in range(0, len(cells), crossword.n_cols):
            row = cells[start : start + crossword.n_cols]
            out.append(_INDENT + (" " if self._is_apart else "").join(row))
        out += self._alternatives() + self._colours() + self._clues()
        if crossword.notes:
            out.append("  exolve-postscript:")
            lines = crossword.notes.split("\n")
            out += [_INDENT + html_line(line) for line in lines if line.strip()]
        return [*out, "exolve-end"]

    def _options(self) -> list[str]:
        """The lines that say what the letters of the grid are, and other options of the file."""
        if any(map(runs_right_to_left, self._shown)):
            self._losses.note("Exolve draws the grid from left to right")
        lines = _language(self._shown)
        if self._has_rebus and not any(re.search("-language: .* .* ", line) for line in lines):
            lines.append("exolve-option: rebus-cells")
        options = self._kept.get("option")
        if isinstance(options, list) and options:
            lines.append(f"exolve-option: {literal(' '.join(map(str, options)))}")
        return [f"  {line}" for line in lines]

    def _sections(self) -> list[str]:
        """The sections that only this format has, as they were."""
        out: list[str] = []
        for name, blocks in self._kept.items():
            if name == "option" or not isinstance(blocks, list) or not re.fullmatch(r"\S+", name):
                continue
            for block in blocks:
                value, *more = map(str, block) if isinstance(block, list) and block else [""]
                out.append(f"  exolve-{name}: {literal(value)}".rstrip())
                out += [_INDENT + literal(line) for line in more]
        return out

    def _cell(self, at: int) -> str:
        """A square and its marks."""
        crossword = self._crossword
        square = crossword.squares[at]
        kept = extras_for(square, NAME)
        right, below = at in crossword.bars_right, at in crossword.bars_below
        marks = "+" if right and below else "|" if right else "_" if below else ""
        marks += "~" if kept.get("unnumbered") else ""
        is_shown = square.kind is SquareKind.BLOCK and square.given
        hides = (crossword.kind.hides_diagram and not is_shown) or is_hidden(square)
        marks += HIDDEN if hides else ""
        for key, section in (("shape", "shaped-cell"), ("decorators", "cell-decorator")):
            if section in self._kept and isinstance(kept.get(key), str):
                marks += kept[key]
        if square.kind is not SquareKind.OPEN:
            return f".{marks}"
        solution = "" if at in self._odd else _first(square.solution)
        letters = "".join(ESCAPE * (one in _TO_ESCAPE) + one for one in solution)
        given = "!" if square.given and solution else ""
        return f"{letters or self._unknown}{'@' if square.circle else ''}{given}{marks}"

    def _alternatives(self) -> list[str]:
        second = [
            f"{self._place(at)}:{square.solution[-1]}"
            for at, square in enumerate(self._crossword.squares)
            if "/" in square.solution and at not in self._odd
        ]
        return [f"  exolve-alternatives: {' '.join(second)}"] if second else []

    def _colours(self) -> list[str]:
        """A line for each colour, in the order of its first square."""
        by_shade: dict[str, list[str]] = {}
        for at, square in enumerate(self._crossword.squares):
            if square.shade:
                by_shade.setdefault(square.shade, []).append(self._place(at))
        return [f"  exolve-colour: {shade} {' '.join(at)}" for shade, at in by_shade.items()]

    def _place(self, at: int) -> str:
        return cell_text(at, self._crossword.n_rows, self._crossword.n_cols)

    def _clues(self) -> list[str]:
        """The lists across and down, then the others."""
        crossword = self._crossword
        placed, apart = self._arranged()
        others = [clue for clue in crossword.clues if clue.direction not in (ACROSS, DOWN)]
        elsewhere = {clue.cells for clue in (*others, *apart)}
        linked = {cells for clue in crossword.clues for cells in clue.continued}
        deletes = bool(placed) and not apart and not self._hides
        self._drop_order(placed, apart)
        lights = self._lights.slots
        free = {(one.heading, one.cells) for one in lights if one.index not in placed}
        out: list[str] = []
        for name, way in SECTIONS.items():
            out.append(f"  exolve-{name}:")
            for light in self._lights.slots:
                if light.heading != way:
                    continue
                clue = placed.get(light.index)
                if clue and self._hides and not clue.text and light.cells not in linked:
                    lost = {Feature.ANNOTATIONS: clue.annotation, Feature.LINKS: clue.continued}
                    for feature in filter(lost.get, lost):
                        self._losses.drop_clues(feature, [clue])
                    continue  # no line is a clue there whose text is not known
                if clue is not None:
                    head = self._head(replace(clue, label=light.label, direction=way))
                    out += self._clue_lines(replace(clue, direction=way), head)
                elif deletes and light.number and light.cells not in elsewhere | linked:
                    out.append(f"{_INDENT}{light.number} *")
            for clue in apart:
                if clue.direction == way:
                    found = self._at_a_light(clue, free)
                    out += self._clue_lines(found, self._head_apart(found))
        return out + self._lists(others)

    def _at_a_light(self, clue: Clue, free: set[tuple[str, tuple[int, ...]]]) -> Clue:
        """A clue with a label apart, without squares unless they are of an entry without a clue.

        Args: free: the directions and squares of such entries; those of this clue are removed.
        """
        if not clue.cells:
            return clue
        if (clue.direction, clue.cells) in free:
            free.remove((clue.direction, clue.cells))
            known = self._answers_of(clue)
            if clue.answer and not any(Alphabet.same_letters(clue.answer, one) for one in known):
                self._losses.drop_clues(Feature.ANSWERS, [clue])
            elif clue.answer not in ("", *known):
                self._losses.note("how answers are written", [clue.name])
            return clue
        self._losses.drop_clues(Feature.CLUE_CELLS, [clue])
        kept = {key: one for key, one in extras_for(clue, NAME).items() if key != "start"}
        return replace(clue, cells=(), extras=extras_of(NAME, kept))

    def _arranged(self) -> tuple[dict[int, Clue], list[Clue]]:
        """The clues across and down by light, and those that are written with a label apart."""
        crossword = self._crossword
        regular: list[Clue] = []
        apart: list[Clue] = []
        labels = self._lights.cells
        has_places = any(clue.cells for clue in crossword.clues)
        self._is_unknown = not has_places and self._hides
        for clue in crossword.clues:
            if clue.direction not in (ACROSS, DOWN):
                continue
            is_number = re.fullmatch("[1-9][0-9]{0,3}", clue.label)
            starts = clue.cells and crossword.squares[clue.cells[0]].label == clue.label
            fits = (clue.direction, clue.label) in labels
            if not (clue.label or clue.text or clue.annotation):
                continue  # of an entry whose number is skipped
            is_apart = _is_label(clue.label) and (starts or not clue.cells)
            if is_apart and not (is_number and (fits or clue.cells)):
                apart.append(clue)
            else:
                regular.append(clue)
        if self._is_unknown and apart:
            regular, apart = [], [one for one in crossword.clues if one.direction in _SHORT]
        slots = self._lights.slots
        placed = self._losses.clues_in_place(replace(crossword, clues=tuple(regular)), slots)
        return placed, apart

    def _drop_order(self, placed: Mapping[int, Clue], apart: list[Clue]) -> None:
        """Report the clues apart that the file has in another order: after the entries."""
        by_cells = {(light.heading, light.cells): light.index for light in self._lights.slots}
        order = {id(clue): index for index, clue in placed.items()}
        last = len(self._lights.slots)
        order |= {id(one): by_cells.get((one.direction, one.cells), last) for one in apart}
        moved: list[Clue] = []
        for way in _SHORT:
            clues = [clue for clue in self._crossword.clues_of(way) if id(clue) in order]
            for at, clue in enumerate(clues):
                here = order[id(clue)]
                is_moved = any(order[id(one)] > here for one in clues[:at]) or any(
                    order[id(one)] < here for one in clues[at + 1 :]
                )
                if is_moved and any(clue is one for one in apart):
                    moved.append(clue)
        self._losses.drop_clues(Feature.CLUE_ORDER, moved)

    def _head(self, clue: Clue) -> str:
        """The label of a clue with those of its further entries."""
        by_cells = {cells: name for name, cells in self._lights.cells.items()}
        names = [by_cells[cells] for cells in clue.continued if cells in by_cells]
        start = extras_for(clue, NAME).get("start")
        cell = f"#{start} " if isinstance(start, str) else ""
        return cell + Links.printed_label(clue, names, _SHORT)

    def _head_apart(self, clue: Clue) -> str:
        """The label of a clue that the grid does not number, with its first square."""
        start = extras_for(clue, NAME).get("start")
        shape = self._crossword.n_rows, self._crossword.n_cols
        if clue.cells and parse_cell(str(start), *shape) != clue.cells[0]:
            start = self._place(clue.cells[0])
        cell = f"#{start} " if isinstance(start, str) else ""
        is_number = self._is_unknown and re.fullmatch("[1-9][0-9, ad]*", clue.label)
        return cell + (clue.label if is_number and not clue.cells else f"[{html_line(clue.label)}]")

    def _lists(self, others: list[Clue]) -> list[str]:
        """The clues that are neither across nor down, list by list."""
        by_list: dict[str, list[Clue]] = {}
        for clue in others:
            by_list.setdefault(clue.direction, []).append(clue)
        out: list[str] = []
        wrong: list[Clue] = []
        for name, clues in by_list.items():
            heading = html_line(name.removesuffix(NO_DIRECTION))
            if list_name(one_line(from_html(heading)[0])) != name:
                self._losses.drop_clues(Feature.CLUE_LISTS, clues)
            if not out:
                shown = "" if name == UNDIRECTED else heading
                out.append(f"  exolve-nodir: {shown}".rstrip())
            else:
                out.append(f"{_INDENT}{HEADING} {heading}")
            for clue in clues:
                wrong += [clue] * (not _is_label(clue.label))
                is_start = len(clue.cells) == 1 and not clue.text.endswith("(1)")
                self._losses.drop_clues(Feature.CLUE_CELLS, [clue] * is_start)
                placed = replace(clue, cells=()) if is_start else clue
                out += self._clue_lines(placed, self._head_in_list(placed))
        self._losses.drop_clues(Feature.CLUE_ORDER, wrong)
        self._losses.drop_clues(Feature.LINKS, [clue for clue in others if clue.continued])
        return out

    def _head_in_list(self, clue: Clue) -> str:
        """The squares and the label of a clue without a direction."""
        label = clue.label if _is_label(clue.label) else re.sub(r"[\[\]]|\.$", "", clue.label)
        places = [f"#{self._place(at)} " for at in clue.cells]
        start = extras_for(clue, NAME).get("start")
        if not places and isinstance(start, str):
            places = [f"#{start} "]
        return f"{''.join(places)}[{html_line(label)}]"

    def _clue_lines(self, clue: Clue, head: str) -> list[str]:
        """What is above a clue in its list, its line, and its hints."""
        kept = extras_for(clue, NAME)
        above = [f"{HEADING} {kept['heading']}"] if isinstance(kept.get("heading"), str) else []
        above += _texts(kept.get("filler"))
        below = [f"Hint: {hint}" for hint in _texts(kept.get("hints"))]
        below += [f"Concise: {kept['concise']}"] if isinstance(kept.get("concise"), str) else []
        html = html_of_clue(clue, head, self._answer_apart(clue))
        line = f"{head} {html}".rstrip()
        return [_INDENT + literal(one) for one in (*above, line, *below)]

    def _answers_of(self, clue: Clue) -> list[str]:
        """What the squares of a clue spell, also where some have two texts."""
        (read,) = self._crossword.answered([replace(clue, answer="")])
        return [spelled(self._crossword.squares, clue.cells), read.answer]

    def _answer_apart(self, clue: Clue) -> str:
        """The answer to be written, where the squares do not have it."""
        is_numbered = (clue.direction, clue.label) in self._lights.cells and not self._is_unknown
        is_light = clue.direction in (ACROSS, DOWN) and (clue.cells or is_numbered)
        if is_light or clue.answer in ("", *self._answers_of(clue)):
            return ""
        if clue.cells or "]" in clue.answer:
            self._losses.drop_clues(Feature.ANSWERS, [clue])
            return ""
        return clue.answer


def _words(blocks: object) -> list[str]:
    """The first lines of sections that were kept."""
    if not isinstance(blocks, list):
        return []
    return [str(block[0]) for block in blocks if isinstance(block, list) and block]


def _texts(value: object) -> list[str]:
    return [str(one) for one in value] if isinstance(value, list) else []


def _is_label(label: str) -> bool:
    """Whether a label may be written in brackets."""
    return not re.search(r"[\[\]]|\.$|^\s|\s$|\s\s|[^\S ]", label)


def _is_writable(solution: str) -> bool:
    """Whether Exolve can read a square: only capitals, digits and signs."""
    first, _, second = solution.partition("/")
    texts = [first, second] if second else [solution]
    return (not second or second.isalpha()) and all(
        not {*text} & {Alphabet.APART, "/", "#"}  # no escape is known for #
        and text
        and category(text[0])[0] != "M"
        and all(_is_sign(one) for one in text)
        and normalize("NFC", text.upper()) == text
        and (len(text) == 1 or not second)
        for text in texts
    )


def _is_sign(char: str) -> bool:
    """Whether a character may be in a square: a letter, or another that `allow-chars` can name."""
    return char.isalnum() or category(char)[0] in "MPS"


def _language(shown: list[str]) -> list[str]:
    """The lines that a file needs for its letters; none for A to Z.

    The script is that of most letters.
    """
    chars = "".join(shown)
    if re.fullmatch("[A-Z]*", chars):
        return []
    scripts = [character_name(char, "").partition(" ")[0] for char in chars]
    (script, n), *_ = Counter(one for one in scripts if one in _LANGUAGES).most_common(1) or [
        ("", 0)
    ]
    options = ["allow-digits"] if re.search("[0-9]", chars) else []
    others = {
        char
        for char, own in zip(chars, scripts, strict=True)
        if own != script and char not in "0123456789"
    }
    if others:
        options.append(f"allow-chars:{''.join(sorted(others))}")
    lines = [f"exolve-option: {' '.join(options)}"] if options else []
    if n:
        longest = max(map(len, shown))
        if any(category(char)[0] == "M" for char in chars):
            longest = max(longest, OF_SYLLABLES)  # a solver may try another syllable
        has_signs = any(len(text) > 1 and {*text} & {*others, *"0123456789"} for text in shown)
        size = f" {longest}" if longest > 1 and not has_signs else ""
        full = "Han" if script == "CJK" else script.title()
        lines.insert(0, f"exolve-language: {_LANGUAGES[script]} {full}{size}")
    return lines


def _first(solution: str) -> str:
    return solution.partition("/")[0]
