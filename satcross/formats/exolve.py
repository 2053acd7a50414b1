"""Exolve's text format: crosswords to solve on a web page.

Sections `exolve-NAME: …` between `exolve-begin` and `exolve-end`, with anything around, so the page
of such a puzzle can be read too. In the grid `.` is a block, `0` a square whose solution is not
known; marks follow a square: `|` a bar to its right, `_` one below it, `+` both, `@` a circle, `!`
a given letter, `*` a square or block that is not shown, as where the diagram is hidden. With the
option `rebus-cells`, squares are separated by blanks and may hold several letters, and all are
shown. A clue is a line, `1 Text (4) annotation`, in HTML. A parenthesis with lengths ends it, so
one in the middle of a clue is written as an entity. Solvers do not see one with an asterisk:
`(?)*`.

Letters other than A to Z need `exolve-language: CODE Script [characters in a cell]`, as in
`hi Devanagari 5`; with several characters, squares are separated by blanks or marks. What belongs
to another script is named by the option `allow-chars`, and digits by `allow-digits`. Exolve draws
every language from left to right.

A letter for each of two readings is an alternative: `exolve-alternatives: r2c1:A r2c7:Y` has the
letters of the second, with rows counted from below.

A linked clue has the numbers of all its entries, `1, 5, 2d Text (7,3,4)`. Colours, questions,
ninas, and options other than `rebus-cells` are not read. Only files of this format keep the markup
of annotations, as extras.

Source: the README of viresh-ratnakar/exolve.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from unicodedata import category, normalize
from unicodedata import name as character_name

from satcross.checks import counted
from satcross.errors import FormatError
from satcross.formats.extras import extras_for, extras_of, note_foreign, with_bars
from satcross.formats.losses import (
    Feature,
    Losses,
    clues_in_place,
    decoded,
    drop_cells,
    drop_unsupported,
    encoded,
    supported_pattern,
)
from satcross.formats.markup import from_html, to_html
from satcross.model.alphabet import APART, is_text_of_cell
from satcross.model.crossword import (
    ACROSS,
    DIRECTION_NAMES,
    DOWN,
    NO_EXTRAS,
    Clue,
    Crossword,
    Square,
    SquareKind,
    clue_key,
    pattern_of,
    spelled,
)
from satcross.model.grid import MAX_SIDE
from satcross.model.gridtext import runs_right_to_left
from satcross.model.kinds import CROSSWORD, kind_in
from satcross.model.linked import continued_names, linked, parts_of, printed_label
from satcross.model.slots import Direction, find_slots

KEEPS = frozenset({
    Feature.SIZE, Feature.BARS, Feature.CIRCLES, Feature.REBUS, Feature.UNFILLED, Feature.GIVENS,
    Feature.CLUES, Feature.MARKUP, Feature.TEXT, Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT,
    Feature.NOTES, Feature.LETTERS, Feature.LINKS, Feature.ANNOTATIONS,
})  # fmt: skip
MAX_TEXT = 2 << 20  # bytes; the largest crosswords with all their clues take a tenth
_NAME = "exolve"
_HIDDEN = "*"
_HEAD = re.compile(r"\s*exolve-([a-z]+(?:-[a-z]+)*)\s*(?::(.*))?")
_SQUARE = re.compile(r"([^\W_]|[.?])([|_+@!*~]*)")
_REBUS_SQUARE = re.compile(r"([^\s.?|_+@!*~]+|[.?])([|_+@!*~]*)")
_LANGUAGE = re.compile(r"([^\s]+)\s+([A-Za-z_]+)(?:\s+([1-9][0-9]?))?")
# By the first word of a letter's name in Unicode: the language that is most often written in it.
_LANGUAGES = {
    "LATIN": "und", "HEBREW": "he", "ARABIC": "ar", "DEVANAGARI": "hi", "BENGALI": "bn",
    "GURMUKHI": "pa", "GUJARATI": "gu", "ORIYA": "or", "TAMIL": "ta", "TELUGU": "te",
    "KANNADA": "kn", "MALAYALAM": "ml", "HANGUL": "ko", "KATAKANA": "ja", "HIRAGANA": "ja",
    "CJK": "ja", "GREEK": "el", "CYRILLIC": "ru", "ARMENIAN": "hy", "GEORGIAN": "ka", "THAI": "th",
}  # fmt: skip
_OF_SYLLABLES = 5  # characters in a cell of Devanagari, where the file names no number
_CLUE = re.compile(r"(\d{1,4}(?:\s*[,&/]\s*\d{1,4}[ad]?(?![\w-]))*)\.?(?:\s+(.*))?")
_LENGTHS = re.compile(r"\((?:\?|[1-9][0-9]*[0-9,'’\-–\s]*)\)\*?")
_SECTIONS = {"across": Direction.ACROSS, "down": Direction.DOWN}


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of Exolve.

    Raises:
        FormatError: it has no such puzzle, or a part of it is wrong; with the line.
    """
    sections = _sections(decoded(data, source, MAX_TEXT), source)
    has_rebus = any("rebus-cells" in line.text for line in sections.get("option", ()))
    has_rebus |= _n_characters(sections, source) > 1
    crossword = _grid(sections, source, has_rebus=has_rebus)
    n_rows, n_cols = (_side(sections, key, source) for key in ("height", "width"))
    if (crossword.n_rows, crossword.n_cols) != (n_rows, n_cols):
        raise FormatError(
            f"the grid has {counted(crossword.n_rows, 'row')} of {crossword.n_cols} squares,"
            f" not {n_rows} of {n_cols}",
            hint="correct exolve-width and exolve-height",
            source=source,
            line=sections["grid"][0].number,
        )
    crossword = _with_alternatives(crossword, sections)
    notes = [_plain(sections, key, "\n") for key in ("prelude", "preamble", "postscript")]
    return replace(
        crossword,
        clues=_clues(sections, crossword, source),
        title=_plain(sections, "title"),
        author=_plain(sections, "setter"),
        copyright=_plain(sections, "copyright"),
        notes="\n".join(filter(None, notes)),
    )


