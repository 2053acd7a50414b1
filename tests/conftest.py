"""Fixtures: both states of the lazy engine, and pages in a browser; signals and time limits."""

from __future__ import annotations

import gc
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import settings
from oracles.lazy.engine import KERNELS, use

from satcross.rooms import rooms
from satcross.solve.lazy.engine import kernel

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# The examples of recipes are tested where they belong, in a copy of the checkout.
# Two files of this name cannot both be looked through for examples; there are none in them.
collect_ignore = ["recipes/files", "conftest.py"]
if sys.platform == "win32":
    # Benchmarks, fuzzers and shell scripts are for systems with signals, limits and a shell.
    collect_ignore += ["benchmarks", "fuzz", "scripts", "test_fuzz.py", "docs/test_transcripts.py"]

COMPILED: list[Path] = []  # a file that says so to other processes
IS_COMPILED = sys.dont_write_bytecode or any(
    Path(__file__).parent.glob("cli/__pycache__/test_*-pytest-*.pyc")
)

# In a copy without a room, what errors say of its names: see `scripts/without_room.py`.
_SAID = Path(__file__).parent.with_name("gone_without_room.txt")
GONE = _SAID.read_text("utf-8").splitlines() if _SAID.exists() else []

# Large lists are kept for all processes of a run, as for users, but not in the home folder: to
# read the built-in list with all of its words takes 0.8 s, and many processes need it.
KEPT_LISTS: list[str] = []  # the folder, in the process that made it; others are started by that
if "PYTEST_XDIST_WORKER" not in os.environ:
    KEPT_LISTS.append(tempfile.mkdtemp(prefix="satcross-lists-"))
    os.environ["SATCROSS_CACHE"] = KEPT_LISTS[0]

# Each run tries the same; `pytest --hypothesis-profile thorough` tries more, and others each time.
# Machines that do other things as well are no reason to fail.
settings.register_profile("quick", max_examples=25, deadline=None, derandomize=True)
settings.register_profile("thorough", max_examples=1000, deadline=None)
settings.load_profile("quick")


SLOW_LIMIT_S = 3600  # of a slow test; that of the others is in pyproject.toml


@pytest.fixture(scope="session", autouse=True)
def usual_signals() -> Iterator[None]:
    """Hear the signals that whoever started the tests ignores; programs that they start do, too.

    A shell script ignores SIGINT in its jobs in the background, and `nohup` SIGHUP. This process
    goes on to live through the latter, by a handler: programs do not inherit it.
    """
    handlers: dict[str, Any] = {"SIGINT": signal.default_int_handler, "SIGTERM": signal.SIG_DFL}
    numbers = [getattr(signal, name) for name in (*handlers, "SIGHUP") if hasattr(signal, name)]
    ignored = [number for number in numbers if signal.getsignal(number) is signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, handlers.get(number.name, lambda _number, _frame: None))
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, None, None]:
    """Skip what needs a room that is not there: see scripts/rooms."""
    for marker in item.iter_markers("needs"):
        if gone := {*marker.args}.difference(rooms()):
            pytest.skip(f"needs {', '.join(sorted(gone))}, which is not installed")
    with _skipped_where_gone():
        yield


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Skip what ends with the error of something that is gone."""
    del item
    with _skipped_where_gone():
        yield


@contextmanager
def _skipped_where_gone() -> Iterator[None]:
    """Skips where an error names what `scripts/rooms` has taken away."""
    try:
        yield
    except Exception as error:
        if gone := [text for text in GONE if text in str(error)]:
            pytest.skip(f"needs what is gone: {gone[0]}")
        raise


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """A Chromium; skipped where none is installed."""
    from support.browser import running_browser

    with running_browser() as running:
        yield running


@pytest.fixture(params=KERNELS)
def lazy_kernel(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The search that sessions get; skipped where the extension module was not built."""
    name = str(request.param)
    if name == "compiled" and kernel() != "compiled":
        pytest.skip("the extension module is not built")
    use(name, monkeypatch)
    return name


