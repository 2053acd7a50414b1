"""What every certificate is: a claim, and a proof that others can check.

A file has three parts: a line that names its kind; a line of JSON, the *head*, which has all that
is claimed; and the proof. A check reads the head, looks for faults that need no proof, makes a
formula which nothing satisfies if the claim is right, and follows the proof of that. So one kind of
certificates differs from another in its `Claim` alone. `satcross.apps.proofs.certificates` finds it
by the first line of the file; docs/internals/certificates.md has the forms.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol, Self

from satcross.apps.proofs.checker.check import Clock, ProofFollower, Rejected
from satcross.apps.proofs.checker.reading import ClauseFile
from satcross.errors import DimacsError
from satcross.packed import HeldFile
from satcross.results import Found, Stopped

if TYPE_CHECKING:
    from satcross.apps.proofs.checker._steps import Steps

Tick = Callable[[], None]
MAX_FILE = 4 << 30  # bytes
VERSION = 1  # of the forms of all heads


class WrongError(Exception):
    """What a certificate claims does not follow, in a few words."""


class Followed(NamedTuple):
    """A proof that is right. Args: n_steps: of it; n_needed: those of them that were checked."""

    n_steps: int
    n_needed: int


class Refuted(Protocol):
    """What a proof refutes."""

    def follow(self, proof: memoryview, clock: Clock) -> Followed:
        """Follow a proof to its contradiction. Raises WrongError, or TimeoutError."""


class ByLines(NamedTuple):
    """Clauses that are refuted by a proof in DRAT, in binary."""

    clauses: ClauseFile

    def follow(self, proof: memoryview, clock: Clock) -> Followed:
        """Follow the lines of a proof: see `Refuted`."""
        lines = ProofFollower(clock)
        try:
            wrong = lines.follow(self.clauses, HeldFile(proof, "the proof"))
        except DimacsError as error:
            raise WrongError(f"its proof is damaged: {error.problem}") from None
        if wrong is not None:
            at = wrong.line
            raise WrongError(
                f"step {at:,} of its proof does not follow" if at else "its proof ends too soon"
            )
        return Followed(lines.checked.n_lines, lines.checked.n_lines)


class BySteps(NamedTuple):
    """Tables of words that are refuted by the log of our own search.

    Args:
        checker: has the tables.
        denied: the clauses that say that the claim is wrong.
        is_rule: whether a clause, whose variables have such definitions, follows from a rule.
    """

    checker: Steps
    denied: list[list[int]]
    is_rule: Callable[[list[int], Callable[[int], tuple[int, ...]]], bool]

    def follow(self, proof: memoryview, clock: Clock) -> Followed:
        """Follow the steps of a log: see `Refuted`."""
        if not self.checker.check(proof, self.denied, clock.tick, self.is_rule):
            raise WrongError(self.checker.wrong)
        return Followed(self.checker.n_steps, self.checker.n_needed)


class Said(NamedTuple):
    """What a certificate shows.

    Args:
        data: as JSON, beside the claim.
        lines: for people: what it is about.
        verified: for people: what is so.
    """

    data: dict[str, Any]
    lines: list[str]
    verified: str


class Checked(Protocol):
    """A certificate that is right."""

    @property
    def claim(self) -> str:
        """What it claims, in a few words."""

    def said(self) -> Said:
        """What it shows, for people and programs."""


CertificateResult = Found[Checked] | Rejected | Stopped


class Claim(ABC):
    """What a certificate of some kind says, without its proof.

    Class attributes:
        name: of the kind, as in "pattern certificate".
        claims: what the field `claim` may be.
        fields: what else a head may have, beside `schema` and `version`.
    """

    name: ClassVar[str]
    claims: ClassVar[tuple[str, ...]]
    fields: ClassVar[frozenset[str]]

    @classmethod
    @abstractmethod
    def read(cls, head: Any) -> Self:
        """What a head says, whose `claim` is one of `claims`, and which has no unknown field.

        Raises:
            WrongError: it contradicts itself.
            InputError, or one of Python's errors of types and values: it is damaged.
        """

    def fault(self, tick: Tick) -> str:
        """What is wrong without the proof; "" where nothing is.

        Args: tick: called often; an exception in it ends the work.
        """
        del tick
        return ""

    @abstractmethod
    def formula(self, tick: Tick) -> Refuted:
        """What nothing satisfies if the claim is right. Raises WrongError: there is no such."""

    @abstractmethod
    def checked(self, followed: Followed) -> Checked:
        """What is shown by a proof that is right."""
