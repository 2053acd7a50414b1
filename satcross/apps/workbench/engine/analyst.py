"""The engine's side of a crossword: what to work on next, and what has come out so far.

The page asks some questions. Others are asked in the background for as long as the crossword stays
as it is and a tab shows it: arc consistency, the verdict, the words in view, why there is no fill,
letters. Jobs that answer them stop often, so that something more urgent can go first. A change of
the crossword drops them all; what the oracle has proved stays.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path
from typing import Any

from satcross import (
    Fill,
    FillTask,
    Grid,
    InputError,
    OptionError,
    ProcessTask,
    Puzzle,
    Reason,
    SatcrossError,
    Task,
)
from satcross.apps.letters.oracle import LetterOracle
from satcross.apps.letters.report import LetterReport
from satcross.apps.workbench.document import Document, View
from satcross.apps.workbench.engine.lists import Lists
from satcross.apps.workbench.engine.question import Data, Kind, Question
from satcross.apps.workbench.engine.shown import Shown
from satcross.apps.workbench.messages import UNREADABLE, hint_of
from satcross.extend import Domains, Event, StopRequest

Send = Callable[[Data], None]
Slices = Generator[None, None, Any]
"""Yields between pieces of work, and returns what came of them."""

MAX_FILLS = 8  # that are side by side, and that the next one differs from
SLICE_S = 1.0  # between two looks at whether something else is more urgent
FIRST_SLICE_S = 0.5  # of a task; then what is known so far is sent
FIRST_VERDICT_S = 2.0  # before the words in view get their turn
FIRST_WHY_S = 1.0  # for the reason before the words in view, when there is no fill
WORK_S = 600.0  # how long each job goes on after a change, and the search for a fill


def _of_panel(name: str) -> Kind | None:
    """The question of a panel, whose modules take 50 ms to import, and are seldom needed."""
    from satcross.apps.workbench.engine.panels import questions

    return questions().get(name)


class Analyst:
    """Works on one crossword.

    Args:
        lists: the word lists.
        send: takes messages for the page.
        inbox: the messages that have come and are not taken in yet; `wake` is called with more.
        kinds: of questions of the page, by name; those of panels are found.
        background: of the other questions, by name.
        scratch: a folder for files.

    Fields:
        request: stops what is running, as a message has come.
    """

    def __init__(
        self,
        lists: Lists,
        send: Send,
        inbox: queue.SimpleQueue[Data | None],
        kinds: Mapping[str, Kind],
        background: Mapping[str, Kind],
        scratch: Path,
    ) -> None:
        self.lists = lists
        self.scratch = scratch
        self.given: list[Fill] = []
        self._inbox = inbox
        self.request = StopRequest()
        self._send = send
        self._kinds = kinds
        self.revision = 0
        self.problem = ""
        self._document: Document | None = None
        self._puzzle: Puzzle | None = None
        self.domains: Domains | None = None
        self.view = View()
        self.shown: dict[str, Shown] = {}
        self.refused: list[Data] = []  # lists whose filter is no pattern, and why
        self.verdict: bool | None = None
        self.witness: Fill | None = None
        self.scores = lists.scores
        self.background = {name: Question(kind) for name, kind in background.items()}
        self._is_shown = True
        self._oracle: LetterOracle | None = None
        self._asked: list[Question] = []
        self._task: Task[Any, Any] | None = None
        self._doing = ""

    @property
    def document(self) -> Document:
        """The crossword. Raises OptionError: there is none that can be worked on."""
        document = self._document
        assert self.puzzle is not None  # or it raises
        assert document is not None
        return document

    @property
    def puzzle(self) -> Puzzle:
        """What the crossword asks for, made when it is needed: of many edits the last counts.

        Raises:
            OptionError: there is none, or its words or rules do not allow it.
        """
        if self._document is None:
            raise OptionError("there is no crossword")
        if self._puzzle is None and not self.problem:
            document = self._document
            try:
                self._puzzle = document.puzzle(self.lists.of(document))
            except InputError as error:
                self.problem = str(error)
        if self._puzzle is None:
            raise OptionError(self.problem)
        return self._puzzle

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
                self.restart("candidates", "marks", "promises")
                self.background["marks"].spent_s = 0.0
            case "ask":
                self._take_question(message)
            case "cancel":
                self._cancel(message.get("id"))
            case "shown":
                self._is_shown = message["shown"]
            case "wake":
                pass

    def restart(self, *names: str) -> None:
        """Work anew on questions of the background."""
        for name in names:
            self.background[name].restart()

    def _take_document(self, message: Mapping[str, Any]) -> None:
        self._cancel(None)
        for question in self.background.values():
            question.restart()
            question.spent_s = 0.0
        self.revision = message["revision"]
        self._document = message["document"]
        self._puzzle = self.domains = self.verdict = self.witness = None
        self.problem = ""
        self.shown = {}

    def _take_question(self, message: Mapping[str, Any]) -> None:
        if message["revision"] != self.revision:
            return
        ask, number = message["ask"], message["id"]
        name = str(ask.get("question"))
        kind = self._kinds.get(name) or _of_panel(name)
        if kind is not None:
            self._asked.append(Question(kind, ask, number))
        else:
            problem = f"there is no question {ask.get('question')!r:.40}"
            self._send_error(number, OptionError(problem))

    def _cancel(self, number: int | None) -> None:
        for question in list(self._asked):
            if number in (None, question.number):
                question.end()
                self._asked.remove(question)

    def note(self, fill: Fill) -> None:
        """Remember a fill that the page has, so that the next one differs."""
        self.given.append(fill)
        del self.given[:-MAX_FILLS]

    # Sending

    def answer(self, question: Question, *, done: bool = True, **parts: Any) -> None:
        """Send an answer about the crossword as it is now."""
        message = {"type": "answer", "revision": self.revision, "question": question.kind.answer}
        if question.number is not None:
            message["id"] = question.number
        self._send({**message, "done": done, **parts})

    def _send_error(self, number: int, error: Exception) -> None:
        """Send what is wrong with a question."""
        problem, hint = str(error), ""
        if isinstance(error, InputError):
            problem, hint = error.problem, hint_of(error)
        elif not isinstance(error, SatcrossError):
            problem = f"the question cannot be read: {type(error).__name__} {error}"
        message = {"type": "error", "id": number, "code": "bad", "problem": problem}
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
        self.request.make()
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
        if asked is None or own is None or own.kind.doing:
            return asked or own
        return asked if asked.kind.is_quick else own

    def _most_urgent_of_background(self) -> Question | None:
        if self._document is None or not self._is_shown:
            return None
        verdict, marks, why = (self.background[name] for name in ("verdict", "marks", "why"))
        order = [verdict, marks, why]
        if verdict.spent_s > FIRST_VERDICT_S and marks.spent_s < verdict.spent_s:
            order = [marks, verdict, why]
        elif self.verdict is False and why.spent_s < marks.spent_s + FIRST_WHY_S:
            order = [verdict, why, marks]
        first = [self.background["consistency"], self.background["candidates"]]
        order = [*first, *order, self.background["promises"], self.background["letters"]]
        if any(question.waits_for is not None for question in self._asked):
            # The rest would take half of a busy machine from a process that somebody waits for.
            order = [*first, verdict, marks]
        return next((question for question in order if question.can_go_on), None)

    def _go_on(self, question: Question) -> None:
        """Do a piece of the work for a question."""
        if question.kind.doing:
            self._show_doing(question.kind.doing)
        started = time.monotonic()
        try:
            answer = question.go_on(self)
            if answer is not None:
                self.answer(question, **answer)
        except (SatcrossError, *UNREADABLE) as error:
            question.end()
            if question.number is not None:
                self._send_error(question.number, error)
            elif isinstance(error, InputError):
                self.answer(question, problem=str(error))
            else:
                raise
        question.spent_s += time.monotonic() - started
        if question.number is not None:  # questions of the page take turns
            self._asked.remove(question)
            if not question.is_done:
                self._asked.append(question)
        elif not question.is_done and question.spent_s > WORK_S:
            question.end()  # nobody seems to wait for it any more
            if question is self.background["verdict"]:
                doubt = self.domains.doubt() if self.domains is not None else ""
                why = f"not found out in {WORK_S / 60:.0f} minutes{'; ' if doubt else ''}{doubt}"
                self.answer(question, verdict="searching", witness=None, why=why)

    def quiet(self) -> Slices:
        """Wait until the messages that have come are taken in."""
        while self.has_message():
            yield None

    def slices(
        self,
        step: Callable[[float], Any],
        limit_s: float | None = None,
        on_pause: Callable[[], None] = lambda: None,
        first_s: float | None = None,
    ) -> Slices:
        """Do some work in slices, until it has a result or is given up.

        Args:
            step: works for some seconds, or until a message comes; gives a result, or a report.
            limit_s: seconds of work after which its result is taken as it is; WORK_S by default.
            on_pause: called after each slice that took its whole time without a result.
            first_s: seconds of the first slice; FIRST_SLICE_S by default.
        """
        spent_s = 0.0
        while True:
            yield from self.quiet()
            started = time.monotonic()
            result = step(SLICE_S if spent_s else first_s or FIRST_SLICE_S)
            spent_s += time.monotonic() - started
            reason = getattr(result, "reason", None) or getattr(result, "stopped", None)
            is_over = spent_s >= (WORK_S if limit_s is None else limit_s)
            if reason not in (Reason.TIME_LIMIT, Reason.CANCELLED) or is_over:
                return result
            if reason is Reason.TIME_LIMIT:
                on_pause()
            yield None

    def run(
        self,
        task: Task[Any, Any],
        limit_s: float | None = None,
        on_pause: Callable[[], None] = lambda: None,
    ) -> Slices:
        """Run a task in slices; the arguments are those of `slices`."""

        def step(seconds: float) -> Any:
            self._task = task
            try:
                return task.run(seconds)
            finally:
                self._task = None

        with task:
            return (yield from self.slices(step, limit_s, on_pause))

    def aside(
        self,
        task: Task[Any, Any],
        limit_s: float,
        on_event: Callable[[Event], None] = lambda _: None,
    ) -> Generator[queue.SimpleQueue[Any], None, Any]:
        """Run a task in its own process, beside all else.

        Args:
            limit_s: seconds after which its result is taken as it is.
            on_event: called with its events, in this thread.

        Returns: its result.

        Raises:
            SatcrossError: what the task raised.
        """
        news: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        runner = ProcessTask(task)

        def note(what: str, value: object) -> None:
            news.put((what, value))
            self._inbox.put({"do": "wake"})

        def work() -> None:
            try:
                note("result", runner.run(limit_s))
            except Exception as error:
                note("error", error)

        runner.subscribe(lambda event: note("event", event))
        threading.Thread(target=work, daemon=True).start()
        try:
            while True:
                yield news
                what, value = news.get()
                if what == "error":
                    raise value
                if what == "result":
                    return value
                on_event(value)
        finally:
            runner.close()

    # The oracle

    def oracle(self, puzzle: Puzzle | None = None) -> LetterOracle:
        """The oracle, about the crossword as it is or another puzzle."""
        puzzle = puzzle or self.puzzle
        if self._oracle is None:
            self._oracle = LetterOracle(puzzle, request=self.request, empty=True)
        if self._oracle.puzzle is not puzzle:
            self._oracle.take_over(puzzle, self.domains if puzzle is self.puzzle else None)
        return self._oracle

    def clash(self) -> tuple[int, ...] | None:
        """Cells whose letters the crossword's oracle has proved to clash, if it has."""
        if self._oracle is None or self._oracle.puzzle is not self.puzzle:
            return None
        return self._oracle.clash()

    def known_letters(self, cells: Sequence[int]) -> LetterReport | None:
        """What is known of the letters of some cells; None where nothing is known yet."""
        if self._oracle is None or not self._oracle.knows(self.puzzle):
            return None
        return self.oracle().report(0, cells=cells)

    def with_grid(self, grid: Grid) -> Puzzle:
        """The puzzle of another grid with the words and rules of the crossword."""
        return self.document.puzzle(self.puzzle.listed, grid)

    def fill(
        self, puzzle: Puzzle, *, anew: bool = False, unlike: tuple[Fill, ...] = (),
        limit_s: float | None = None,
    ) -> Slices:  # fmt: skip
        """A fill of a puzzle, by the oracle, in slices, of WORK_S in all by default."""
        return self.slices(
            lambda seconds: self.oracle(puzzle).fill(seconds, anew=anew, unlike=unlike), limit_s
        )

    def fill_aside(self, puzzle: Puzzle, limit_s: float | None = None) -> Slices:
        """A fill of a puzzle that is only tried, in slices.

        The oracle answers where it knows the blocks. Else it would start over, and drop what it
        knows of the crossword itself for a few questions about another one.
        """
        if self.oracle().knows(puzzle):
            return self.fill(puzzle, limit_s=limit_s)
        return self.run(FillTask(puzzle), limit_s)

    def close(self) -> None:
        """Give back the engines."""
        if self._oracle is not None:
            self._oracle.close()
