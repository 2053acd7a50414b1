"""The engine's side of a crossword: what to work on next, and what has come out so far.

A *question* is answered by a job, a generator that stops at every `yield` so that something more
urgent can go first. The page asks some. Others are asked in the background for as long as the
crossword stays as it is: arc consistency, the verdict, the words in view, why there is no fill,
letters. A change of the crossword drops them all; what the oracle has proved stays.
"""

from __future__ import annotations

import itertools
import queue
import threading
import time
from collections import deque
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from satcross.errors import InputError, OptionError, SatcrossError
from satcross.model.consistency import Domains, arc_consistent
from satcross.model.fill import Fill
from satcross.model.grid import OPEN, Grid
from satcross.model.puzzle import Puzzle, Slot
from satcross.results import Found, Impossible, Reason, Stopped
from satcross.task import Event, StopRequest, Task
from satcross.tasks.fill import FillTask
from satcross.tasks.letters.oracle import LetterOracle
from satcross.tasks.letters.report import LetterReport, WordVerdict
from satcross.tasks.process import ProcessTask
from satcross.web.document import Document, View
from satcross.web.engine.lists import Lists

Data = dict[str, Any]
Send = Callable[[Data], None]
T = TypeVar("T")
Ask = Mapping[str, Any]
Job = Generator[threading.Event | None, None, None]
"""Yields between pieces of work; an event where there is nothing to do until it is set."""

