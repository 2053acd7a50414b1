"""`scripts/fill`: what it says after an installation. A stub stands for the installation itself."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STUB = """\
root=$PWD bin=$PWD/.venv/bin
make_venv() {
    mkdir -p "$bin"
    printf '#!/bin/sh\\necho filled\\n' > "$bin/satcross"
    chmod +x "$bin/satcross"
    touch "$root/.venv/satcross-installed"
}
"""


def test_the_first_installation_says_how_to_call_satcross(tmp_path: Path) -> None:
    (tmp_path / "scripts").mkdir()
    shutil.copy(ROOT / "scripts" / "fill", tmp_path / "scripts")
    (tmp_path / "scripts" / "venv.sh").write_text(STUB, encoding="utf-8")
    first, second = (
        subprocess.run(
            ["bash", "scripts/fill", "grid"],
            cwd=tmp_path,
            check=True,
            capture_output=True,
            text=True,
        )
        for _ in range(2)
    )
    assert first.stdout == second.stdout == "filled\n"
    assert f"    source {tmp_path}/.venv/bin/activate\n" in first.stderr
    assert f"{tmp_path}/.venv/bin/satcross\n" in first.stderr
    assert not second.stderr
