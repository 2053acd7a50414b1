"""HTML files that need no other file: scripts, styles and data in one page.

The scripts are the ES modules of `page/`, which a server gives one by one. Here they are one after
the other, without their imports and exports, so their top-level names must differ. A policy in the
page allows only these scripts and styles to run, so that nothing in a title or a clue could, and
the page loads nothing from elsewhere.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from satcross import OptionError
from satcross.apps.pictures.templates import filled_in

PARTS = Path(__file__).parent / "page"
TEMPLATES = Path(__file__).parent / "templates"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w/]+\.js)";\n', re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")  # no file can hold one
_ADDRESS = re.compile(r"""https?://[A-Za-z0-9.-]+(:\d{1,5})?(/[^\s;,'"<>\\]*)?""")
_EXPORT = re.compile(r"^export (?=async |function|class|const)", re.MULTILINE)
# Xorshift with 32 bits, its seed and shifts: Marsaglia, J. of Statistical Software 8(14), 2003.
_SEED, _SHIFTS = 2463534242, (13, 17, 5)


@cache
def script(*names: str | Path) -> str:
    """Modules and all that they import, as one script. Args: names: as of `source`."""
    done: dict[str | Path, str] = {}

    def visit(part: str | Path) -> None:
        text = source(part)
        for imported in _IMPORT.findall(text):
            if imported not in done:
                visit(imported)
        done[part] = _EXPORT.sub("", _IMPORT.sub("", text))

    for name in names:
        visit(name)
    return "\n".join(done.values())


@cache
def source(name: str | Path) -> str:
    """The text of a part of a page. Args: name: among the parts of all pages, or its path."""
    return (PARTS / name).read_text("utf-8")


def document(
    title: str,
    body: str,
    *,
    data: Mapping[str, Any],
    module: str | Path,
    styles: Iterable[str],
    language: str = "en",
    right_to_left: bool = False,
    reports: bool = False,
) -> str:
    """A page.

    Args:
        title: its title, as text.
        body: its content as HTML, before the scripts.
        data: what the script reads from the element `puzzle`, as JSON; with `postTo`, the address
            to which results can be sent: see `checked_address`.
        module: its script: see `source`.
        styles: the names of its style sheets.
        language: of its texts, by two letters.
        right_to_left: whether it runs so.
        reports: whether it tells a learning platform around it, by SCORM 1.2, what is right.

    Returns: the same text for the same arguments.
    """
    post_to = data.get("postTo", "")
    modules = (*["scorm.js"] * reports, *["sending.js"] * bool(post_to), module)
    code, style = script(*modules), "\n".join(map(source, styles))
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)};"
        f"{' img-src data:;' if '<image ' in body or '<img ' in body else ''}"
        f"{' media-src data:;' if '<audio ' in body else ''}"
        f"{f' connect-src {_origin(post_to)};' if post_to else ''}"
        " base-uri 'none'; form-action 'none'"
    )
    # In a script element nothing is escaped, and `</script>` would end it.
    json_text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    page = filled(
        "page", language=language, policy=policy, title=escape(title), style=style, body=body,
        data=json_text, code=code, way=' dir="rtl"' if right_to_left else "",
    )  # fmt: skip
    return _SURROGATE.sub("\ufffd", f"{page}\n")


def checked_address(address: str) -> str:
    """An address to which a page may send. Raises OptionError: it is none of http or https."""
    if not _ADDRESS.fullmatch(address):
        raise OptionError(
            f"must be an address, as in https://example.org/results, got {address[:60]!r}",
            parameter="post_to",
        )
    return address


def _origin(address: str) -> str:
    return "/".join(address.split("/", 3)[:3])


def filled(name: str | Path, **values: Any) -> str:
    """A part of a page as HTML.

    Args:
        name: of the file in `templates`, whose extension may be left out if it is `.html`; or its
            path.
        values: what its places stand for, as HTML; `phrases` are those of `Texts`.
    """
    file = name if "." in str(name) else f"{name}.html"
    return filled_in(TEMPLATES / file, **values)


def masthead(
    phrases: Mapping[str, str], title: str, names: str, *, menus: str, rebus: str = "",
    touch: str = "", reports: bool = False, post_to: str = "",
) -> str:  # fmt: skip
    """The head of a page to solve, with its buttons.

    Args:
        phrases: see `Texts`.
        title, names: as text; who made it.
        menus, rebus, touch: further buttons, as HTML: the main ones; after that which does again
            what was undone; and among the rarely used ones.
        reports, post_to: as for `document`; what a platform keeps needs no file.
    """
    send = f'<button type="button" data-do="send">{phrases["Send"]}</button>\n'
    results = "" if reports else filled("results", phrases=phrases, send=send if post_to else "")
    by = f'\n<p class="by">{escape(names)}</p>' if names else ""
    return filled(
        "masthead", phrases=phrases, title=escape(title), by=by, menus=menus, rebus=rebus,
        touch=touch, results=results,
    )  # fmt: skip


def foot(phrases: Mapping[str, str], line: str, *, post_to: str = "") -> str:
    """The foot of a page to solve, with its dialogs. Args: line: its text, as HTML."""
    parts = [filled("foot", phrases=phrases, line=line)]
    if post_to:
        parts.append(filled("send", phrases=phrases, address=escape(post_to)))
    return "\n".join(parts)


def sealed(value: Any) -> str:
    """Data that nobody reads by accident in the source of a page; `sealed.js` opens it.

    This is no encryption: whoever wants to know the solution finds it.
    """
    data = bytearray(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())
    state, (left, right, again) = _SEED, _SHIFTS
    for at in range(len(data)):
        state ^= state << left & 0xFFFFFFFF
        state ^= state >> right
        state ^= state << again & 0xFFFFFFFF
        data[at] ^= state & 255
    return base64.b64encode(data).decode()


def fingerprint(*values: Any) -> str:
    """A short name of a puzzle, under which browsers keep what was written."""
    text = json.dumps(values, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _hash(text: str) -> str:
    digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
    return f"'sha256-{digest}'"
