"""Nothing is undocumented: commands, schemas, formats and exit codes have their place in a page."""

from __future__ import annotations

import re
from pathlib import Path

import commands_page
import make_pictures
import pytest
from transcripts import PAGES, ROOT, name_of

from satcross.cli.commands import own_names
from satcross.cli.errors import ExitCode
from satcross.formats.registry import NAMES
from satcross.rooms import rooms

README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text(encoding="utf-8")


@pytest.mark.snapshot
def test_the_table_of_the_readme_is_what_the_commands_say(renewed: bool) -> None:
    if renewed:
        commands_page.README.write_text(commands_page.readme(README), encoding="utf-8")
    text = commands_page.README.read_text(encoding="utf-8")
    assert commands_page.readme(text) == text, "run scripts/snapshots"
    assert all(f"[`{name}`](" in text for name in own_names())


def test_every_json_schema_is_described() -> None:
    sources = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "satcross").rglob("*.py")
    )
    schemas = set(re.findall(r"satcross\.[a-z.]+/\d+", sources))
    assert schemas
    assert not [schema for schema in schemas if schema.count(".") > 1], "a name for users"
    assert not [schema for schema in schemas if f"`{schema}`" not in page("reference/json.md")]


def test_every_format_and_exit_code_is_described() -> None:
    assert not [name for name in NAMES if f"| `{name}` |" not in page("reference/formats.md")]
    codes = {code.value for code in ExitCode}
    assert codes == {0, 1, 2, 20, 124, 130, 141}
    assert not [code for code in codes if f"\n| {code} |" not in page("reference/exit-codes.md")]


def test_the_architecture_names_every_package() -> None:
    text = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8")
    top = (path for path in (ROOT / "satcross").iterdir() if path.suffix in ("", ".py"))
    names = [f"satcross/{path.name}{'' if path.suffix else '/'}" for path in top]
    missing = [name for name in names if f"`{name}`" not in text and "__" not in name]
    solve = (path.name for path in (ROOT / "satcross" / "solve").iterdir() if path.is_dir())
    missing += [name for name in solve if f"`{name}/`" not in text and "__" not in name]
    assert not missing
    named = set(re.findall(r"`((?:kinds|apps)/\w+)/`", text.split("The **core**")[0]))
    assert named == set(rooms())
    assert len(text.splitlines()) <= 120, "it is to fit on two screens"


def test_the_readme_is_short_and_has_a_picture_near_the_top() -> None:
    lines = README.splitlines()
    assert len(lines) <= 120
    assert any(line.startswith("![") for line in lines[:12])


@pytest.mark.snapshot
def test_the_picture_of_the_readme_is_what_the_commands_give(tmp_path: Path, renewed: bool) -> None:
    make_pictures.main(tmp_path)
    paths = (tmp_path / "overview.svg", DOCS / "images" / "overview.svg")
    drawn, shown = (
        re.sub(r"<style>.*?</style>", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        for path in paths
    )
    if renewed and drawn != shown:
        paths[1].write_bytes(paths[0].read_bytes())
    else:
        assert drawn == shown


def test_pictures_have_a_white_background_on_dark_pages_too() -> None:
    for path in sorted((DOCS / "images").glob("*.svg")):
        text = path.read_text(encoding="utf-8")
        size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text)
        first = re.search(r"<rect[^>]*>", text)
        assert size is not None
        assert first is not None
        assert f'width="{size[1]}" height="{size[2]}"' in first[0]
        assert re.search(r'fill="#ffffff"', first[0])


@pytest.mark.parametrize("file", PAGES, ids=name_of)
def test_pages_fit_in_100_columns(file: Path) -> None:
    """Prose does; tables, code, transcripts and figures that a program fills in need not."""
    text = file.read_text(encoding="utf-8")
    for skipped in (r"^```.*?^```$", r"<!-- (\w+): .*?<!-- /\1 -->", r"^ *[|!].*?$"):
        text = re.sub(skipped, "", text, flags=re.DOTALL | re.MULTILINE)
    assert not [line for line in text.splitlines() if len(line) > 100]
