"""Theorems of crosswords: makes the proof of each, and checks it again.

    python scripts/theorems.py list
    python scripts/theorems.py make NAME...    # into build/theorems; --keep: into docs/theorems
    python scripts/theorems.py check NAME...
    python scripts/theorems.py export NAME FOLDER    # formulas and proofs, for other checkers
    python scripts/theorems.py page    # the tables of docs/theorems/index.md

A theorem is a list of claims, and its proof is one file, NAME.tar.xz. `check` takes it from
docs/theorems or build/theorems, and makes it first where it is in neither. With --record both note
the CPU seconds and the SHA-256 of the tar file in docs/theorems/record.json.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import lzma
import sys
import tarfile
import textwrap
import time
from collections.abc import Sequence
from lzma import LZMAError
from pathlib import Path
from tarfile import TarError
from tempfile import TemporaryDirectory

from theorem_claims import ROOT, Files, WrongError
from theorem_list import THEOREMS

from satcross.checks import counted
from satcross.errors import InputError

KEPT = ROOT / "docs" / "theorems"
MADE = ROOT / "build" / "theorems"
RECORD = KEPT / "record.json"
PAGE = KEPT / "index.md"
MARK = "<!-- written by scripts/theorems.py page -->"
Record = dict[str, float | str]  # of one theorem


def packed(proofs: Sequence[Files]) -> bytes:
    """A tar file of the parts of each claim, always the same bytes."""
    data = io.BytesIO()
    with tarfile.open(fileobj=data, mode="w", format=tarfile.USTAR_FORMAT) as tar:
        for number, files in enumerate(proofs):
            for name, content in files.items():
                entry = tarfile.TarInfo(f"{number:02}.{name}")
                entry.size = len(content)
                tar.addfile(entry, io.BytesIO(content))
    return data.getvalue()


def unpacked(data: bytes, n: int) -> Sequence[Files]:
    """What was packed, of `n` claims."""
    proofs: list[dict[str, bytes]] = [{} for _ in range(n)]
    with tarfile.open(fileobj=io.BytesIO(data)) as tar:
        for entry in tar:
            number, _, name = entry.name.partition(".")
            file = tar.extractfile(entry)
            if file is None or not number.isdigit() or int(number) >= n:
                raise WrongError(f"the file has no place for {entry.name}")
            proofs[int(number)][name] = file.read()
    return proofs


def make(name: str, folder: Path) -> Record:
    """Prove a theorem, and write the file.

    Returns: for the record, its digest, its size, and the CPU seconds.

    Raises:
        WrongError: a claim does not hold.
    """
    started = time.process_time()
    data = packed([claim.make() for claim in THEOREMS[name].claims])
    seconds = time.process_time() - started
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.tar.xz"
    path.write_bytes(lzma.compress(data, preset=9 if folder == KEPT else 0))
    digest = hashlib.sha256(data).hexdigest()
    return {"sha256": digest, "bytes": path.stat().st_size, "make_s": round(seconds, 2)}


def check(name: str, folder: Path | None = None) -> Record:
    """Check the proof of a theorem, from its file.

    Args: folder: where the formulas and proofs are written, for other checkers; None for nowhere.

    Returns: for the record, its digest, and the CPU seconds.

    Raises:
        WrongError: it is no proof.
    """
    path = _file_of(name)
    started = time.process_time()
    claims = THEOREMS[name].claims
    try:
        data = lzma.decompress(path.read_bytes())
        for claim, files in zip(claims, unpacked(data, len(claims)), strict=True):
            with TemporaryDirectory() as unwanted:
                claim.check(files, folder or Path(unwanted))
    except (LZMAError, TarError, InputError, LookupError, TypeError, ValueError) as error:
        raise WrongError(f"{path} is damaged: {error}") from None
    seconds = time.process_time() - started
    return {"sha256": hashlib.sha256(data).hexdigest(), "check_s": round(seconds, 2)}


def _file_of(name: str) -> Path:
    """The file with the proof of a theorem; it is made where it is not there."""
    for folder in (KEPT, MADE):
        if (path := folder / f"{name}.tar.xz").exists():
            return path
    make(name, MADE)
    return MADE / f"{name}.tar.xz"


def read_record() -> dict[str, Record]:
    """What is recorded of each theorem, by its name."""
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def page() -> str:
    """The theorems and their figures, in Markdown."""
    record = read_record()
    lines = []
    for name, theorem in THEOREMS.items():
        noted = record[name]
        kept = "" if (KEPT / f"{name}.tar.xz").exists() else ", not kept"
        figures = (
            f"{counted(len(theorem.claims), 'claim')}; {noted['bytes']:,} bytes{kept}; CPU seconds:"
            f" {noted['make_s']} to make, {noted['check_s']} to check; sha256"
        )
        lines += [f"### {name}", "", *_wrapped(theorem.says), "", *_wrapped(theorem.known), ""]
        lines += [*_wrapped(figures), f"`{noted['sha256']}`", ""]
    return "\n".join(lines)


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 100, break_long_words=False, break_on_hyphens=False)


def main() -> int:
    """Do what the command line says; 1 where something was not proved."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("list")
    commands.add_parser("page")
    for name in ("make", "check"):
        command = commands.add_parser(name)
        command.add_argument("names", nargs="*", metavar="NAME", help="all, if none is given")
        command.add_argument("--record", action="store_true", help="note the figures")
    commands.choices["make"].add_argument(
        "--keep", action="store_const", dest="folder", const=KEPT, default=MADE
    )
    export = commands.add_parser("export")
    export.add_argument("name", choices=list(THEOREMS), metavar="NAME")
    export.add_argument("folder", type=Path)
    options = parser.parse_args()
    for name in getattr(options, "names", []):
        if name not in THEOREMS:
            parser.error(f"there is no theorem {name}; `list` shows their names")
    if options.command == "list":
        print("\n".join(f"{name}: {theorem.says}" for name, theorem in THEOREMS.items()))
    elif options.command == "page":
        PAGE.write_text(f"{PAGE.read_text().partition(MARK)[0]}{MARK}\n\n{page()}")
    elif options.command == "export":
        options.folder.mkdir(parents=True, exist_ok=True)
        check(options.name, options.folder)
    else:
        return _each(options)
    return 0


def _each(options: argparse.Namespace) -> int:
    """Make or check theorems, one after the other."""
    n_wrong = 0
    for name in options.names or THEOREMS:
        try:
            noted = make(name, options.folder) if options.command == "make" else check(name)
        except WrongError as error:
            print(f"{name}: not proved: {error}", flush=True)
            n_wrong += 1
            continue
        record = read_record()
        known = record.setdefault(name, noted)
        other = "" if noted["sha256"] == known["sha256"] else ", not the recorded one"
        done, took = ("made", "make_s") if options.command == "make" else ("proved", "check_s")
        print(f"{name}: {done} in {noted[took]} s: sha256 {noted['sha256']}{other}", flush=True)
        if options.record:
            record[name] = {**known, **noted}
            RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    sys.exit(main())
