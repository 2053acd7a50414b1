"""Every edit of the protocol, from a document and a message to a new document and a label."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from satcross import Crossword, EntryRules, Grid, InputError, OptionError, Symmetry, crossword_of
from satcross.apps.workbench.clue_words import (
    OF_WORDS,
    is_said,
    put_away,
    whole_word,
    with_clues_of_words,
    words_of,
)
from satcross.apps.workbench.document import (
    EMPTY,
    Cell,
    ClueText,
    Document,
    as_lines,
    changed_squares,
    options,
    slot_key,
    supported,
)
from satcross.apps.workbench.engine.lists import WordOptions
from satcross.apps.workbench.following import Moved, moved_clue, place_text, renumbered_clues
from satcross.apps.workbench.messages import (
    EditError,
    Message,
    clue_in,
    integer,
    is_on,
    text_in,
    value_text,
    word_of,
)
from satcross.extend import MAX_SIDE, OPEN, Rule, Scale, SquareKind, pattern_of, rules_in
from satcross.model.gridtext import two_texts

MAX_LETTERS = 20  # in one cell
MAX_DRAFTS = 100
MAX_OVERRIDES = 10_000
MAX_CHANGES = 1000  # in one edit, as clues of all entries
_SHADE = re.compile(r"#[0-9a-f]{6}")
_KEY = re.compile(r"(across|down)-(0|[1-9]\d{0,5})")

Made = tuple[Document, str]
"""The document after an edit, and what the edit does, for people."""


class Editor:
    """Makes edits.

    Args: words: those of the folder; their alphabet has the letters that cells can hold.
    """

    def __init__(self, words: WordOptions) -> None:
        self._alphabet = words.alphabet
        self._words = words

    def edit(self, document: Document, message: Message) -> Document:
        """The document after an edit; raises as `made`."""
        return self.made(document, message)[0]

    def made(self, document: Document, message: Message) -> Made:
        """The document after an edit, and what the edit does, for people.

        Raises:
            EditError: the message is wrong, or the crossword does not allow it.
        """
        after, label = self._made(document, message)
        after = with_clues_of_words(document, after)
        given = message.get("label")
        return after, (given if isinstance(given, str) and given else label)[:100]

    def _made(self, document: Document, message: Message) -> Made:
        name = message.get("edit")
        if not isinstance(name, str) or name not in _EDITS:
            raise EditError(f"there is no edit {name!r:.40}")
        try:
            return _EDITS[name](self, document, message)
        except EditError:
            raise
        except InputError as error:
            raise EditError(error.problem, hint=error.hint, code="refused") from None

    # Cells

    def _letters(self, document: Document, message: Message) -> Made:
        texts = self._by_cell(document, message)

        def written(at: int, cell: Cell) -> Cell:
            if cell.kind is not SquareKind.OPEN:
                problem = f"{document.grid.cell_name(at)} is a {cell.kind.value}"
                raise EditError(problem, hint="only open cells have letters", code="refused")
            return replace(cell, solution=self._letter(texts[at]))

        label = f"{len(texts)} letters"
        if not any(texts.values()):
            label = f"clear {place_text(document, texts)}"
        elif len(texts) == 1:
            label = f"letter {next(iter(texts.values()))} in {place_text(document, texts)}"
        return replace(document, squares=changed_squares(document, texts, written)), label

    def _letter(self, text: Any) -> str:
        if not isinstance(text, str) or len(text) > MAX_LETTERS:
            raise EditError(f"a cell holds up to {MAX_LETTERS} letters, got {text!r:.40}")
        letters = two_texts(text, self._alphabet) or self._alphabet.normalise(text)
        if letters is None or (text and not letters):
            raise EditError(f"{text!r} has characters outside the alphabet", code="refused")
        return letters

    def _kind(self, document: Document, message: Message) -> Made:
        name = message.get("kind")
        if name not in ("open", "block", "void"):
            raise EditError(f"a cell is open, block or void, got {name!r:.40}")
        kind = SquareKind(name)
        wanted = self._cells(document, message.get("cells"))
        label = (
            f"{name if kind is SquareKind.OPEN else f'{name} in'} {place_text(document, wanted)}"
        )
        places = [move[at] for move in _moves(document, message) for at in wanted]

        def changed(_: int, old: Cell) -> Cell:
            is_same = old.kind is kind
            return old if is_same else replace(EMPTY, kind=kind, circle=old.circle, shade=old.shade)

        return _renumbered(document, squares=changed_squares(document, places, changed)), label

    def _bars(self, document: Document, message: Message) -> Made:
        on = is_on(message)
        cols, grid = document.n_cols, document.grid
        bars = {"right": {*document.bars_right}, "below": {*document.bars_below}}
        names: list[str] = []
        for side, text, step in (("right", "bar right of", 1), ("below", "bar below", cols)):
            for at in self._cells(document, message.get(side, [])):
                names.append(f"{text} {grid.cell_name(at)}")
                found = {(side, at)}
                is_inside = at + step < grid.size and (step > 1 or (at + 1) % cols)
                if message.get("symmetric") and not is_inside:
                    raise EditError(f"{grid.cell_name(at)} is at the edge", code="refused")
                for move in _moves(document, message)[1:]:
                    first, second = sorted((move[at], move[at + step]))
                    is_row = second == first + 1 and second % cols
                    found.add(("right" if is_row else "below", first))
                for way, place in found:
                    (bars[way].add if on else bars[way].discard)(place)
        what = names[0] if len(names) == 1 else f"{len(names)} bars"
        right, below = map(frozenset, bars.values())
        after = _renumbered(document, bars_right=right, bars_below=below)
        return after, what if on else f"remove {what}"

    def _flag(self, document: Document, message: Message) -> Made:
        name, on_label, off_label = _FLAGS[message["edit"]]
        change: dict[str, Any] = {name: is_on(message)}
        wanted = self._cells(document, message.get("cells"))
        label = f"{on_label if change[name] else off_label} {place_text(document, wanted)}"

        def changed(_: int, cell: Cell) -> Cell:
            return replace(cell, **change) if cell.kind is SquareKind.OPEN else cell

        return replace(document, squares=changed_squares(document, wanted, changed)), label

    def _shade(self, document: Document, message: Message) -> Made:
        shade = message.get("shade")
        if not isinstance(shade, str) or (shade and not _SHADE.fullmatch(shade)):
            raise EditError(f'a shade is "#rrggbb" or "", got {shade!r:.40}')
        wanted = self._cells(document, message.get("cells"))
        label = f"{'shade' if shade else 'no shade in'} {place_text(document, wanted)}"
        squares = changed_squares(document, wanted, lambda _, cell: replace(cell, shade=shade))
        return replace(document, squares=squares), label

    def _clear(self, document: Document, message: Message) -> Made:
        what = message.get("what")
        if what not in ("letters", "all"):
            raise EditError(f"clear letters or all, got {what!r:.40}")
        given = message.get("cells")
        wanted = range(len(document.squares)) if given is None else self._cells(document, given)

        def changed(_: int, cell: Cell) -> Cell:
            return cell if what == "letters" and (cell.pinned or cell.theme) else cell.emptied()

        after = replace(document, squares=changed_squares(document, wanted, changed))
        return after, f"clear {_WHOLES[what] if given is None else place_text(document, wanted)}"

    # The grid as a whole

    def _resize(self, document: Document, message: Message) -> Made:
        rows, cols = (integer(message, key, 1, MAX_SIDE) for key in ("rows", "cols"))
        row, col = (integer(message, key, -MAX_SIDE, MAX_SIDE, 0) for key in ("row", "col"))

        def moved(at: int) -> int | None:
            r, c = divmod(at, document.n_cols)
            r, c = r + row, c + col
            return r * cols + c if 0 <= r < rows and 0 <= c < cols else None

        cells = [EMPTY] * (rows * cols)
        for at, cell in enumerate(document.squares):
            new = moved(at)
            if new is not None:
                cells[new] = cell

        def moved_key(key: str) -> str:
            direction, _, at = key.partition("-")
            new = moved(int(at)) if at else None
            return "" if new is None else f"{direction}-{new}"

        clues: dict[str, ClueText] = {}
        kept = {word: moved_clue(clue, moved_key) for word, clue in document.kept.items()}
        for key, clue in document.texts.items():
            if new_key := moved_key(key):
                clues[new_key] = moved_clue(clue, moved_key)
            elif is_said(clue) and clue.word:  # its entry is cut off
                put_away(kept, moved_clue(clue, moved_key))

        def bars(old: Iterable[int], fits: Callable[[int], bool]) -> frozenset[int]:
            return frozenset(new for at in old if (new := moved(at)) is not None and fits(new))

        after = _renumbered(
            document,
            moved_key,
            n_rows=rows,
            n_cols=cols,
            squares=tuple(cells),
            texts=clues,
            kept=kept,
            bars_right=bars(document.bars_right, lambda at: (at + 1) % cols != 0),
            bars_below=bars(document.bars_below, lambda at: at < (rows - 1) * cols),
        )
        return after, f"size {cols} × {rows}"

    def _pattern(self, document: Document, message: Message) -> Made:
        rows = message.get("rows")
        if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
            raise EditError("rows must be a list of strings")
        if len(rows) > MAX_SIDE or any(len(row) > 4 * MAX_SIDE for row in rows):
            raise EditError(f"a grid has up to {MAX_SIDE} rows and columns")
        grid = Grid.parse("\n".join(rows), alphabet=self._alphabet, hex_patterns=False)
        same = (grid.n_rows, grid.n_cols) == (document.n_rows, document.n_cols)
        cells: list[Cell] = []
        squares = crossword_of(grid.rectangle()).squares
        for at, (square, text) in enumerate(zip(squares, grid.texts(), strict=True)):
            old = document.squares[at] if same else EMPTY
            if square.kind is not old.kind:
                old = replace(EMPTY, kind=square.kind)
            letter = text if square.kind is SquareKind.OPEN and text != OPEN else ""
            cells.append(replace(old, solution=letter, pinned=old.pinned and bool(letter)))
        after = _renumbered(
            document,
            n_rows=grid.n_rows,
            n_cols=grid.n_cols,
            squares=tuple(cells),
            bars_right=grid.bars_right,
            bars_below=grid.bars_below,
        )
        return after, "pattern"

    def _symmetry(self, document: Document, message: Message) -> Made:
        name = message.get("symmetry")
        if name not in [symmetry.value for symmetry in Symmetry]:
            raise EditError(f"there is no symmetry {name!r:.40}")
        Symmetry(name).images(document.n_rows, document.n_cols)
        return replace(document, symmetry=name), f"symmetry: {name}"

    # Texts

    def _about(self, document: Document, message: Message) -> Made:
        texts: dict[str, Any] = {
            name: text_in(message, name)
            for name in (*Crossword.TEXTS, "own_notes")
            if name in message
        }
        return replace(document, **texts), ", ".join(texts)

    def _clue(self, document: Document, message: Message) -> Made:
        key = message.get("key")
        found = _KEY.fullmatch(key) if isinstance(key, str) else None
        if found is None or int(found[2]) >= len(document.squares):
            raise EditError(f"there is no entry {key!r:.40}")
        clue = replace(document.texts.get(found[0], ClueText()), **clue_in(message))
        if "continued" in message:
            clue = replace(clue, continued=_continued(document, message, found[0]))
        for name in ("drafts", "remarks", "favourites"):
            texts = message.get(name, [])
            if not isinstance(texts, list) or len(texts) > MAX_DRAFTS:
                raise EditError(f"{name} are a list of up to {MAX_DRAFTS} texts")
            if name in message:
                is_word = name == "favourites"
                read = [word_of(text, self._alphabet) if is_word else text_in({name: text}, name)
                        for text in texts]  # fmt: skip
                said: Any = {name: tuple(dict.fromkeys(read))}
                clue = replace(clue, **said)
        if not is_said(clue):
            clue = replace(clue, word="")
        elif not message.keys().isdisjoint(OF_WORDS):
            word = "" if "continued" in message else clue.word  # of another answer
            clue = replace(clue, word=whole_word(words_of(document), found[0], clue) or word)
        clues = dict(document.texts)
        clues.pop(found[0], None)
        if clue != ClueText():
            clues[found[0]] = clue
        what = next(label for name, label in _OF_CLUE.items() if name in message or not name)
        entry = f"{document.grid.cell_name(int(found[2]))} {found[1]}"  # if none begins there
        for slot in document.slots:
            if slot_key(slot) == found[0]:
                entry = f"{slot.number} {slot.direction.name.capitalize()}"
        return replace(document, texts=clues), f"{what} {entry}"

    # Words and rules

    def _word_lists(self, document: Document, message: Message) -> Made:
        names = message.get("lists")
        if not isinstance(names, list) or not names:
            raise EditError("lists must be a list of at least one name")
        for name in names:
            self._words.check(name)
        return replace(document, lists=tuple(dict.fromkeys(names))), "word lists"

    def _min_score(self, document: Document, message: Message) -> Made:
        if message.get("min_score") is None:
            return replace(document, min_score=None), "no minimum score"
        score = integer(message, "min_score", 0, Scale.MOST)
        return replace(document, min_score=score), f"minimum score {score}"

    def _override(self, document: Document, message: Message) -> Made:
        words = message.get("words")
        if not isinstance(words, Mapping) or not words:
            raise EditError('words must be an object, as in {"WORD": 50}')
        overrides = dict(document.overrides)
        for written, score in words.items():
            word = word_of(written, self._alphabet)
            overrides.pop(word, None)
            if score is not None:
                overrides[word] = integer({"score": score}, "score", 0, Scale.MOST)
        if len(overrides) > MAX_OVERRIDES:
            raise EditError(f"there are more than {MAX_OVERRIDES:,} overrides", code="refused")
        label = f"scores of {', '.join(words)}"
        if len(words) == 1:
            ((written, score),) = words.items()
            label = f"{written} as in the lists"
            if score is not None:
                label = f"{written} scores {score}" if score else f"ban {written}"
        return replace(document, overrides=overrides), label

    def _rules(self, document: Document, message: Message) -> Made:
        given = {name: message[name] for name in options() if name in message}
        kept = [one for one in document.rules if not (one.short and one.short.keyword in given)]
        rules: Sequence[Rule]
        try:
            rules = [one.in_letters(self._alphabet) for one in EntryRules(kept, **given).rules]
        except OptionError as error:
            raise EditError(f"{error.parameter} {error.problem}") from None
        if "rules" in message:
            texts = message["rules"]
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise EditError("rules must be a list of texts")
            others = supported(rules_in({"rules": texts}))
            gone = {rule.kind for rule in (*others, *as_lines(rules))}
            rules = [rule for rule in rules if rule.kind not in gone]
            others = [rule.in_letters(self._alphabet) for rule in others]
            rules = EntryRules([*rules, *others]).rules
        labels = {"rules": "other rules"} | {
            name: short.label[:1].lower() + re.split("[,:]", short.label[1:])[0]
            for name, short in options().items()
        }
        said = [f"{labels[key]}: {value_text(message[key])}" for key in message if key in labels]
        return replace(document, rules=tuple(rules)), "; ".join(said)

    def _correction(self, document: Document, message: Message) -> Made:
        changes = message.get("changes")
        if not isinstance(changes, list) or not 0 < len(changes) <= MAX_CHANGES:
            raise EditError("changes must be a list of edits")
        labels: list[str] = []
        for change in changes:
            if not isinstance(change, Mapping) or change.get("edit") == "correction":
                raise EditError("each change must be an edit")
            document, label = self._made(document, change)
            labels.append(label)
        return document, labels[0] + (" and more" if len(labels) > 1 else "")

    # What messages say

    def _cells(self, document: Document, cells: Any) -> list[int]:
        n = len(document.squares)
        if not isinstance(cells, list) or len(cells) > n:
            raise EditError("cells must be a list of positions")
        for at in cells:
            if type(at) is not int or not 0 <= at < n:
                raise EditError(f"there is no cell {at!r:.40}; positions are 0 to {n - 1}")
        return cells

    def _by_cell(self, document: Document, message: Message) -> dict[int, Any]:
        cells = message.get("cells")
        if not isinstance(cells, Mapping):
            raise EditError('cells must be an object, as in {"17": "A"}')
        keys = [int(at) if at.isdecimal() and len(at) < 7 else -1 for at in cells]
        return dict(zip(self._cells(document, keys), cells.values(), strict=True))


_WHOLES = {"letters": "all letters but pinned and theme ones", "all": "all letters"}
_OF_CLUE = {  # what is edited of a clue
    "text": "clue of", "annotation": "explanation of", "enumeration": "enumeration of",
    "continued": "link of", "favourites": "favourites of", "word": "word of the clue of",
    "remarks": "notes on",
    "": "drafts for",
}  # fmt: skip
_FLAGS = {  # the field, and what the edit does, on and off
    "circle": ("circle", "circle", "no circle in"),
    "given": ("given", "given letter in", "no given letter in"),
    "pin": ("pinned", "pin", "unpin"),
    "theme": ("theme", "theme in", "no theme in"),
}
_EDITS: Mapping[str, Callable[[Editor, Document, Message], Made]] = {
    "letters": Editor._letters,
    "kind": Editor._kind,
    "bars": Editor._bars,
    **dict.fromkeys(_FLAGS, Editor._flag),
    "shade": Editor._shade,
    "symmetry": Editor._symmetry,
    "about": Editor._about,
    "clue": Editor._clue,
    "lists": Editor._word_lists,
    "min_score": Editor._min_score,
    "override": Editor._override,
    "rules": Editor._rules,
    "resize": Editor._resize,
    "pattern": Editor._pattern,
    "clear": Editor._clear,
    "correction": Editor._correction,
}


def _continued(document: Document, message: Message, key: str) -> tuple[str, ...]:
    """The keys of the entries in which the answer of an entry goes on."""
    keys = message["continued"]
    known = {slot_key(slot) for slot in document.slots}
    taken = {key} | {
        each
        for other, clue in document.texts.items()
        if other != key and clue.continued
        for each in (other, *clue.continued)
    }
    if not isinstance(keys, list) or not known.issuperset(map(str, keys)):
        raise EditError("continued must be a list of keys of entries")
    if len({*keys}) < len(keys) or not taken.isdisjoint(keys):
        raise EditError("an entry is linked already", code="refused")
    return tuple(keys)


def _renumbered(before: Document, moved: Moved = str, /, **changes: Any) -> Document:
    """A document with other blocks or bars: labels of its own would be wrong now."""
    document = replace(before, clues=(), **changes)  # whose cells may be outside, or blocks, now
    if pattern_of(before) == pattern_of(document):
        return replace(document, clues=before.clues)
    squares = tuple(replace(cell, label="") if cell.label else cell for cell in document.squares)
    texts = renumbered_clues(before, document, document.texts, moved)
    kept = renumbered_clues(before, document, document.kept, moved)
    return replace(document, squares=squares, texts=texts, kept=kept)


def _moves(document: Document, message: Message) -> list[tuple[int, ...]]:
    """Where each cell goes by an edit: it stays, and is mirrored if the message says so."""
    symmetry = Symmetry(document.symmetry) if message.get("symmetric") else Symmetry.NONE
    return symmetry.images(document.n_rows, document.n_cols)
