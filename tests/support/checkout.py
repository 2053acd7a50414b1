"""A copy of the checkout, in which recipes of CONTRIBUTING are followed."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import satcross

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "tests" / "recipes" / "files"
LINT_IMPORTS = "from importlinter.cli import lint_imports_command as main; main([])"
LEFT_OUT = shutil.ignore_patterns(
    ".git", ".venv*", ".*_cache", ".hypothesis", "build", "dist", "__pycache__", "*.egg-info"
)


class Followed(NamedTuple):
    """What a recipe did: the new files, those that it changed, and the tests that look at these.

    Args:
        check: its own, as arguments of pytest.
        wide: of everything that there is of its kind.
    """

    new: list[str]
    changed: list[str]
    check: list[str]
    wide: list[str]


class Checkout:
    """A copy that is changed. Its package has the compiled modules of the one that is tested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        shutil.copytree(ROOT, folder, ignore=LEFT_OUT, symlinks=True)
        package = Path(satcross.__file__).parent
        shutil.copytree(package, folder / "satcross", ignore=LEFT_OUT, dirs_exist_ok=True)

    def follow(self, recipe: str) -> Followed:
        """Add the files of a recipe, and make its changes to others.

        `edits.toml` has the changes: `insert` puts `text` `before` or `after` another text of
        `file`, which is there once; `remove` takes out first what the recipe is to put in.
        """
        source = FILES / recipe
        edits = tomllib.loads((source / "edits.toml").read_text(encoding="utf-8"))
        new: list[str] = []
        for path in sorted(source.rglob("*")):
            name = path.relative_to(source).as_posix()
            if path.is_dir() or name == "edits.toml" or "__pycache__" in name:
                continue
            target = self.folder / name
            assert not target.exists(), f"{name} is there already"
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, target)
            new.append(name)
        for change in edits.get("remove", []):
            self._replace(change["file"], change["text"], "")
        for change in edits.get("insert", []):
            anchor = change.get("after") or change["before"]
            texts = (anchor, change["text"]) if "after" in change else (change["text"], anchor)
            self._replace(change["file"], anchor, "".join(texts))
        changed = dict.fromkeys(change["file"] for change in edits.get("insert", []))
        return Followed(new, list(changed), edits["check"], edits["wide"])

    def _replace(self, name: str, old: str, new: str) -> None:
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{name} has {old!r} {text.count(old)} times"
        path.write_text(text.replace(old, new), encoding="utf-8")

    def run(self, *arguments: str) -> tuple[int, str]:
        """Run a module of Python, a file or `lint-imports` in the copy: exit code and output."""
        start = [] if arguments[0].endswith(".py") else ["-m"]
        start = ["-c", LINT_IMPORTS] if arguments[0] == "lint-imports" else start
        return self._run([sys.executable, *start, *arguments])

    def run_script(self, name: str, *arguments: str) -> tuple[int, str]:
        """Run a script of the copy with the programs of this environment, as `run` does."""
        settings = self.folder / "scripts" / "venv.sh"
        before = settings.read_text(encoding="utf-8")
        settings.write_text(
            f"root={shlex.quote(str(self.folder))}\n"
            f"bin={shlex.quote(str(Path(sys.executable).parent))}\nmake_venv() {{ :; }}\n"
        )
        try:
            return self._run(["bash", str(self.folder / "scripts" / name), *arguments])
        finally:
            settings.write_text(before, encoding="utf-8")

    def _run(self, command: list[str]) -> tuple[int, str]:
        done = subprocess.run(
            command,
            cwd=self.folder,
            env=os.environ | {"PYTHONPATH": str(self.folder)},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout


def recipe_texts() -> dict[str, str]:
    """The recipes of CONTRIBUTING by their headings."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    part = text.split("\n## How to add …\n")[1].split("\n## ")[0]
    return dict(re.findall(r"^### (.+?)\n\n(.*?)(?=^### |\Z)", part, re.MULTILINE | re.DOTALL))
