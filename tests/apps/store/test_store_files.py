"""Files of stores: what was saved comes back, and nothing else is taken for a store."""

from __future__ import annotations

import io
import json
import random
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.cli import run_refused

import satcross as sx
from satcross.apps.store import file as format_
from satcross.apps.store.file import archive, arrays_of, digest_of

WORDS = {"it's": 10, "at": 20, "to": 30, "oh": 40, "ah": 60, "ho": 50, "in": 70, "on": 80}


def small_store(**rules: Any) -> sx.FillStore:
    result = sx.compile_fills(sx.Puzzle("..#\n..#\n###\n...", WORDS, **rules))
    assert isinstance(result, sx.Found)
    return result.value


def test_a_saved_store_comes_back(tmp_path: Path) -> None:
    store = small_store()
    path = tmp_path / "small.fills"
    store.save(path)
    again = sx.load_fills(path)
    assert list(again) == list(store)
    assert again.to_bytes() == store.to_bytes() == path.read_bytes()
    assert again.best()[0].entries == store.best()[0].entries
    assert again.best()[0]["4A"].written == "it's"
    header = json.loads(np.load(path, allow_pickle=False)["header"].tobytes())
    assert header["format"] == "satcross.fills/3"
    assert header["words"]["digest"] == sx.WordList.of(WORDS).digest


def test_a_restricted_store_can_be_saved() -> None:
    some = small_store().where("r1c1=A", "~r1c2=T")
    again = sx.FillStore.from_bytes(some.to_bytes())
    assert list(again) == list(some)
    assert [str(one) for one in again.puzzle.rules] == ["r1c1=A", "~r1c2=T"]
    none = some.where("r1c1=T")
    assert sx.FillStore.from_bytes(none.to_bytes()).n_fills == 0


def test_all_of_a_puzzle_is_kept() -> None:
    grid = sx.Grid(2, 3, ("A", "~", ".", ".", ".", "."), frozenset({3}), frozenset())
    alphabet = sx.Alphabet("ABC", (("Ä", "AB"),))
    words = sx.WordList.from_words(["ab", "ba", "äc", "cb", "abc"], alphabet=alphabet)
    puzzle = sx.Puzzle(grid, words, distinct=False, min_length=2, rebus=("AB",))
    result = sx.compile_fills(puzzle)
    assert isinstance(result, sx.Found)
    again = sx.FillStore.from_bytes(result.value.to_bytes()).puzzle
    assert (again.grid, again.texts, again.listed.alphabet) == (grid, puzzle.texts, alphabet)
    assert (again.distinct, again.min_length, again.rebus) == (False, 2, ("AB",))


def test_damaged_bytes_are_refused() -> None:
    data = small_store().to_bytes()
    rng = random.Random(1)
    n_read = 0
    for _ in range(300):
        other = bytearray(data)
        for _ in range(rng.randint(1, 3)):
            other[rng.randrange(len(other))] = rng.randrange(256)
        if rng.random() < 0.3:
            del other[rng.randrange(len(other)) :]
        n_read += reads_like(bytes(other), data)
    assert n_read < 100  # what is changed is often a date that nobody reads


def reads_like(data: bytes, right: bytes) -> bool:
    """Whether damaged bytes are read, and then as the right ones; else there is one clear line."""
    try:
        store = sx.FillStore.from_bytes(data, "x.fills")
    except sx.FormatError as error:
        told = str(error)
    else:
        assert store.to_bytes() == right
        return True
    assert told.startswith("x.fills: ")
    assert "\n" not in told
    return False


def test_forged_files_are_refused_or_verified() -> None:
    """Whoever makes the digests anew can name other words or letters, but no wrong fill comes."""
    data = small_store().to_bytes()
    rng = random.Random(2)
    n_refused = 0
    for _ in range(300):
        arrays = {name: array.copy() for name, array in arrays_of(data).items()}
        header = json.loads(arrays.pop("header").tobytes())
        name = rng.choice(["sizes", "degrees", "letters", "targets", "losses", "words"])
        array = arrays[name]
        array[rng.randrange(len(array))] = rng.choice([0, 1, 2, 100, int(array.max())])
        if rng.random() < 0.2:
            arrays[name] = array[:-1]
        header["digest"] = digest_of(header, arrays)
        try:
            store = sx.FillStore.from_bytes(archive(header, arrays), "x.fills")
            fills = list(store)
            store.letters()
            store.best(3)
        except (sx.FormatError, sx.VerificationError):
            n_refused += 1
        else:
            assert len(set(fills)) == store.n_fills
    assert n_refused > 100


@pytest.mark.parametrize(
    "change",
    [
        {"format": "satcross.fills/9"},
        {"format": "other"},
        {"digest": ""},
        {"scores": 1},
        {"parts": []},
        {"parts": 7},
        {"puzzle": {}},
        {"words": "x"},
    ],
)
def test_wrong_headers_are_refused(change: dict[str, Any]) -> None:
    arrays = arrays_of(small_store().to_bytes())
    header = json.loads(arrays.pop("header").tobytes()) | change
    with pytest.raises(sx.FormatError, match=r"x.fills: .* `satcross compile`"):
        sx.FillStore.from_bytes(archive(header, arrays), "x.fills")


def test_a_file_that_unpacks_to_too_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    store = small_store()
    data = store.to_bytes()
    monkeypatch.setattr(format_, "MAX_UNPACKED", 1000)
    with pytest.raises(sx.FormatError, match="damaged"):
        sx.FillStore.from_bytes(data)
    with pytest.raises(sx.FormatError, match="could not be read again"):
        store.to_bytes()


