"""Files that are there whole or not at all."""

from __future__ import annotations

import errno
import io
import os
import signal
import stat
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from support.unprivileged import unprivileged

from satcross.errors import FormatError, GridError, InputError, OptionError, printable
from satcross.files import (
    exists,
    is_folder,
    read_file,
    utf8_text,
    write_file,
    written_whole,
)
from satcross.streams import OutputStream

posix = pytest.mark.skipif(os.name != "posix", reason="links, modes and devices")


def mode_of(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@posix
def test_of_a_link_what_it_leads_to_is_replaced(tmp_path: Path) -> None:
    there, link = tmp_path / "there", tmp_path / "link"
    there.write_bytes(b"old")
    link.symlink_to(there)
    write_file(link, b"new")
    assert link.is_symlink()
    assert there.read_bytes() == b"new"
    assert names(tmp_path) == ["link", "there"]


@posix
def test_a_dangling_link_gets_its_target(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sub").mkdir()
    Path("link").symlink_to("sub/there")
    write_file(Path("link"), b"new")
    assert Path("sub/there").read_bytes() == b"new"
    assert Path("link").is_symlink()
    Path("lost").symlink_to("none/there")
    with pytest.raises(InputError) as caught:
        write_file(Path("lost"), b"new")
    assert str(caught.value) == (
        f"lost: there is no directory {str(tmp_path / 'none')!r}; create it first"
    )


def test_an_error_leaves_the_old_file_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def fails_halfway() -> None:
        with written_whole(path) as file:
            file.write(b"half")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fails_halfway()
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


@posix
def test_a_replaced_file_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "file"
    for mode in (0o600, 0o664, 0o755):
        path.write_bytes(b"old")
        path.chmod(mode)
        write_file(path, b"new")
        assert path.read_bytes() == b"new"
        assert mode_of(path) == mode


@posix
def test_where_all_files_have_one_mode_it_is_not_set(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on FAT, where setting it is an error."""
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o600)
    monkeypatch.setattr(os, "fchmod", lambda *_: pytest.fail("it was set"))
    write_file(path, b"new")
    assert path.read_bytes() == b"new"


@posix
def test_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        write_file(tmp_path / "file", b"new")
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "file") == 0o640


@posix
def test_nobody_can_read_a_private_file_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o600)
    with written_whole(path) as file:
        file.write(b"new")
        file.flush()
        assert all(mode_of(found) & 0o077 == 0 for found in tmp_path.iterdir())


@posix
def test_a_kill_leaves_the_old_file(tmp_path: Path) -> None:
    code = (
        "import sys, os, signal; from pathlib import Path\n"
        "from satcross.files import written_whole\n"
        "with written_whole(Path(sys.argv[1])) as file:\n"
        "    file.write(b'half'); file.flush(); os.kill(os.getpid(), signal.SIGKILL)"
    )
    path = tmp_path / "file"
    path.write_bytes(b"old")
    done = subprocess.run([sys.executable, "-c", code, path], check=False)
    assert done.returncode == -signal.SIGKILL
    hidden, whole = names(tmp_path)
    assert hidden.startswith(".file.")
    assert whole == "file"
    assert path.read_bytes() == b"old"


class FullDisk(io.FileIO):
    def write(self, data: Any, /) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")


@posix
@pytest.mark.parametrize("step", ["open", "fsync", "fchmod", "replace"])
def test_a_step_that_fails_leaves_the_old_file(
    step: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    n_calls = 0

    def fails(*args: Any, **options: Any) -> None:
        nonlocal n_calls
        n_calls += 1
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, step, fails)
    with pytest.raises(InputError) as caught:
        write_file(path, b"new")
    monkeypatch.undo()
    assert n_calls
    assert str(caught.value) == f"{path}: the file cannot be written: Input/output error"
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["file"]


def test_an_error_of_something_else_is_not_that_of_the_file(tmp_path: Path) -> None:
    def out_of_time() -> None:
        with written_whole(tmp_path / "file"):
            raise TimeoutError  # an OSError

    with pytest.raises(TimeoutError):
        out_of_time()


def test_an_error_that_is_caught_still_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever writes may go on; the file is not whole for that."""
    path = tmp_path / "file"
    path.write_bytes(b"old")

    def write_on() -> None:
        with written_whole(path) as file:
            file.write(b"half")
            with pytest.raises(InputError):
                file.flush()
            file.write(b"rest")

    monkeypatch.setattr(io, "FileIO", FullDisk)
    with pytest.raises(InputError, match="No space left on device"):
        write_on()
    assert path.read_bytes() == b"old"


def test_what_cannot_be_read_or_written_is_told(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="this is a directory; name a file in it"):
        write_file(tmp_path, b"", FormatError)
    with pytest.raises(FormatError, match=r"there is no directory '.*none'; create it first"):
        write_file(tmp_path / "none" / "file", b"", FormatError)
    with pytest.raises(GridError, match="there is no such file; check the path"):
        read_file(tmp_path / "none", GridError)
    (tmp_path / "large").write_bytes(bytes(1 << 20) + b"x")
    with pytest.raises(
        GridError, match=r"the file has more than 1 MB; check that it is the right file"
    ):
        read_file(tmp_path / "large", GridError, limit=1 << 20)


@posix
def test_names_that_no_file_can_have(tmp_path: Path) -> None:
    long, loop, under = tmp_path / ("x" * 300), tmp_path / "loop", tmp_path / "file" / "under"
    loop.symlink_to(loop)
    (tmp_path / "file").touch()
    for path, why in (
        (long, "File name too long"),
        (loop, "Too many levels of symbolic links"),
        (under, "Not a directory"),
        (Path("a\0b"), "embedded null byte"),
    ):
        assert not exists(path)
        with pytest.raises(InputError) as caught:
            write_file(path, b"")
        assert str(caught.value) == printable(f"{path}: the file cannot be written: {why}")
        with pytest.raises(InputError) as caught:
            read_file(path)
        assert str(caught.value) == printable(f"{path}: the file cannot be read: {why}")
    with pytest.raises(OptionError) as caught:
        is_folder(long, "read", OptionError)
    assert str(caught.value) == f"{long}: the file cannot be read: File name too long"
    assert not is_folder(under, "read")
    with pytest.raises(InputError) as caught:
        write_file(Path("/proc/none"), b"")
    assert str(caught.value) == "/proc/none: the file cannot be written: No such file or directory"


@posix
def test_a_full_device_is_reported() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("needs /dev/full")
    for data in (b"short", b"long" * 100_000):
        with pytest.raises(InputError) as caught:
            write_file(Path("/dev/full"), data)
        assert str(caught.value) == (
            "/dev/full: the file cannot be written: No space left on device"
        )


@posix
def test_without_permission_a_file_stays_as_it_is(tmp_path: Path) -> None:
    shut, kept = Path("shut"), Path("kept")
    (tmp_path / shut).mkdir()
    (tmp_path / shut / "file").write_bytes(b"old")
    (tmp_path / kept).write_bytes(b"old")
    (tmp_path / kept).chmod(0o444)
    (tmp_path / shut).chmod(0o444)
    tmp_path.chmod(0o777)
    inside = shut / "file"
    for path, done, work in (
        (inside, "written", lambda path: write_file(path, b"new")),
        (kept, "written", lambda path: write_file(path, b"new")),
        (inside, "read", read_file),
    ):
        assert unprivileged(tmp_path, partial(work, path)) == (
            f"InputError: {path}: the file cannot be {done}: permission denied"
        )
    assert unprivileged(tmp_path, lambda: exists(inside)) == "False"
    (tmp_path / shut).chmod(0o555)
    assert unprivileged(tmp_path, lambda: exists(inside)) == "True"
    assert unprivileged(tmp_path, lambda: write_file(shut / "new", b"new")) == (
        "InputError: shut/new: no file can be created in the directory 'shut': permission denied"
    )
    (tmp_path / shut).chmod(0o755)
    assert names(tmp_path / shut) == ["file"]
    assert (tmp_path / inside).read_bytes() == (tmp_path / kept).read_bytes() == b"old"


@posix
def test_a_pipe_that_does_not_wait_gets_everything() -> None:
    """As a parent process may have made standard output."""
    read, write = os.pipe()
    os.set_blocking(write, False)
    data = os.urandom(1 << 20)  # more than a pipe holds
    received: list[bytes] = []

    def receive() -> None:
        while chunk := os.read(read, 1 << 12):
            received.append(chunk)

    reader = threading.Thread(target=receive)
    with OutputStream(io.FileIO(write, "w"), lambda problem: problem) as output:
        output.write(data[: 1 << 16])  # fits into the pipe, and so does not wait for a reader
        reader.start()
        output.write(data[1 << 16 :])
        output.write(b"end")
    reader.join()
    os.close(read)
    assert b"".join(received) == data + b"end"


def test_text_is_utf8_with_a_mark_or_without() -> None:
    assert utf8_text("\ufeffÄ\n".encode(), "f") == utf8_text("Ä\n".encode(), "f") == "Ä\n"
    with pytest.raises(GridError) as caught:
        utf8_text(b"a\n\nb\xff", "f", GridError)
    assert str(caught.value) == "f:3: the file is not UTF-8 text; save it as UTF-8"
