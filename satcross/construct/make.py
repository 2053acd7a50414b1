"""Finished grids: a pattern around a theme, and words in all other slots."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import TYPE_CHECKING, TypeVar

from satcross.construct.maker import GridMaker
from satcross.construct.spec import ANY_ENTRIES, NO_THEME, GridSpec, MadeGrid
from satcross.construct.stages import STAGES, Stage
from satcross.construct.theme import Theme, ThemedPattern
from satcross.model.entry_rules import EntryRules
from satcross.pattern.rules import PatternRules
from satcross.results import Found, Impossible, Reason, Stopped, Work
from satcross.solve.protocol import SolverOptions
from satcross.task import Deadline, DeadlinePassedError, Listing, ListingResult, Task
from satcross.tasks.heartbeat import Heartbeat, seeded
from satcross.words import WordList

if TYPE_CHECKING:
    from satcross.construct.certificate.made import MadeProof
    from satcross.tasks.certificate.write import CertificateFile

T = TypeVar("T")

MakeResult = Found[MadeGrid] | Impossible | Stopped


class MakeTask(Task[MadeGrid, MakeResult]):
    """A filled grid around a theme: pattern, places of the theme words, and all other words.

    Args:
        rules: of the pattern.
        words: for all slots but the theme's; theme words need not be in it.
        theme: its words must be in the grid; None for a themeless one.
        options: seed and progress. Different seeds make different grids, the same seed the same.
        entries: the rules for entries.
        stages: from selective to exact.
        certificate: a file for a proof that no grid exists, if that is the answer.

    Field:
        certificate: what writes that file; None where it is not wanted.

    Run again after `Stopped`, it goes on where it was and keeps what it has learnt.

    `run` returns `Found`; `Impossible`, whose evidence is a `NoTheme` when the theme words cannot
    even be placed; or `Stopped`, whose `partial` is the most promising `ThemedPattern` of those
    that are not decided, or None.

    Raises:
        OptionError: a theme word has a letter that the list's alphabet lacks, or a constraint names
            what no pattern has; or there is no certificate for such rules.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme | None = None,
        options: SolverOptions | None = None,
        *,
        entries: EntryRules = ANY_ENTRIES,
        stages: tuple[Stage, ...] = STAGES,
        certificate: str | PathLike[str] | None = None,
    ) -> None:
        super().__init__()
        spec = GridSpec(rules, words, theme or NO_THEME, entries)
        options = seeded(self, options)
        self.maker = self._hold(GridMaker(self, spec, options, stages))
        self._heartbeat = Heartbeat(self, options)
        self._proof = None
        if certificate is not None:
            self._proof = self._hold(_proof_of(spec, options, certificate, self._heartbeat))
        self.certificate = None if self._proof is None else self._proof.written

    def _run(self, deadline: Deadline) -> MakeResult:
        found = self.maker.next(deadline)
        work = self.maker.work()
        if found is None and self._proof is not None:
            try:
                found = _prove(self._proof, self._heartbeat, [], deadline)
            except DeadlinePassedError:
                found = deadline.reason
        if found is None:
            return Impossible(self.maker.why, work, self.maker.no_theme)
        if isinstance(found, Reason):
            return self.maker.stopped(found)
        return Found(found, work)


class MakerListing(Listing[T]):
    """A listing whose work a `GridMaker` does.

    Args: as for `MakeTask`; limit: how many answers at most, None for all; time_limit_s: seconds
        for all answers together; lists: by lower minimum scores, the highest first, the words that
        they leave, to be tried where no grid is found.

    Field:
        certificate: what writes that file; None where it is not wanted.

    When there is none, `run` returns `Impossible`, whose evidence is a `NoTheme` when the theme
    words cannot even be placed.
    """

    def __init__(
        self,
        rules: PatternRules,
        words: WordList,
        theme: Theme | None = None,
        options: SolverOptions | None = None,
        *,
        entries: EntryRules = ANY_ENTRIES,
        limit: int | None = None,
        time_limit_s: float | None = None,
        lists: Mapping[int, WordList] | None = None,
    ) -> None:
        super().__init__(limit, time_limit_s)
        spec = GridSpec(rules, words, theme or NO_THEME, entries)
        self._options = seeded(self, options)
        self.maker = self._hold(GridMaker(self, spec, self._options))
        self.maker.lists = lists or {}
        self._heartbeat = Heartbeat(self, self._options)
        self._shown: list[ThemedPattern] = []
        self._proof: MadeProof | None = None
        self.certificate: CertificateFile | None = None

    def certify(self, path: str | PathLike[str] | None) -> None:
        """Before `run`: write a file with the proof that there are no others, if all are found.

        Args: path: of the file; None for none.

        Raises:
            OptionError: there is no certificate for such rules, or the file cannot be made.
        """
        if path is not None:
            proof = _proof_of(self.maker.spec, self._options, path, self._heartbeat)
            self._proof, self.certificate = self._hold(proof), proof.written

    def _proved(self, deadline: Deadline) -> Reason | None:
        """Why there was no time for the certificate, if one is wanted."""
        if self._proof is None:
            return None
        reason = _prove(self._proof, self._heartbeat, self._shown, deadline)
        self._proof.written.end_listing()
        return reason

    def _ending(self) -> ListingResult:
        result = super()._ending()
        return self.maker.stopped(result.reason) if isinstance(result, Stopped) else result

    def _work(self) -> Work:
        return self.maker.work()


class MadeGrids(MakerListing[MadeGrid]):
    """Grids as of `MakeTask` with different patterns, or the theme in different places."""

    def _next(self, deadline: Deadline) -> MadeGrid | Reason | None:
        found = self.maker.next(deadline)
        self.why, self.evidence = self.maker.why, self.maker.no_theme
        if found is None:
            return self._proved(deadline)
        if isinstance(found, MadeGrid):
            self._shown.append(found.themed)
        return found


def _proof_of(
    spec: GridSpec, options: SolverOptions, path: str | PathLike[str], heartbeat: Heartbeat
) -> MadeProof:
    from satcross.construct.certificate.made import MadeProof

    return MadeProof(spec, path, heartbeat, options.seed)


def _prove(
    proof: MadeProof, heartbeat: Heartbeat, shown: Sequence[ThemedPattern], deadline: Deadline
) -> Reason | None:
    heartbeat.begin("proving that there are no other patterns", deadline)
    return proof.run_themed(shown, deadline)
