"""The folder that a proof is written to: what it may replace, and what its README says."""

from __future__ import annotations

from pathlib import Path

from satcross.encode import Encoding
from satcross.errors import OptionError

CNF, PROOF, README = "puzzle.cnf", "proof.drat", "README.md"


def check_folder(folder: Path, *, force: bool) -> None:
    """Refuse a folder for a proof that holds anything, or cannot be made.

    Args:
        folder: may be missing.
        force: whether it may hold an older proof, and nothing else.

    Raises:
        OptionError: it is refused.
    """
    source = str(folder)
    if folder.is_dir():
        held = {path.name for path in folder.iterdir()}
        if held - {CNF, PROOF, README}:
            raise OptionError("holds other files", mend="name another folder", source=source)
        if held and not force:
            raise OptionError(
                "holds a proof already", mend="name another folder, or add --force", source=source
            )
    elif folder.exists() or folder.is_symlink():
        raise OptionError("is no folder", mend="name a folder", source=source)
    elif not folder.absolute().parent.is_dir():
        raise OptionError(
            f"there is no folder {str(folder.parent)!r}", mend="make it first", source=source
        )


def place(half: Path, target: Path) -> None:
    """Give a whole folder its name; in one that is there, replace an older proof's files."""
    if not target.is_dir():
        half.rename(target)
        return
    (target / PROOF).unlink(missing_ok=True)  # never the proof of one formula beside another
    for name in (CNF, PROOF, README):
        (half / name).replace(target / name)


def readme(folder: Path, encoded: Encoding) -> str:
    """What the folder's README says of the formula `encoded` and its proof."""
    puzzle = encoded.puzzle
    words = puzzle.words
    repeats = "No word may stand twice." if puzzle.distinct else "A word may stand twice."
    return f"""\
# A proof that a crossword grid cannot be filled

```
{puzzle.grid}
```

`#` is a block, `.` an open cell, a letter is given. The word list has {len(words):,} words:
{" ".join(words.source.split())}, digest `{words.digest}`. A slot that is wholly given need not be
in it. {repeats}

| file | what it is |
| --- | --- |
| `{CNF}` | the puzzle as a formula in DIMACS CNF: {encoded.formula.n_vars:,} variables, \
{encoded.formula.n_clauses:,} clauses. Its comments say which variable is which letter. |
| `{PROOF}` | a proof in text DRAT that no assignment satisfies the formula |

The formula is made from all words of each length; no word was left out beforehand. Every line of
the proof is RUP: unit propagation refutes its negation, given the clauses and lines before it.

Check it with drat-trim (<https://github.com/marijnheule/drat-trim>), which says `s VERIFIED`:

```
drat-trim {CNF} {PROOF}
```

or with the checker in satcross, a short program that shares no code with what made the proof:

```
satcross prove --check {folder.name or "."}
```
"""
