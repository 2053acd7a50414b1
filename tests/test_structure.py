"""What the source tree promises: no circles of imports, names that mean one thing, and the like."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import sysconfig
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from satcross.formats.registry import _of_rooms
from satcross.model.kinds import CROSSWORD, kinds

ROOT = Path(__file__).resolve().parents[1]
FILES = sorted((ROOT / "satcross").rglob("*.py"))
NAMES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in FILES
}
MAX_PARAMETERS = 8
SITE = Path(sysconfig.get_path("purelib"))


def imports(node: ast.AST) -> Iterator[str]:
    """The modules that are imported anywhere below, also in functions and for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.ImportFrom) and child.module in NAMES:
            for alias in child.names:
                inner = f"{child.module}.{alias.name}"
                yield inner if inner in NAMES else child.module
        yield from imports(child)


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def test_there_are_no_import_cycles() -> None:
    graph = {name: set(imports(parsed(path))) - {name} for name, path in NAMES.items()}
    assert len(graph) > 200
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the cycle


# What several classes may be called, and why.
SAME_NAMES = {
    "Cube": "a board's class has its name; the other is that of cube-and-conquer",
    "Step": "of an undo history, and of a maker: both are what their fields call it",
    "Supervisor": "one class, for either kind of operating system",
}


def test_a_name_of_a_class_means_one_thing() -> None:
    """Names that begin with an underscore are of one file, and may be in others too."""
    places: dict[str, list[str]] = {}
    for path in FILES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(str(path.relative_to(ROOT)))
    several = {name: files for name, files in places.items() if len(files) > 1}
    assert several.keys() == SAME_NAMES.keys(), several


def test_functions_have_few_parameters() -> None:
    # The public functions have their options as keywords; `verify` and `export` are among them.
    places = ("verification/crossword.py", "tasks/export.py")
    public = {*(ROOT / "satcross" / place for place in places), *ROOT.glob("satcross/**/api.py")}
    long: list[str] = []
    for path in FILES:
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.FunctionDef) and path not in public:
                given = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
                if len([arg for arg in given if arg.arg not in ("self", "cls")]) > MAX_PARAMETERS:
                    long.append(f"{path.relative_to(ROOT)}: {node.name}")
    assert not long


def test_type_checkers_find_the_types_after_the_scripts() -> None:
    """They follow a folder on the path, and not the import hook of other editable installations."""
    stamp = Path(sys.prefix) / "satcross-installed"
    if not (stamp.exists() and stamp.read_text("utf-8").startswith(f"{ROOT} ")):
        pytest.skip("not installed by scripts/fill or scripts/test of this checkout")
    paths = [path.read_text("utf-8").split() for path in SITE.glob("*satcross*.pth")]
    assert [str(ROOT)] in paths
    assert (ROOT / "satcross/py.typed").exists()


