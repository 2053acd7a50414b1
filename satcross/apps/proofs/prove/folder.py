"""The folder that a proof is written to: what it may replace, and what its README says."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from satcross import OptionError, Puzzle
from satcross.apps.proofs.prove.proof_lines import LRAT
from satcross.encoding.encode import Encoding
from satcross.extend import cannot, counted
from satcross.files import HiddenFile

CNF, PROOF, HINTED, README = "puzzle.cnf", "proof.drat", "proof.lrat", "README.md"
PROOFS = (PROOF, HINTED)
FILES = (README, CNF, PROOF, HINTED)


def proof_name(form: str) -> str:
    """The file of a proof of this form: see `satcross.apps.proofs.prove.proof_lines.FORMS`."""
    return HINTED if form == LRAT else PROOF


def check_folder(folder: Path, *, force: bool) -> None:
    """Reject a folder for a proof that holds anything, or cannot be made.

    Args:
        folder: may be missing.
        force: whether it may hold an older proof, and nothing else.

    Raises:
        OptionError: it is rejected.
    """
    source = str(folder)
    try:
        held = {path.name for path in folder.iterdir()}
    except NotADirectoryError:
        raise OptionError("is not a folder", hint="name a folder", source=source) from None
    except FileNotFoundError:
        if folder.is_symlink():
            raise OptionError("is not a folder", hint="name a folder", source=source) from None
        if not folder.absolute().parent.is_dir():
            raise OptionError(
                f"there is no folder {str(folder.parent)!r}", hint="create it first", source=source
            ) from None
        return
    except (OSError, ValueError) as problem:  # ValueError: a NUL in the name
        raise cannot("written", folder, problem, OptionError) from None
    if held - {*FILES}:
        raise OptionError("holds other files", hint="name another folder", source=source)
    if held and not force:
        raise OptionError(
            "holds a proof already", hint="name another folder, or add --force", source=source
        )


@contextmanager
def drafts(folder: Path, proof: str) -> Iterator[dict[str, HiddenFile]]:
    """A draft of each file of a proof, by its name. See `place`.

    Args: proof: the name of the file with its lines.

    Raises:
        OptionError: they cannot be written.
    """
    target = folder.resolve()
    near = target if target.is_dir() else target.parent
    with ExitStack() as stack:
        yield {
            name: stack.enter_context(HiddenFile(near / name, OptionError, source=folder))
            for name in (README, CNF, proof)
        }


def place(written: Mapping[str, HiddenFile], folder: Path) -> None:
    """Give the files of a proof their names, in place of those of an older proof.

    Raises:
        OptionError: it cannot be done.
    """
    target = folder.resolve()
    is_new = not target.is_dir()
    placed: list[Path] = []
    try:
        if is_new:
            os.mkdir(target)  # noqa: PTH102  # all by `os`, as in `satcross.files`
        for name, draft in written.items():
            placed.append(target / name)
            draft.place(target / name)
        for name in {*FILES} - {*written}:
            (target / name).unlink(missing_ok=True)
    except BaseException as problem:
        if is_new:
            for path in placed:
                path.unlink(missing_ok=True)
            with suppress(OSError):  # it could not be made, or others write to it
                target.rmdir()
        if isinstance(problem, OSError) and not isinstance(problem, TimeoutError):
            raise cannot("written", folder, problem, OptionError) from None
        raise


def readme(folder: Path, puzzle: Puzzle, encoded: Encoding, proof: str) -> str:
    """What the folder's README says of the formula `encoded` of a puzzle, and its proof.

    Args: proof: the name of the file with its lines.
    """
    words, said = puzzle.words, _SAID[proof]
    repeats = "No word may stand twice." if puzzle.distinct else "A word may stand twice."
    return f"""\
# A proof that a crossword grid cannot be filled

```
{puzzle.grid}
```

`#` is a block, `.` an open cell, a letter is given. The word list has
{counted(len(words), "word")}:
{" ".join(words.source.split())}, digest `{words.digest}`. A slot that is wholly given need not be
in it. {repeats}{_rules(puzzle)}

| file | what it is |
| --- | --- |
| `{CNF}` | the puzzle as a formula in DIMACS CNF: {counted(encoded.formula.n_vars, "variable")}, \
{counted(encoded.formula.n_clauses, "clause")}. Its comments say which variable is which letter. |
{said} with the checker in satcross, a short program that shares no code with what made the proof:

```
satcross prove --check {folder.name or "."}
```
"""


def _rules(puzzle: Puzzle) -> str:
    lines = "".join(f"- {rule.to_text()}\n" for rule in puzzle.rules if rule.need)
    if not lines:
        return ""
    between = ""
    if puzzle.pair_rules:
        between = """
Of the rules between entries the formula has what the proof needs: some groups of words, of each of
which at most one may stand in the grid.
"""
    return f"\n\nThe puzzle has further rules:\n\n{lines}{between}".rstrip()


_RUP = """\
The formula is made from all words of each length; no word was left out beforehand. Every line of
the proof is RUP: unit propagation refutes its negation, given the clauses and lines before it.
"""

_SAID = {
    PROOF: f"""\
| `{PROOF}` | a proof in DRAT that no assignment satisfies the formula |

{_RUP}
Check it with drat-trim (<https://github.com/marijnheule/drat-trim>), which says `s VERIFIED`:

```
drat-trim {CNF} {PROOF}
```

or""",
    HINTED: f"""\
| `{HINTED}` | a proof in LRAT that no assignment satisfies the formula |

{_RUP}
Check it with lrat-check (<https://github.com/marijnheule/drat-trim>), which says `c VERIFIED`:

```
lrat-check {CNF} {HINTED}
```

or""",
}
