"""Run the commands in the README and docs/, and update the transcripts.

    python scripts/transcripts.py             run them, show the ones that are no longer true
    python scripts/transcripts.py --update    put in what the commands print today
    python scripts/transcripts.py --update guide/rules.md     for this page alone

In a fence marked `console`, a line that begins with `$ ` is run by the shell; the lines after it
are what it prints, stdout and stderr together. A line `…` stands for any lines; a transcript with
one is checked, but not updated. In guides and the README a fence without a language has commands
too: they must succeed, whatever they print.

The commands of a page run one after the other in a folder of their own, as those of a reader:
without the environment of whoever runs this, and with an empty home folder. At first the folder is
empty; for pages that are not guides, it is a copy of the checkout.

A comment in the line above a fence says that only the slow tests run it, or that nothing does:

    <!-- slow: why -->
    <!-- not run: why -->
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from textwrap import dedent

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
GUIDE = ROOT / "docs" / "guide"
PAGES = [
    README,
    ROOT / "CONTRIBUTING.md",
    ROOT / "ARCHITECTURE.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "cnf_dumps" / "README.md",
]
FENCE = re.compile(
    r"^(?:<!-- (slow|not run): [^>]+ -->\n)?^( *)```([^\n]*)\n(.*?)^\2```$", re.M | re.S
)
ELLIPSIS = "…"
# What is in a checkout that somebody works with, and not in a new one.
NOT_CHECKED_OUT = (".git", ".*cache*", ".venv", "__pycache__", "build", "*.so", "*.egg-info")


@dataclass(frozen=True, slots=True)
class Transcript:
    """Commands in a page and what the page says they print.

    Fields:
        output: None if the page does not say it, and the commands just have to succeed.
        mark: "slow", "not run", or empty.
    """

    page: Path
    command: str
    output: str | None
    mark: str = ""

    def is_true(self, printed: str, code: int = 0) -> bool:
        """Whether `printed` is the output, in which a line … stands for any number of lines."""
        if self.output is None:
            return code == 0
        parts = re.split(rf"^{ELLIPSIS}$\n?", self.output, flags=re.MULTILINE)
        return re.fullmatch("(?:.*\n?)*?".join(map(re.escape, parts)), printed) is not None


@dataclass(frozen=True, slots=True)
class Reader:
    """Who runs the commands of a page.

    Fields:
        folder: where; `open` makes it.
        home: the home folder; `open` makes it.
        programs: folders of programs besides those of the system; one has `satcross`.
        user: the number of the user; None for the one who runs this.
    """

    folder: Path
    home: Path
    programs: tuple[Path, ...]
    user: int | None = None

    def run(self, command: str) -> tuple[str, int]:
        """What a command prints, and its exit code."""
        path = [*map(str, self.programs), "/usr/local/bin", "/usr/bin", "/bin"]
        read, write = os.pipe()
        if self.user is not None:
            os.fchown(write, self.user, self.user)  # /proc opens it for its owner only
        with subprocess.Popen(
            ["bash", "-c", command],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=write,
            stderr=subprocess.STDOUT,
            env={
                "PATH": os.pathsep.join(path),
                "HOME": str(self.home),
                "LANG": "C.UTF-8",
                "PYTHONUNBUFFERED": "1",  # stdout and stderr in turn, as on a terminal
            },
            user=self.user,
            group=self.user,
            extra_groups=None if self.user is None else [],
        ) as shell:
            os.close(write)
            with os.fdopen(read, encoding="utf-8") as out:
                printed = out.read()
        return printed.rstrip("\n"), shell.returncode

    def open(self, page: Path) -> None:
        """Make the folder as it is where the page begins."""
        if page.parent != GUIDE:
            ignored = shutil.ignore_patterns(*NOT_CHECKED_OUT)
            shutil.copytree(ROOT, self.folder, ignore=ignored)
        else:
            self.folder.mkdir(parents=True)
        self.home.mkdir(parents=True)
        if self.user is not None:
            for path in (self.home, self.folder, *self.folder.rglob("*")):
                os.chown(path, self.user, self.user)

    def faults(self, page: Path, not_run: tuple[str, ...] = ("not run",)) -> list[str]:
        """What is not true in a page: commands with what they print.

        Args:
            not_run: the marks of commands that are left out.
        """
        self.open(page)
        faults = []
        for one in transcripts(page):
            if one.mark not in not_run:
                printed, code = self.run(one.command)
                if not one.is_true(printed, code):
                    faults.append(f"$ {one.command}\n{printed}\nexit code {code}")
        return faults

    def renewed(self, page: Path, not_run: tuple[str, ...] = ("not run",)) -> str:
        """The text of a page with what the commands print today.

        Args: not_run: as for `faults`; they keep what the page says.
        """
        self.open(page)
        outputs = []
        for one in transcripts(page):
            printed = "" if one.mark in not_run else self.run(one.command)[0]
            if one.output is not None:
                kept = one.mark in not_run or ELLIPSIS in one.output.split("\n")
                outputs.append(one.output if kept else printed)
        todo = iter(outputs)

        def renew(match: re.Match[str]) -> str:
            if match[3] != "console":
                return match[0]
            lines = [
                line for command, _ in _parts(match[4]) for line in (f"$ {command}", next(todo))
            ]
            return match[0].replace(match[4], "".join(f"{line}\n" for line in lines if line))

        return FENCE.sub(renew, page.read_text(encoding="utf-8"))


def transcripts(page: Path) -> list[Transcript]:
    """The commands of a page, in their order."""
    found = []
    for mark, _, language, body in FENCE.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            found += [
                Transcript(page, command, output.rstrip("\n"), mark)
                for command, output in _parts(body)
            ]
        elif not language and (page == README or page.parent == GUIDE):
            found.append(Transcript(page, f"set -eo pipefail\n{dedent(body)}", None, mark))
    return found


def _parts(block: str) -> list[tuple[str, str]]:
    parts = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        parts.append((command, output))
    return parts


def own_satcross(folder: Path) -> tuple[Path, Path]:
    """Folders of programs, one of them new, with the `satcross` of this checkout."""
    folder.mkdir()
    program = folder / "satcross"
    program.write_text(
        f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -P -m satcross "$@"\n'
    )
    program.chmod(0o755)
    return folder, Path(sys.executable).parent


def name_of(page: Path) -> str:
    """The page's path from the checkout: "docs/guide/rules.md"."""
    return page.relative_to(ROOT).as_posix()


def _chosen(names: list[str]) -> list[Path]:
    """The pages whose paths end in one of the names; all without names."""
    chosen = [page for page in PAGES if not names or f"/{name_of(page)}".endswith(tuple(names))]
    if not chosen:
        sys.exit(f"no page is called {' or '.join(names)}")
    return chosen


def main() -> int:
    """Check, or update with `--update`. Returns how many were not true."""
    n_false = 0
    names = [f"/{name.removeprefix('/')}" for name in sys.argv[1:] if name != "--update"]
    with tempfile.TemporaryDirectory() as temporary:
        programs = own_satcross(Path(temporary) / "programs")
        for number, page in enumerate(_chosen(names)):
            if "--update" in sys.argv[1:]:
                updating = Path(temporary) / f"update{number}"
                reader = Reader(updating / "folder", updating / "home", programs)
                page.write_text(reader.renewed(page), encoding="utf-8")
            checking = Path(temporary) / f"check{number}"
            reader = Reader(checking / "folder", checking / "home", programs)
            for untrue in reader.faults(page):
                n_false += 1
                print(f"{name_of(page)}: {untrue}\n")
    return n_false


if __name__ == "__main__":
    sys.exit(min(main(), 1))