@pytest.mark.slow
def test_tests_have_the_same_names_whatever_the_hash_seed() -> None:
    """As do the workers of `pytest -n`, which refuse to run if they collect different names."""
    names = {
        subprocess.run(
            [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider"],
            cwd=ROOT, check=True, capture_output=True, text=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout.rpartition("\n\n")[0]
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(names) == 1
    assert names.pop().count("::") > 5000


@pytest.mark.slow
def test_mypy_in_another_project_knows_our_types(tmp_path: Path) -> None:
    (tmp_path / "theirs.py").write_text(
        "import satcross as sx\nx: int = sx.Grid.parse('..').shape\n", encoding="utf-8"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "theirs.py"],
        cwd=tmp_path, check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert 'has type "str", variable has type "int"' in done.stdout


MOST_NAMES = 137
"""Names of the core that rooms take beside those for packages: it may only become smaller."""
FOR_PACKAGES = {"satcross", "satcross.extend", "satcross.commandline"}


def _taken_of_the_core() -> Iterator[tuple[str, str, str]]:
    """Each room, with a module of the core and a name that it imports from it."""
    for path in FILES:
        kind, *more = path.relative_to(ROOT / "satcross").parts
        if kind not in ("apps", "kinds"):
            continue
        for node in ast.walk(parsed(path)):
            module = (isinstance(node, ast.ImportFrom) and node.module) or ""
            is_of_core = module.startswith("satcross.") and module not in FOR_PACKAGES
            if is_of_core and not module.startswith(("satcross.apps.", "satcross.kinds.")):
                assert isinstance(node, ast.ImportFrom)
                yield from ((f"{kind}.{more[0]}", module, alias.name) for alias in node.names)


def test_what_rooms_take_of_the_core_is_declared_with_a_reason() -> None:
    """Neither more nor less: what a room takes no longer leaves the file as well."""
    tables = tomllib.loads((ROOT / "tests/names_of_the_core.toml").read_text("utf-8"))
    declared: set[tuple[str, str, str]] = set()
    for kind, rooms in tables.items():
        for room, reasons in rooms.items():
            for what, reason in reasons.items():
                module, names = what.split(": ")
                each = names.split(", ")
                declared.update((f"{kind}.{room}", f"satcross.{module}", name) for name in each)
                assert len(reason) > 10, what
    taken = {*_taken_of_the_core()}
    assert taken - declared == set(), "taken, but not declared"
    assert declared - taken == set(), "declared, but not taken any more"
    assert len({(module, name) for _, module, name in taken}) <= MOST_NAMES


def test_rooms_import_what_is_of_another_room_from_it() -> None:
    """So that the settings of import-linter name it, and `scripts/rooms` what goes with a room."""
    of_rooms = {
        name: place
        for name, place in _places().items()
        if place.startswith(("satcross.apps.", "satcross.kinds."))
    }
    assert len(of_rooms) > 20
    around = {
        f"{path.relative_to(ROOT)}: {alias.name}"
        for path in FILES
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
        if (room := of_rooms.get((node.module or "", alias.name)))
        and path.relative_to(ROOT).parts[:3] != tuple(room.split(".")[:3])
        and path.relative_to(ROOT).parts[0] == "satcross"
    }
    assert not around


def _stub(package: str) -> list[str]:
    name = "satcross/__init__" if package == "satcross" else package.replace(".", "/")
    return (ROOT / f"{name}.pyi").read_text("utf-8").splitlines()


def test_what_checkers_may_not_share_is_not_behind_names_for_packages() -> None:
    """import-linter sees nothing behind these: each is its module here, as the stub has it."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    contracts = [
        one
        for one in settings["contracts"]
        if one["type"] == "forbidden" and not one.get("allow_indirect_imports")
    ]
    assert len(contracts) >= 4
    for contract in contracts:
        ignored = set(contract.get("ignore_imports", ()))
        paths = {name: [name] for name in NAMES if _is_below(name, contract["source_modules"])}
        assert paths
        waiting = list(paths)
        while waiting:
            name = waiting.pop()
            found = set(_run_time_imports(parsed(NAMES[name]))) if name in NAMES else set()
            for target in sorted(found - paths.keys()):
                if f"{name} -> {target}" not in ignored:
                    paths[target] = [*paths[name], target]
                    waiting.append(target)
        forbidden = [
            p for name, p in paths.items() if _is_below(name, contract["forbidden_modules"])
        ]
        assert not forbidden, f"{contract['name']}: {' -> '.join(forbidden[0])}"


def _is_below(name: str, packages: list[str]) -> bool:
    return any(fnmatchcase(name, one) or fnmatchcase(name, f"{one}.*") for one in packages)


def _run_time_imports(node: ast.AST) -> Iterator[str]:
    """The modules from which names come that are imported below, but not for types alone."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING":
            continue
        if isinstance(child, ast.ImportFrom) and child.module is not None:
            for alias in child.names:
                place = _places().get((child.module, alias.name), child.module)
                inner = f"{place}.{alias.name}"
                yield from {child.module, inner if inner in NAMES else place}
        elif isinstance(child, ast.Import):
            yield from (alias.name for alias in child.names)
        yield from _run_time_imports(child)


@cache
def _places() -> dict[tuple[str, str], str]:
    """The module of each name for packages."""
    return {
        (package, line.split()[3]): line.split()[1]
        for package in FOR_PACKAGES
        for line in _stub(package)
        if line.startswith("from ")
    }


def test_the_core_names_no_format_or_kind_of_a_room() -> None:
    """A folder that is deleted leaves no name behind: rooms say theirs in files of agreed names."""
    tables = [*_of_rooms("FORMATS"), *_of_rooms("QUIZZES"), *_of_rooms("READ_ONLY")]
    names = {*tables, *(kind.value for kind in kinds())} - {CROSSWORD.value, "rows-garden"}
    assert len(names) > 15  # that one is a board of the core, too
    found = {
        (str(path.relative_to(ROOT)), node.value)
        for path in FILES
        if not path.is_relative_to(ROOT / "satcross/kinds")
        and not path.is_relative_to(ROOT / "satcross/apps")
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and node.value in names
    }
    assert not found