def test_a_pickle_is_refused() -> None:
    out = io.BytesIO()
    np.savez_compressed(out, header=np.array([{"a": 1}], dtype=object))
    with pytest.raises(sx.FormatError):
        sx.FillStore.from_bytes(out.getvalue())


def parts_of(store: sx.FillStore) -> tuple[dict[str, Any], dict[str, Any]]:
    """The header and the arrays of the file of a store, to be changed."""
    arrays = {name: array.copy() for name, array in arrays_of(store.to_bytes()).items()}
    return json.loads(arrays.pop("header").tobytes()), arrays


def test_every_field_of_the_header_is_covered_by_the_digest() -> None:
    header, arrays = parts_of(small_store())
    for change in (
        {"for": "other"},
        {"scores": False},
        {"words": {**header["words"], "source": "other"}},
        {"puzzle": {**header["puzzle"], "distinct": False}},
        {"parts": [{**part, "best": part["best"] + 1} for part in header["parts"]]},
        {"more": 1},
    ):
        with pytest.raises(sx.FormatError, match=r"x.fills: .* `satcross compile`"):
            sx.FillStore.from_bytes(archive({**header, **change}, arrays), "x.fills")


@pytest.mark.parametrize("target", [1 << 30, (1 << 31) - 1, -1])
def test_a_target_without_a_node_takes_no_memory(target: int) -> None:
    header, arrays = parts_of(small_store())
    arrays["targets"][0] = target
    data = archive({**header, "digest": digest_of(header, arrays)}, arrays)
    tracemalloc.start()
    try:
        with pytest.raises(sx.FormatError):
            sx.FillStore.from_bytes(data)
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


def test_small_files_that_unpack_to_much_take_little_memory() -> None:
    header, arrays = parts_of(small_store())
    n = 2_000_000
    for name, kind in format_.ARRAYS.items():
        many = {**arrays, name: np.full(n, ord("[") if name == "words" else 0, dtype=kind)}
        data = archive({**header, "digest": digest_of(header, many)}, many)
        n_unpacked = many[name].nbytes
        del many
        tracemalloc.start()
        try:
            with pytest.raises(sx.FormatError):
                sx.FillStore.from_bytes(data)
            assert tracemalloc.get_traced_memory()[1] < 4 * n_unpacked
        finally:
            tracemalloc.stop()


@pytest.mark.parametrize("where", ["source", "letter", "word"])
def test_half_a_character_is_refused(where: str) -> None:
    header, arrays = parts_of(small_store())
    words = json.loads(arrays["words"].tobytes())
    if where == "source":
        header["words"]["source"] = "\ud800"
    elif where == "letter":
        header["puzzle"]["alphabet"] = "A\ud800"
    else:
        words[0][0] += "\ud800"
        arrays["words"] = np.frombuffer(json.dumps(words).encode(), dtype=np.uint8)
        header["digest"] = digest_of(header, arrays)
    text = np.frombuffer(json.dumps(header).encode(), dtype=np.uint8)
    out = io.BytesIO()
    np.savez_compressed(out, header=text, **arrays)
    with pytest.raises(sx.FormatError, match="damaged"):
        sx.FillStore.from_bytes(out.getvalue())


def test_the_header_of_an_array_is_not_run_as_python() -> None:
    data = small_store().to_bytes()
    for text in (b"(" * 60, b"{1:", b"'''", b"{'descr': '|u1', 'shape': (3L,)}"):
        out = io.BytesIO()
        with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w") as new:
            for name in old.namelist():
                content = bytearray(old.read(name))
                content[10:90] = text.ljust(80)
                new.writestr(name, content)
        with pytest.raises(sx.FormatError, match="damaged"):
            sx.FillStore.from_bytes(out.getvalue())


def test_a_forged_file_gives_no_wrong_fill_on_the_command_line(tmp_path: Path) -> None:
    header, arrays = parts_of(small_store())
    arrays["letters"][0] = 1
    path = tmp_path / "x.fills"
    path.write_bytes(archive({**header, "digest": digest_of(header, arrays)}, arrays))
    error = run_refused("query", path, "--all")
    assert error.startswith(f"satcross: {path}: the store gave a wrong fill: ")
    assert error.endswith("; make it again with `satcross compile`\n")


@pytest.mark.parametrize(
    "rules",
    [{}, {"distinct": False, "min_length": 3}, {"rebus": ["TO"], "rules": "~cell=Z"}],
    ids=["plain", "longer", "rebus"],
)
def test_files_of_the_format_before_are_read(rules: dict[str, Any]) -> None:
    store = small_store(**rules)
    puzzle = store.puzzle
    header, arrays = parts_of(store)
    grid, alphabet = puzzle.grid, puzzle.listed.alphabet
    header["format"] = format_.BEFORE
    header["puzzle"] = {
        "alphabet": alphabet.letters, "folds": alphabet.folds,
        "rows": grid.n_rows, "cols": grid.n_cols, "cells": grid.cells,
        "bars_right": sorted(grid.bars_right), "bars_below": sorted(grid.bars_below),
        "distinct": puzzle.distinct, "min_length": puzzle.min_length, "rebus": puzzle.rebus,
        "rules": [rule.to_text() for rule in puzzle.rules if rule.need == "conditions"],
        "texts": puzzle.texts,
    }  # fmt: skip
    header["digest"] = digest_of(header, arrays)
    again = sx.FillStore.from_bytes(archive(header, arrays))
    assert again.puzzle.rules == puzzle.rules
    assert again.to_bytes() == store.to_bytes()
