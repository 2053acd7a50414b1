"""The JSON of PuzzleMe, by AmuseLabs: read only, as nothing else takes it.

It is not published; this is what programs that read it agree on. `box` has a list for each column:
letters, `"\\0"` or null for a block. `cellInfos` has circles, voids, colours and walls;
`placedWords` the clues with their squares; `clueNums` labels that are not the usual numbers;
`preRevealIdxs` given letters. Pictures, colours of letters and what appears after solving are not
read. Word lengths that solvers are shown are part of the clue.

On the web the JSON is scrambled with a key that changes, in order that it is not read; satcross
does not undo that.

Source: PuzzleMe.kt and PuzzleMeJson.kt of jpd236/kotwords, amuselabsdownloader.py of xword-dl.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, TypeVar

from satcross.errors import FormatError
from satcross.formats.colours import colour_of
from satcross.formats.extras import with_bars
from satcross.formats.jsontext import load_json
from satcross.formats.losses import Feature
from satcross.formats.markup import from_html
from satcross.model.alphabet import LATIN
from satcross.model.crossword import ACROSS, DOWN, Clue, Crossword, Square, SquareKind, spelled
from satcross.model.grid import MAX_SIDE

KEEPS = frozenset({
    Feature.SIZE, Feature.BARS, Feature.VOIDS, Feature.CIRCLES, Feature.SHADES, Feature.COLOURS,
    Feature.REBUS, Feature.LETTERS, Feature.UNFILLED, Feature.GIVENS, Feature.LABELS, Feature.CLUES,
    Feature.CLUE_ORDER, Feature.CLUE_CELLS, Feature.ANSWERS, Feature.MARKUP, Feature.TEXT,
    Feature.TITLE, Feature.AUTHOR, Feature.COPYRIGHT, Feature.DATE, Feature.NOTES,
})  # fmt: skip
_BLOCKS = (None, "\0")
_UNKNOWN = ("", "*")  # letters that the file does not have
_WALLS = {"topWall": "T", "rightWall": "R", "bottomWall": "B", "leftWall": "L"}
_WHITE = "#ffffff"
_MAX_CELLS = 4 * MAX_SIDE  # of a word
T = TypeVar("T")


def read(data: bytes, source: str) -> Crossword:
    """The crossword in a file of PuzzleMe's JSON.

    Raises:
        FormatError: it is not such JSON, or a value in it is wrong.
    """
    top = load_json(data, source)
    if not isinstance(top, dict) or "placedWords" not in top or "box" not in top:
        raise FormatError(
            "the file has no box and placedWords",
            hint="check that it is PuzzleMe's JSON",
            source=source,
        )
    return _Reader(source).crossword(top)


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads the parts of a file one by one; errors name the part."""

    source: str

    def crossword(self, top: Mapping[str, Any]) -> Crossword:
        columns = self._get(top, "box", list)
        n_cols = len(columns)
        n_rows = len(columns[0]) if columns and isinstance(columns[0], list) else 0
        if not (1 <= n_cols <= MAX_SIDE and 1 <= n_rows <= MAX_SIDE):
            raise self._wrong(f"box must have 1 to {MAX_SIDE} columns of 1 to {MAX_SIDE} squares")
        if not all(isinstance(column, list) and len(column) == n_rows for column in columns):
            raise self._wrong("the columns of box are not equally long")
        infos: dict[int, Mapping[str, Any]] = {}
        for info in self._objects(top, "cellInfos"):
            col, row = self._whole(info, "x"), self._whole(info, "y")
            if 0 <= col < n_cols and 0 <= row < n_rows:
                infos[row * n_cols + col] = info
        shaped = self._shaped(top, n_cols)
        squares = [
            self._square(columns[p % n_cols][p // n_cols], infos.get(p, {}), p in shaped)
            for p in range(n_rows * n_cols)
        ]
        squares = [
            replace(
                square,
                given=self._at(top, "preRevealIdxs", p, n_cols) is True and bool(square.solution),
                label=self._label(self._at(top, "clueNums", p, n_cols)),
            )
            if square.kind is SquareKind.OPEN
            else square
            for p, square in enumerate(squares)
        ]
        sides = {
            p: "".join(side for key, side in _WALLS.items() if info.get(key) is True)
            for p, info in infos.items()
        }
        crossword = with_bars(squares, n_cols, sides).without_usual_labels()
        notes = self._text(top, "description") or self._text(top, "help")
        return replace(
            crossword,
            clues=tuple(self._clues(top, crossword)),
            title=self._text(top, "title"),
            author=self._text(top, "author"),
            copyright=self._text(top, "copyright"),
            date=_date(top.get("publishTime")),
            notes=notes,
        )

    def _shaped(self, top: Mapping[str, Any], n_cols: int) -> set[int]:
        """Squares with a shape behind the letter, in files without circles of their own."""
        if any(info.get("isCircled") is True for info in self._objects(top, "cellInfos")):
            return set()
        return {
            place[1] * n_cols + place[0]
            for place in self._get(top, "backgroundShapeBoxes", list, [])
            if isinstance(place, list)
            and len(place) == 2
            and all(type(part) is int for part in place)
            and 0 <= place[0] < n_cols
        }

    def _square(self, content: Any, info: Mapping[str, Any], has_shape: bool) -> Square:
        if info.get("isVoid") is True:
            return Square(SquareKind.VOID)
        if content in _BLOCKS:
            return Square(SquareKind.BLOCK)
        if not isinstance(content, str):
            raise self._wrong(f"a square of box must be text or null, got {content!r}"[:100])
        shade = colour_of(self._get(info, "bgColor", str, "")) or ""
        return Square(
            solution="" if content in _UNKNOWN else content.upper(),
            circle=has_shape or info.get("isCircled") is True,
            shade="" if shade == _WHITE else shade,
        )

    def _clues(self, top: Mapping[str, Any], crossword: Crossword) -> Iterator[Clue]:
        """All across, then all down, each in the order of the file."""
        shows_lengths = top.get("wordLengthsEnabled") is True
        words = self._objects(top, "placedWords")
        for is_across in (True, False):
            for word in words:
                label = self._label(word.get("clueNum"))
                if (word.get("acrossNotDown") is True) is not is_across or not label:
                    continue
                text, markup = from_html(self._clue_html(word, shows_lengths))
                cells = tuple(self._cells(word, crossword, is_across))
                yield Clue(
                    ACROSS if is_across else DOWN,
                    label,
                    text.strip(),
                    markup=markup.strip(),
                    cells=cells,
                    answer=self._answer(word, crossword, cells),
                )

    def _clue_html(self, word: Mapping[str, Any], shows_lengths: bool) -> str:
        html = self._get(self._get(word, "clue", dict, {}), "clue", str, "")
        lengths = word.get("wordLens")
        if not shows_lengths or not isinstance(lengths, list) or not lengths:
            return html
        return f"{html} ({', '.join(str(length) for length in lengths if type(length) is int)})"

    def _cells(
        self, word: Mapping[str, Any], crossword: Crossword, is_across: bool
    ) -> Iterator[int]:
        boxes = [
            (self._whole(box, "x"), self._whole(box, "y"))
            for box in self._objects(word, "boxesForWord")[:_MAX_CELLS]
        ]
        if not boxes:
            x, y = self._whole(word, "x"), self._whole(word, "y")
            n = min(self._whole(word, "nBoxes"), _MAX_CELLS)
            boxes = [(x + step, y) if is_across else (x, y + step) for step in range(n)]
        for col, row in boxes:
            position = row * crossword.n_cols + col
            is_inside = 0 <= col < crossword.n_cols and 0 <= row < crossword.n_rows
            if is_inside and crossword.squares[position].kind is SquareKind.OPEN:
                yield position

    def _answer(self, word: Mapping[str, Any], crossword: Crossword, cells: Sequence[int]) -> str:
        """What the squares spell, with the blanks and accents that the file gives it."""
        answer = spelled(crossword.squares, cells)
        written = self._get(word, "originalTerm", str, "").strip()
        if not answer or LATIN.normalise(written) == LATIN.normalise(answer) is not None:
            return written
        return answer

    def _text(self, top: Mapping[str, Any], key: str) -> str:
        return from_html(self._get(top, key, str, ""), "\n")[0].strip()

    def _label(self, value: Any) -> str:
        """A number of a clue or square as text; "" for 0 and null, which stand for none."""
        if value in (None, "", 0, "0"):
            return ""
        if type(value) is int or isinstance(value, str):
            return str(value).strip()
        raise self._wrong(f"a number of a clue must be a number or text, got {value!r}"[:100])

    def _at(self, top: Mapping[str, Any], key: str, position: int, n_cols: int) -> Any:
        """The value for a square in a list of columns that may be missing or short."""
        row, col = divmod(position, n_cols)
        columns = self._get(top, key, list, [])
        column = columns[col] if col < len(columns) else None
        return column[row] if isinstance(column, list) and row < len(column) else None

    def _objects(self, owner: Mapping[str, Any], key: str) -> list[Mapping[str, Any]]:
        items = self._get(owner, key, list, [])
        if not all(isinstance(item, dict) for item in items):
            raise self._wrong(f"{key} must be a list of objects")
        return items

    def _whole(self, owner: Mapping[str, Any], key: str) -> int:
        value = owner.get(key, 0)
        if type(value) is not int or abs(value) > 10**6:
            raise self._wrong(f"{key} must be a whole number, got {value!r}"[:100])
        return value

    def _get(
        self, owner: Mapping[str, Any], key: str, kind: type[T], default: T | None = None
    ) -> T:
        """The value of a field; the default if it is missing or null."""
        value = owner.get(key)
        if value is None and default is not None:
            return default
        if not isinstance(value, kind):
            names: dict[type, str] = {list: "a list", dict: "an object", str: "text"}
            raise self._wrong(f"{key} must be {names[kind]}, got {value!r}"[:100])
        return value

    def _wrong(self, problem: str) -> FormatError:
        return FormatError(problem, source=self.source)


def _date(milliseconds: Any) -> str:
    """The day, UTC, of a time in milliseconds since 1970; "" if there is none."""
    if type(milliseconds) is not int or not 0 < milliseconds < 10**14:
        return ""
    return datetime.fromtimestamp(milliseconds // 1000, UTC).date().isoformat()
