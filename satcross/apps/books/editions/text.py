"""A book as plain text, for screen readers and for mail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from satcross import OptionError
from satcross.apps.books.editions.content import (
    Block,
    DrawnBoard,
    HeadingBlock,
    Items,
    ListItem,
    Manuscript,
    Paragraph,
)
from satcross.extend import Square, SquareKind, Texts, shown_rows
from satcross.model.plaintext import in_plain


@dataclass(frozen=True, slots=True)
class Signs:
    """What stands for squares in rows of text.

    Args:
        empty, block: squares.
        bar, under: bars to the right of a square, and below it.
        given: between a number and the letter that is given for it.
        written: a label or a letter as the text has it.
        width: the longest line; None for any.
    """

    empty: str
    block: str
    bar: str
    under: str
    given: str
    written: Callable[[str], str] = str
    width: int | None = None


RIGHT_TO_LEFT_MARK = "\u200f"
SIGNS = Signs(".", "#", "|", "-", "=")


def text_of(manuscript: Manuscript) -> bytes:
    """The edition, in UTF-8.

    Raises:
        OptionError: a grid has squares that are in no rows.
    """
    phrases = Texts.of(manuscript.book.language).phrases
    parts = ["\n\n".join(_texts(manuscript.front))]
    if manuscript.contents:
        parts.append("\n".join([phrases["Contents"], "", *manuscript.contents]))
    sections = [*manuscript.puzzles, *manuscript.solutions]
    if any(_has_signs(block) for section in sections for block in section.blocks):
        parts.append(f"{SIGNS.empty} {phrases['empty']}\n{SIGNS.block} {phrases['block']}")
    parts += [
        "\n\n".join(_texts(section.blocks, section.right_to_left)) for section in manuscript.puzzles
    ]
    if manuscript.solutions:
        parts.append(Texts.of(manuscript.book.language).solution)
    parts += [
        "\n\n".join(_texts(section.blocks, section.right_to_left))
        for section in manuscript.solutions
    ]
    return ("\n\n\n".join(filter(None, parts)) + "\n").encode(errors="replace")


def _has_signs(block: Block) -> bool:
    if not isinstance(block, DrawnBoard) or not block.has_rows:
        return False
    opened = [one for one in block.crossword.squares if one.kind is SquareKind.OPEN]
    return not all(map(block.letter, opened)) or len(opened) < len(block.crossword.squares)


def _texts(blocks: Iterable[Block], right_to_left: bool = False) -> Iterator[str]:
    for block in blocks:
        match block:
            case HeadingBlock(text) | Paragraph(text):
                yield text
            case Items(items):
                yield "\n".join(map(item_text, items))
            case DrawnBoard():
                rows = [row for part in board_parts(block, SIGNS) for row in part]
                shown = shown_rows(rows)
                if right_to_left and shown == rows:  # numbers and signs, which have no direction
                    shown = [f"{RIGHT_TO_LEFT_MARK}{row}{RIGHT_TO_LEFT_MARK}" for row in rows]
                yield "\n".join(shown)


def item_text(item: ListItem) -> str:
    """An item of a list on one line."""
    plain = in_plain((text, look.level > 0, look.struck) for text, look in item.runs)
    text = " ".join(plain.split())
    return f"{item.label} {text}" if item.label else text


def board_parts(board: DrawnBoard, signs: Signs) -> list[list[str]]:
    """The rows of a board; in several parts, of columns side by side, if it is too wide.

    Raises:
        OptionError: its squares are in no rows.
    """
    if not board.has_rows:
        raise OptionError(
            f"{board.name or 'the puzzle'}: its squares are not in rows, so text cannot show them",
            hint="write a .pdf, .epub or .docx, or leave it out",
            parameter="output",
        )
    rows, n_cols = board.rows(), board.crossword.n_cols
    texts = [[_square(one, board, signs) for one in row] for row in rows]
    wide = max((len(text) for row in texts for text in row), default=1)
    gap = 1
    if signs.width is not None and not board.crossword.bars_right:
        gap = 1 if n_cols * (wide + 1) - 1 <= signs.width else 0
    room = n_cols if signs.width is None else max(1, (signs.width + gap) // (wide + gap))
    n_parts = -(-n_cols // room)
    size = -(-n_cols // n_parts) if n_parts else 1
    return [
        list(_rows(board, texts, range(start, min(start + size, n_cols)), gap, signs))
        for start in range(0, n_cols, size)
    ]


def _rows(
    board: DrawnBoard, texts: list[list[str]], columns: range, gap: int, signs: Signs
) -> Iterator[str]:
    """The lines of these columns. Args: gap: between squares, in characters."""
    n, crossword = board.crossword.n_cols, board.crossword
    wide = max((len(text) for row in texts for text in row), default=1)
    for number, row in enumerate(texts):
        line, under = "", ""
        for col in columns:
            at = number * n + col
            bar = signs.bar if at in crossword.bars_right else " "
            line += row[col].rjust(wide) + bar * gap
            under += (signs.under if at in crossword.bars_below else " ") * wide + " " * gap
        yield line.rstrip()
        if under.strip():
            yield under.rstrip()


def _square(square: Square, board: DrawnBoard, signs: Signs) -> str:
    if square.kind is SquareKind.BLOCK:
        return signs.block
    if square.kind is SquareKind.VOID:
        return " "
    letter = board.letter(square)
    label = "" if board.solved else square.label
    shown = [signs.written(text) for text in (label, letter) if text]
    return signs.given.join(shown) or signs.empty
