"""The file of a store: the puzzle, the words of its fills, and the diagrams.

It is a ZIP of NumPy's arrays, as `numpy.savez_compressed` writes it and `numpy.load` reads it:

- `header`: JSON in UTF-8: the format, the puzzle, where the words came from, and by part its cells
  and its largest total. `digest` is the SHA-256 of the rest of the header and of the arrays below,
  in this order.
- `words`: JSON in UTF-8: the written form and the score of each word that arc consistency leaves.
- `sizes`: int64: by layer, how many nodes it has; the layers of one part after the other.
- `degrees`: uint8: by node, how many edges it has.
- `letters`: uint8, `targets`: int32, `losses`: int32: the edges: see `Layer`.

In alphabets of more than `NARROW` letters, `degrees` and `letters` are uint16.

The same store gives the same bytes.
"""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from satcross import (
    Alphabet,
    FormatError,
    Grid,
    InputError,
    Puzzle,
    WordList,
    load_puzzle,
    puzzle_data,
)
from satcross.apps.counting.diagram.diagram import Diagram, Layer
from satcross.extend import code_dtype, parse_alphabet
from satcross.formats.puzzle import PUZZLE_SCHEMA

FORMAT = "satcross.fills/3"
BEFORE = "satcross.fills/2"  # is read as well
AGAIN = "make it again with `satcross compile`"  # for people
MAX_UNPACKED = 256 << 20  # bytes of all arrays: some 25 million edges
MAX_HEADER = 8 << 20  # bytes; what is read of them takes ten times as much
MAX_WORDS = 1_000_000  # as in a word list
MAX_WORDS_BYTES = 64 << 20
ARRAYS = {"words": "u1", "sizes": "<i8", "degrees": "u1", "letters": "u1", "targets": "<i4",
           "losses": "<i4"}  # fmt: skip
_NAMES = ("header", *ARRAYS)
_WIDE = {"degrees": "<u2", "letters": "<u2"}  # in wide alphabets

# How `numpy.savez_compressed` begins an array with one axis.
_START = re.compile(
    rb"\x93NUMPY\x01\x00..\{'descr': '([<|]\w\d)', 'fortran_order': False,"
    rb" 'shape': \((\d{1,10}),\), \} *\n",
    re.DOTALL,
)
_PACKED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

Array = npt.NDArray[Any]


def packed(puzzle: Puzzle, diagrams: Sequence[Diagram], digest: str, *, has_scores: bool) -> bytes:
    """The bytes of a file.

    Args:
        puzzle: what was filled; its list may have only the words of the fills.
        diagrams: its parts.
        digest: of the list that the words are from: `WordList.digest`.
        has_scores: whether the totals of the diagrams are those of the fills.

    Raises:
        FormatError: it would be too large to be read.
    """
    listed = puzzle.listed
    layers = [layer for diagram in diagrams for layer in diagram.layers]
    nothing = np.zeros(0, dtype=np.int64)

    kinds = _kinds(puzzle)

    def joined(parts: Sequence[Array], name: str) -> Array:
        return np.concatenate([nothing, *parts]).astype(kinds[name])

    arrays: dict[str, Any] = {
        "words": as_array([listed.pair(word) for word, _ in sorted(listed.words())]),
        "sizes": joined([np.array([len(layer.start) - 1]) for layer in layers], "sizes"),
        "degrees": joined([np.diff(layer.start) for layer in layers], "degrees"),
        "letters": joined([layer.letter for layer in layers], "letters"),
        "targets": joined([layer.target for layer in layers], "targets"),
        "losses": joined([layer.loss for layer in layers], "losses"),
    }
    header = {
        "format": FORMAT,
        "for": "satcross query",
        "puzzle": _puzzle_data(puzzle),
        "words": {"source": " ".join(listed.source.split()), "digest": digest},
        "parts": [
            {"cells": diagram.cells, "best": diagram.best, "n_layers": len(diagram.layers)}
            for diagram in diagrams
        ],
        "scores": has_scores,
    }
    header["digest"] = digest_of(header, arrays)
    n_bytes = sum(array.nbytes for array in arrays.values()) + as_array(header).nbytes
    if n_bytes > MAX_UNPACKED - (1 << 20) or arrays["words"].nbytes > MAX_WORDS_BYTES:
        raise FormatError(
            f"the store has more than {MAX_UNPACKED >> 20} MB, and could not be read again",
            hint="compile fewer fills, with more letters given or fewer words",
        )
    return archive(header, arrays)