def _sections(text: str, source: str) -> dict[str, list[_Line]]:
    """The lines of each section, the first with what follows its name."""
    found: dict[str, list[_Line]] = {}
    current: list[_Line] | None = None
    for number, line in enumerate(re.split(r"\r\n?|\n", text), 1):
        head = _HEAD.match(line)
        if head is None:
            if current is not None and line.strip():
                current.append(_Line(number, line.strip()))
        elif head[1] == "begin":
            current = []
        elif current is not None and head[1] == "end":
            break
        elif current is not None:
            current = found.setdefault(head[1], [])
            current.append(_Line(number, (head[2] or "").strip()))
    if current is None:
        raise FormatError(
            "the file has no exolve-begin", hint="check that it is of Exolve", source=source
        )
    if "grid" not in found:
        raise FormatError("there is no exolve-grid", hint="add one", source=source)
    return found


def _side(sections: dict[str, list[_Line]], key: str, source: str) -> int:
    line = sections.get(key, [_Line(0, "")])[0]
    if not re.fullmatch(r"[0-9]{1,3}", line.text) or not 1 <= int(line.text) <= MAX_SIDE:
        raise FormatError(
            f"exolve-{key} must be a whole number from 1 to {MAX_SIDE}, got {line.text[:20]!r}",
            source=source,
            line=line.number or None,
        )
    return int(line.text)


def _n_characters(sections: dict[str, list[_Line]], source: str) -> int:
    """How many characters a cell may have in the language of the file."""
    if "language" not in sections:
        return 1
    line = sections["language"][0]
    match = _LANGUAGE.fullmatch(line.text)
    if match is None:
        raise FormatError(
            f"exolve-language cannot be read: {line.text[:40]!r}",
            hint="write it as: hi Devanagari 5",
            source=source,
            line=line.number,
        )
    return int(match[3] or (_OF_SYLLABLES if match[2].lower() == "devanagari" else 1))


