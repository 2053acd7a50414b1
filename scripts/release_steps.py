"""The parts of a release that are not commands of others; `scripts/release` calls them.

    release_steps.py check [TAG]       does the tag fit the version and the changelog?
    release_steps.py notes [VERSION]   the release notes, from CHANGELOG.md
    release_steps.py bump VERSION DATE set the version, date the changelog's section
    release_steps.py recipe SDIST      the recipe for conda-forge, with the hash of the sdist
    release_steps.py materials FILE    add to a bill of materials (CycloneDX, JSON)
                                       what the wheel contains that others made

Until the next release, satcross/__init__.py has the version of the last one. Without a tag, `check`
looks at what is unreleased; without a version, `notes` are of the one in satcross/__init__.py.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from packaging.version import InvalidVersion, Version

ROOT = Path(__file__).resolve().parent.parent
UNRELEASED = "Unreleased"
_HEADING = re.compile(r"^## \[(?P<name>[^\]]+)\](?: - (?P<date>\d{4}-\d\d-\d\d))?$", re.MULTILINE)
_LINKED = re.compile(r"\b(docs/[\w./-]+\.md|ARCHITECTURE\.md|CONTRIBUTING\.md)\b")
_VERSION = re.compile(r'^__version__ = "(.+)"$', re.MULTILINE)
_RECIPE_VERSION = re.compile(r'^(  version: ").+(")$', re.MULTILINE)
_RECIPE_HASH = re.compile(r'sha256: "[0-9a-f]{64}".*')

# What the wheel contains beside our own files; docs/reference/licences.md lists it for people.
BUNDLED = (
    ("Collaborative Word List", "data", "MIT", "satcross/words/data"),
    ("SCOWL", "data", "LicenseRef-SCOWL", "satcross/words/data"),
    ("WordNet", "data", "LicenseRef-WordNet-3.0", "satcross/words/data"),
    ("Moby Thesaurus II", "data", "LicenseRef-public-domain", "satcross/words/data"),
    ("spacy-lookups-data", "data", "MIT", "satcross/words/data"),
    ("wordsegment", "data", "Apache-2.0 AND MIT", "satcross/words/data"),
    ("symspellpy", "data", "MIT", "satcross/words/data"),
    ("pocketsphinx", "data", "BSD-2-Clause", "satcross/words/data"),
    ("proselint", "data", "BSD-3-Clause AND MIT", "satcross/words/data"),
    ("pywordfreq", "data", "MIT", "satcross/words/data"),
    ("GeoNames", "data", "CC-BY-4.0", "satcross/words/data"),
    ("Names from the census", "data", "LicenseRef-public-domain", "satcross/words/data"),
    ("CMU Pronouncing Dictionary", "data", "BSD-2-Clause", "satcross/words"),
    ("Noto Sans", "data", "OFL-1.1", "satcross/apps/pictures/fonts"),
    ("preact", "library", "MIT", "satcross/apps/workbench/page/vendor"),
    ("htm", "library", "Apache-2.0", "satcross/apps/workbench/page/vendor"),
)


@dataclass(frozen=True, slots=True)
class Section:
    """A section of the changelog: its version or "Unreleased", its date or "", its text."""

    name: str
    date: str
    text: str


def sections(changelog: str) -> dict[str, Section]:
    """The sections of the changelog by name, in its order."""
    heads = list(_HEADING.finditer(changelog))
    ends = [head.start() for head in heads[1:]] + [len(changelog)]
    return {
        head["name"]: Section(head["name"], head["date"] or "", changelog[head.end() : end].strip())
        for head, end in zip(heads, ends, strict=True)
    }


def version_of(init: str) -> str:
    """The version that satcross/__init__.py states."""
    found = _VERSION.search(init)
    assert found, "satcross/__init__.py states no __version__"
    return found[1]


def problems(changelog: str, version: str, tag: str | None) -> list[str]:
    """Why this version cannot be released; one line each.

    Args:
        tag: the tag that is to be released; None if there is none yet.
    """
    found = []
    known = sections(changelog)
    try:
        if str(Version(version)) != version:
            found.append(f"the version {version} is written {Version(version)}")
    except InvalidVersion:
        found.append(f"the version {version} is not one of PEP 440")
    if tag is not None and tag != f"v{version}":
        found.append(f"the tag is {tag}, the version {version}; tag v{version}")
    section = known.get(UNRELEASED if tag is None else version)
    if section is None:
        name = UNRELEASED if tag is None else version
        found.append(f"CHANGELOG.md has no section [{name}]; scripts/release {version} makes it")
    elif not section.text:
        found.append(f"CHANGELOG.md: the section [{section.name}] is empty")
    elif tag is not None and not section.date:
        found.append(f"CHANGELOG.md: the section [{version}] has no date")
    if tag is not None and UNRELEASED in known and known[UNRELEASED].text:
        found.append("CHANGELOG.md has unreleased changes; release them too, or tag their parent")
    return found


def notes(changelog: str, version: str, url: str = "") -> str:
    """The release notes of a version; of what is unreleased, if it has no section.

    Args: url: where the pages of the version are; their names become links if it is given.
    """
    known = sections(changelog)
    text = (known.get(version) or known[UNRELEASED]).text
    text = re.sub(r"^###", "##", text, flags=re.MULTILINE)
    # An entry of several lines becomes one: releases keep line ends.
    text = re.sub(r"\n +(?=\S)(?!- )", " ", text)
    if url:
        text = _LINKED.sub(lambda match: f"[{match[0]}]({url}/{match[0]})", text)
    return f"{text}\n"


def bumped(changelog: str, init: str, version: str, date: str) -> tuple[str, str]:
    """CHANGELOG.md and satcross/__init__.py of the release."""
    head = f"## [{UNRELEASED}]"
    assert head in changelog, "CHANGELOG.md has no section [Unreleased]"
    assert version not in sections(changelog), f"CHANGELOG.md has a section [{version}] already"
    return (
        changelog.replace(head, f"{head}\n\n## [{version}] - {date}", 1),
        _VERSION.sub(f'__version__ = "{version}"', init),
    )


def recipe_of(recipe: str, version: str, sha256: str | None = None) -> str:
    """The recipe for conda-forge of a version, and of its sdist if that is known."""
    found, n_found = _RECIPE_VERSION.subn(rf"\g<1>{version}\g<2>", recipe)
    assert n_found == 1, "the recipe states no version"
    if sha256 is not None:
        found, n_found = _RECIPE_HASH.subn(f'sha256: "{sha256}"', found)
        assert n_found == 1, "the recipe states no sha256"
    return found


def with_bundled(bom: dict[str, Any]) -> dict[str, Any]:
    """A bill of materials with what the wheel contains that others made."""
    added = [
        {
            "type": kind,
            "bom-ref": f"bundled:{name}",
            "name": name,
            "description": f"contained in the wheel: {where}",
            "licenses": [{"expression": licence}],
        }
        for name, kind, licence, where in BUNDLED
    ]
    return {**bom, "components": [*bom.get("components", []), *added]}


def main(arguments: list[str]) -> int:
    """Do the step that is asked for."""
    log, init = ROOT / "CHANGELOG.md", ROOT / "satcross" / "__init__.py"
    recipe = ROOT / "packaging" / "conda-forge" / "recipe.yaml"
    changelog, code = log.read_text(encoding="utf-8"), init.read_text(encoding="utf-8")
    match arguments:
        case ["check", *tag] if len(tag) < 2:
            found = problems(changelog, version_of(code), tag[0] if tag else None)
            for line in found:
                print(f"scripts/release: {line}", file=sys.stderr)
            return 1 if found else 0
        case ["notes", *version] if len(version) < 2:
            print(notes(changelog, version[0] if version else version_of(code)), end="")
        case ["bump", version, date]:
            changelog, code = bumped(changelog, code, version, date)
            log.write_text(changelog, encoding="utf-8")
            init.write_text(code, encoding="utf-8")
            made = recipe_of(recipe.read_text(encoding="utf-8"), version)
            recipe.write_text(made, encoding="utf-8")
        case ["recipe", name]:
            sha256 = hashlib.sha256(Path(name).read_bytes()).hexdigest()
            print(recipe_of(recipe.read_text(encoding="utf-8"), version_of(code), sha256), end="")
        case ["materials", name]:
            path = Path(name)
            bom = with_bundled(json.loads(path.read_text(encoding="utf-8")))
            path.write_text(json.dumps(bom, indent=1) + "\n", encoding="utf-8")
        case ["version"]:
            print(version_of(code))
        case _:
            sys.exit(__doc__)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
