"""The steps of packaging/Containerfile in a chroot, where no container engine runs.

    scripts/wheels dist
    sudo python3 scripts/container_steps.py [--root FOLDER] [--context FOLDER] [--suite trixie]

Makes a Debian with Python in FOLDER by debootstrap, if there is none yet, in the place of the base
image, and takes each line of the file as an engine would: COPY, RUN as root, then USER, WORKDIR,
ENTRYPOINT and CMD, and a fill of a grid as the user of the image. Needs root and the network. It
tests the steps, not the base image: that is Debian's Python, with `python` and `pip` in /usr/local.
"""

from __future__ import annotations

import argparse
import json
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "packaging" / "Containerfile"
_PACKAGES = "python3,python3-venv,ca-certificates"
# What the image of Docker's library has: `python` and `pip` that may install into the system.
_AS_IN_THE_IMAGE = "test -x /usr/local/bin/python || python3 -m venv /usr/local"
_PATH = "/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin"


def steps(text: str) -> Iterator[tuple[str, str]]:
    """The instructions of a Containerfile: the name in upper case, and what follows it.

    >>> list(steps("# note\\nRUN a \\\\\\n    && b\\nCMD [\\"x\\"]\\n"))
    [('RUN', 'a && b'), ('CMD', '["x"]')]
    """
    lines = [line for line in text.splitlines() if line.strip() and not line.startswith("#")]
    joined = "\n".join(lines).replace("\\\n", " ")
    for line in joined.splitlines():
        name, _, rest = " ".join(line.split()).partition(" ")
        yield name.upper(), rest


class Chroot:
    """A folder with a Debian, and what the instructions so far have set."""

    def __init__(self, root: Path, context: Path) -> None:
        self._root, self._context = root, context
        self._user, self._folder = "root", "/"
        self.entrypoint: list[str] = []
        self.arguments: list[str] = []

    def take(self, name: str, rest: str) -> None:
        """Do what one instruction says. Raises SystemExit: it fails, or is not known."""
        match name:
            case "FROM":
                self.run(_AS_IN_THE_IMAGE)
            case "COPY":
                *sources, target = rest.split()
                folder = self._root / target.lstrip("/")
                folder.mkdir(parents=True, exist_ok=True)
                found = [path for source in sources for path in self._context.glob(source)]
                if not found:
                    sys.exit(f"COPY {rest}: no such file in {self._context}")
                for path in found:
                    shutil.copy(path, folder)
            case "RUN":
                self.run(rest)
            case "USER":
                self._user = rest
            case "WORKDIR":
                self._folder = rest
                (self._root / rest.lstrip("/")).mkdir(parents=True, exist_ok=True)
            case "ENTRYPOINT":
                self.entrypoint = json.loads(rest)
            case "CMD":
                self.arguments = json.loads(rest)
            case _:
                sys.exit(f"{name} is not one of the instructions that can be tried here")

    def run(self, command: str, *, text: str = "") -> str:
        """What a shell's command prints, as the user and in the folder of the instructions."""
        print(f"+ ({self._user}) {command}", flush=True)
        inner = f"cd {shlex.quote(self._folder)} && {command}"
        done = subprocess.run(
            ["chroot", f"--userspec={self._user}", str(self._root), "/bin/sh", "-c", inner],
            check=False, input=text, stdout=subprocess.PIPE, text=True,
            env={"PATH": _PATH, "HOME": "/root" if self._user == "root" else "/tmp"},
        )  # fmt: skip
        if done.returncode:
            sys.exit(f"exit code {done.returncode}\n{done.stdout}")
        return done.stdout


def make_root(root: Path, suite: str) -> None:
    """A Debian with Python in `root`, unless there is one."""
    if not (root / "usr/bin/python3").exists():
        subprocess.run(
            ["debootstrap", "--variant=minbase", f"--include={_PACKAGES}", suite, str(root)],
            check=True,
        )
    # Name servers and certificates are those of this machine.
    for name in ("etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"):
        if Path("/", name).exists():
            (root / name).unlink(missing_ok=True)
            shutil.copy(Path("/", name), root / name)


def main() -> None:
    """Try the steps; the exit code is 1 if one fails."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, default=ROOT / "build" / "container")
    parser.add_argument("--context", type=Path, default=ROOT, help="the folder that has dist/")
    parser.add_argument("--suite", default="trixie", help="of Debian")
    given = parser.parse_args()
    given.root.mkdir(parents=True, exist_ok=True)
    make_root(given.root, given.suite)
    chroot = Chroot(given.root, given.context)
    for name, rest in steps(FILE.read_text(encoding="utf-8")):
        chroot.take(name, rest)
    words = shlex.join([*chroot.entrypoint, *chroot.arguments])
    if "satcross" not in chroot.run(words):
        sys.exit(f"{words} does not print the help")
    made = chroot.run(shlex.join([*chroot.entrypoint, "fill", "-"]), text="...\n...\n...\n")
    print(made, end="")
    if len(made.split()) != 3 or chroot.run("id -u").strip() == "0":
        sys.exit("the image does not fill a grid as a user who is not root")
    print("ok")


if __name__ == "__main__":
    main()
