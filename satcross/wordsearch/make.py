"""Word searches from a list and a board: a layout, letters for the other cells, and the check."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from satcross.alphabet import LATIN, Alphabet
from satcross.errors import OptionError
from satcross.solve.protocol import NEVER, Deadline
from satcross.wordsearch.board import Board
from satcross.wordsearch.exact import all_layouts, most_crossings
from satcross.wordsearch.filler import message_letters
from satcross.wordsearch.finish import finish
from satcross.wordsearch.headings import HEADINGS, Heading
from satcross.wordsearch.layout import Layout
from satcross.wordsearch.placements import all_placements
from satcross.wordsearch.refute import why_not
from satcross.wordsearch.results import Impossible, Placed, Stopped, WordSearch
from satcross.wordsearch.search import SearchOptions, search
from satcross.wordsearch.watch import UNSEEN, Watch
from satcross.wordsearch.wish import Wish
from satcross.wordsearch.words import HiddenWord

MOST = "most"
_STAGES = (3_000, 12_000, 45_000)  # rounds of the searches for most crossings, one after the other
_ROUNDS_EACH = 70  # for each word, at most
_PROVABLE = 1_500  # places of all words, up to which the most crossings are proved
_PROOF_S = 20.0  # the most that such a proof may take when there is no deadline
_SEARCHES = 4  # other layouts that are tried when no letters fit the first
_LAYOUTS = 100  # the same, by SAT
_REPEATS = 20  # puzzles in a row that were made before, until there seem to be no others
_SEARCH_SHARE = 0.6  # of the time, for the search, when SAT can be asked afterwards


@dataclass(frozen=True, slots=True)
class MakeOptions:
    """What word search to make.

    Args:
        headings: the ways that words may run.
        crossings: how many there are to be at least; None for many, in a second or two; "most" for
            as many as are found by the deadline.
        max_parallel: at most so many pairs of words side by side; None for few.
        allow_inside: a word may stand within a longer one; see `verify`.
        filler: how letters are drawn: "words", "uniform", or letters; see `finish`.
        message: what the cells without a word spell, as people write it; "" for filler.
        forbid: words in letters of the alphabet that must not be read anywhere.
        rounds: of the search, where `crossings` is not "most".
        seed: the same seed makes the same puzzle, where no time limit cuts in.

    Raises:
        OptionError: a number is negative.
    """

    headings: tuple[Heading, ...] = HEADINGS
    crossings: int | str | None = None
    max_parallel: int | None = None
    allow_inside: bool = False
    filler: str = "words"
    message: str = ""
    forbid: tuple[str, ...] = ()
    rounds: int = 3_000
    seed: int = 0

    def __post_init__(self) -> None:
        if isinstance(self.crossings, str) and self.crossings != MOST:
            raise OptionError(
                f"{self.crossings!r} crossings", mend=f"give a number or {MOST!r}",
                source="--crossings",
            )  # fmt: skip
        for name, value in (("crossings", self.crossings), ("max-parallel", self.max_parallel)):
            if isinstance(value, int) and value < 0:
                raise OptionError(f"{value} is negative", mend="give 0 or more", source=f"--{name}")
        if self.rounds < 0:
            raise OptionError(f"{self.rounds} rounds", mend="give 0 or more", source="options")


def make(
    words: Sequence[HiddenWord],
    board: Board,
    options: MakeOptions | None = None,
    *,
    alphabet: Alphabet = LATIN,
    deadline: Deadline = NEVER,
    watch: Watch = UNSEEN,
) -> WordSearch | Impossible | Stopped:
    """A finished word search, checked.

    Layouts are found by search; when that finds none, SAT finds one or proves that there is none.

    Args:
        words: the list.
        board: the cells.
        options: what it must be.
        alphabet: of all letters.
        deadline: when to stop; what was found by then counts.
        watch: told of phases, better layouts, and the layout that is used.

    Raises:
        OptionError: the message has letters that the alphabet lacks, or none; an unknown filler.
        VerificationError: a bug.
    """
    options = options or MakeOptions()
    spelt = message_letters(options.message, alphabet) if options.message else ""
    unused = len(spelt) if options.message else None
    why = why_not(board, words, options.headings, unused=unused)
    if why:
        return Impossible(why)
    return _Maker(words, board, options, alphabet, spelt, deadline, watch).run()


def make_many(
    words: Sequence[HiddenWord],
    board: Board,
    n: int,
    options: MakeOptions | None = None,
    *,
    alphabet: Alphabet = LATIN,
    deadline: Deadline = NEVER,
) -> Iterator[WordSearch | Impossible | Stopped]:
    """Up to `n` word searches, no two of them with the same letters; the seeds count up.

    Args: as for `make`.

    Yields: the puzzles; at the end, when there are fewer than `n`, why.
    """
    for _, made in make_seeded(words, board, n, options, alphabet=alphabet, deadline=deadline):
        yield made


def make_seeded(
    words: Sequence[HiddenWord],
    board: Board,
    n: int,
    options: MakeOptions | None = None,
    *,
    alphabet: Alphabet = LATIN,
    deadline: Deadline = NEVER,
    watch: Watch = UNSEEN,
) -> Iterator[tuple[int, WordSearch | Impossible | Stopped]]:
    """As `make_many`, each with its seed; `watch` is as for `make`."""
    options = options or MakeOptions()
    seen: set[WordSearch] = set()
    repeats, seed = 0, options.seed
    while len(seen) < n:
        made = make(
            words, board, replace(options, seed=seed), alphabet=alphabet, deadline=deadline,
            watch=watch,
        )  # fmt: skip
        seed += 1
        if not isinstance(made, WordSearch):
            yield seed - 1, made
            return
        if made in seen:
            repeats += 1
            if repeats >= _REPEATS:
                yield seed - 1, Stopped(f"the last {repeats} puzzles had been made before")
                return
            continue
        repeats = 0
        seen.add(made)
        yield seed - 1, made


class _Maker:
    """One puzzle in the making."""

    def __init__(
        self,
        words: Sequence[HiddenWord],
        board: Board,
        options: MakeOptions,
        alphabet: Alphabet,
        message: str,
        deadline: Deadline,
        watch: Watch,
    ) -> None:
        self.words, self.board, self.options = words, board, options
        self.alphabet, self.message = alphabet, message
        self.deadline, self.watch = deadline, watch
        self.rng = random.Random(options.seed)
        self.wish = Wish(
            n_crossings_at_least=options.crossings if isinstance(options.crossings, int) else 0,
            unused=len(message) if message else None,
            max_parallel=options.max_parallel,
            allow_inside=options.allow_inside,
            forbid=options.forbid,
        )

    def run(self) -> WordSearch | Impossible | Stopped:
        """Search, and ask SAT when that finds nothing."""
        if self.options.crossings == MOST:
            proved = self._proved()
            if isinstance(proved, Impossible):
                return proved
            if proved is not None and (made := self._told(proved)) is not None:
                return made
        reason = ""
        for _ in range(_SEARCHES):
            found = self._searched()
            if isinstance(found, Stopped):
                reason = found.reason
                break
            if (made := self._told(found)) is not None:
                return made
        return self._exactly(reason)

    @cached_property
    def _is_small(self) -> bool:
        """Whether SAT can be expected to settle everything."""
        places = all_placements(self.board, self.words, self.options.headings)
        return sum(map(len, places)) <= _PROVABLE

    def _proved(self) -> Placed | Impossible | None:
        """The most crossings, proved, where there are few places; None where that is not had."""
        if not self._is_small:
            return None
        self.watch.phase("proving the most crossings")
        left_s = self.deadline.left_s()
        deadline = Deadline.after(_PROOF_S if left_s is None else left_s * (1 - _SEARCH_SHARE))
        found = most_crossings(
            self.board, self.words, self.options.headings, self.wish,
            seed=self.options.seed, deadline=deadline, on_better=self.watch.better,
        )  # fmt: skip
        if isinstance(found, Impossible):
            return found
        return found if isinstance(found, Placed) and found.optimal else None

    def _searched(self) -> Placed | Stopped:
        options = self.options
        few = min(options.rounds, _ROUNDS_EACH * len(self.words))
        stages: tuple[int, ...] = _STAGES if options.crossings == MOST else (few,)
        if isinstance(options.crossings, int) and not self._is_small:
            stages = (few, *_STAGES)
        best: Placed | Stopped = Stopped("nothing was tried")
        left_s = self.deadline.left_s()
        # SAT cannot be expected to spell a message on a large board afterwards.
        hopeless = bool(self.message) and not self._is_small
        whole = options.crossings == MOST or left_s is None or hopeless
        deadline = self.deadline if whole else Deadline.after((left_s or 0.0) * _SEARCH_SHARE)
        for rounds in stages:
            wanted = SearchOptions(
                crossings=self.wish.n_crossings_at_least or None,
                max_parallel=options.max_parallel,
                unused=self.wish.unused,
                message=self.message,
                allow_inside=options.allow_inside,
                tight=_is_tight(self.words, self.board),
                forbid=options.forbid,
                rounds=rounds,
                seed=self.rng.getrandbits(32),
            )
            found = search(
                self.board, self.words, options.headings, wanted, deadline=deadline,
                # Filler can be drawn until it suits; a message suits a layout, or does not.
                accept=self._suits if options.message else None, watch=self.watch,
            )  # fmt: skip
            if isinstance(found, Placed):
                if isinstance(best, Stopped) or _worth(found.layout) > _worth(best.layout):
                    best = found
                if options.crossings != MOST:
                    break
            elif isinstance(best, Stopped):
                best = found
            if deadline.passed():
                break
        return best

    def _exactly(self, reason: str) -> WordSearch | Impossible | Stopped:
        """A puzzle by SAT, or the proof that there is none."""
        headings, wish = self.options.headings, self.wish
        self.watch.phase("solving")
        layouts = all_layouts(
            self.board, self.words, headings, wish, seed=self.options.seed, deadline=self.deadline
        )
        try:
            n_layouts = 0
            for layout in layouts:
                n_layouts += 1
                if (made := self._told(Placed(layout))) is not None:
                    return made
                if n_layouts >= _LAYOUTS or self.deadline.passed():
                    break
            if layouts.exhausted:
                asked = f" with {wish}" if str(wish) else ""
                if n_layouts == 0:
                    return Impossible(f"no layout holds all {len(self.words)} words{asked}")
                return Impossible(f"no letters fit any of the {n_layouts} layouts{asked}")
        finally:
            layouts.close()
        if n_layouts:
            return Stopped(f"no letters fit any of the {n_layouts} layouts that were tried")
        stopped = layouts.stopped or "time limit"
        return Stopped(stopped if reason in ("", stopped) else f"{stopped}; {reason}")

    def _told(self, placed: Placed) -> WordSearch | None:
        """The puzzle of a layout; None when no letters fit it, or none were found in time."""
        made = self._finished(placed.layout)
        if not isinstance(made, WordSearch):
            return None
        self.watch.placed(placed)
        return made

    def _suits(self, layout: Layout) -> bool:
        return isinstance(self._finished(layout), WordSearch)

    def _finished(self, layout: Layout) -> WordSearch | Impossible | Stopped:
        options = self.options
        # A layout that was found in time is worth a moment more.
        left_s = self.deadline.left_s()
        deadline = NEVER if left_s is None else Deadline.after(max(left_s, 1.0))
        return finish(
            layout, alphabet=self.alphabet, filler=options.filler, message=options.message,
            forbid=options.forbid, allow_inside=options.allow_inside, seed=options.seed,
            deadline=deadline,
        )  # fmt: skip


def _worth(layout: Layout) -> int:
    return len(layout.crossings)


def _is_tight(words: Sequence[HiddenWord], board: Board) -> bool:
    """Whether words may have to overlap along their lines: fewer cells than nine in ten letters."""
    return board.n_cells * 10 < sum(map(len, words)) * 9
