"""What satcross depends on: the requirements in pyproject.toml, the lock, the licences.

    python scripts/dependencies.py build        the requirements to build satcross
    python scripts/dependencies.py extras       the extras that the lock covers
    python scripts/dependencies.py lowest       the lowest allowed release of each dependency
    python scripts/dependencies.py licences     print docs/reference/licences.md as it should be
    python scripts/dependencies.py licences --update

The licences are those that the installed packages state, so this runs in .venv.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "ci.txt"
LICENCES = ROOT / "docs" / "reference" / "licences.md"

# The lock is for the tests. These extras are not in it: `dev` has the packages of `count`, where
# there are wheels of them; the others are for commands of their own.
UNLOCKED = frozenset({"count", "cluster", "compare", "docs", "fuzz"})
# What is installed to use satcross, as opposed to working on it.
SHIPPED = ("serve", "count", "lists", "sheets")


def project() -> dict[str, Any]:
    """The contents of pyproject.toml."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


def extras(data: dict[str, Any]) -> dict[str, list[Requirement]]:
    """The requirements of each extra; the key "" has those of satcross without extras."""
    table = data["project"]
    optional = table.get("optional-dependencies", {})
    return {
        name: [Requirement(text) for text in texts]
        for name, texts in {"": table["dependencies"], **optional}.items()
    }


def build_requirements(data: dict[str, Any]) -> list[Requirement]:
    """What it takes to build satcross."""
    return [Requirement(text) for text in data["build-system"]["requires"]]


def locked_requirements(data: dict[str, Any]) -> list[Requirement]:
    """The requirements that the lock has to meet."""
    wanted = [
        requirement
        for extra, requirements in extras(data).items()
        if extra not in UNLOCKED
        for requirement in requirements
        if canonicalize_name(requirement.name) != canonicalize_name(data["project"]["name"])
    ]
    return wanted + build_requirements(data)


@dataclass(frozen=True, slots=True)
class Pin:
    """One release in a lock."""

    name: str
    version: Version
    n_hashes: int
    is_direct: bool  # asked for by pyproject.toml, not only by another package


def pins(text: str) -> list[Pin]:
    """The releases in a lock, which is a requirements file as `uv pip compile` writes it."""
    found = []
    for part in re.split(r"^(?=[\w.-]+==)", text, flags=re.MULTILINE)[1:]:
        requirement = Requirement(part.splitlines()[0].rstrip("\\"))
        (specifier,) = requirement.specifier
        found.append(
            Pin(
                canonicalize_name(requirement.name),
                Version(specifier.version),
                part.count("--hash=sha256:"),
                "pyproject.toml" in part or "via -r -" in part or "#   -r -" in part,
            )
        )
    return found


def disagreements(data: dict[str, Any], lock: Iterable[Pin]) -> list[str]:
    """Where the lock is not what pyproject.toml asks for; one line each."""
    lock = list(lock)
    wanted = locked_requirements(data)
    names = {canonicalize_name(requirement.name) for requirement in wanted}
    wrong = [f"{pin.name}: no hash" for pin in lock if not pin.n_hashes]
    wrong += [
        f"{pin.name}: no longer required" for pin in lock if pin.is_direct and pin.name not in names
    ]
    for requirement in wanted:
        versions = [pin.version for pin in lock if pin.name == canonicalize_name(requirement.name)]
        if not versions:
            wrong.append(f"{requirement}: missing")
        wrong += [
            f"{requirement}: pinned to {version}"
            for version in versions
            if not requirement.specifier.contains(version, prereleases=True)
        ]
    return wrong


def lowest(data: dict[str, Any]) -> list[str]:
    """The lowest allowed release of each runtime dependency: "numpy==1.26" for "numpy>=1.26"."""
    found = []
    for extra in ("", *SHIPPED):
        for requirement in extras(data).get(extra, ()):
            bounds = [part.version for part in requirement.specifier if part.operator == ">="]
            if len(bounds) != 1:
                raise SystemExit(
                    f"{requirement}: give one lower bound, as in {requirement.name}>=1"
                )
            marker = f" ; {requirement.marker}" if requirement.marker else ""
            found.append(f"{requirement.name}=={bounds[0]}{marker}")
    return found


@dataclass(frozen=True, slots=True)
class Package:
    """A package that satcross needs: its name, licence, home page and what needs it."""

    name: str
    licence: str
    url: str
    extra: str
    is_direct: bool

    @property
    def row(self) -> str:
        """Its row in the table of licences."""
        name = f"[{self.name}]({self.url})" if self.url else self.name
        needed = "by a dependency" if not self.is_direct else "directly"
        return f"| {name} | {self.licence} | {needed} | {self.extra or 'always'} |"


def packages(data: dict[str, Any]) -> list[Package]:
    """The installed packages that satcross needs to run, and those that they need."""
    found: dict[str, Package] = {}
    for extra in ("", *SHIPPED):
        requirements = extras(data).get(extra, [])
        direct = {canonicalize_name(requirement.name) for requirement in requirements}
        for dist in _closure(requirements):
            name = canonicalize_name(dist.metadata["Name"])
            found.setdefault(
                name, Package(name, _licence(dist), _home(dist), extra, name in direct)
            )
    return sorted(found.values(), key=lambda package: package.name)


