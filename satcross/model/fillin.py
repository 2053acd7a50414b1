"""A fill-in: a grid, and the words that stand in it, each once. A jigsaw has clues for them.

It is a puzzle of the model, and no kind of its own: its list is the words to place, as many as the
grid has slots, and no word comes twice. Letters of its grid are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from textwrap import wrap

from satcross.checks import counted
from satcross.errors import FormatError, OptionError
from satcross.model.alphabet import LATIN, Alphabet
from satcross.model.crossword import (
    Clue,
    Crossword,
    PuzzleKind,
    SquareKind,
    crossword_of,
    grid_of,
    spelled,
)
from satcross.model.enumerations import with_enumerations
from satcross.model.grid import OPEN, Grid
from satcross.model.puzzle import Puzzle
from satcross.model.slots import find_slots
from satcross.words import WordList

_LINE = 78  # columns of text


def fillin_of(grid: Grid, words: Iterable[str], alphabet: Alphabet = LATIN) -> Puzzle:
    """The puzzle of placing each of some words once in a grid, whose letters are given.

    Raises:
        OptionError: a word comes twice, or cannot be in a list.
        GridError: the grid has no slot.
    """
    words = list(words)
    listed = WordList.from_words(words, alphabet=alphabet)
    if twice := [word for word, n in Counter(words).items() if n > 1]:
        raise OptionError(
            f"{twice[0][:40]} is there twice, and each word of a fill-in comes once",
            hint="change one of the two",
        )
    if len(listed) < len(words):
        problem = f"a word has {next(iter(listed.report.dropped), 'no letters')}"
        raise OptionError(problem, hint="leave it out")
    return Puzzle(grid, listed)


def misfit(puzzle: Puzzle) -> str:
    """Why the words cannot each have a slot, as far as that is seen at once; "" for nothing."""
    for slot in puzzle.slots:
        codes = puzzle.given_codes(slot)
        word = "" if codes is None else puzzle.spelled(codes)
        if word and word not in puzzle.listed:
            return f"{slot.name} {word} is given, and is none of the words"
    sizes = {size: len(words) for size, words in words_by_length(puzzle).items()}
    slots = Counter(len(slot.cells) for slot in puzzle.slots)
    for size in sorted(sizes.keys() | slots.keys()):
        n = sizes.get(size, 0)
        if n != slots[size]:
            places = counted(slots[size], "slot")
            return f"{places} of {size} cells and {counted(n, 'word')} of that length"
    return ""


def words_by_length(puzzle: Puzzle) -> dict[int, list[str]]:
    """The words of a fill-in by number of letters, each in the order of the alphabet."""
    alphabet = puzzle.listed.alphabet
    found: dict[int, list[str]] = {}
    for word in sorted((word for word, _ in puzzle.listed.words()), key=alphabet.codes):
        found.setdefault(alphabet.size(word), []).append(word)
    return dict(sorted(found.items()))


def fillin_text(puzzle: Puzzle) -> str:
    """The grid, and the words by length, as `satcross.construct.fillin.parse_fillin` reads them."""
    lines = [str(puzzle.grid), ""]
    for size, words in words_by_length(puzzle).items():
        head = f"{size}: "
        lines += wrap(head + " ".join(words), _LINE, subsequent_indent=" " * len(head))
    return "\n".join(lines)


def jigsaw_text(crossword: Crossword, puzzle: Puzzle) -> str:
    """The grid, and the clues in the order of their answers, with the lengths of these."""
    lines = [str(puzzle.grid), ""]
    for clue in with_enumerations(crossword).clues:
        lines.append(" ".join(filter(None, [clue.label, clue.text or f"({len(clue.cells)})"])))
    return "\n".join(lines)


def fillin_crossword(
    puzzle: Puzzle, filled: Grid | None = None, clues: Iterable[Clue] | None = None
) -> Crossword:
    """What files and pictures hold: a list of words for each length, or the clues of a jigsaw.

    The clues of a jigsaw have their cells, which solvers do not see; programs that read a fill-in
    would show those of its words.

    Args:
        puzzle: the fill-in.
        filled: its solution; None where it is not known.
        clues: of the slots that have one, by their cells, for a jigsaw. They are in the order of
            the answers, with their first letters as labels if none begins two of them, or each
            letter of the alphabet begins one. None for a fill-in.
    """
    alphabet, by_length = puzzle.listed.alphabet, words_by_length(puzzle)
    cells_of: dict[str, tuple[int, ...]] = {}
    held = (puzzle.grid if filled is None else filled).cells
    for slot in puzzle.slots:
        cells_of[alphabet.joined([held[at] for at in slot.cells])] = slot.cells
    given = {word for word, cells in cells_of.items() if all(map(puzzle.grid.is_given, cells))}
    listed = [
        Clue(str(size), "", word, f"<s>{word}</s>" if word in given else "", answer=word)
        for size, words in by_length.items()
        for word in words
    ]
    if clues is not None:
        written = {clue.cells: clue for clue in clues if clue.cells}
        listed.sort(key=lambda one: alphabet.codes(one.answer))
        firsts = Counter(alphabet.cut(one.answer)[0] for one in listed)
        labelled = max(firsts.values()) == 1 or len(firsts) == len(alphabet)
        for at, one in enumerate(listed):
            cells = cells_of.get(one.answer, ())
            own = written.get(cells, Clue("", "", ""))
            label = alphabet.cut(one.answer)[0] if labelled else ""
            answer = own.answer or one.answer
            listed[at] = replace(own, direction="", label=label, cells=cells, answer=answer)
    bare = crossword_of(puzzle.grid if filled is None else filled)
    squares = tuple(
        replace(square, given=puzzle.grid.is_given(at)) for at, square in enumerate(bare.squares)
    )
    kind = PuzzleKind.FILL_IN if clues is None else PuzzleKind.JIGSAW
    return replace(bare, squares=squares, clues=tuple(listed), kind=kind)


def fillin_of_crossword(crossword: Crossword, alphabet: Alphabet, source: str) -> Puzzle:
    """The fill-in that a file holds: of its list of words, or else of the entries of its solution.

    Raises:
        FormatError: it has neither, or a word comes twice.
    """
    grid = grid_of(crossword, alphabet=alphabet, source=source)
    if crossword.kind is PuzzleKind.FILL_IN:
        words = [clue.answer or clue.text for clue in crossword.clues]
    elif crossword.kind is PuzzleKind.JIGSAW:
        words = [clue.answer for clue in crossword.clues]
    else:
        words = [spelled(crossword.squares, slot.cells) for slot in find_slots(grid)]
    cells = zip(grid.cells, crossword.squares, strict=True)
    given = [OPEN if one.kind is SquareKind.OPEN and not one.given else at for at, one in cells]
    normalised = [alphabet.normalise(word) for word in words]
    if not words or not all(normalised):
        raise FormatError(
            "it has no words to place: neither a list of them nor a solution",
            hint="write a solution, or the grid as text, a blank line, and the words",
            source=source,
        )
    try:
        return fillin_of(grid.with_cells(given), filter(None, normalised), alphabet)
    except OptionError as error:
        raise FormatError(error.problem, hint=error.hint, source=source) from None
