"""Conversion of the HTML in clues, titles and notes to text and markup, and back."""

from __future__ import annotations

import re
from html import escape, unescape

# The tags of `Clue.markup`, and other tags for the same.
_TAGS = {
    **{tag: tag for tag in ("b", "i", "u", "s", "sub", "sup")},
    **{"strong": "b", "em": "i", "ins": "u", "strike": "s", "del": "s"},
}
_BREAKS = ("br", "p", "div", "li")
_TOKEN = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]{0,19})(?=[\s/>])[^<>]*>")
_ENTITY = re.compile(r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{0,31});")


def from_html(html: str, line_break: str = " ") -> tuple[str, str]:
    """The text of a piece of HTML, and its markup.

    Args:
        html: with tags and entities, well formed or not. `&` and `<` that begin neither are
            literal, as in many files.
        line_break: the text for `<br>` and the like.

    Returns: the text; and the same as `Clue.markup`, with balanced tags and only those it may
        have; "" if there are none.

    >>> from_html("<em>R&B</em>, say<br>x &lt; y")
    ('R&B, say x < y', '<i>R&amp;B</i>, say x &lt; y')
    """
    text: list[str] = []
    markup: list[str] = []
    open_tags: list[str] = []
    n_open = dict.fromkeys(_TAGS.values(), 0)
    end = len(html.rstrip())
    tagged = False

    def add(piece: str) -> None:
        plain = _unescaped(piece)
        text.append(plain)
        markup.append(escape(plain, quote=False))

    at = 0
    for token in _TOKEN.finditer(html):
        add(html[at : token.start()])
        at = token.end()
        name = token[2].lower()
        if name in _BREAKS:
            if name == "br" or (token[1] and at < end):
                add(line_break)
            continue
        tag = _TAGS.get(name)
        if tag is None:
            continue
        if not token[1]:
            tagged = True
            open_tags.append(tag)
            n_open[tag] += 1
            markup.append(f"<{tag}>")
        elif n_open[tag]:
            while True:  # also close the tags that were opened since
                closed = open_tags.pop()
                n_open[closed] -= 1
                markup.append(f"</{closed}>")
                if closed == tag:
                    break
    add(html[at:])
    markup += [f"</{tag}>" for tag in reversed(open_tags)]
    return "".join(text), "".join(markup) if tagged else ""


def _unescaped(text: str) -> str:
    if "&" not in text:
        return text
    return _ENTITY.sub(lambda entity: unescape(entity[0]), text)


def to_html(text: str) -> str:
    """Text as the simplest HTML that `from_html` reads as that text.

    A `&` that does not begin an entity stays, since some programs show `&amp;` literally.

    >>> to_html("R&B <3 &amp;")
    'R&B &lt;3 &amp;amp;'
    """
    if "&" in text:
        text = _ENTITY.sub(lambda entity: "&amp;" + entity[0][1:], text)
    return text.replace("<", "&lt;")