SLICE_S = 1.0  # between two looks at whether something else is more urgent
FIRST_SLICE_S = 0.5  # of a task; then what is known so far is sent
FIRST_S = 0.25  # before the page is told that the verdict takes longer
FIRST_VERDICT_S = 2.0  # before the words in view get their turn
FIRST_WHY_S = 1.0  # for the reason before the words in view, when there is no fill
MAX_IN_VIEW = 60  # words of one list that are settled
MAX_REPAIRS = 300  # words that are tried at once for a full entry when there is no fill
IDLE_S = 120.0  # how long letters are settled after a change that nobody follows
WORK_S = 600.0  # how long each other job goes on after a change, and the search for a fill


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of question.

    Args:
        job: begins to answer one: given the analyst, and the question as the page puts it.
        doing: what answering it is, for people; "" for what they need not know.
        is_quick: whether it is answered before anything else.
    """

    job: Callable[[Analyst, Ask], Job]
    doing: str = ""
    is_quick: bool = False


@dataclass(slots=True, eq=False)
class Question:
    """Something to find out: for the page, or in the background for whoever looks on.

    Args:
        name: of its answer.
        kind: what it is.
        ask: as the page puts it; None in the background.

    Fields:
        job: while it is under way.
        waits_for: there is nothing to do until this is set.
        is_done: it is answered, or was given up.
        spent_s: seconds it has had.
    """

    name: str
    kind: Kind
    ask: Ask | None = None
    job: Job | None = None
    waits_for: threading.Event | None = None
    is_done: bool = False
    spent_s: float = 0.0

    @property
    def can_go_on(self) -> bool:
        """Whether there is something to do."""
        return not self.is_done and (self.waits_for is None or self.waits_for.is_set())

    def restart(self) -> None:
        """Start over when its turn comes."""
        self.end()
        self.is_done = False

    def end(self) -> None:
        """Leave it as it is."""
        self.is_done = True
        if self.job is not None:
            self.job.close()
            self.job = None


@dataclass(slots=True)
class Shown:
    """A list of candidates.

    Args:
        domains: of the puzzle that its words are settled for: another than the grid's where the
            entry is full.
        slot: the entry.
        filter_: the pattern that its words match, or "".
        offset, limit: the part in view.
        marks: by word as the page has it, its mark once it is settled.

    Fields:
        alive: the rows, in the table of its length, of the words that fit and that arc consistency
            leaves, best first.
        dead: the rows of the others that fit.
        n_sent: how many words were settled when the list was sent.

    Raises:
        OptionError: the filter is no pattern.
    """

    domains: Domains
    slot: Slot
    filter_: str
    offset: int
    limit: int
    marks: dict[str, str] = field(default_factory=dict)
    alive: list[int] = field(init=False)
    dead: list[int] = field(init=False)
    n_sent: int = 0

    def __post_init__(self) -> None:
        from satcross.words.patterns import parse_pattern

        puzzle, slot = self.puzzle, self.slot
        table = puzzle.words.table(len(slot))
        fits = np.ones(len(table), dtype=np.bool_)
        for place, cell in enumerate(slot.cells):
            if cell in puzzle.givens:
                fits &= table.codes[:, place] == puzzle.givens[cell]
        if self.filter_:
            fits &= parse_pattern(self.filter_, puzzle.words.alphabet).match(table.codes)
        alive = np.zeros(len(table), dtype=np.bool_)
        alive[self.domains.words[slot.index]] = self.domains.emptied is None
        self.alive = np.flatnonzero(fits & alive).tolist()
        self.dead = np.flatnonzero(fits & ~alive).tolist()

    @property
    def puzzle(self) -> Puzzle:
        """What its words are settled for."""
        return self.domains.puzzle

    def _text(self, row: int) -> str:
        return self.puzzle.spelled(self.puzzle.words.table(len(self.slot)).codes[row].tolist())

    def in_view(self) -> list[str]:
        """The words in view that are to be settled."""
        rows = self.alive[self.offset :][: min(self.limit, MAX_IN_VIEW)]
        return list(dict.fromkeys(map(self._text, rows)))

    def unsettled(self) -> list[str]:
        """The first words that are not settled."""
        texts = (text for text in map(self._text, self.alive) if text not in self.marks)
        return list(dict.fromkeys(itertools.islice(texts, MAX_REPAIRS)))

    def data(self, *, repairs: bool) -> Data:
        """As the protocol has it.

        Args: repairs: whether all words are settled, as each may repair the grid: then those that
            do come first, those that are proved not to last, and they are counted.
        """
        puzzle, slot, words = self.puzzle, self.slot, self.puzzle.words
        table = words.table(len(slot))
        rows, n_good, n_dead = self.alive, 0, 0
        if repairs:
            marks = {row: self.marks.get(self._text(row), "open") for row in rows}
            rows = sorted(rows, key=lambda row: ("good", "open", "dead").index(marks[row]))
            n_good, n_dead = (list(marks.values()).count(mark) for mark in ("good", "dead"))
        out: list[list[Any]] = []
        n_alive = len(rows)
        for place, row in enumerate([*rows, *self.dead][self.offset :][: self.limit], self.offset):
            text = self._text(row)
            mark = self.marks.get(text, "open") if place < n_alive else "dead"
            written = words.written(words.word(len(slot), row))
            out.append([text, int(table.scores[row]), mark, written])
        codes = [puzzle.givens.get(cell) for cell in slot.cells]
        made: Data = {
            "entry": slot.name,
            "filter": self.filter_,
            "pattern": "".join("." if code is None else puzzle.texts[code] for code in codes),
            "n": n_alive + len(self.dead),
            "n_dead": n_dead + len(self.dead),
            "offset": self.offset,
            "words": out,
        }
        return made | ({"n_good": n_good, "n_open": n_alive - n_good - n_dead} if repairs else {})

    def note(self, verdicts: Sequence[WordVerdict]) -> dict[str, str]:
        """Take in verdicts of its words; the marks that are new."""
        marks = {verdict.word: MARKS[verdict.possible] for verdict in verdicts}
        new = {
            word: mark
            for word, mark in marks.items()
            if mark != "open" and self.marks.get(word) != mark
        }
        self.marks |= new
        return new


class Analyst:
    """Works on one crossword.

    Args:
        lists: the word lists.
        send: takes messages for the page.
        inbox: the messages that have come and are not taken in yet; `wake` is called with more.
        kinds: of questions, by name; "why" is asked in the background too.
        scratch: a folder for files.
    """

    def __init__(
        self,
        lists: Lists,
        send: Send,
        inbox: queue.SimpleQueue[Data | None],
        kinds: Mapping[str, Kind],
        scratch: Path,
    ) -> None:
        self.lists = lists
        self.scratch = scratch
        self.given: list[Fill] = []
        self._inbox = inbox
        self._request = StopRequest()
        self._send = send
        self._kinds = kinds
        self.revision = 0
        self.document: Document | None = None
        self.puzzle: Puzzle | None = None
        self.domains: Domains | None = None
        self.view = View()
        self.shown: dict[str, Shown] = {}
        self.verdict: bool | None = None
        self.witness: Fill | None = None
        self.problem = ""
        self._oracle: LetterOracle | None = None
        self._asked: list[Question] = []
        self._task: Task[Any, Any] | None = None
        self._doing = ""
        self._letters_sent: dict[str, Data] = {}
        self._scores: dict[tuple[tuple[str, ...], str], int | None] = {}

        def background(name: str, job: Callable[[], Job], doing: str = "") -> Question:
            return Question(name, Kind(lambda *_: job(), doing))

        self._consistency = background("consistency", self._do_consistency)
        self._candidates = background("candidates", self._do_candidates)
        self._verdict = background("verdict", self._do_verdict, "is there a fill?")
        self._marks = background("marks", self._do_marks, "settling candidates")
        self._why = background("why", self._do_why, "why there is no fill")
        self._letters = background("letters", self._do_letters, "settling letters")
        self._background = [
            self._consistency, self._candidates, self._verdict,
            self._marks, self._why, self._letters,
        ]  # fmt: skip

    # Messages

    def has_message(self) -> bool:
        """Whether a message has come that is not taken in yet."""
        return not self._inbox.empty()

    def take(self, message: Mapping[str, Any]) -> None:
        """Take in what the server says."""
        match message["do"]:
            case "document":
                self._take_document(message)
            case "view":
                self.view = message["view"]
                self._candidates.restart()
                self._marks.restart()
                self._marks.spent_s = 0.0
            case "ask":
                self._take_question(message)
            case "cancel":
                self._cancel(message.get("id"))
            case "wake":
                pass

    def _take_document(self, message: Mapping[str, Any]) -> None:
        self._cancel(None)
        for question in self._background:
            question.restart()
            question.spent_s = 0.0
        self.revision = message["revision"]
        self.document = message["document"]
        self.puzzle = self.domains = self.verdict = self.witness = None
        self.problem = ""
        self.shown = {}
        self._letters_sent = {}
        try:
            document: Document = message["document"]
            self.puzzle = Puzzle(document.grid, self.lists.of(document), document.rules)
        except InputError as error:
            self.problem = str(error)

    def _take_question(self, message: Mapping[str, Any]) -> None:
        ask = {**message["ask"], "number": message["id"]}
        if message["revision"] != self.revision:
            return
        name = str(ask.get("question"))
        if name in self._kinds:
            self._asked.append(Question(name, self._kinds[name], ask))
        else:
            self.error(ask, OptionError(f"there is no question {ask.get('question')!r:.40}"))

    def _cancel(self, number: int | None) -> None:
        for question in list(self._asked):
            if question.ask is not None and number in (None, question.ask["number"]):
                question.end()
                self._asked.remove(question)

    # Sending

    def answer(
        self, question: str, ask: Ask | None = None, *, done: bool = True, **parts: Any
    ) -> None:
        """Send an answer about the crossword as it is now.

        Args: ask: what the page has asked; None where nobody has.
        """
        message = {"type": "answer", "revision": self.revision, "question": question}
        if ask is not None:
            message["id"] = ask["number"]
        self._send({**message, "done": done, **parts})

    def error(self, ask: Ask, error: Exception) -> None:
        """Send what is wrong with a question."""
        problem, hint = str(error), ""
        if isinstance(error, InputError):
            problem, hint = error.problem, error.hint
        elif not isinstance(error, SatcrossError):
            problem = f"the question cannot be read: {type(error).__name__} {error}"
        message = {"type": "error", "id": ask["number"], "code": "bad", "problem": problem}
        self._send({**message, "hint": hint})

    def _show_doing(self, doing: str) -> None:
        if doing != self._doing:
            self._doing = doing
            state = "working" if doing else "idle"
            self._send(
                {"type": "engine", "state": state, "doing": doing, "revision": self.revision}
            )

    # Work

    def stop(self) -> None:
        """Stop what is running, as a message has come. From any thread."""
        self._request.make()
        task = self._task
        if task is not None:
            task.stop()

    def work(self) -> bool:
        """Do the most urgent piece of work; False when there is none."""
        question = self._most_urgent()
        if question is not None:
            self._go_on(question)
        elif not self._asked:
            self._show_doing("")
        return question is not None

    def _most_urgent(self) -> Question | None:
        asked = next((question for question in self._asked if question.can_go_on), None)
        own = self._most_urgent_of_background()
        if asked is None or own not in (self._consistency, self._candidates):
            return asked or own
        return asked if asked.kind.is_quick else own

    def _most_urgent_of_background(self) -> Question | None:
        if self.document is None:
            return None
        order = self._background
        verdict, marks = self._verdict, self._marks
        if verdict.spent_s > FIRST_VERDICT_S and marks.spent_s < verdict.spent_s:
            order = [self._consistency, self._candidates, marks, verdict, self._why, self._letters]
        elif self.verdict is False and self._why.spent_s < marks.spent_s + FIRST_WHY_S:
            order = [self._consistency, self._candidates, verdict, self._why, marks, self._letters]
        return next((question for question in order if question.can_go_on), None)

    def _go_on(self, question: Question) -> None:
        """Do a piece of the work for a question."""
        if question.kind.doing:
            self._show_doing(question.kind.doing)
        started = time.monotonic()
        try:
            question.job = question.job or question.kind.job(self, question.ask or {})
            question.waits_for = next(question.job)
        except StopIteration:
            question.end()
        except (SatcrossError, KeyError, TypeError, ValueError) as error:
            question.end()
            if question.ask is not None:
                self.error(question.ask, error)
            elif isinstance(error, InputError):
                self.answer(question.name, problem=str(error))
            else:
                raise
        question.spent_s += time.monotonic() - started
        if question.ask is not None:  # questions of the page take turns
            self._asked.remove(question)
            if not question.is_done:
                self._asked.append(question)
        elif not question.is_done and question.spent_s > WORK_S:
            question.end()  # nobody seems to wait for it any more
            if question is self._verdict:
                why = f"not found out in {WORK_S / 60:.0f} minutes"
                self.answer("verdict", verdict="searching", witness=None, why=why)

    def run(
        self,
        task: Task[Any, Any],
        limit_s: float | None = None,
        on_pause: Callable[[], None] = lambda: None,
        is_enough: Callable[[], bool] = bool,
    ) -> Generator[None, None, Any]:
        """Run a task in slices.

        Args:
            limit_s: seconds of work after which its result is taken as it is; WORK_S by default.
            on_pause: called after each slice without a result.
            is_enough: whether what is known after a slice is enough.

        Returns: its result; None where what is known is enough.
        """
        with task:
            while True:
                self._task = task
                try:
                    if not self.has_message():
                        result = task.run(SLICE_S if task.elapsed_s else FIRST_SLICE_S)
                        is_over = task.elapsed_s >= (WORK_S if limit_s is None else limit_s)
                        reason = getattr(result, "reason", None)
                        if reason not in (Reason.TIME_LIMIT, Reason.CANCELLED) or is_over:
                            return result
                        if reason is Reason.TIME_LIMIT:
                            on_pause()
                finally:
                    self._task = None
                if is_enough():
                    return None
                yield None

    def aside(
        self,
        task: Task[Any, Any],
        limit_s: float,
        on_event: Callable[[Event], None] = lambda _: None,
    ) -> Generator[threading.Event, None, Any]:
        """Run a task in its own process, beside all else.

        Args:
            limit_s: seconds after which its result is taken as it is.
            on_event: called with its events, in this thread.

        Returns: its result.

        Raises:
            SatcrossError: what the task raised.
        """
        has_news = threading.Event()
        events: deque[Event] = deque()
        ended: list[Any] = []
        runner = ProcessTask(task)

        def note(event: Event) -> None:
            events.append(event)
            has_news.set()
            self._inbox.put({"do": "wake"})

        def work() -> None:
            try:
                ended.append(runner.run(limit_s))
            except Exception as error:
                ended.append(error)
            has_news.set()
            self._inbox.put({"do": "wake"})

        runner.subscribe(note)
        threading.Thread(target=work, daemon=True).start()
        try:
            while True:
                yield has_news
                has_news.clear()
                while events:
                    on_event(events.popleft())
                if ended:
                    break
        finally:
            runner.close()
        if isinstance(ended[0], Exception):
            raise ended[0]
        return ended[0]

    # The oracle

    def oracle(self, puzzle: Puzzle | None = None) -> LetterOracle:
        """The oracle, about the crossword as it is or another puzzle."""
        puzzle = puzzle or self.puzzle
        assert puzzle is not None
        if self._oracle is None:
            self._oracle = LetterOracle(puzzle, request=self._request, empty=True)
        if self._oracle.puzzle is not puzzle:
            self._oracle.take_over(puzzle, self.domains if puzzle is self.puzzle else None)
        return self._oracle

    def sliced(
        self, ask: Callable[[LetterOracle], T], puzzle: Puzzle | None = None
    ) -> Generator[None, None, T]:
        """What the oracle says to a question that stops it when a message comes.

        Args:
            ask: puts the question.
            puzzle: it is about; the crossword as it is by default.
        """
        while self.has_message():
            yield None
        return ask(self.oracle(puzzle))

    def clash(self) -> tuple[int, ...] | None:
        """Cells whose letters the crossword's oracle has proved to clash, if it has."""
        assert self.puzzle is not None
        if self._oracle is None or self._oracle.puzzle is not self.puzzle:
            return None
        return self._oracle.clash()

    def fill(
        self, puzzle: Puzzle, *, anew: bool = False, unlike: tuple[Fill, ...] = (),
        limit_s: float | None = None,
    ) -> Generator[None, None, Found[Fill] | Impossible | Stopped]:  # fmt: skip
        """A fill of a puzzle, by the oracle, in slices, of WORK_S in all by default."""
        started = time.monotonic()
        while True:
            result = yield from self.sliced(
                lambda oracle: oracle.fill(SLICE_S, anew=anew, unlike=unlike), puzzle
            )
            is_over = time.monotonic() - started > (WORK_S if limit_s is None else limit_s)
            if not isinstance(result, Stopped) or is_over:
                return result
            yield None

    def fill_aside(
        self, puzzle: Puzzle, limit_s: float | None = None
    ) -> Generator[None, None, Found[Fill] | Impossible | Stopped]:
        """A fill of a puzzle that is only tried, in slices.

        The oracle answers where it knows the blocks. Else it would start over, and drop what it
        knows of the crossword itself for a few questions about another one.
        """
        if self.oracle().knows(puzzle):
            result = yield from self.fill(puzzle, limit_s=limit_s)
        else:
            result = yield from self.run(FillTask(puzzle), limit_s)
        return result

    # In the background

    def _do_consistency(self) -> Job:
        puzzle = self.puzzle
        if puzzle is None:
            self.answer("consistency", letters=[], forced={}, dead=[], counts={}, tightest=None,
                        unlisted={}, lacking=[], problem=self.problem)  # fmt: skip
            return
        assert self.document is not None
        domains = self.domains = arc_consistent(puzzle)
        unlisted = unlisted_of(puzzle, self.document, self._scores)
        asked = [one["word"] for one in unlisted.values() if not one["why"]]
        found = consistency_of(domains)
        self.answer("consistency", unlisted=unlisted, done=not asked, **found)
        if asked:
            yield None
            words = self.lists.of(self.document, every_score=True)  # the whole list, read once
            for word in asked:
                self._scores[self.document.lists, word] = words.score(word)
            unlisted = unlisted_of(puzzle, self.document, self._scores)
            self.answer("consistency", unlisted=unlisted, **found)

    def _do_candidates(self) -> Job:
        if self.puzzle is None or self.domains is None:
            return
        lists: list[Data] = []
        shown: dict[str, Shown] = {}
        for entry, filter_, offset, limit in self.view.lists:
            try:
                slot = self.puzzle.slot(entry)
                some = Shown(self._domains_of(slot), slot, filter_, offset, limit)
            except InputError as error:
                lists.append(
                    {"entry": entry, "filter": filter_, "words": [], "n": 0, "n_dead": 0,
                     "problem": str(error)}
                )  # fmt: skip
                continue
            shown[slot.name] = some
            lists.append(some.data(repairs=self._may_repair(some)))
        self.shown = shown
        self.answer("candidates", lists=lists)
        yield from ()

    def _may_repair(self, shown: Shown) -> bool:
        """Whether a word of a list may repair a grid without a fill."""
        return self.verdict is False and shown.puzzle is not self.puzzle

    def _domains_of(self, slot: Slot) -> Domains:
        """The domains that a list shows: of a full entry, what could stand there instead."""
        puzzle, document = self.puzzle, self.document
        assert puzzle is not None
        assert document is not None
        assert self.domains is not None
        if any(cell not in puzzle.givens for cell in slot.cells):
            return self.domains
        kept = {
            cell
            for other in puzzle.slots
            if other.index != slot.index and all(cell in puzzle.givens for cell in other.cells)
            for cell in other.cells
        }
        cells = list(puzzle.grid.cells)
        for cell in slot.cells:
            here = document.cells[cell]
            if not (cell in kept or here.pinned or here.theme):
                cells[cell] = OPEN
        grid = puzzle.grid.with_cells(cells)
        return self.domains if grid == puzzle.grid else arc_consistent(self.with_grid(grid))

    def with_grid(self, grid: Grid) -> Puzzle:
        """The puzzle of another grid with the words and rules of the crossword."""
        assert self.puzzle is not None
        assert self.document is not None
        return Puzzle(grid, self.puzzle.listed, self.document.rules)

    def _do_verdict(self) -> Job:
        if self.puzzle is None or self.domains is None:
            self.answer("verdict", verdict="searching", witness=None, why=self.problem)
            return
        if self.domains.emptied is not None:
            name = self.puzzle.slots[self.domains.emptied].name
            self._answer_impossible(f"no word fits {name}")
            return
        is_announced = False

        def fill(oracle: LetterOracle) -> Found[Fill] | Impossible | Stopped:
            return oracle.fill(SLICE_S if is_announced else FIRST_S)

        while True:
            result = yield from self.sliced(fill)
            if not isinstance(result, Stopped):
                self._answer_verdict(result)
                return
            if not is_announced and result.reason is Reason.TIME_LIMIT:
                is_announced = True
                self.answer("verdict", verdict="searching", witness=None, why="", done=False)
            yield None

    def _answer_verdict(self, result: Found[Fill] | Impossible) -> None:
        if isinstance(result, Found):
            self.verdict, self.witness = True, result.value
            self.answer("verdict", verdict="fillable", witness=letters_of(result.value), why="")
        else:
            self._answer_impossible(result.why)

    def _answer_impossible(self, why: str) -> None:
        self.verdict = False
        self.answer("verdict", verdict="impossible", witness=None, why=why)
        if any(self._may_repair(shown) for shown in self.shown.values()):
            self._candidates.restart()
            self._marks.restart()

    def _do_marks(self) -> Job:
        while self.puzzle is not None and self.domains is not None:
            is_done = True
            for puzzle in {id(s.puzzle): s.puzzle for s in self.shown.values()}.values():
                lists = [shown for shown in self.shown.values() if shown.puzzle is puzzle]
                pairs = self._pairs(lists)
                if not pairs:
                    continue
                oracle = self.oracle(puzzle)
                if self.has_message():
                    is_done = False
                    break
                report = oracle.settle(
                    pairs, SLICE_S, on_update=lambda found: self._send_marks(found.verdicts)
                )
                self._send_marks(report.verdicts)
                is_done = is_done and report.complete
                is_done = is_done and not any(map(self._may_repair, lists))  # there may be more
            self._send_repairs()
            if is_done:
                self.answer("marks", marks={})
                return
            yield None

    def _pairs(self, lists: Sequence[Shown]) -> list[tuple[str, str]]:
        """The words to settle, as slot and word, the best of each list first."""
        wanted = [
            (shown.slot.name, shown.unsettled() if self._may_repair(shown) else shown.in_view())
            for shown in lists
        ]
        most = max((len(words) for _, words in wanted), default=0)
        return [
            (name, words[place])
            for place in range(most)
            for name, words in wanted
            if place < len(words)
        ]

    def _send_marks(self, verdicts: Sequence[WordVerdict]) -> None:
        marks: dict[str, dict[str, str]] = {}
        for name, shown in self.shown.items():
            if new := shown.note([verdict for verdict in verdicts if verdict.slot == name]):
                marks[name] = new
        if marks:
            self.answer("marks", marks=marks, done=False)

    def _send_repairs(self) -> None:
        """Send lists again in which words that repair the grid have come out."""
        lists = list(self.shown.values())
        if any(self._may_repair(s) and len(s.marks) > s.n_sent for s in lists):
            for shown in lists:
                shown.n_sent = len(shown.marks)
            data = [shown.data(repairs=self._may_repair(shown)) for shown in lists]
            self.answer("candidates", lists=data)

    def _do_why(self) -> Job:
        if self.verdict is False and self.puzzle is not None:
            yield from self._kinds["why"].job(self, {})

    def _do_letters(self) -> Job:
        if not self.verdict or self.puzzle is None:
            return
        spent = 0.0
        while spent < IDLE_S:
            started = time.monotonic()
            report = yield from self.sliced(
                lambda oracle: oracle.report(SLICE_S, on_update=self._send_letters)
            )
            self._send_letters(report, done=report.complete)
            if report.complete:
                return
            spent += time.monotonic() - started
            yield None

    def _send_letters(self, report: LetterReport, done: bool = False) -> None:
        cells: dict[str, Data] = {}
        for cell in report.cells:
            if cell.given:
                continue
            data = {"possible": cell.possible, "unknown": cell.unknown}
            if self._letters_sent.get(str(cell.cell)) != data:
                cells[str(cell.cell)] = self._letters_sent[str(cell.cell)] = data
        if cells or done:
            forced = {str(at): letter for at, letter in report.forced.items()}
            self.answer(
                "letters", cells=cells, n_unknown=report.n_unknown, forced=forced, done=done
            )

    @contextmanager
    def closing(self) -> Iterator[Analyst]:
        """Give back the engines at the end."""
        try:
            yield self
        finally:
            if self._oracle is not None:
                self._oracle.close()