def _grid(sections: dict[str, list[_Line]], source: str, *, has_rebus: bool) -> Crossword:
    lines = [line for line in sections["grid"] if line.text]
    form = _REBUS_SQUARE if has_rebus else _SQUARE
    squares: list[Square] = []
    sides: dict[int, str] = {}
    n_cols = 0
    for line in lines:
        text = re.sub(r"\s+(?=[|_+@!*~])", "", line.text)
        pieces = text.split() if has_rebus else ["".join(text.split())]
        cells: list[tuple[str, str]] = [cell for piece in pieces for cell in form.findall(piece)]
        is_whole = "".join(map("".join, cells)) == "".join(pieces)
        is_whole &= all(one in ".?" or is_text_of_cell(one) for one, _ in cells)
        if not is_whole or (has_rebus and len(cells) < len(pieces)):
            raise FormatError(
                f"{line.text[:40]!r} is no row of a grid",
                hint="use letters, 0 for open squares, . for blocks, and the marks |_+@!",
                source=source,
                line=line.number,
            )
        n_cols = n_cols or len(cells)
        if len(cells) != n_cols or n_cols > MAX_SIDE or len(lines) > MAX_SIDE:
            raise FormatError(
                f"more than {MAX_SIDE} cells in a row or column"
                if len(cells) == n_cols
                else f"the row has {counted(len(cells), 'square')}, the first one {n_cols}",
                source=source,
                line=line.number,
            )
        for letter, marks in cells:
            right, below = set("|+") & {*marks}, set("_+") & {*marks}
            sides[len(squares)] = ("R" if right else "") + ("B" if below else "")
            squares.append(_square(letter, marks))
    if not squares:
        raise FormatError("the grid has no squares", source=source, line=sections["grid"][0].number)
    crossword = with_bars(squares, n_cols, sides)
    shown = [square for square in squares if not square.extras]
    if len(shown) == len(squares) or any(square.kind is SquareKind.OPEN for square in shown):
        return crossword  # with some squares hidden, or none
    plain = (replace(one, given=one.given or not one.extras, extras=NO_EXTRAS) for one in squares)
    kind = kind_in(_NAME, _HIDDEN, source) or CROSSWORD
    return replace(crossword, squares=tuple(plain), kind=kind)


def _square(letter: str, marks: str) -> Square:
    extras = extras_of(_NAME, {"hidden": True} if _HIDDEN in marks else {})
    if letter == ".":
        return Square(SquareKind.BLOCK, extras=extras)
    solution = "" if letter in ("0", "?") else normalize("NFC", letter.upper())
    given, circle = "!" in marks and solution != "", "@" in marks
    return Square(solution=solution, given=given, circle=circle, extras=extras)


def _clues(sections: dict[str, list[_Line]], crossword: Crossword, source: str) -> tuple[Clue, ...]:
    """A clue for every slot, in their order; empty where the file has none."""
    slots = {clue_key(slot): slot for slot in find_slots(pattern_of(crossword))}
    read_: dict[tuple[str, str], Clue] = {}
    for name, direction in _SECTIONS.items():
        for line in sections.get(name, [])[1:]:
            match = _CLUE.fullmatch(line.text)
            first = re.split(r"\s*[,&/]", match[1])[0] if match else ""
            key = (DIRECTION_NAMES[direction], first)
            if match is None or key not in slots or key in read_:
                raise FormatError(
                    f"{line.text[:40]!r} is no clue {name} of this grid",
                    hint="begin it with the number of an entry that has no clue yet",
                    source=source,
                    line=line.number,
                )
            label, html = match[1], match[2] or ""
            if label != first and not parts_of(label, key[0], slots):
                label, html = first, line.text[len(first) :].strip()  # a text such as `1, 2, 3`
            read_[key] = replace(_clue(key, html), label=label)
    found: list[Clue] = []
    for key, slot in slots.items():
        clue = read_.get(key, Clue(*key, ""))
        found.append(replace(clue, cells=slot.cells, answer=spelled(crossword.squares, slot.cells)))
    return linked(replace(crossword, clues=tuple(found))).clues


