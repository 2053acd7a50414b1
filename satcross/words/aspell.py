"""The words of an aspell dictionary, which the program `aspell` has to unpack.

Aspell compiles its dictionaries (`.rws`, joined by a `.multi` file) into a form of its own. `aspell
dump` prints the stems with the flags of their affixes, and the affixes as Hunspell writes them.
`aspell expand` would apply them too, but prints each Italian verb with every article before it.

Source: the manual of GNU Aspell 0.60, "Working With Dictionaries".
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path

from satcross.errors import WordListError
from satcross.words.hunspell import Affixes, affixed_words, decoded_affixes

SUFFIX = ".multi"
_PROGRAM = "aspell"
_PATIENCE_S = 120  # aspell needs less than a second; this is for one that waits for something


def find_aspell(names: Sequence[str]) -> Path | None:
    """The first of some dictionaries that aspell has; None without it.

    Args: names: as for `aspell -l`: "pt_PT".
    """
    if shutil.which(_PROGRAM) is None:
        return None
    folder = Path(_run(Path(_PROGRAM), "config", "dict-dir").decode(errors="replace").strip())
    found = (folder / f"{name}{SUFFIX}" for name in names)
    return next((path for path in found if path.is_file()), None)


def aspell_words(path: Path) -> Iterator[str]:
    """Every form of every stem, as written; the same may come more than once.

    Args: path: the `.multi` file of the dictionary.

    Raises: WordListError: there is no aspell, it cannot read the dictionary, or there are too many
        forms.
    """
    if not path.is_file():
        raise WordListError("there is no such file", source=str(path))
    # de_DE.multi is a dictionary of the language de, pt_PT.multi of the language pt_PT.
    names = (path.stem, path.stem[:2])
    language = next((name for name in names if path.with_name(f"{name}.dat").is_file()), path.stem)
    options = ("-l", language, "-d", str(path.absolute()), "--encoding=utf-8")
    stems = _run(path, *options, "dump", "master").decode(errors="replace").splitlines()
    affixes = Affixes()
    if any("/" in stem for stem in stems):  # without flags there may be no file of affixes
        affixes = decoded_affixes(_run(path, *options, "dump", "affix"), path)
    return affixed_words(_without_articles(stems), affixes, path)


def _without_articles(stems: Collection[str]) -> Iterator[str]:
    """Leave out words with a short one before their vowel: l'ami, qu'il."""
    known = set(stems)
    for stem in stems:
        before, apostrophe, word = stem.partition("'")
        is_short = len(before) == 1 or before.lower().endswith("qu")
        if not (apostrophe and is_short and word in known):
            yield stem


def _run(path: Path, *arguments: str) -> bytes:
    """What aspell prints. Args: path: the dictionary, for errors."""
    from satcross.processes.programs import Supervisor
    from satcross.task import Deadline

    program = shutil.which(_PROGRAM)
    if program is None:
        raise WordListError(
            "the program aspell, which reads this dictionary, is not installed",
            hint="install it (on Debian: apt-get install aspell)",
            source=str(path),
        )
    try:
        with Supervisor(_PROGRAM) as supervisor:
            files = supervisor.folder / "stdout", supervisor.folder / "stderr"
            nothing = Path(os.devnull)
            supervisor.run([program, *arguments], stdin=nothing, stdout=files[0], stderr=files[1])
            code = supervisor.wait(Deadline.after(_PATIENCE_S))
            said, problems = (file.read_bytes() if file.exists() else b"" for file in files)
    except OSError as problem:
        why = problem.strerror or "cannot be started"
        raise WordListError(f"aspell: {why}", source=str(path)) from None
    if code is None:
        raise WordListError(f"aspell: has not ended after {_PATIENCE_S} s", source=str(path))
    if code != 0:
        lines = problems.decode(errors="replace").splitlines()
        last = f": {lines[0]}" if lines else ""
        raise WordListError(f"aspell ended with code {code}{last}", source=str(path))
    return said
