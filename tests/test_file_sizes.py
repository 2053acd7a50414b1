"""Files of more than 500 lines are few, and each has a reason."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parent.parent
REASONS = {
    "apps/proofs/checker/_propagation.pyx": "one C loop",
    "apps/proofs/checker/_steps.pyx": "one class, whose attributes are of C",
    "solve/lazy/kernel/_dive.pxi": "one C class",
    "solve/lazy/kernel/_kernel.pyx": "one C module",
    "solve/lazy/kernel/_search.pxi": "one C class",
    "apps/proofs/prove/_lines.pyx": "one class, whose attributes are of C",
    "apps/letters/oracle.py": "one class, whose strategies share its knowledge",
    "words/wordlist.py": "one class of many public methods",
}


def test_long_files_have_reasons() -> None:
    package = ROOT / "satcross"
    kinds = (".py", ".pyx", ".pxi", ".pxd", ".js", ".css")
    files = [path for path in package.rglob("*") if path.suffix in kinds]
    long = {
        path.relative_to(package).as_posix()
        for path in files
        if len(path.read_text(encoding="utf-8").splitlines()) > 500
    }
    assert long == set(REASONS)