def _closure(requirements: Sequence[Requirement]) -> Iterator[metadata.Distribution]:
    """What these require, however indirectly. Packages that are not installed are left out."""
    open_ = list(requirements)
    seen: set[tuple[str, frozenset[str]]] = set()
    while open_:
        requirement = open_.pop()
        key = canonicalize_name(requirement.name), frozenset(requirement.extras)
        if key in seen:
            continue
        seen.add(key)
        try:
            dist = metadata.distribution(requirement.name)
        except metadata.PackageNotFoundError:
            continue
        yield dist
        for text in dist.requires or ():
            needed = Requirement(text)
            if needed.marker is None or any(
                needed.marker.evaluate({"extra": extra}) for extra in ("", *requirement.extras)
            ):
                open_.append(needed)


# Older packages state their licence in words. These are the identifiers of SPDX.
_SPDX = {
    "BSD License": "BSD-3-Clause",
    "GNU Lesser General Public License v3 (LGPLv3)": "LGPL-3.0-only",
    "ISC License (ISCL)": "ISC",
    "MIT License": "MIT",
    "MIT LICENSE": "MIT",
    "Python Software Foundation License": "PSF-2.0",
}
# Those that state none, or not the right one, by the text of their licence file. The data of
# wordfreq have another licence than its code.
_BY_FILE = {
    "locate": "MIT",
    "resvg-py": "MIT",
    "wordfreq": "Apache-2.0 AND CC-BY-SA-4.0",
}


def _stated(dist: metadata.Distribution, field: str) -> str:
    """A field of a package's metadata; "" where it is not stated."""
    return str(next(iter(dist.metadata.get_all(field) or ()), ""))


def _licence(dist: metadata.Distribution) -> str:
    """The licence as the package states it, by the first of three places that says something."""
    expression = _BY_FILE.get(canonicalize_name(dist.name)) or _stated(dist, "License-Expression")
    if expression:
        return expression
    named = [
        line.rpartition(" :: ")[2]
        for line in dist.metadata.get_all("Classifier") or ()
        if line.startswith("License :: ") and not line.endswith("OSI Approved")
    ]
    stated = named or _stated(dist, "License").strip().splitlines()[:1]
    texts = [_SPDX.get(name, name) for name in stated]
    return " AND ".join(texts) or "not stated"


def _home(dist: metadata.Distribution) -> str:
    """The page of the project's source, or any other that it names."""
    urls = dict(line.split(", ", 1) for line in dist.metadata.get_all("Project-URL") or ())
    by_name = {re.sub(r"[^a-z]", "", name.lower()): url for name, url in urls.items()}
    for name in ("sourcecode", "source", "repository", "github", "homepage", "home"):
        if name in by_name:
            return str(by_name[name])
    return _stated(dist, "Home-page") or str(next(iter(urls.values()), ""))


HEAD = """\
# Licences

satcross is under the [MIT licence](../../LICENSE). This page lists what is installed with it, and
what it contains that others made. `python scripts/dependencies.py licences --update` makes the
table from what the installed packages state; a test compares the two.

## Packages

Each is installed from PyPI, none is copied into satcross. The last column is the extra that brings
the package: `pip install 'satcross[count]'`.

| package | licence | required | with |
| --- | --- | --- | --- |
"""
TAIL = """
Tools that are needed only to build or to test satcross are not listed; pyproject.toml names them,
and what each is for.

## Data and fonts

| file | made from | licence |
| --- | --- | --- |
| `satcross/words/data/*` | Collaborative Word List and others, scored | see [NOTICE.txt][words] |
| `satcross/apps/lists/data/pronunciations.gz` | CMU dictionary | BSD-2-Clause: [text][sounds] |
| `satcross/apps/pictures/fonts/*.ttf` | Noto Sans, reduced and renamed | OFL-1.1: [OFL.txt][noto] |

[words]: ../../satcross/words/data/NOTICE.txt
[sounds]: ../../satcross/apps/lists/data/CMUDICT.txt
[noto]: ../../satcross/apps/pictures/fonts/OFL.txt
"""


def licence_page(data: dict[str, Any]) -> str:
    """docs/reference/licences.md by what is installed here."""
    return HEAD + "".join(f"{package.row}\n" for package in packages(data)) + TAIL


def main() -> int:
    """Print what is asked for."""
    data = project()
    match sys.argv[1:]:
        case ["build"]:
            print(*build_requirements(data), sep="\n")
        case ["extras"]:
            print(*sorted(set(extras(data)) - UNLOCKED - {""}), sep="\n")
        case ["lowest"]:
            print(*lowest(data), sep="\n")
        case ["licences"]:
            print(licence_page(data), end="")
        case ["licences", "--update"]:
            LICENCES.write_text(licence_page(data), encoding="utf-8")
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main())