MARKS = {True: "good", False: "dead", None: "open"}


def letters_of(fill: Fill) -> list[str | None]:
    """The letters of a fill, by cell; None elsewhere."""
    cells = fill.grid.cells
    return [cells[at] if at in fill.letters else None for at in range(len(cells))]


def consistency_of(domains: Domains) -> Data:
    """What arc consistency says, as the protocol has it."""
    puzzle = domains.puzzle
    alphabet = np.array([*puzzle.texts])
    in_slot = set(domains.cells)
    letters: list[str | list[str] | None] = []
    forced: dict[str, str] = {}
    for cell in range(len(puzzle.grid.cells)):
        if cell not in in_slot:
            letters.append(None)
            continue
        some = alphabet[domains.letters[cell]].tolist()
        letters.append(some if puzzle.has_long_texts else "".join(some))
        if len(some) == 1 and cell not in puzzle.givens and domains.emptied is None:
            forced[str(cell)] = some[0]
    counts: dict[str, int] = {}
    dead: list[str] = []
    tightest: tuple[int, str] | None = None
    for slot in puzzle.slots:
        n = len(domains.codes[slot.index])
        counts[slot.name] = n
        if n == 0:
            dead.append(slot.name)
        elif any(cell not in puzzle.givens for cell in slot.cells) and (
            tightest is None or n < tightest[0]
        ):
            tightest = n, slot.name
    return {
        "letters": letters,
        "forced": forced,
        "dead": dead,
        "counts": counts,
        "tightest": None if tightest is None else tightest[1],
        "lacking": lacking_of(puzzle),
        "problem": "",
    }


