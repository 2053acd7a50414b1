"""A copy of the checkout without a room: see `scripts/rooms`.

    python scripts/without_room.py --list                     --but --list: and the core
    python scripts/without_room.py --what                     what goes with each
    python scripts/without_room.py [--all] kinds/codeword COPY
    python scripts/without_room.py --but apps/books COPY      without all others; its tests
    python scripts/without_room.py --but core COPY            without any

The copy lacks the room's folder and tests, those of the rooms that import it and say so in
pyproject.toml, and every line of settings that names one of them. It has three files more:
`checks_without_room.py`, which runs what is left and checks its types and layers;
`tests_without_room.txt`, with the quick tests that import nothing that is gone, but name it, or a
command, function, rule, kind, format or file name extension of it: those that may miss it (with
--all first, all that import nothing of it); and `gone_without_room.txt`, with what errors say of
that: a test that ends with one is skipped. How many other tests there are is printed.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path

from satcross.model.kinds import kinds
from satcross.rooms import rooms

ROOT = Path(__file__).resolve().parent.parent
CHECKS = """\
from pathlib import Path
import json, pkgutil, re, subprocess, sys
import satcross
from satcross import rooms
from satcross.cli.commands import own_names

assert Path(satcross.__file__).parent.parent == Path.cwd(), satcross.__file__
gone, commands, kinds = {gone!r}, {commands!r}, {kinds!r}
assert not set(gone) & set(rooms.rooms())
assert not set(commands) & set(own_names())
for module in pkgutil.walk_packages(satcross.__path__, "satcross."):
    if not module.name.endswith("__main__"):
        __import__(module.name)
for name in satcross.__all__:
    getattr(satcross, name)


def run(*arguments, text=""):
    return subprocess.run([sys.executable, "-m", "satcross", *arguments], input=text,
                          capture_output=True, text=True)


done = run("--help")
assert done.returncode == 0, done
listed = re.findall(r"^\\W*([\\w-]+)", done.stdout, re.MULTILINE)
assert not {{*commands}} & {{*listed}}, listed
print(f"{{len(own_names())}} commands are left")
for name in commands:
    done = run(name)
    assert done.returncode == 2 and name in done.stderr and done.stderr.count(chr(10)) == 1, done
done = run("fill", "-", text="...\\n...\\n...\\n")
assert done.returncode == 0, done
for kind, formats in kinds.items():
    for format_, name in formats:
        text = {{
            "ipuz": json.dumps({{"version": "http://ipuz.org/v2", "kind": [name], "solution":
                    [["A", "B"], ["C", "D"]], "puzzle": [[1, 2], [3, 0]],
                    "dimensions": {{"width": 2, "height": 2}}}}),
        }}.get(format_)
        if text:
            done = run("convert", "-", "-", "--from", format_, "--to", "text", text=text)
            named = f"there is no format {{format_!r}}" in done.stderr or kind in done.stderr
            assert done.returncode == 2 and named, (kind, format_, done)
            print(f"{{format_}}: {{done.stderr.strip()}}")
for program in (["mypy", "--no-error-summary", "satcross"], ["lint-imports", "--no-logo"]):
    done = subprocess.run([Path(sys.executable).with_name(program[0]), *program[1:]],
                          capture_output=True, text=True)
    assert done.returncode == 0, f"{{done.stdout}}{{done.stderr}}"
"""


def dotted(room: str) -> str:
    """The package of a room."""
    return f"satcross.{room.replace('/', '.')}"


def needing(room: str) -> set[str]:
    """The room, and those that import it when they are imported themselves."""
    found = {room}
    for user, used in _allowed():
        if used == dotted(room) and user.count(".") == 2 and _at_once(user, used):
            found |= needing("/".join(user.split(".")[1:3]))
    return found


def _allowed() -> list[tuple[str, str]]:
    """What imports what of another room: names of packages or modules, from pyproject.toml."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    (lines,) = (each["ignore_imports"] for each in contracts if each["type"] == "independence")
    pairs = (line.split(" -> ") for line in lines)
    return [(user.strip(".*"), used.strip(".*")) for user, used in pairs]


def _modules_for(gone: Iterable[str]) -> Iterator[str]:
    """The files of other rooms that only a room that is gone imports, such as its panels."""
    for user, used in _allowed():
        if user.count(".") > 2 and used in map(dotted, gone):
            yield f"{user.replace('.', '/')}.py"


