"""A fill-in: a grid, and the words that stand in it, each once. A jigsaw has clues for them.

It is a puzzle of the model, and no kind of its own: its list is the words to place, as many as the
grid has slots, and no word comes twice. Letters of its grid are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from textwrap import wrap

from satcross import (
    LATIN,
    Alphabet,
    Crossword,
    FormatError,
    Grid,
    OptionError,
    Puzzle,
    WordList,
    crossword_of,
    grid_of,
)
from satcross.extend import (
    OPEN,
    Clue,
    SquareKind,
    counted,
    find_slots,
    in_texts,
    spelled,
    with_enumerations,
)
from satcross.kinds.fillin import FILL_IN, JIGSAW

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
    """Why lengths or given words leave a word without a slot; "" if they do not."""
    for slot in puzzle.slots:
        codes = puzzle.given_codes(slot)
        word = "" if codes is None else puzzle.spelled(codes)
        if word and word not in puzzle.listed:
            return f"{slot.name} {word} is given, and is none of the words"
    words = Counter(puzzle.listed.alphabet.size(word) for word, _ in puzzle.listed.words())
    slots = Counter(len(slot.cells) for slot in puzzle.slots)
    for size in sorted(words.keys() | slots.keys()):
        if words[size] != slots[size]:
            places, n = counted(slots[size], "slot"), counted(words[size], "word")
            return f"{places} of {size} cells and {n} of that length"
    return ""


def words_by_length(puzzle: Puzzle) -> dict[int, list[str]]:
    """The words of a fill-in by number of letters, each in the order of the alphabet."""
    found: dict[int, list[str]] = {}
    for word in _sorted_words(puzzle):
        found.setdefault(puzzle.listed.alphabet.size(word), []).append(word)
    return dict(sorted(found.items()))


def _sorted_words(puzzle: Puzzle) -> list[str]:
    words = (word for word, _ in puzzle.listed.words())
    return sorted(words, key=puzzle.listed.alphabet.codes)


def fillin_text(puzzle: Puzzle) -> str:
    """The grid, and the words by length, as `task.parse_fillin` reads them."""
    lines = [str(puzzle.grid), ""]
    for size, words in words_by_length(puzzle).items():
        head = f"{size}: "
        lines += wrap(head + " ".join(words), _LINE, subsequent_indent=" " * len(head))
    return "\n".join(lines)


def jigsaw_text(crossword: Crossword, puzzle: Puzzle) -> str:
    """The grid, and the clues in the order of their answers, with the lengths of these."""
    lines = [str(puzzle.grid), ""]
    for clue in in_texts(with_enumerations(crossword)).clues:
        lines.append(" ".join(filter(None, [clue.label, clue.text or f"({len(clue.cells)})"])))
    return "\n".join(lines)


def fillin_crossword(
    puzzle: Puzzle, filled: Grid, clues: Iterable[Clue] | None = None
) -> Crossword:
    """What files and pictures hold: a list of words for each length, or the clues of a jigsaw.

    The clues of a jigsaw have their cells, which solvers do not see; programs that read a fill-in
    would show those of its words.

    Args:
        puzzle: the fill-in.
        filled: its solution.
        clues: of the slots that have one, by their cells, for a jigsaw. They are in the order of
            the answers, with their first letters as labels if none begins two of them, or each
            letter of the alphabet begins one. None for a fill-in.
    """
    cells_of = {
        puzzle.listed.alphabet.joined([filled.cells[at] for at in slot.cells]): slot.cells
        for slot in puzzle.slots
    }
    bare = crossword_of(filled)
    squares = tuple(
        replace(square, given=puzzle.grid.is_given(at)) for at, square in enumerate(bare.squares)
    )
    kind = FILL_IN if clues is None else JIGSAW
    listed = _words(puzzle, cells_of) if clues is None else _jigsaw_clues(puzzle, cells_of, clues)
    return replace(bare, squares=squares, clues=listed, kind=kind)


def _words(puzzle: Puzzle, cells_of: Mapping[str, tuple[int, ...]]) -> tuple[Clue, ...]:
    """The list of words for each length; those that are given are struck out."""
    given = {word for word, cells in cells_of.items() if all(map(puzzle.grid.is_given, cells))}
    return tuple(
        Clue(str(size), "", word, f"<s>{word}</s>" if word in given else "", answer=word)
        for size, words in words_by_length(puzzle).items()
        for word in words
    )


def _jigsaw_clues(
    puzzle: Puzzle, cells_of: Mapping[str, tuple[int, ...]], clues: Iterable[Clue]
) -> tuple[Clue, ...]:
    """A clue for each word, in the order of the words; an empty one where `clues` lack it."""
    alphabet, words = puzzle.listed.alphabet, _sorted_words(puzzle)
    written = {clue.cells: clue for clue in clues if clue.cells}
    firsts = Counter(alphabet.cut(word)[0] for word in words)
    labelled = max(firsts.values()) == 1 or len(firsts) == len(alphabet)

    def clue(word: str) -> Clue:
        cells = cells_of.get(word, ())
        own = written.get(cells, Clue("", "", ""))
        label = alphabet.cut(word)[0] if labelled else ""
        return replace(own, direction="", label=label, cells=cells, answer=own.answer or word)

    return tuple(map(clue, words))


def fillin_of_crossword(crossword: Crossword, alphabet: Alphabet, source: str) -> Puzzle:
    """The fill-in that a file holds: of its list of words, or else of the entries of its solution.

    Raises:
        FormatError: it has neither, or a word comes twice.
    """
    grid = grid_of(crossword, alphabet=alphabet, source=source)
    if crossword.kind.lists_words:
        words = [clue.answer or clue.text for clue in crossword.clues]
    elif crossword.kind.value == "jigsaw":
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