def unpacked(data: bytes, source: str) -> tuple[Puzzle, list[Diagram], dict[str, Any]]:
    """What a file has: the puzzle, the diagrams and the header; `source` names it in errors.

    Raises:
        FormatError: it is no such file, of another version, or damaged.
    """
    try:
        arrays = arrays_of(data)
        header = _json(arrays.pop("header"), MAX_HEADER)
        if not isinstance(header, dict) or not str(header["format"]).startswith("satcross.fills/"):
            raise ValueError("another file")
        if header["format"] not in (BEFORE, FORMAT):
            raise FormatError(
                f"this file has the format {header['format']}, not {FORMAT}",
                hint=AGAIN,
                source=source,
            )
        if header["digest"] != digest_of(header, arrays):
            raise ValueError("the digest differs")
        words = _json(arrays["words"], MAX_WORDS_BYTES)
        if len(words) > MAX_WORDS:
            raise ValueError("too many words")
        "".join([written for written, _ in words]).encode()  # raises where a letter is half of one
        is_new = header["format"] == FORMAT
        said = dict(header["puzzle"]) if is_new else _of_before(header["puzzle"])
        puzzle = _puzzle_of(said, words, str(header["words"]["source"]))
        again = as_array(_puzzle_data(puzzle)).tobytes()
        if is_new and again != as_array(header["puzzle"]).tobytes():
            raise ValueError("another puzzle")
        if not (isinstance(header["scores"], bool) and isinstance(header["words"]["digest"], str)):
            raise ValueError("not all is said")
        return puzzle, _diagrams(header["parts"], arrays, puzzle), header
    except FormatError:
        raise
    except (
        InputError, zipfile.BadZipFile, zlib.error, LookupError, TypeError, ValueError,
        ArithmeticError, AttributeError, EOFError, NotImplementedError, RecursionError,
        RuntimeError, OSError,
    ):  # fmt: skip
        raise FormatError(
            "this is not a file of fills, or it is damaged",
            hint=AGAIN,
            source=source,
        ) from None


def archive(header: Mapping[str, Any], arrays: Mapping[str, Any]) -> bytes:
    """The bytes of a file with these parts."""
    out = io.BytesIO()
    np.savez_compressed(out, header=as_array(header), **arrays)
    return out.getvalue()


def as_array(data: object) -> Array:
    """Plain data as JSON in an array of bytes."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return np.frombuffer(text.encode(), dtype=np.uint8)


def _json(array: Array, limit: int) -> Any:
    """The JSON in an array of bytes. Raises ValueError or RecursionError: it is none, or too long.

    Lists take most memory: there are no more than words, a list each, and some in their texts.
    """
    if array.size > limit or np.count_nonzero(array == ord("[")) > 4 * MAX_WORDS:
        raise ValueError("too long")
    return json.loads(array.tobytes())


def digest_of(header: Mapping[str, Any], arrays: Mapping[str, Array]) -> str:
    """SHA-256, in hex, of all of a header but its digest, and of all arrays."""
    content = {key: value for key, value in header.items() if key != "digest"}
    out = hashlib.sha256(json.dumps(content, ensure_ascii=False, sort_keys=True).encode())
    for name in ARRAYS:
        out.update(f"{name} {arrays[name].size}\n".encode())
        out.update(arrays[name].tobytes())
    return out.hexdigest()


def arrays_of(data: bytes) -> dict[str, Array]:
    """The arrays of a file. None is larger than the file says that it is."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        infos = {info.filename: info for info in archive.infolist()}
        if sum(info.file_size for info in infos.values()) > MAX_UNPACKED:
            raise ValueError("too large")
        found: dict[str, Array] = {}
        for name in _NAMES:
            if infos[f"{name}.npy"].compress_type not in _PACKED:
                raise ValueError("packed in another way")
            content = archive.read(infos[f"{name}.npy"])
            start = _START.match(content)
            if start is None or start[1].decode() not in _kinds_of(name):
                raise ValueError("another kind of array")
            kind = np.dtype(start[1].decode())
            if int(start[2]) * kind.itemsize != len(content) - start.end():
                raise ValueError("an array of another size")
            found[name] = np.frombuffer(content, dtype=kind, offset=start.end())
    return found


def _kinds(puzzle: Puzzle) -> dict[str, str]:
    """By array its type, in the file of a puzzle."""
    return ARRAYS if code_dtype(len(puzzle.texts)) == np.uint8 else {**ARRAYS, **_WIDE}


def _kinds_of(name: str) -> list[str]:
    """The types that an array can have, as NumPy writes them."""
    return [np.dtype(of[name]).str for of in (ARRAYS, _WIDE, {"header": "u1"}) if name in of]


