"""Run the transcripts in the README and docs/, and update them.

    python scripts/transcripts.py             run them, show the ones that are no longer true
    python scripts/transcripts.py --update    put in what the commands print today
    python scripts/transcripts.py --update guide/rules.md     for this page alone

In a fence marked `console`, a line that begins with `$ ` is run by the shell from the checkout; the
lines after it are what it prints, stdout and stderr together. A line `…` stands for any lines;
a transcript with one is checked, but not updated. The commands of a page run one after the other
and share a temporary folder, $TMPDIR, which is empty at first.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "ARCHITECTURE.md",
    *sorted((ROOT / "docs").rglob("*.md")),
    ROOT / "cnf_dumps" / "README.md",
]
FENCE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELLIPSIS = "…"


@dataclass(frozen=True, slots=True)
class Transcript:
    """A command in a page and what the page says it prints."""

    page: Path
    command: str
    output: str

    def is_true(self, printed: str) -> bool:
        """Whether `printed` is the output, in which a line … stands for any number of lines."""
        parts = re.split(rf"^{ELLIPSIS}$\n?", self.output, flags=re.MULTILINE)
        return re.fullmatch("(?:.*\n?)*?".join(map(re.escape, parts)), printed) is not None


def transcripts(page: Path) -> list[Transcript]:
    """The transcripts of a page."""
    return [
        Transcript(page, command, output.rstrip("\n"))
        for block in FENCE.findall(page.read_text(encoding="utf-8"))
        for command, output in _parts(block)
    ]


def _parts(block: str) -> list[tuple[str, str]]:
    parts = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        parts.append((command, output))
    return parts


def run(command: str, folder: Path, programs: Path | None = None) -> str:
    """What a command prints, run from the checkout with `satcross` on the path.

    Args:
        command: for the shell.
        folder: $TMPDIR.
        programs: the folder of `satcross`; by default one is made in `folder`.
    """
    if programs is None:
        programs = folder / "bin"
        programs.mkdir(exist_ok=True)
        program = programs / "satcross"
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m satcross "$@"\n')
        program.chmod(0o755)
    path = [str(programs), str(Path(sys.executable).parent), os.environ["PATH"]]
    done = subprocess.run(
        command,
        shell=True,
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={
            **os.environ,
            "PATH": os.pathsep.join(path),
            "PYTHONPATH": str(ROOT),
            "TMPDIR": str(folder),
        },
    )
    return done.stdout.rstrip("\n")


def _renewed(page: Path, folder: Path) -> str:
    def renew(match: re.Match[str]) -> str:
        out = ""
        for command, output in _parts(match[1]):
            kept = ELLIPSIS in output.split("\n")
            printed = output.rstrip("\n") if kept else run(command, folder)
            out += f"$ {command}\n" + (f"{printed}\n" if printed else "")
        return f"```console\n{out}```"

    return FENCE.sub(renew, page.read_text(encoding="utf-8"))


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
    for page in _chosen(names):
        if "--update" in sys.argv[1:]:
            with tempfile.TemporaryDirectory() as folder:
                page.write_text(_renewed(page, Path(folder)), encoding="utf-8")
        with tempfile.TemporaryDirectory() as folder:
            for transcript in transcripts(page):
                printed = run(transcript.command, Path(folder))
                if not transcript.is_true(printed):
                    n_false += 1
                    print(f"{name_of(page)}: $ {transcript.command}\n{printed}\n")
    return n_false


if __name__ == "__main__":
    sys.exit(min(main(), 1))
