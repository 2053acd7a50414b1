"""`satcross` for shell commands, by children of one process that has imported everything.

A new `satcross` spends a quarter of a second of CPU time on imports. The pages have a hundred
commands, with pipes and files, and what they print does not depend on who did the imports; that
new processes work is tested elsewhere (`tests/cli/test_cli_start.py`).

The program on the path is a few lines of shell: it sends its number, folder and arguments through
a named pipe, and waits for the exit code in another. A child of the server opens the shell's
standard streams, and is `satcross` from then on. Needs /proc.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

CLIENT = """\
#!/bin/sh
exec 7<&0 8>&1 9>&2
mkfifo "{folder}/$$.code"
printf '%s\\0' "$PWD" "$HOME" "$(env | grep ^SATCROSS_)" "$@" > "{folder}/$$.args"
echo $$ > "{folder}/requests"
read -r code < "{folder}/$$.code"
exit "$code"
"""


class ForkedCli:
    """A folder with a `satcross`, and the process that does its work. A context manager."""

    def __init__(self, folder: Path, user: int | None = None) -> None:
        self.folder = folder
        self._user = user
        program = folder / "satcross"
        program.write_text(CLIENT.format(folder=folder), encoding="utf-8")
        program.chmod(0o755)
        os.mkfifo(folder / "requests")
        if user is not None:
            for path in (folder, folder / "requests"):
                os.chown(path, user, user)

    def __enter__(self) -> Self:
        tests = Path(__file__).resolve().parents[1]
        self._server = subprocess.Popen(
            [sys.executable, "-m", "support.forked_cli", self.folder],
            cwd=tests,
            env={
                "PATH": os.environ["PATH"],
                "LANG": "C.UTF-8",
                "PYTHONUNBUFFERED": "1",
                "PYTHONPATH": os.pathsep.join([str(tests.parent), str(tests)]),
            },
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,  # not a terminal, as the pipes of the commands are not
            user=self._user,
            group=self._user,
            extra_groups=None if self._user is None else [],
        )
        assert self._server.stdout is not None
        assert self._server.stdout.readline() == b"ready\n"
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._server.terminate()
        self._server.communicate()


def _serve(folder: Path) -> int:
    """Answer requests for ever. Returns in each child, with the exit code of its command."""
    from satcross.cli.main import build_app
    from satcross.words import WordList

    build_app()
    WordList.builtin()
    # For reading and writing: a pipe that somebody has open for writing has no end.
    with os.fdopen(os.open(folder / "requests", os.O_RDWR), encoding="ascii") as requests:
        print("ready", flush=True)
        while True:
            shell = requests.readline().strip()
            if not os.fork():
                break
            with suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:  # those that have ended
                    pass
    # One process waits for the command and reports how it ended, the other is the command.
    command = os.fork()
    if not command:
        return _work(folder, shell)
    _, status = os.waitpid(command, 0)
    code = os.waitstatus_to_exitcode(status)
    (folder / f"{shell}.code").write_text(f"{code if code >= 0 else 128 - code}\n")
    os._exit(0)


def _work(folder: Path, shell: str) -> int:
    """Be `satcross` in place of the shell with this number."""
    from satcross.cli.process import run

    for number, mode in enumerate((os.O_RDONLY, os.O_WRONLY, os.O_WRONLY)):
        # The copies, because the shell's own are something else while it writes to the server. A
        # file is opened again, so it has a position of its own: at its end, for all who write.
        stream = os.open(f"/proc/{shell}/fd/{7 + number}", mode | (os.O_APPEND if number else 0))
        os.dup2(stream, number)
        os.close(stream)
    sent = (folder / f"{shell}.args").read_bytes().split(b"\0")[:-1]
    current, home, settings, *arguments = map(os.fsdecode, sent)
    os.chdir(current)
    os.environ["HOME"] = home
    for line in settings.splitlines():
        name, _, value = line.partition("=")
        os.environ[name] = value
    sys.argv[1:] = arguments
    return _ended(run())


def _ended(code: int) -> int:
    """End here, as Python ends, but for taking apart the modules, which would all be copied."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except OSError:
        return code  # Python has something to say of it
    os._exit(code)


if __name__ == "__main__":
    sys.exit(_serve(Path(sys.argv[1])))
