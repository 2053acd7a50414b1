"""Writing a certificate: what is claimed, the puzzle and its words, and the steps of the search."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from os import PathLike
from typing import Any

from satcross import __version__
from satcross.errors import InputError, OptionError
from satcross.files import as_path, draft_of
from satcross.model.fill import Fill
from satcross.model.needs import SEARCHED, Need
from satcross.model.puzzle import Puzzle
from satcross.model.value import require_support
from satcross.solve.lazy.engine import MAX_LENGTH, kernel
from satcross.solve.protocol import SolverOptions
from satcross.tasks.certificate.form import CertificateForm, Claimed, Known


class CertificateFile:
    """A file for a certificate, which appears when it is complete.

    Args: path: of the file.

    Fields:
        n_bytes: how many were written so far.
        is_placed: whether the file is there.
        why_not: why nothing is proved, for people; "" where there is no more to say.
        problem: why it cannot be written, as on a full disk; None if it can. The search goes on:
            what it finds is of use without the file, too. `check` raises it.
        is_checked_later: whether who reads a listing calls `check` after it.

    Raises:
        OptionError: no file can be made there.
    """

    def __init__(self, path: str | PathLike[str]) -> None:
        self.path = as_path(path, "certificate")
        if str(path) == "-":
            raise OptionError(
                "stdout is no place for it", hint="name a file", parameter="certificate"
            )
        if self.path.is_dir():
            raise OptionError("is a folder", hint="name a file", source=str(path))
        self._draft, self._target = draft_of(self.path, OptionError)
        self._draft.__enter__()
        self.n_bytes = 0
        self.is_placed = False
        self.why_not = ""
        self.problem: InputError | None = None
        self.is_checked_later = False

    def clear(self) -> None:
        """Forget what was written."""
        file = self._draft.file
        with self._noted():
            file.flush()  # with an error of our own, which `seek` has not
            file.seek(0)
            file.truncate()
        self.n_bytes = 0

    def write(self, data: bytes) -> None:
        """Add bytes."""
        self.n_bytes += len(data)
        with self._noted():
            self._draft.file.write(data)

    def place(self) -> None:
        """Give the file its name, if all of it could be written."""
        with self._noted():
            if self.problem is None:
                self._draft.place(self._target)
                self.is_placed = True

    def check(self) -> None:
        """Raise the error that it cannot be written, if it cannot."""
        if self.problem is not None:
            raise self.problem

    def end_listing(self) -> None:
        """The same at the end of a listing, unless whoever reads it will do so."""
        if not self.is_checked_later:
            self.check()

    @contextmanager
    def _noted(self) -> Iterator[None]:
        """Keep the first error of writing."""
        try:
            yield
        except InputError as problem:
            self.problem = self.problem or problem
        except OSError as problem:
            self.problem = self.problem or self._draft.cannot(problem)

    def close(self) -> None:
        """Remove the file, unless it was placed."""
        self._draft.__exit__()


class CertificateWriter(CertificateFile):
    """Receives the steps of a search, and writes the certificate once something is proved.

    Args:
        puzzle: what is searched; all of its words are written that a slot could hold.
        path: of the file, which appears when it is complete.
        options: of the search; the engine must be the lazy one.
        of_total: whether a total is claimed.

    Raises:
        OptionError: there is no certificate for such a puzzle or engine, or no file can be made.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        path: str | PathLike[str],
        options: SolverOptions,
        *,
        of_total: bool = False,
    ) -> None:
        options.require_lazy("a certificate")
        require_support(puzzle, "a certificate", SEARCHED)
        n_texts, longest = len(puzzle.texts), max(map(len, puzzle.slots), default=0)
        if n_texts > Known.MAX_LETTERS:
            raise OptionError(
                f"a certificate needs an alphabet of at most {Known.MAX_LETTERS} letters, strings"
                f" of a rebus among them, and there are {n_texts}",
                parameter="certificate",
            )
        if kernel() != "compiled" or longest > MAX_LENGTH:
            raise OptionError(
                "a certificate needs satcross's compiled search, and slots of 255 cells at most",
                hint="install a wheel, or satcross with a C compiler",
                parameter="certificate",
            )
        _require_known(puzzle, of_total=of_total)
        for rule in puzzle.rules:
            if rule.in_places(puzzle) or (rule.need == Need.PAIRS and puzzle.twins):
                raise OptionError(
                    f"a certificate does not support the rule {str(rule)!r}",
                    hint="leave it out, or name the entries of two readings",
                    parameter=rule.parameter,
                )
        super().__init__(path)
        self._puzzle = puzzle
        self.begin()

    def begin(self, claim: str = Claimed.NO_FILL, fills: Iterable[Fill] = (), **more: Any) -> None:
        """Forget all steps, and claim something from now on.

        Args:
            claim: a `Claimed`.
            fills: those that it names.
            more: the other fields of the claim, as in docs/internals/certificates.md.
        """
        puzzle, words = self._puzzle, self._puzzle.listed
        listed = _words_of(puzzle)
        has_named = bool(puzzle.grid.named)
        strings = puzzle.texts[len(words.alphabet) :]
        data = {
            "version": __version__,
            "claim": claim,
            "fills": [fill.grid.json_data() if has_named else fill.grid.lines() for fill in fills],
            **more,
            **puzzle.grid.json_data(),
            **({"strings": strings} if strings else {}),
            "rules": [rule.to_text() for rule in puzzle.rules],
            "slots": [slot.name for slot in puzzle.slots],
            "list": {"source": words.source, "digest": words.digest},
            "alphabet": words.alphabet.spelling,
            "words": listed,
        }
        # Of several readings that of the best score counts.
        if (
            "weights" in more
            or Need.TREATMENTS in puzzle.needs
            or any(rule.kind == "min-score" for rule in puzzle.rules)
        ):
            data["scores"] = [words.score(word) for word in listed]
        self.clear()
        self.write(CertificateForm().head(data))


def _require_known(puzzle: Puzzle, *, of_total: bool) -> None:
    """Refuse rules that the check does not know; it knows fewer with a total."""
    for rule in puzzle.rules:
        if rule.kind not in (Known.OF_TABLES if of_total else Known.KINDS):
            raise OptionError(
                f"a certificate{' of a total' * of_total} does not support the rule {str(rule)!r}",
                hint="leave it out, or ask for no certificate",
                parameter=rule.parameter,
            )


def _words_of(puzzle: Puzzle) -> list[str]:
    """The words that some slot could hold, or that rules look up."""
    words = puzzle.listed
    lengths = {len(slot) for slot in puzzle.slots}
    if Need.TREATMENTS in puzzle.needs:
        return [word for word, _ in words.words()]
    looked_up = any(rule.need == Need.PAIRS and rule.reads_list for rule in puzzle.rules)
    if puzzle.has_rebus:
        rows = (puzzle.words.table(length).codes.tolist() for length in sorted(lengths))
        found = dict.fromkeys(puzzle.spelled(codes) for table in rows for codes in table)
        longest = max(map(words.alphabet.size, found), default=0)
        return [
            word
            for word, _ in words.words()
            if word in found or (looked_up and words.alphabet.size(word) < longest)
        ]
    return [
        words.word(length, row)
        for length in words.lengths
        if length in lengths or (looked_up and length < max(lengths))
        for row in range(len(words.table(length)))
    ]