@pytest.fixture
def solvers_in_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """No children for solvers and counters, where their answers are tested and not the children."""
    from support.in_process import solve_in_process

    solve_in_process(monkeypatch)


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, for packages that extend satcross."""
    from support.packages import forget

    folder = tmp_path / "site"
    folder.mkdir()
    monkeypatch.syspath_prepend(folder)
    forget()
    yield folder
    forget()


@pytest.fixture
def renewed(request: pytest.FixtureRequest) -> bool:
    """Whether to write what is compared, before it is: for tests marked as snapshots."""
    return bool(request.config.getoption("--update-snapshots"))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-snapshots",
        action="store_true",
        help="Write anew what tests marked as snapshots compare with: see scripts/snapshots.",
    )


def pytest_configure(config: pytest.Config) -> None:
    """Let Hypothesis leave the constants of our code alone, in quick runs.

    It would read 750 files in each process, for 11 s, and what it tries would depend on which
    modules have been imported.
    """
    if config.getoption("hypothesis_profile", None) == "thorough":
        return
    with suppress(ImportError):  # older releases do not read them
        from hypothesis.internal.conjecture import providers

        vars(providers)["is_local_module_file"] = lambda _: False


@pytest.hookimpl(wrapper=True)
def pytest_collection(session: pytest.Session) -> Generator[None, object, object]:
    """Let one of several processes compile the test files, where they are not: it takes 14 s.

    What is collected stays: a tenth of the time would be the search for garbage in it.
    """
    worker, run = (os.environ.get(f"PYTEST_XDIST_{name}", "") for name in ("WORKER", "TESTRUNUID"))
    is_done = Path(tempfile.gettempdir(), f"satcross-tests-{run}")
    until = time.monotonic() + 120
    while worker not in ("", "gw0") and not (IS_COMPILED or is_done.exists()):
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        if worker == "gw0":
            is_done.touch()
            COMPILED.append(is_done)


def pytest_sessionfinish() -> None:
    for path in COMPILED:
        path.unlink(missing_ok=True)
    for folder in KEPT_LISTS:
        shutil.rmtree(folder, ignore_errors=True)


def pytest_make_parametrize_id(config: pytest.Config, val: object, argname: str) -> str | None:
    """Name bytes by their parameter: their content may be recreated, or dated, at each collection.

    Test names that differ between the workers of `pytest -n` end the whole run.
    """
    del config
    return argname if isinstance(val, bytes) and not val.isascii() else None


@pytest.hookimpl(tryfirst=True)
def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Do not make slow tests that are not run: that takes longer than many tests do."""
    if metafunc.config.option.markexpr != "not slow":
        return
    is_slow = any(metafunc.definition.iter_markers("slow"))
    markers = metafunc.definition.own_markers
    for at, marker in enumerate(markers):
        has_ids = isinstance(marker.kwargs.get("ids"), list | tuple)  # one for each value
        if marker.name != "parametrize" or len(marker.args) != 2 or has_ids:
            continue
        names, values = marker.args[0], list(marker.args[1])
        quick = [value for value in values if not (is_slow or has_slow_mark(value))]
        # One stays where all are slow: it is deselected. Without any there would be a skip.
        left = quick or values[:1]
        markers[at] = pytest.mark.parametrize(names, left, **marker.kwargs).mark


def has_slow_mark(value: object) -> bool:
    """Whether a value of `parametrize` is marked as slow."""
    return any(mark.name == "slow" for mark in getattr(value, "marks", ()))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Give slow tests more time; refuse names with an address or today's date.

    These are others in another process or run.
    """
    if sys.platform == "win32":
        skip_absent_solvers(items)
    has_limits = config.pluginmanager.hasplugin("timeout")  # not before the next installation
    for item in items if has_limits else ():
        if item.get_closest_marker("slow") and not item.get_closest_marker("timeout"):
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT_S))
    changing = re.compile(rf"\b0x[0-9a-f]{{8,}}|{datetime.now(UTC):%Y-?%m-?%d}")
    for item in items:
        if changing.search(item.nodeid):
            raise pytest.UsageError(f"{item.nodeid}: give the parameter an id that never changes")


def pytest_collection_finish() -> None:
    """Look for garbage among what tests make, and not among half a million objects of pytest."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)  # as `satcross` does, after 700


def skip_absent_solvers(items: list[pytest.Item]) -> None:
    """Skip what PySAT does not have on Windows."""
    from satcross.solve.backends.pysat import ABILITIES

    absent = {ability.name for ability in ABILITIES.values() if not ability.on_windows}
    skip = pytest.mark.skip(reason="PySAT has this solver on other systems only")
    for item in items:
        if isinstance(item, pytest.Function) and hasattr(item, "callspec"):
            solvers = {value for value in item.callspec.params.values() if isinstance(value, str)}
            if solvers & absent:
                item.add_marker(skip)
