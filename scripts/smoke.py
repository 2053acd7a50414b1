"""A minute's look at an installed satcross: is everything there, and does it work?

    python scripts/smoke.py            the search has to be compiled
    python scripts/smoke.py --python   it may be the one in Python

For wheels: run it with the Python they are installed in. It needs nothing but satcross.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path

HERE = Path(__file__).resolve().parent


def satcross(*arguments: str, expected: int = 0) -> str:
    """What a command prints on standard output. Raises SystemExit: another exit code."""
    done = subprocess.run(
        [sys.executable, "-P", "-m", "satcross", *arguments],
        check=False,
        capture_output=True,
        text=True,
    )
    if done.returncode != expected:
        sys.exit(f"satcross {' '.join(arguments)}: exit code {done.returncode}\n{done.stderr}")
    return done.stdout


def check(holds: bool, what: str) -> None:
    """Say what was checked. Raises SystemExit: it does not hold."""
    print(f"{'ok    ' if holds else 'FAILED'} {what}")
    if not holds:
        sys.exit(1)


def main() -> int:
    """Run every check; the first that fails ends the program."""
    sys.path[:] = [part for part in sys.path if Path(part or ".").resolve() != HERE]
    import satcross as sx

    place = Path(sx.__file__).resolve()
    check(HERE.parent not in place.parents or "site-packages" in place.parts, f"{place.parent}")
    check(metadata.version("satcross") == sx.__version__, f"version {sx.__version__}")
    kernel = "python" if "--python" in sys.argv[1:] else "compiled"
    check(f"search: {kernel}" in satcross("--version"), f"the search is {kernel}")
    with tempfile.TemporaryDirectory() as folder:
        grid = Path(folder) / "grid.txt"
        grid.write_text("#...#\n.....\n.....\n.....\n#...#\n", encoding="utf-8")
        filled = satcross("fill", str(grid))
        check(len(filled.splitlines()) == 5 and "." not in filled, "a grid is filled")
        check(filled == satcross("fill", str(grid)), "the same way each time")
        full = Path(folder) / "full.txt"
        full.write_text(filled, encoding="utf-8")
        satcross("check", str(full))
        check(True, "and the checker agrees")
        grid.write_text("Q.Z\n...\n...\n", encoding="utf-8")
        satcross("fill", str(grid), expected=20)
        check(True, "a grid without a fill is proved to have none")
        for suffix, head in ((".pdf", b"%PDF"), (".png", b"\x89PNG"), (".html", b"<!doctype")):
            picture = full.with_suffix(suffix)
            satcross("render", str(full), "-o", str(picture))
            check(picture.read_bytes()[: len(head)].lower() == head.lower(), f"a {suffix} file")
        for suffix in (".puz", ".ipuz", ".jpz", ".xd"):
            satcross("convert", str(full), str(full.with_suffix(suffix)))
            text = satcross(
                "convert", str(full.with_suffix(suffix)), "-", "--to", "text", "--lossy"
            )
            check(text == filled, f"{suffix} and back")
    return 0


if __name__ == "__main__":
    sys.exit(main())
