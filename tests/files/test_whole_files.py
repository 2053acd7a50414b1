"""Files that are there whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.errors import FormatError, GridError
from satcross.files import read_file, utf8_text, write_file, written_whole


def test_of_a_link_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_bytes(b"old")
    link.symlink_to(there)
    write_file(link, b"new")
    assert link.is_symlink()
    assert there.read_bytes() == b"new"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["link", "there"]


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fails_halfway() -> None:
        with written_whole(path) as file:
            file.write(b"half")
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fails_halfway()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is a directory; name a file in it"):
        write_file(tmp_path, b"", FormatError)
    with pytest.raises(FormatError, match=r"there is no directory '.*none'; make it first"):
        write_file(tmp_path / "none" / "file", b"", FormatError)
    with pytest.raises(GridError, match="there is no such file; check the path"):
        read_file(tmp_path / "none", GridError)
    (tmp_path / "large").write_bytes(bytes(1 << 20) + b"x")
    with pytest.raises(GridError, match=r"the file has more than 1 MB; is it the right file\?"):
        read_file(tmp_path / "large", GridError, limit=1 << 20)


def test_text_is_utf8_with_a_mark_or_without() -> None:
    assert utf8_text("\ufeffÄ\n".encode(), "f") == utf8_text("Ä\n".encode(), "f") == "Ä\n"
    with pytest.raises(GridError) as caught:
        utf8_text(b"a\n\nb\xff", "f", GridError)
    assert str(caught.value) == "f:3: the file is not UTF-8 text; save it as UTF-8"