def _clue(key: tuple[str, str], html: str) -> Clue:
    lengths = _LENGTHS.search(html)
    rest = html[lengths.end() :] if lengths else ""
    kept, annotation = {}, ""
    if lengths:
        if annotation := _one_line(from_html(rest)[0]):
            # Tags that end here are closed with the clue.
            raw = re.sub(r"^(\s*</[^<>]*>)+", "", rest).strip()
            kept = {"annotation": raw} if to_html(annotation) != raw else {}
            html = html[: lengths.end()]
        if lengths[0].endswith("*"):  # which solvers do not see
            html = html[: lengths.start()].rstrip()
    text, markup = from_html(html)
    text = " ".join(text.split())
    return Clue(
        *key,
        text,
        markup=markup if text else "",
        extras=extras_of(_NAME, kept),
        annotation=annotation,
    )


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain(sections: dict[str, list[_Line]], key: str, between: str = " ") -> str:
    lines = [" ".join(from_html(line.text)[0].split()) for line in sections.get(key, [])]
    return between.join(filter(None, lines))


def write(crossword: Crossword, losses: Losses) -> bytes:
    """A crossword for Exolve."""
    drop_unsupported(crossword, KEEPS, losses)
    note_foreign(crossword, _NAME, losses)
    odd = [
        position
        for position, square in enumerate(crossword.squares)
        if square.solution and not _is_writable(square.solution)
    ]
    drop_cells(crossword, Feature.LETTERS, odd, losses)
    pattern = supported_pattern(crossword, KEEPS)
    slots = find_slots(pattern)
    placed = clues_in_place(crossword, slots, losses)
    shown = [
        _first(square.solution)
        for position, square in enumerate(crossword.squares)
        if position not in odd
    ]
    has_rebus = any(len(text) > 1 for text in shown)
    if has_rebus and crossword.kind.hides_diagram:
        losses.drop_kind(crossword.kind)
        crossword = replace(crossword, kind=CROSSWORD)
    out = ["exolve-begin"]
    for key, value in (
        ("title", crossword.title),
        ("setter", crossword.author),
        ("copyright", crossword.copyright),
    ):
        if value:
            out.append(f"  exolve-{key}: {_html_line(value)}")
    out += [f"  exolve-width: {crossword.n_cols}", f"  exolve-height: {crossword.n_rows}"]
    language = _language(shown)
    out += [f"  {line}" for line in language]
    if has_rebus and not any("language" in line for line in language):
        out.append("  exolve-option: rebus-cells")
    if any(map(runs_right_to_left, shown)):
        losses.note("Exolve draws the grid from left to right")
    out.append("  exolve-grid:")
    cells = [_cell(crossword, position, odd) for position in range(len(crossword.squares))]
    for start in range(0, len(cells), crossword.n_cols):
        row = cells[start : start + crossword.n_cols]
        out.append(f"    {(' ' if has_rebus else '').join(row)}")
    second = [
        f"{_place(crossword, position)}:{square.solution[-1]}"
        for position, square in enumerate(crossword.squares)
        if "/" in square.solution and position not in odd
    ]
    out += [f"  exolve-alternatives: {' '.join(second)}"] if second else []
    for name, direction in _SECTIONS.items():
        out.append(f"  exolve-{name}:")
        for slot in slots:
            if slot.direction is direction:
                clue = placed.get(slot.index, Clue("", "", ""))
                label = printed_label(
                    replace(clue, label=str(slot.number), direction=slot.heading),
                    continued_names(crossword, clue),
                    {ACROSS: "a", DOWN: "d"},
                )
                out.append(f"    {label} {_clue_html(clue)}".rstrip())
    if crossword.notes:
        out.append("  exolve-postscript:")
        out += [f"    {_html_line(line)}" for line in crossword.notes.split("\n") if line.strip()]
    return encoded("\n".join([*out, "exolve-end", ""]), losses)


