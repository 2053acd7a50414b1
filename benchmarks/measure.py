"""One command as a whole process: its wall and CPU seconds, its peak memory, what it printed."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

ROOT = Path(__file__).resolve().parents[1]
_LAUNCHER = Path(__file__).with_name("launch.py")
_KIB_PER_MB = 1000 * 1000 / 1024


@dataclass(frozen=True, slots=True)
class Run:
    """What one process used and printed.

    Args:
        wall_s: from just before it was started until it had ended.
        cpu_s: user and system, with the children it waited for.
        peak_mb: peak resident memory of its largest process, in 10^6 bytes.
        code: exit code; below 0 for a signal.
        stopped: whether the limit came first.
        stdout, stderr: what it printed.
    """

    wall_s: float
    cpu_s: float
    peak_mb: float
    code: int
    stopped: bool
    stdout: str
    stderr: str


def measure(
    argv: Sequence[str],
    *,
    limit_s: float = 0,
    memory_mb: int = 0,
    core: int = -1,
    cwd: Path = ROOT,
) -> Run:
    """Run a command to its end, without input.

    Args:
        argv: the command.
        limit_s: wall seconds after which it is killed; 0 for no limit.
        memory_mb: address space that each of its processes may take; 0 for no limit.
        core: the only core that it may run on, where the system can see to that; -1 for any.
        cwd: where it runs.

    Returns: what it used; exit code 127 where there is no such command.

    Raises:
        RuntimeError: the launcher itself failed.
    """
    with tempfile.TemporaryDirectory(prefix="satcross-run-") as name:
        folder = Path(name)
        report, out, err = folder / "report", folder / "out", folder / "err"
        command = [sys.executable, "-I", "-S", str(_LAUNCHER), str(report)]
        command += [repr(limit_s), str(memory_mb), str(core), *argv]
        with out.open("wb") as stdout, err.open("wb") as stderr:
            _run(command, stdout, stderr, cwd)
        said, complained = _text(out), _text(err)
        if not report.is_file():
            raise RuntimeError(f"the launcher failed: {complained.strip()}")
        wall_s, cpu_s, peak_kib, code, stopped = report.read_text(encoding="ascii").split()
    return Run(
        wall_s=float(wall_s),
        cpu_s=float(cpu_s),
        peak_mb=int(peak_kib) / _KIB_PER_MB,
        code=int(code),
        stopped=stopped == "1",
        stdout=said,
        stderr=complained,
    )


def _run(command: list[str], stdout: BinaryIO, stderr: BinaryIO, cwd: Path) -> None:
    """Run the launcher to its end. At an interrupt it ends too, and the command with it."""
    with subprocess.Popen(
        command, stdin=subprocess.DEVNULL, stdout=stdout, stderr=stderr, cwd=cwd
    ) as launcher:
        try:
            launcher.wait()
        except BaseException:
            launcher.terminate()  # not kill: it still has to end the command
            launcher.wait()
            raise


def _text(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")
