"""What stands for a letter of several characters inside never comes out: people see IJ."""

from __future__ import annotations

import gzip
import io
import lzma
import re
import zipfile
from pathlib import Path

import pytest
from support.cli import every_command, run_cli

from fuzz.file_cases import CASES, Case, make_inputs

# In UTF-8, and as JSON escapes it.
_STAND_IN = re.compile(rb"\xf3[\xb0-\xbf][\x80-\xbf][\x80-\xbf]|\\u[dD][bB][89a-fA-F]")
WITH_ALPHABET = {
    name
    for name, command in every_command().items()
    if any("--alphabet" in parameter.opts for parameter in command.params)
}


def stand_ins(data: bytes) -> list[bytes]:
    if data[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(data)) as file:
            return [found for name in file.namelist() for found in stand_ins(file.read(name))]
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    if data[:6] == b"\xfd7zXZ\x00":
        data = lzma.decompress(data)
    return _STAND_IN.findall(data)


def with_letters(argv: list[str], case: Case) -> list[str]:
    """The call, with Dutch letters."""
    if case.command not in WITH_ALPHABET or "--check" in argv:
        return argv
    at = len(case.command.split())
    return [*argv[:at], "--alphabet", "dutch", *argv[at:]]


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The usual inputs, with IJ for O."""
    folder = tmp_path_factory.mktemp("in")
    make_inputs(folder, alphabet="dutch", letters={"O": "IJ"})
    return folder


@pytest.mark.parametrize(
    "case",
    # Braille has the English code alone.
    [case for case in CASES if not any(name.endswith(".brf") for name in case.files)],
    ids=lambda case: case.name,
)
def test_no_stand_in_comes_out(case: Case, inputs: Path, tmp_path: Path) -> None:
    for folder in case.folders:
        (tmp_path / folder).mkdir()
    done = run_cli(*with_letters(case.argv(inputs, tmp_path), case))
    assert not stand_ins(done.out.encode("utf-8", "surrogateescape")), done.out
    assert not stand_ins(done.err.encode("utf-8", "surrogateescape")), done.err
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert not stand_ins(path.read_bytes()), path
    if case.command != "cs50":  # whose letters are A to Z
        assert done.code == case.code, done.err
