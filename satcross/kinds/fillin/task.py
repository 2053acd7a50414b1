"""A fill-in: the entries of a fill, and the fewest of them to give so that one solution is left."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from satcross import (
    LATIN,
    Alphabet,
    Best,
    Crossword,
    Fill,
    FillTask,
    FormatError,
    Found,
    Grid,
    Impossible,
    Puzzle,
    SolverOptions,
    Stopped,
    Task,
    VerificationError,
    WordList,
)
from satcross.apps.clues.words import hidden_words
from satcross.apps.unique.givens import GivensTask
from satcross.extend import (
    OPEN,
    Clue,
    Deadline,
    Need,
    check_integer,
    require_as_many,
    require_support,
    require_words_once,
    run_by,
    watched,
)
from satcross.kinds.fillin.faults import fillin_faults
from satcross.kinds.fillin.puzzle import fillin_crossword, fillin_of

SUPPORTS = frozenset({Need.PAIRS, Need.CONDITIONS, Need.ENTRIES})
LONGEST = 64  # letters of a word of a list
DIGITS = Alphabet("0123456789")
MAX_REDRAWN = 10_000  # numbers; with some more than there are, no more would help


@dataclass(frozen=True, slots=True)
class MadeFillIn:
    """A fill-in with its solution, which is the only one.

    Args:
        puzzle: its grid with the letters that are given, and its words.
        fill: the solution, as a fill of the puzzle that it was made of.
        given: names of the slots whose words are given.
    """

    puzzle: Puzzle
    fill: Fill
    given: tuple[str, ...]

    def crossword(self, clues: Iterable[Clue] | None = None) -> Crossword:
        """What files hold, checked. Args: clues: as for `fillin_crossword`."""
        return checked_crossword(self.puzzle, self.fill.grid, clues)


FillInResult = Best[MadeFillIn] | Impossible | Stopped


def checked_crossword(
    puzzle: Puzzle, filled: Grid, clues: Iterable[Clue] | None = None
) -> Crossword:
    """As `fillin_crossword`. Raises VerificationError: it is wrong."""
    crossword = fillin_crossword(puzzle, filled, clues)
    if faults := fillin_faults(crossword, alphabet=puzzle.listed.alphabet):
        raise VerificationError(f"wrong fill-in: {faults[0]}")
    return crossword


class FillInTask(Task[MadeFillIn, FillInResult]):
    """Fill a grid, and give the fewest entries so that its words have one place each.

    Args:
        puzzle: what to fill, with cells of one letter each. Its rules are about the fill, and not
            known to solvers, nor are the letters of its grid.
        options: seed and progress; the engine must be the lazy one.
        n_given: how many entries are given at least; more than are needed help a solver.

    `run` returns `Best`, whose objective is how many entries one solution needs, and whose bound is
    how many at least; `Impossible` where the puzzle has no fill; or `Stopped`, before one solution
    was proved.

    Raises:
        OptionError: another engine, a rule about cells and slots, or a word that the grid gives
            twice; from `run`: more entries to give than there are.

    >>> made = FillInTask(Puzzle("CAT\\nA#E\\n...", ["cab", "tee", "bee"])).run()
    >>> made.value.given, made.bound
    (('2D',), 1)
    """

    def __init__(
        self, puzzle: Puzzle, options: SolverOptions | None = None, *, n_given: int = 0
    ) -> None:
        super().__init__()
        self._options = watched(self, options)
        self._options.require_lazy("a fill-in")
        require_support(puzzle, "a fill-in", SUPPORTS)
        require_words_once(puzzle, "a fill-in")
        given = [puzzle.given_codes(slot) for slot in puzzle.slots]
        words = [puzzle.spelled(codes) for codes in given if codes is not None]
        fillin_of(puzzle.grid, words, puzzle.listed.alphabet)  # none of them twice
        self._n_given = check_integer(n_given, "givens", at_least=0)
        self._first = self._hold(FillTask(puzzle, self._options))
        self._fill: Fill | None = None
        self._givens: GivensTask | None = None

    def _run(self, deadline: Deadline) -> FillInResult:
        if self._fill is None:
            found = run_by(deadline, self._first)
            if not isinstance(found, Found):
                return found
            self._fill = found.value
        fill = self._fill
        require_as_many(self._n_given, len(fill.entries), "entry")
        if self._givens is None:
            words = [entry.word for entry in fill.entries]
            # Letters in no slot cannot be found, and stay.
            grid = fill.grid.holding(dict.fromkeys(fill.puzzle.cells_in_slots, OPEN))
            asked = fillin_of(grid, words, fill.puzzle.listed.alphabet)
            checked_crossword(asked, fill.grid)
            givens = GivensTask(asked, self._options, solution=fill.grid, by="entries")
            self._givens = self._hold(givens)
        best = run_by(deadline, self._givens)
        if not isinstance(best, Best):
            return best
        names = self._with_more(best.value.names, fill)
        given = {at: fill.grid.cells[at] for name in names for at in fill[name].slot.cells}
        asked = best.value.fill.puzzle
        puzzle = Puzzle(asked.grid.holding(given), asked.listed)
        work = replace(best.work, elapsed_s=self.elapsed_s)
        made = MadeFillIn(puzzle, fill, names)
        return Best(made, best.objective, best.bound, best.reason, work)

    def _with_more(self, names: tuple[str, ...], fill: Fill) -> tuple[str, ...]:
        """As many entries given as are wanted: the longer ones first."""
        others = [entry.slot for entry in fill.entries if entry.slot.name not in names]
        others.sort(key=lambda slot: (-len(slot.cells), slot.index))
        more = [slot.name for slot in others[: max(0, self._n_given - len(names))]]
        order = {entry.slot.name: entry.slot.index for entry in fill.entries}
        return tuple(sorted([*names, *more], key=order.__getitem__))


def number_puzzle(pattern: Grid, seed: int = 0) -> Puzzle | Impossible | None:
    """The puzzle of random numbers in a pattern, all different and none beginning with 0.

    Returns: the puzzle, whose grid is full; `Impossible` where there are not as many numbers; None
        where none was found.

    Raises:
        GridError: the pattern has no slot.
    """
    rng = random.Random(seed)
    slots = Puzzle(pattern, WordList.from_words((), alphabet=DIGITS)).slots
    for size, n in sorted(Counter(len(slot.cells) for slot in slots).items()):
        if n > 9 * 10 ** (size - 1):
            return Impossible(f"there are {n} slots of {size} cells, and fewer such numbers")
    firsts = {slot.cells[0] for slot in slots}
    cells = list(pattern.without_letters().cells)
    redraw = list(slots)
    for _ in range(MAX_REDRAWN):
        for at in sorted({at for slot in redraw for at in slot.cells}):
            cells[at] = str(rng.randint(at in firsts, 9))
        seen: set[str] = set()
        redraw = []
        for slot in slots:
            number = "".join(cells[at] for at in slot.cells)
            redraw += [slot] * (number in seen)
            seen.add(number)
        if not redraw:
            return Puzzle(pattern.with_cells(cells), WordList.from_words((), alphabet=DIGITS))
    return None


def parse_fillin(
    text: str,
    alphabet: Alphabet = LATIN,
    source: str = "fill-in",
    words: WordList | None = None,
) -> Puzzle:
    """Read a grid, a blank line, and the words: one or several on a line; `5:` is a heading.

    Blanks or commas are between the words; where a line has commas, words may have blanks.

    Args: words: those of a grid alone.

    Raises:
        FormatError: there are no words, or two lists of them.
        WordListError: one is none of the alphabet's, or comes twice.
        GridError: the grid cannot be read.

    >>> parse_fillin("..C\\n.#.\\n...\\n\\n3: arc, cat\\nace tee")
    <Puzzle 3x3, 4 slots, 4 words>
    """
    lines = text.removeprefix("\ufeff").splitlines()
    begin = next((at for at, line in enumerate(lines) if line.strip()), 0)
    end = next((at for at in range(begin, len(lines)) if not lines[at].strip()), len(lines))
    grid = Grid.parse("\n".join(lines[:end]), alphabet=alphabet, source=source, hex_patterns=False)
    below: list[tuple[str, int]] = []
    for number, line in enumerate(lines[end:], end + 1):
        listed = re.sub(r"^[^:]*:", "", line)
        apart = re.split(r"[,;]" if "," in listed or ";" in listed else r"\s", listed)
        below += [(word.strip(), number) for word in apart if word.strip()]
    if words is not None:
        if below:
            problem = "words are below the grid, and a list of words is given"
            raise FormatError(problem, hint="leave one of them out", source=source)
        return fillin_of(grid, (word for word, _ in words.words()), alphabet)
    if not below:
        raise FormatError(
            "there are no words", hint="write a blank line and the words below the grid",
            source=source,
        )  # fmt: skip
    texts, at = zip(*below, strict=True)
    found = hidden_words(texts, alphabet=alphabet, source=source, lines=at, longest=LONGEST)
    return fillin_of(grid, [word.letters for word in found], alphabet)
