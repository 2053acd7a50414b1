"""Child processes on Windows: job objects, which end what is in them with their owner.

https://learn.microsoft.com/en-us/windows/win32/procthread/job-objects
"""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

from satcross.errors import SolverError
from satcross.task import Deadline

_TICK_S = 0.1  # between signs of life

if sys.platform == "win32":
    from ctypes import wintypes

    _EXTENDED_LIMITS = 9  # JobObjectExtendedLimitInformation
    _KILL_ON_CLOSE = 0x2000  # JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("PerProcessUserTimeLimit", wintypes.LARGE_INTEGER),
            ("PerJobUserTimeLimit", wintypes.LARGE_INTEGER),
            ("LimitFlags", wintypes.DWORD),
            ("MinimumWorkingSetSize", ctypes.c_size_t),
            ("MaximumWorkingSetSize", ctypes.c_size_t),
            ("ActiveProcessLimit", wintypes.DWORD),
            ("Affinity", ctypes.c_size_t),
            ("PriorityClass", wintypes.DWORD),
            ("SchedulingClass", wintypes.DWORD),
            ("IoInfo", ctypes.c_ulonglong * 6),
            ("ProcessMemoryLimit", ctypes.c_size_t),
            ("JobMemoryLimit", ctypes.c_size_t),
            ("PeakProcessMemoryUsed", ctypes.c_size_t),
            ("PeakJobMemoryUsed", ctypes.c_size_t),
        )

    _kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel32.CreateJobObjectW.restype = wintypes.HANDLE
    _kernel32.CreateJobObjectW.argtypes = (wintypes.LPVOID, wintypes.LPCWSTR)
    _kernel32.SetInformationJobObject.argtypes = (
        wintypes.HANDLE, ctypes.c_int, wintypes.LPVOID, wintypes.DWORD,
    )  # fmt: skip
    _kernel32.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
    _kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)

    class JobObject:
        """A lifeline: when it is closed, and when this process ends, all that is in it ends.

        Args: process: is put in it, and whatever it starts from then on.

        Raises: OSError: Windows refuses.
        """

        def __init__(self, process: subprocess.Popen[bytes]) -> None:
            self._job: int | None = _kernel32.CreateJobObjectW(None, None)
            limits = _Limits(LimitFlags=_KILL_ON_CLOSE)
            size = ctypes.sizeof(limits)
            done = (
                self._job
                and _kernel32.SetInformationJobObject(
                    self._job, _EXTENDED_LIMITS, ctypes.byref(limits), size
                )
                and _kernel32.AssignProcessToJobObject(self._job, int(process._handle))  # type: ignore[attr-defined]
            )
            # It may have ended already.
            if not done and process.poll() is None:
                error = ctypes.WinError(ctypes.get_last_error())
                self.close()
                raise error

        def close(self) -> None:
            """End everything. May be called twice."""
            if self._job:
                _kernel32.CloseHandle(self._job)
                self._job = None

    def start(words: Sequence[str], **how: object) -> tuple[subprocess.Popen[bytes], JobObject]:
        """Start a program, without a console: an interrupt there reaches only this process.

        Args:
            words: the program and its arguments.
            how: arguments of `Popen`.

        Raises: OSError: it cannot be started.
        """
        process = subprocess.Popen(
            words,
            creationflags=subprocess.CREATE_NO_WINDOW,
            **how,  # type: ignore[call-overload]
        )
        try:
            return process, JobObject(process)
        except OSError:
            process.kill()
            process.wait()
            raise

    class Supervisor:
        """Runs programs in a folder of temporary files: see that of `programs`.

        There is no process between. If this one is killed the programs end, but the folder stays.
        """

        def __init__(self, purpose: str) -> None:
            self.folder = Path(tempfile.gettempdir(), f"satcross-{os.urandom(8).hex()}")
            self._process: subprocess.Popen[bytes] | None = None
            self._lifeline: JobObject | None = None
            self._error: OSError | None = None
            try:
                self.folder.mkdir()
            except OSError as error:
                raise SolverError(
                    f"cannot make a folder for {purpose} in {str(self.folder.parent)!r}: "
                    f"{error.strerror}"
                ) from None

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            self.close()

        def run(self, words: Sequence[str], *, stdin: Path, stdout: Path, stderr: Path) -> None:
            """Start a program; `wait` says when it has ended."""
            with stdin.open("rb") as source, stdout.open("wb") as out, stderr.open("wb") as errors:
                try:
                    self._process, self._lifeline = start(
                        words, stdin=source, stdout=out, stderr=errors
                    )
                except OSError as error:
                    self._error = error

        def wait(self, deadline: Deadline, on_tick: Callable[[], None] | None = None) -> int | None:
            """Its exit code; None at the deadline. Args: as of `programs`.

            Raises: OSError: it could not be started.
            """
            if self._error is not None:
                error, self._error = self._error, None
                raise error
            while self._process is not None and not deadline.passed():
                left_s = deadline.left_s()
                try:
                    code = self._process.wait(_TICK_S if left_s is None else min(_TICK_S, left_s))
                except subprocess.TimeoutExpired:
                    if on_tick is not None:
                        on_tick()
                    continue
                self.kill()  # what it has left behind
                return code
            return None

        def kill(self) -> None:
            """Kill the program and all that it has started; another can be run then."""
            if self._lifeline is not None and self._process is not None:
                self._lifeline.close()
                self._process.kill()
                self._process.wait()
            self._lifeline = self._process = None

        def close(self) -> None:
            """End what it runs, and remove the folder. May be called twice."""
            self.kill()
            shutil.rmtree(self.folder, ignore_errors=True)
