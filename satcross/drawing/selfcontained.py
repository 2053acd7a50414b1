"""HTML files that need no other file: scripts, styles and data in one page.

The scripts are the ES modules of `satcross/web/page/`, which the workbench loads one by one. Here
they are one after the other, without their imports and exports, so their top-level names must
differ. A policy in the page allows only these scripts and styles to run, so that nothing in a title
or a clue could, and the page loads nothing from elsewhere.
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

PARTS = Path(__file__).parents[1] / "web" / "page"
_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([\w/]+\.js)";\n', re.MULTILINE)
_SURROGATE = re.compile("[\ud800-\udfff]")  # no file can hold one
_EXPORT = re.compile(r"^export (?=async |function|class|const)", re.MULTILINE)
# Xorshift with 32 bits, its seed and shifts: Marsaglia, J. of Statistical Software 8(14), 2003.
_SEED, _SHIFTS = 2463534242, (13, 17, 5)


@cache
def script(name: str) -> str:
    """A module of the page and all that it imports, as one script."""
    done: dict[str, None] = {}

    def visit(part: str) -> None:
        for imported in _IMPORT.findall(source(part)):
            if imported not in done:
                visit(imported)
        done[part] = None

    visit(name)
    return "\n".join(_EXPORT.sub("", _IMPORT.sub("", source(part))) for part in done)


@cache
def source(name: str) -> str:
    """The text of a part of the page."""
    return (PARTS / name).read_text("utf-8")


def document(
    title: str,
    body: str,
    *,
    data: Any,
    module: str,
    styles: Iterable[str],
    language: str = "en",
) -> str:
    """A page.

    Args:
        title: its title, as text.
        body: its content as HTML, before the scripts.
        data: what the script reads from the element `puzzle`, as JSON.
        module: the name of its script.
        styles: the names of its style sheets.
        language: of its texts, by two letters.

    Returns: the same text for the same arguments.
    """
    code, style = script(module), "\n".join(map(source, styles))
    policy = (
        f"default-src 'none'; script-src {_hash(code)}; style-src {_hash(style)};"
        " base-uri 'none'; form-action 'none'"
    )
    # In a script element nothing is escaped, and `</script>` would end it.
    json_text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
    return _SURROGATE.sub(
        "\ufffd",
        f"""\
<!doctype html>
<html lang="{language}" data-theme="light">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="satcross">
<title>{escape(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
<script type="application/json" id="puzzle">{json_text}</script>
<script type="module">{code}</script>
</body>
</html>
""",
    )


def masthead(title: str, names: str, tools: str) -> str:
    """The head of a page. Args: title, names: as text; tools: as HTML."""
    by = f'\n<p class="by">{escape(names)}</p>' if names else ""
    return f"""\
<header class="masthead">
<div><h1>{escape(title)}</h1>{by}</div>
{tools}
</header>"""


def tools(phrases: Mapping[str, str], menus: str, after_undo: str = "", more: str = "") -> str:
    """The buttons at the head of a page to solve.

    Args: phrases: see `satcross.drawing.languages`; the others: HTML.
    """
    undo, redo, keys = phrases["Undo"], phrases["Redo"], phrases["Keys"]
    return f"""\
<div class="tools">
<button type="button" id="timer" class="timer" data-do="pause"><span id="time">0:00</span>\
<span id="time-state" aria-hidden="true"></span></button>
{menus}
<button type="button" id="undo" data-do="undo" \
aria-label="{undo}" title="{undo} (Ctrl+Z)">↶</button>
<button type="button" id="redo" data-do="redo" \
aria-label="{redo}" title="{redo} (Ctrl+Y)">↷</button>
{after_undo}
<details class="menu"><summary>{phrases["More"]}</summary><div>
<button type="button" data-do="print">{phrases["Print"]}</button>
{more}
<button type="button" data-do="theme">{phrases["Light or dark"]}</button>
<button type="button" data-do="clear">{phrases["Start again"]}</button>
</div></details>
<button type="button" data-do="keys" aria-label="{keys}" title="{keys} (?)">?</button>
</div>"""


def foot(phrases: Mapping[str, str], line: str) -> str:
    """The last line of a page to solve, and its dialogs. Args: phrases; line: as text."""
    cleared = phrases["Everything that you have done is cleared, and the timer is set to zero."]
    needed = phrases["This page needs JavaScript. A PDF needs none."]
    return f"""\
<footer><span>{escape(line)}</span>\
<span class="saved">{phrases["What you do is kept in this browser."]}</span></footer>
<dialog id="keys" aria-labelledby="keys-title"><h2 id="keys-title">{phrases["Keys"]}</h2>
<table class="keys"><tbody id="keys-table"></tbody></table>
<form method="dialog" class="dialog-foot">\
<button class="main">{phrases["Close"]}</button></form></dialog>
<dialog id="clear" aria-labelledby="clear-title"><h2 id="clear-title">{phrases["Start again?"]}</h2>
<p>{cleared}</p>
<form method="dialog" class="dialog-foot"><button value="">{phrases["Keep it"]}</button>\
<button class="main" value="clear">{phrases["Clear it"]}</button></form></dialog>
<noscript><p class="notes">{needed}</p></noscript>"""


def frame(phrases: Mapping[str, str]) -> str:
    """The place of the grid, and the messages below it."""
    return f"""\
<div class="frame"><div id="grid"></div>
<p class="status" id="status" role="status"></p>
<div class="curtain" id="curtain" hidden>{phrases["Paused"]}\
<button type="button" class="main" id="resume" data-do="pause">{phrases["Continue"]}</button></div>
</div>"""


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
