"""Texts of files with tags, as an HTML parser of the standard library reads them."""

from __future__ import annotations

from html import escape
from html.parser import HTMLParser

_TAGS = frozenset({"b", "i", "u", "s", "sub", "sup"})


class TaggedText(HTMLParser):
    """Args: line_break: what a `<br>` is."""

    def __init__(self, line_break: str) -> None:
        super().__init__(convert_charrefs=True)
        self._line_break = line_break
        self.text = ""
        self.markup = ""
        self.has_tags = False

    def handle_starttag(self, tag: str, attrs: object) -> None:
        del attrs
        if tag == "br":
            self.handle_data(self._line_break)
        elif tag in _TAGS:
            self.has_tags = True
            self.markup += f"<{tag}>"

    def handle_endtag(self, tag: str) -> None:
        if tag in _TAGS:
            self.markup += f"</{tag}>"

    def handle_data(self, data: str) -> None:
        self.text += data
        self.markup += escape(data, quote=False)


def marked_text(html: str, line_break: str = " ") -> tuple[str, str]:
    """The text of a piece of HTML, and its markup; "" if it has no tags.

    >>> marked_text("<b>R&amp;B</b><br>x")
    ('R&B x', '<b>R&amp;B</b> x')
    """
    parser = TaggedText(line_break)
    parser.feed(html)
    parser.close()
    return parser.text, parser.markup if parser.has_tags else ""