def _at_once(user: str, used: str) -> bool:
    """Whether a module of a package imports another package before it is asked for anything."""
    pattern = re.compile(rf"^from {re.escape(used)}\b", re.MULTILINE)
    folder = ROOT.joinpath(*user.split("."))
    return any(pattern.search(path.read_text("utf-8")) for path in folder.rglob("*.py"))


def _commands(room: str) -> list[str]:
    folder = ROOT / "satcross" / room / "commands"
    return sorted(path.stem.replace("_", "-") for path in folder.glob("[a-z]*.py"))


def needed(room: str) -> set[str]:
    """The room, and those that it imports when it is imported itself."""
    return {other for other in rooms() if room in needing(other)}


def copy_without(
    lost: Iterable[str], place: Path, tests_of: str = "", *, named: bool = False
) -> None:
    """Make the copy without these rooms, and say what it lacks.

    Args: tests_of: a room alone; named: only tests that name what is gone.
    """
    gone = sorted(set().union(*map(needing, lost)))
    commands = sorted(name for each in gone for name in _commands(each))
    modules = {*_modules_for(gone)}
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    # Bytecode too, or the copy compiles every module anew.
    made = (path for name in ("*.so", "*.pyc") for path in ROOT.glob(f"satcross/**/{name}"))
    built = [str(path.relative_to(ROOT)) for path in made]
    for name in (*tracked, *built):
        if not _is_in(name, gone) and name not in modules and (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, place / name)
    names = [*map(dotted, gone)]
    stubs = ("satcross/__init__.pyi", "satcross/extend.pyi", "satcross/commandline.pyi")
    for name in (*stubs, "pyproject.toml"):
        path = place / name
        path.write_text(_without(path.read_text("utf-8"), names), "utf-8")
    text = (place / "pyproject.toml").read_text("utf-8")
    text = text.replace(
        "strict = true", 'strict = true\ndisable_error_code = ["import-not-found"]', 1
    )
    (place / "pyproject.toml").write_text(text, "utf-8")
    kinds = _kinds(gone)
    checks = CHECKS.format(gone=gone, commands=commands, kinds=kinds)
    (place / "checks_without_room.py").write_text(checks, "utf-8")
    said = "".join(f"{text}\n" for text in _said_of(gone, commands, kinds))
    (place / "gone_without_room.txt").write_text(said, "utf-8")
    tests, n_others = quick_tests(place, names)
    tests = [name for name in tests if name.startswith(f"tests/{tests_of}")]
    if named:
        brought = _brought_by(gone, kinds)
        tests = [name for name in tests if brought.search((place / name).read_text("utf-8"))]
    (place / "tests_without_room.txt").write_text("".join(f"{name}\n" for name in tests), "utf-8")
    print(f"without {', '.join(gone)}; commands: {', '.join(commands) or 'none'}")
    print(f"{len(tests)} files of tests; {n_others} others import what is gone")


def _public_names(packages: Iterable[str]) -> set[str]:
    """The names of `import satcross` that these have."""
    stub = (ROOT / "satcross/__init__.pyi").read_text("utf-8")
    parts = "|".join(map(re.escape, packages))
    return {*re.findall(rf"^from (?:{parts})\.\S+ import (\w+)", stub, re.MULTILINE)}


def _brought_by(gone: Iterable[str], kinds: Iterable[str]) -> re.Pattern[str]:
    """What in a test may be about these rooms: their names, and what they bring."""
    names = {*kinds}
    commands, public = set(), _public_names(map(dotted, gone))
    for each in gone:
        folder = ROOT / "satcross" / each
        commands |= {*_commands(each)}
        names |= {path.stem.replace("_", "-") for path in folder.glob("rules/[a-z]*.py")}
        for file, listed in (("formats", "FORMATS"), ("outputs", "OUTPUTS")):
            if (folder / f"{file}.py").exists():
                there = getattr(import_module(f"{dotted(each)}.{file}"), listed)
                names |= {getattr(one, "name", one) for one in there}
    about = [
        (r"""["'.](?:%s)["' :]""", names),  # as in "grid.ipuz"
        (r"""\b\w+\(\s*["'](?:%s)["']""", commands),
        (r"\b(?:sx|satcross)\.(?:%s)\b", public),
        ("(?:%s)", gone),
    ]
    return re.compile(
        "|".join(part % "|".join(map(re.escape, some)) for part, some in about if some)
    )