def lacking_of(puzzle: Puzzle) -> list[Data]:
    """The lengths of which there are fewer words than entries to fill."""
    entries: dict[int, int] = {}
    for slot in puzzle.slots:
        if puzzle.given_codes(slot) is None:
            entries[len(slot)] = entries.get(len(slot), 0) + 1
    return [
        {"length": length, "words": n, "entries": wanted}
        for length, wanted in sorted(entries.items())
        if (n := len(puzzle.words.table(length))) < (wanted if puzzle.distinct else 1)
    ]


def unlisted_of(
    puzzle: Puzzle,
    document: Document,
    scores: Mapping[tuple[tuple[str, ...], str], int | None],
) -> dict[str, Data]:
    """The full entries that the crossword's words lack, by name, and why.

    Args: scores: by lists and word, the score that the lists give it, as far as it was looked up.
        Where it was not, and the crossword itself says nothing of the word, the reason is "".
    """
    found: dict[str, Data] = {}
    for slot in puzzle.slots:
        codes = puzzle.given_codes(slot)
        if codes is None or not puzzle.is_exempt(slot):
            continue
        word = puzzle.spelled(codes)
        score = document.overrides.get(word, 0 if word in document.banned else None)
        why = ""
        if score is not None:
            why = "banned" if score == 0 else "score"
        elif (document.lists, word) in scores:
            score = scores[document.lists, word]
            why = "unknown" if score is None else "score"
        cells = list(slot.cells)
        found[slot.name] = {"word": word, "why": why, "score": score, "cells": cells}
    return found
