"""Which tests belong to a path, as `scripts/test PATH` runs them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from tests_of import belonging_to
from transcripts import ROOT


@pytest.mark.parametrize(
    ("path", "tests"),
    [
        ("satcross/cnf/dimacs.py", "tests/cnf/test_dimacs.py satcross/cnf/dimacs.py"),
        ("satcross/cnf", "tests/cnf satcross/cnf"),
        ("satcross/cnf/__init__.py", "tests/cnf satcross/cnf/__init__.py"),
        (  # the folder `certificate` has no mirror, and its name has
            "satcross/apps/construct/patterns/certificate/clauses.py",
            "tests/apps/construct/test_pattern_certificates.py"
            " satcross/apps/construct/patterns/certificate/clauses.py",
        ),
        (
            "satcross/apps/counting/commands/count.py",
            "tests/apps/counting/test_cli_count_sample.py satcross/apps/counting/commands/count.py"
            " tests/cli/test_help.py",
        ),
        ("satcross/apps/proofs/checker/_steps.pyx", "tests/apps/proofs/test_proof_checker.py"),
        ("tests/cnf/test_dimacs.py", "tests/cnf/test_dimacs.py"),
        ("tests/cnf", "tests/cnf"),
        ("tests/support/unprivileged.py", "tests/docs/test_transcripts.py"),
        ("tests/bad_inputs/files/empty.grid", "tests/bad_inputs"),
        ("tests/recipes/files/rule/edits.toml", "tests/recipes"),
        ("scripts/test", "tests/scripts/test_test_script.py"),
        ("fuzz/matrix.py", "tests/fuzz/test_random_matrix.py"),
        (
            "docs/guide/fill.md",
            "tests/docs/test_doc_pages.py tests/docs/test_links.py docs/guide/fill.md"
            " tests/docs/test_transcripts.py::test_the_commands_of_a_page_work_as_written"
            "[docs/guide/fill.md]",
        ),
        ("pyproject.toml", ""),
    ],
)
def test_the_tests_of_a_path(path: str, tests: str) -> None:
    found = belonging_to(ROOT / path)
    assert set(tests.split()) <= set(found)
    assert bool(found) == bool(tests)


def test_every_source_has_tests_and_they_are_there() -> None:
    for source in [*(ROOT / "satcross").rglob("*.py"), *(ROOT / "tests").rglob("test_*.py")]:
        found = belonging_to(source)
        assert found, source
        assert all((ROOT / name).exists() for name in found), source


def test_a_path_without_tests_is_refused(tmp_path: Path) -> None:
    for path in ("pyproject.toml", "satcross/no_such_file.py", tmp_path):
        done = subprocess.run(
            [sys.executable, ROOT / "scripts" / "tests_of.py", "tests/cnf", path],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert f"no tests belong to {path}" in done.stderr