def _said_of(gone: Iterable[str], commands: Iterable[str], kinds: Iterable[str]) -> Iterator[str]:
    """What errors say of names, commands, rules and kinds that are gone: tests skip at these."""
    yield "nothing in this installation "  # what `satcross.rooms.only` says
    for kind in kinds:
        for name in sorted({kind, kind.replace("-", "")}):
            yield f"kind: '{name}' is not made here"
    for each in gone:
        for name in sorted(_public_names([dotted(each)])):
            yield f"module 'satcross' has no attribute '{name}'"
        for path in (ROOT / "satcross" / each / "rules").glob("[a-z]*.py"):
            yield f"'{path.stem.replace('_', '-')} "
    for name in commands:
        yield f"no such command '{name}'"


def _is_in(name: str, gone: Iterable[str]) -> bool:
    return any(name.startswith((f"satcross/{each}/", f"tests/{each}/")) for each in gone)


def _without(text: str, names: Iterable[str]) -> str:
    """A text without the lines, and the items of lists, that name a package that is gone."""
    for name in names:
        text = re.sub(rf'"{re.escape(name)}[\w.*]*( -> [\w.*]+)?",? ?', "", text)
        text = re.sub(rf'"[\w.*]+ -> {re.escape(name)}[\w.*]*",? ?', "", text)
        text = re.sub(rf"^from {re.escape(name)}\b.*\n", "", text, flags=re.MULTILINE)
    return text


def _kinds(gone: Iterable[str]) -> dict[str, list[tuple[str, str]]]:
    """What files call the kinds that are gone, by kind: the formats and the names in them."""
    found = {}
    for each in gone:
        for kind in kinds():
            if kind.behaviour.startswith(f"{dotted(each)}.") or kind.make.startswith(dotted(each)):
                found[kind.value] = [(name, known[-1]) for name, known in kind.names.items()]
    return found


QUICK = (
    "model",
    "formats",
    "outputs",
    "rules",
    "drawing",
    "clues",
    "words",
    "apps",
    "kinds",
    "tasks",
)


def quick_tests(place: Path, names: Iterable[str]) -> tuple[list[str], int]:
    """The files of tests that import nothing that is gone, and how many others there are."""
    public = _public_names(names)
    # Also as the tests of a room are imported, without the package.
    gone = (name.removeprefix("satcross.") for name in names)
    lost = re.compile("|".join(rf"\b{re.escape(name)}\b" for name in gone))
    helpers = {
        f"{folder}.{path.stem}": path
        for folder in ("support", "oracles")
        for path in (place / "tests" / folder).glob("*.py")
    }
    broken: set[str] = set()
    while True:
        new = {
            stem for stem, path in helpers.items() if _names(path, lost, public, broken)
        } - broken
        if not new:
            break
        broken |= new
    files = [*_files(place)]
    good = [path for path in files if not _names(path, lost, public, broken)]
    return [str(path.relative_to(place)) for path in good], len(files) - len(good)


def _files(place: Path) -> Iterator[Path]:
    for folder in QUICK:
        yield from sorted((place / "tests" / folder).rglob("test_*.py"))


def _names(path: Path, lost: re.Pattern[str], public: Iterable[str], broken: Iterable[str]) -> bool:
    text = path.read_text("utf-8")
    used = set(re.findall(r"^ *from ((?:support|oracles)\.\w+)", text, re.MULTILINE))
    taken = re.findall(r"^from satcross import (\([^)]*\)|.*)$", text, re.MULTILINE)
    imported = set(re.findall(r"\w+", " ".join(taken)))
    return bool(lost.search(text) or used & {*broken} or imported & {*public})


def main() -> int:
    """The command."""
    if sys.argv[-1] == "--list":
        print(*["core"][: len(sys.argv) - 2], *rooms(), sep="\n")
        return 0
    if sys.argv[1:] == ["--what"]:
        for room in rooms():
            others = sorted(needing(room) - {room})
            print(room, f"    commands: {', '.join(_commands(room)) or 'none'}", sep="\n")
            print(f"    goes with it: {', '.join(others) or 'no other room'}")
        return 0
    if whole := sys.argv[1:2] == ["--all"]:
        del sys.argv[1]
    *alone, room, place = sys.argv[1:]
    if room not in rooms() and not (alone and room == "core"):
        print(f"there is no room {room}; there are {', '.join(rooms())}", file=sys.stderr)
        return 2
    if not alone:
        copy_without({room}, Path(place), named=not whole)
    else:
        copy_without({*rooms()} - needed(room), Path(place), "" if room == "core" else f"{room}/")
    return 0


if __name__ == "__main__":
    sys.exit(main())
