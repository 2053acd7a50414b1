"""Workers that Slurm starts, from a profile: a YAML file, which says what a job asks for.

    python -m satcross.cluster.slurm profile.yaml

prints the script of a job, without Slurm. The keys are those of dask-jobqueue's `SLURMCluster`,
which does the work, and these: `jobs`, how many; `tls`, whether workers and scheduler encrypt and
authenticate. A worker is one process with one thread on one core.
"""

from __future__ import annotations

import contextlib
import re
import shutil
import signal
import sys
from pathlib import Path
from typing import Any

from satcross.errors import InputError, OptionError
from satcross.files import read_file, utf8_text

INSTALL = "pip install 'satcross[slurm]'"
_TEXT, _TEXTS, _COUNT, _FLAG = "text", "a list of texts", "a whole number from 1", "true or false"
KEYS = {
    "jobs": _COUNT,
    "cores": _COUNT,
    "memory": _TEXT,
    "walltime": _TEXT,
    "queue": _TEXT,
    "account": _TEXT,
    "interface": _TEXT,
    "python": _TEXT,
    "job_name": _TEXT,
    "local_directory": _TEXT,
    "log_directory": _TEXT,
    "shared_temp_directory": _TEXT,
    "job_script_prologue": _TEXTS,
    "job_extra_directives": _TEXTS,
    "worker_extra_args": _TEXTS,
    "tls": _FLAG,
}
REQUIRED = ("cores", "memory", "walltime")
# A worker that ends by itself hands on what it was to do; one that Slurm kills has its cube done
# again. Not all at the same moment.
END_BEFORE_S = 120
STAGGER_S = 60


def read_profile(path: str) -> dict[str, Any]:
    """The profile in a file.

    Raises:
        OptionError: it cannot be read, or is not a profile; the error names the key.
    """
    import yaml  # of Dask's own dependencies

    text = utf8_text(read_file(Path(path), OptionError), path, OptionError)
    try:
        data = yaml.safe_load(text)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        where = getattr(error, "problem_mark", None)
        raise OptionError(
            f"is not YAML: {getattr(error, 'problem', None) or type(error).__name__}",
            source=path,
            line=None if where is None else where.line + 1,
        ) from None
    if not isinstance(data, dict):
        raise OptionError("is not a profile", hint="write a line `cores: 8`", source=path)
    for key, value in data.items():
        kind = KEYS.get(key) if isinstance(key, str) else None
        if kind is None:
            raise OptionError(
                f"{key!r} is not a key of a profile", hint=f"known: {', '.join(KEYS)}", source=path
            )
        if not _is(value, kind):
            raise OptionError(f"{key} must be {kind}, got {value!r}", hint=_hint(key), source=path)
    missing = [key for key in REQUIRED if key not in data]
    if missing:
        raise OptionError(f"has no {missing[0]}", hint=_hint(missing[0]), source=path)
    if seconds_of(data["walltime"]) is None:
        raise OptionError(
            f"walltime must be HH:MM:SS or D-HH:MM:SS, got {data['walltime']!r}",
            hint=_hint("walltime"),
            source=path,
        )
    if data.get("tls") and "shared_temp_directory" not in data:
        raise OptionError(
            "tls needs a folder that all nodes see, for the certificates",
            hint="add shared_temp_directory",
            source=path,
        )
    return data


def _is(value: Any, kind: str) -> bool:
    if kind == _FLAG:
        return isinstance(value, bool)
    if kind == _COUNT:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 1
    if kind == _TEXTS:
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    return isinstance(value, str) and "\n" not in value


def _hint(key: str) -> str:
    examples = {"memory": 'memory: "8 GB"', "walltime": 'walltime: "04:00:00", with quotes'}
    return f"write {examples.get(key, f'{key}: 8' if KEYS[key] == _COUNT else f'{key}: ...')}"


def seconds_of(walltime: str) -> int | None:
    """The seconds of `HH:MM:SS` or `D-HH:MM:SS`; None if it is neither."""
    match = re.fullmatch(r"(?:(\d{1,3})-)?(\d{1,3}):(\d\d):(\d\d)", walltime)
    if match is None:
        return None
    days, hours, minutes, seconds = (int(part or 0) for part in match.groups())
    return ((days * 24 + hours) * 60 + minutes) * 60 + seconds


def slurm_options(profile: dict[str, Any]) -> dict[str, Any]:
    """The keywords of `SLURMCluster` for a profile."""
    options = {key: value for key, value in profile.items() if key not in ("jobs", "tls")}
    options["processes"] = profile["cores"]
    life_s = (seconds_of(profile["walltime"]) or 0) - END_BEFORE_S
    if life_s > STAGGER_S:
        ends = ["--lifetime", f"{life_s}s", "--lifetime-stagger", f"{STAGGER_S}s"]
        options["worker_extra_args"] = [*ends, *profile.get("worker_extra_args", [])]
    if profile.get("tls"):
        options["security"] = True
    return options


def _jobqueue() -> Any:
    """The module `dask_jobqueue`. Raises OptionError: it is not installed."""
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        import dask_jobqueue
    except ImportError:
        raise OptionError("Slurm needs dask-jobqueue", hint=INSTALL, parameter="cluster") from None
    finally:
        for number, handler in handlers.items():  # its import handles Ctrl-C by ending the process
            if signal.getsignal(number) is not handler:
                signal.signal(number, handler)
    return dask_jobqueue


def slurm_cluster(path: str, *, is_dry: bool = False) -> Any:
    """A `SLURMCluster` of a profile, with its jobs asked for.

    Args: is_dry: whether to ask for none.

    Raises:
        OptionError: the profile is wrong, or dask-jobqueue or Slurm is not there.
    """
    module = _jobqueue()
    profile = read_profile(path)
    if not is_dry and shutil.which("sbatch") is None:
        raise OptionError(
            "there is no sbatch on this machine",
            hint="call it where jobs are submitted; `python -m satcross.cluster.slurm` prints the"
            " script of a job",
            parameter="cluster",
        )
    try:
        cluster = module.SLURMCluster(**slurm_options(profile))
    except (ImportError, OSError, RuntimeError, ValueError) as error:
        raise OptionError(f"dask-jobqueue refuses it: {error}", source=path) from None
    if not is_dry:
        cluster.scale(jobs=profile.get("jobs", 1))
    return cluster


def job_script(path: str) -> str:
    """The script that a job of a profile runs. Raises OptionError: see `slurm_cluster`."""
    logs = Path(str(read_profile(path).get("log_directory", ".")))
    was_there = logs.exists()
    cluster = slurm_cluster(path, is_dry=True)
    try:
        return str(cluster.job_script())
    finally:
        cluster.close()
        if not was_there:  # dask-jobqueue has made it
            with contextlib.suppress(OSError):
                logs.rmdir()


def main(argv: list[str]) -> int:
    """Print the script of a job. The exit code."""
    if len(argv) != 1:
        print("usage: python -m satcross.cluster.slurm PROFILE", file=sys.stderr)
        return 2
    try:
        print(job_script(argv[0]), end="")
    except InputError as error:
        print(f"satcross: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