def _puzzle_data(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle without its words, with what is read of them: folds, and the texts of letters."""
    more = {"folds": puzzle.listed.alphabet.folds, "texts": puzzle.texts}
    return puzzle_data(puzzle, with_words=False) | more


def _puzzle_of(data: dict[str, Any], words: Sequence[Any], source: str) -> Puzzle:
    folds, texts = data.pop("folds"), data.pop("texts")
    letters = parse_alphabet(data.get("alphabet", "latin")).texts
    listed = WordList.from_words(
        [(written, score) for written, score in words],
        alphabet=Alphabet(letters, tuple((one, other) for one, other in folds)),
        source=source,
        min_letters=1,
    )
    try:
        puzzle = load_puzzle(data, listed)
    except FormatError as error:  # it names the data of the puzzle, not the file
        raise ValueError(error.problem) from None
    if list(puzzle.texts) != texts:
        raise ValueError("letters have other numbers")
    return puzzle


def _of_before(data: Mapping[str, Any]) -> dict[str, Any]:
    """The data of a puzzle from that of a file of the format `BEFORE`."""
    right, below = (frozenset(data[name]) for name in ("bars_right", "bars_below"))
    grid = Grid(data["rows"], data["cols"], tuple(data["cells"]), right, below)
    same = {name: data[name] for name in ("alphabet", "folds", "min_length", "rebus", "rules")}
    repeats = {"schema": PUZZLE_SCHEMA, "allow_repeats": not data["distinct"]}
    return {**same, **repeats, "grid": grid.lines(), "texts": data["texts"]}


def _diagrams(
    parts: Sequence[Mapping[str, Any]], arrays: Mapping[str, Array], puzzle: Puzzle
) -> list[Diagram]:
    """The diagrams, once it is sure that every edge leads to a node."""
    n_layers = [int(part["n_layers"]) for part in parts]
    if sum(n_layers) != len(arrays["sizes"]) or (arrays["sizes"] < 1).any():
        raise ValueError("other layers")
    sizes = arrays["sizes"].tolist()
    cells = [cell for part in parts for cell in part["cells"]]
    in_slots = sorted({cell for slot in puzzle.slots for cell in slot.cells})
    if sorted(cells) != in_slots or any(type(cell) is not int for cell in cells):
        raise ValueError("other cells")
    if any(arrays[name].dtype != kind for name, kind in _kinds(puzzle).items()):
        raise ValueError("letters have another type")
    degrees = arrays["degrees"]
    n_edges = int(degrees.sum())
    if (
        sum(sizes) != len(degrees)
        or (degrees < 1).any()
        or any(len(arrays[name]) != n_edges for name in ("letters", "targets", "losses"))
    ):
        raise ValueError("other edges")
    found: list[Diagram] = []
    node = edge = layer = 0
    for part, n in zip(parts, n_layers, strict=True):
        if n not in (0, len(part["cells"])) or (n and sizes[layer] != 1):
            raise ValueError("other layers")
        layers: list[Layer] = []
        for size, n_targets in zip(
            sizes[layer : layer + n], [*sizes[layer + 1 : layer + n], 1], strict=n > 0
        ):
            degree = degrees[node : node + size].astype(np.int64)
            start = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(degree)))
            some = slice(edge, edge + int(start[-1]))
            layers.append(
                Layer(
                    start,
                    arrays["letters"][some].astype(code_dtype(len(puzzle.texts)), copy=False),
                    arrays["targets"][some].astype(np.int32),
                    arrays["losses"][some].astype(np.int32),
                )
            )
            _check_layer(layers[-1], n_targets, len(puzzle.texts))
            node, edge = node + size, some.stop
        layer += n
        if type(part["best"]) is not int or abs(part["best"]) > 1 << 40:
            raise ValueError("no total")
        found.append(Diagram(tuple(part["cells"]), tuple(layers), part["best"]))
    return found


def _check_layer(layer: Layer, n_targets: int, n_letters: int) -> None:
    """Raise ValueError unless a layer is as `Layer` says, and all nodes after it are reached."""
    rising = layer.letter[1:] > layer.letter[:-1]
    rising[layer.start[1:-1] - 1] = True  # from one node to the next
    is_right = (
        bool(rising.all())
        and int(layer.letter.max()) < n_letters
        and 0 <= int(layer.target.min()) <= int(layer.target.max()) < n_targets <= len(layer.target)
        and bool((np.bincount(layer.target, minlength=n_targets) > 0).all())
        and not np.minimum.reduceat(layer.loss, layer.start[:-1]).any()
    )
    if not is_right:
        raise ValueError("no layer of a diagram")