def _is_writable(solution: str) -> bool:
    """Whether Exolve can read a square: no 0, which is an open square, and only capitals."""
    first, _, second = solution.partition("/")
    texts = [first, second] if second else [solution]
    return all(
        "0" not in text
        and is_text_of_cell(text)
        and not {*text} & {APART, "/"}
        and normalize("NFC", text.upper()) == text
        and (len(text) == 1 or not second)
        for text in texts
    )


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
    options = ["allow-digits"] if re.search("[1-9]", chars) else []
    others = {
        char
        for char, own in zip(chars, scripts, strict=True)
        if own != script and char not in "123456789"
    }
    if others:
        options.append(f"allow-chars:{''.join(sorted(others))}")
    lines = [f"exolve-option: {' '.join(options)}"] if options else []
    if n:
        longest = max(map(len, shown))
        if any(category(char)[0] == "M" for char in chars):
            longest = max(longest, _OF_SYLLABLES)  # a solver may try another syllable
        size = f" {longest}" if longest > 1 else ""
        full = "Han" if script == "CJK" else script.title()
        lines.insert(0, f"exolve-language: {_LANGUAGES[script]} {full}{size}")
    return lines


def _html_line(text: str) -> str:
    """Text on one line that begins no section."""
    return re.sub(r"^(\s*)e(?=xolve-)", r"\1&#101;", to_html(" ".join(text.split())))


def _first(solution: str) -> str:
    return solution.partition("/")[0]


def _place(crossword: Crossword, position: int) -> str:
    """A square's name, with rows counted from below."""
    row, column = divmod(position, crossword.n_cols)
    return f"r{crossword.n_rows - row}c{column + 1}"


def _with_alternatives(crossword: Crossword, sections: dict[str, list[_Line]]) -> Crossword:
    """The crossword with the letters of a second reading, if the file has just one."""
    lines = [line.text for line in sections.get("alternatives", ()) if line.text]
    if len(lines) != 1 or not re.fullmatch(r"(?:r[0-9]+c[0-9]+:[^\W\d_]\s*)+", lines[0]):
        return crossword
    second = dict(pair.lower().split(":") for pair in lines[0].split())
    squares = list(crossword.squares)
    for position, square in enumerate(squares):
        letter = second.get(_place(crossword, position), "").upper()
        if letter and len(square.solution) == 1 and letter != square.solution:
            squares[position] = replace(square, solution=f"{square.solution}/{letter}")
    return replace(crossword, squares=tuple(squares))


def _clue_html(clue: Clue) -> str:
    html = " ".join((clue.markup or to_html(clue.text)).split())
    lengths = _LENGTHS.search(html)
    while lengths and (lengths[0][-1] == "*" or from_html(html[lengths.end() :])[0].strip()):
        html = f"{html[: lengths.start()]}&#40;{html[lengths.start() + 1 :]}"
        lengths = _LENGTHS.search(html)
    note = _one_line(clue.annotation)
    raw = extras_for(clue, _NAME).get("annotation")
    if isinstance(raw, str) and _one_line(from_html(raw)[0]) == note:
        html_note = raw
    else:
        html_note = to_html(note)
    if not note:
        return html
    if not lengths:  # a length that is not shown ends a clue as well
        return f"{html} (?)* {html_note}"
    return f"{html} {html_note}"


def _cell(crossword: Crossword, position: int, odd: list[int]) -> str:
    square = crossword.squares[position]
    right, below = position in crossword.bars_right, position in crossword.bars_below
    bars = "+" if right and below else "|" if right else "_" if below else ""
    is_shown = square.kind is SquareKind.BLOCK and square.given
    is_hidden = crossword.kind.hides_diagram and not is_shown
    bars += _HIDDEN if is_hidden or extras_for(square, _NAME).get("hidden") else ""
    if square.kind is not SquareKind.OPEN:
        return f".{bars}"
    letter = "0" if position in odd else _first(square.solution) or "0"
    given = "!" if square.given and letter != "0" else ""
    return f"{letter}{'@' if square.circle else ''}{given}{bars}"
