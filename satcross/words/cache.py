"""Word lists as they were when they were last read, from which they load without numpy.

Reading 250,000 lines takes 0.3 s of a fill's 0.5 s. So a list whose text is large is kept as arrays
in a folder for such files, under a name made from the text and from all else that its reading
depends on, the code that reads included. Nothing that changes any of them finds the file again.

A kept list is: `MAGIC`; two numbers, uint32 and little-endian as all others: the CRC-32 of what
follows, and the bytes of the header; the header, JSON; then, for each length, the words in the
order of their table:

- letter codes, uint8 or uint16 (n, length),
- scores, uint16 (n,),
- starts and stops of the written forms in the text, uint32 (n,) each;

and the text, unless it is that of the files.
"""

from __future__ import annotations

import json
import os
import zlib
from array import array
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from satcross.errors import InputError
from satcross.files import written_whole
from satcross.model.alphabet import Alphabet, code_kind
from satcross.words.builtin import numbers_of
from satcross.words.folding import Folding
from satcross.words.named import cache_folder
from satcross.words.report import Dropped, LoadReport
from satcross.words.wordtable import WordTable

if TYPE_CHECKING:
    from satcross.words.files import FileText
    from satcross.words.scales import Scale
    from satcross.words.selection import Tables

MAGIC = b"satcross list 1\n"
LEAST = 64 << 10  # bytes of text; less is read in 10 ms
MOST_FILES = 16
MOST_BYTES = 256 << 20  # of all files


class Kept(NamedTuple):
    """What a word list is made of, and what its alphabet folded."""

    report: LoadReport
    tables: Tables
    text: bytes
    folding: Folding


def place_of(
    read: Sequence[tuple[FileText, Scale]], alphabet: Alphabet, min_letters: int
) -> Path | None:
    """Where the list of these texts is kept; None if it is too small, or nothing is to be kept."""
    folder = cache_folder()
    if folder is None or sum(len(text.data) for text, _ in read) < LEAST:
        return None
    import hashlib  # imported late: OpenSSL takes 3 ms to load

    key = hashlib.sha256(repr((_code(), alphabet.texts, alphabet.folds, min_letters)).encode())
    for text, scale in read:
        name = Path(text.source).name if len(read) > 1 else ""  # the report has it
        key.update(
            repr((name, text.encoding, tuple(scale), len(text.data))).encode("utf-8", "replace")
        )
        key.update(text.data)
    return folder / f"{key.hexdigest()}.words"


def load(path: Path, texts: Sequence[FileText], alphabet: Alphabet) -> Kept | None:
    """The list that is kept there; None if there is none, or the file is damaged."""
    try:
        data = path.read_bytes()
        os.utime(path)  # the lists used last are the last to go
    except OSError:
        return None
    start = len(MAGIC) + 8
    if len(data) < start or not data.startswith(MAGIC):
        return None
    checksum, n_header = numbers_of("I", data[len(MAGIC) : start])
    if zlib.crc32(memoryview(data)[start - 4 :]) != checksum:
        return None
    header = json.loads(data[start : start + n_header])
    view, at, kind = memoryview(data), start + n_header, code_kind(len(alphabet))
    tables = {}
    for length, n in header["tables"]:
        sizes = (n * length * array(kind).itemsize, 2 * n, 4 * n, 4 * n)
        parts = []
        for size in sizes:
            parts.append(view[at : at + size])
            at += size
        codes = parts[0] if kind == "B" else numbers_of(kind, parts[0])
        scores, starts, stops = map(numbers_of, "HII", parts[1:])
        tables[length] = WordTable(length, codes, scores, (starts, stops))
    text = data[at:] if header["has_text"] else b"\n".join([text.data for text in texts])
    report = header["report"]
    report["dropped"] = {
        reason: Dropped(count, tuple(examples), tuple(places))
        for reason, (count, examples, places) in report["dropped"].items()
    }
    n_words, letters, name = header["folding"]
    folding = Folding(n_words, tuple((old, new) for old, new in letters), name)
    return Kept(LoadReport(**report), tables, text, folding)


def keep(path: Path, texts: Sequence[FileText], kept: Kept) -> None:
    """Write a list to its place, and remove the lists that were not used for the longest time.

    A folder that cannot be written is no fault: the list is then read again each time.
    """
    is_own = kept.text != b"\n".join([text.data for text in texts])
    dropped = {
        reason: (one.count, one.examples, one.places) for reason, one in kept.report.dropped.items()
    }
    report = {name: getattr(kept.report, name) for name in LoadReport.__slots__}
    header = {
        "tables": [(length, len(table)) for length, table in kept.tables.items()],
        "report": report | {"dropped": dropped},
        "folding": kept.folding,
        "has_text": is_own,
    }
    parts = [json.dumps(header).encode()]
    for table in kept.tables.values():
        parts.append(table.codes.astype(table.codes.dtype.newbyteorder("<")).tobytes())
        parts.append(table.scores.astype("<u2").tobytes())
        parts += [places.astype("<u4").tobytes() for places in table.spans]
    parts += [kept.text] * is_own
    parts.insert(0, len(parts[0]).to_bytes(4, "little"))
    checksum = 0
    for part in parts:
        checksum = zlib.crc32(part, checksum)
    with suppress(OSError, InputError):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with written_whole(path) as file:
            file.writelines([MAGIC, checksum.to_bytes(4, "little"), *parts])
        _remove_old(path.parent)


def _code() -> tuple[tuple[str, int], ...]:
    """When the files of this package were changed: another version may read lists otherwise."""
    model = Path(__file__).parents[1] / "model" / "alphabet.py"
    files = [model, *Path(__file__).parent.glob("*.py")]
    return tuple(sorted((path.name, path.stat().st_mtime_ns) for path in files))


def _remove_old(folder: Path) -> None:
    found = [(path.stat(), path) for path in folder.glob("*.words")]
    total = 0
    for n, (status, path) in enumerate(sorted(found, key=lambda one: -one[0].st_mtime_ns)):
        total += status.st_size
        if n >= MOST_FILES or total > MOST_BYTES:
            path.unlink()
