"""`satcross render`: a crossword file as SVG, PNG or PDF, or as a page to solve."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from satcross import OptionError
from satcross.apps.pictures.options import GREY_VOIDS, NAME_LINE
from satcross.commandline import (
    HelpPanel,
    Shared,
    argument,
    chosen_language,
    command,
    echo_remarks,
    flag,
    option,
    option_set,
    publish,
    usual_page,
    usual_style,
)
from satcross.extend import Contents, Drawing, Output, Written, check_text, chosen

if TYPE_CHECKING:
    from satcross import Crossword
    from satcross.extend import Page, Style

EXAMPLES = """\
Examples:
  satcross render daily.puz -o daily.pdf     puzzle page and solution page
  satcross render daily.puz -o daily.pdf --blank --page letter
  satcross render filled.txt -o filled.png   the grid alone, with its letters
  satcross render daily.ipuz -o daily.svg --blank --embed-font
  satcross render daily.ipuz -o page.png --page a4 --blank --width 1200
  satcross render daily.puz -o daily.html    page to solve in a browser
  satcross render daily.puz -o daily.zip     the same for a learning platform (SCORM 1.2)
  satcross render daily.ipuz -o daily.pdf --layout nyt --contact me@example.org

Exit codes:
  0 written   2 bad input"""
EXCLUSIONS = """\
width|scale !suffix=.png: does not apply to {suffix} files; leave it out
embed_font !suffix=.svg: does not apply to {suffix} files; leave it out
layout|name_line !suffix=.pdf: does not apply to {suffix} files; leave it out
page|no_numbers|solution|columns|fill_page !suffix=.svg|suffix=.png|suffix=.pdf: does not apply to
  {suffix} files; leave it out
blank !suffix=.svg|suffix=.png|suffix=.pdf|suffix=.html|suffix=.zip: does not apply to {suffix}
  files; leave it out
language !suffix=.svg|suffix=.png|suffix=.pdf|suffix=.html|suffix=.zip|suffix=.docx|suffix=.epub:
  does not apply to {suffix} files; leave it out
grey_voids !suffix=.svg|suffix=.png|suffix=.pdf|suffix=.html|suffix=.zip|suffix=.docx|suffix=.epub:
  does not apply to {suffix} files; leave it out
blank suffix=.zip: a SCORM package needs the solution, to report what is right
columns|fill_page suffix=.svg|suffix=.png !page: does not apply to {suffix} files; give --page too,
  or leave it out
author suffix=.svg|suffix=.png !page: does not apply to {suffix} files; give --page too, or leave it
  out
title suffix=.png !page: does not apply to {suffix} files; give --page too, or leave it out
enumerations suffix=.svg|suffix=.png !page: does not apply to {suffix} files; give --page too, or
  leave it out
post_to !suffix=.html: only a page to solve can send; write an .html
contact !layout=nyt: needs --layout nyt
blank|solution|columns|fill_page|no_numbers|language|enumerations|name_line layout=nyt: does not go
  with --layout nyt; leave it out
blank solution: do not go together; give one of them"""

_PAPER = "Pages"
_PICTURE = "Pictures"
_NEWSPAPER, _NYT = "newspaper", "nyt"  # layouts


@option_set()
class RenderOptions:
    """What to draw, and how."""

    blank: bool = flag(
        "The puzzle: no letters but the given ones. HTML: nothing to check or reveal."
    )
    solution: bool = flag("The solution: all letters that are known.")
    page: str | None = option(
        "SIZE",
        "a3, a4, a5, letter, legal, or WxH in mm. PDF: a4 by default. SVG and PNG: the whole page"
        " with its clues, instead of the grid alone.",
        panel=_PAPER,
    )
    columns: int | None = option(
        "N", "Columns of clues. Default: as many as suit the page.", panel=_PAPER
    )
    layout: str | None = option(
        "LAYOUT",
        "PDF: newspaper (the default), or nyt: a manuscript for the editors of The New York Times,"
        " on letter paper.",
        panel=_PAPER,
    )
    contact: list[str] | None = option(
        "LINE",
        "A line below the author's name, with --layout nyt: an address, an e-mail address."
        " Repeatable.",
        panel=_PAPER,
    )
    title: str | None = option("TEXT", "Another title.", panel=_PAPER)
    author: str | None = option("TEXT", "Another author.", panel=_PAPER)
    width: int | None = option("PX", "PNG: width in pixels.", panel=_PICTURE)
    scale: float | None = option(
        "X", "PNG: pixels per point; a square has 36 points.", panel=_PICTURE
    )
    embed_font: bool = flag(
        "SVG: embed the letters of the font, so that it looks the same everywhere.", panel=_PICTURE
    )
    fill_page: bool | None = flag(
        "Squares and clues as large as the page allows. Default: of free-form crosswords.",
        default=None,
        panel=_PAPER,
    )
    name_line: bool = NAME_LINE
    enumerations: bool | None = flag(
        "Whether clues end with the lengths of their answers, as in (3,5). Default: in grids with"
        " unchecked letters or bars.",
        default=None,
        panel=_PAPER,
    )
    no_numbers: bool = flag("No numbers in the squares.")
    grey_voids: bool = GREY_VOIDS
    post_to: str = option(
        "URL",
        "HTML: an address to which readers can send their name and what they have done, by POST.",
        default="",
    )
    lossy: bool = Shared.LOSSY


@command(HelpPanel.PAGES, 30, examples=EXAMPLES, exclusions=EXCLUSIONS, guide="guide/pictures.md")
def render(
    file: str = argument("FILE", "A crossword file, - for stdin, or a hex pattern."),
    *,
    output: str | None = option(
        "FILE",
        "An .svg, .png, .pdf, .html, a .zip (SCORM 1.2), a .docx, .epub or .brf (braille), or a"
        " crossword file. Default: SVG on stdout.",
        "-o",
    ),
    from_: str | None = option("FORMAT", "Format of FILE. Default: by its name or content."),
    how: RenderOptions,
    solution_word: str | None = Shared.SOLUTION_WORD,
    alphabet: str = Shared.ALPHABET,
    language: str | None = Shared.LANGUAGE,
    unlock: str | None = Shared.UNLOCK,
) -> None:
    """Draw a crossword as SVG, PNG or PDF, or make a page to solve it on.

    A PDF has a page with the puzzle and its clues, and one with the solution, if it is known.
    A picture shows the grid with the letters that are known. An HTML file is for solving in a
    browser, and needs no other file. A ZIP file has the same page as a package for a learning
    platform, to which it reports the score.
    """
    to = chosen(Contents.CROSSWORD, output, None if output not in (None, "-") else "svg")
    if how.layout not in (None, _NEWSPAPER, _NYT):
        raise OptionError(
            f"must be {_NEWSPAPER} or {_NYT}, got {how.layout[:40]!r}", source="--layout"
        )

    from satcross import WordList, load_crossword
    from satcross.extend import Page, Part, parse_alphabet, with_enumerations

    paper = Page.named(how.page, how.columns) if how.page else None
    if to.is_paper and paper is None:
        paper = usual_page(how.columns)
    letters = parse_alphabet(alphabet)
    loaded = load_crossword(file, format_name=from_, alphabet=letters, unlock=unlock)
    echo_remarks(loaded.crossword, loaded.source)
    check_text(how.title, "title")
    check_text(how.author, "author")
    crossword = loaded.crossword.titled(how.title, how.author)
    if solution_word is not None:
        from satcross.cli.output.solutionword import with_word_of_text

        crossword = with_word_of_text(solution_word, crossword, letters)
    if how.layout == _NYT:
        _write_submission(crossword, to, output, how)
        return
    if how.solution and not any(square.solution for square in crossword.squares):
        raise OptionError(
            "no letter of the solution is known",
            hint="fill the grid first, with satcross fill",
            source=loaded.source,
        )
    part = Part.PUZZLE if how.blank else Part.SOLUTION if how.solution else None
    style = replace(
        usual_style(numbers=not how.no_numbers),
        language=chosen_language(language, alphabet),
        fills_page=how.fill_page,
        name_line=how.name_line,
        enumerations=how.enumerations,
        grey_voids=how.grey_voids,
    )
    drawing = Drawing(
        part, paper, style, "", how.width, how.scale, how.embed_font, how.post_to, how.lossy
    )
    words = WordList.builtin()
    crossword = with_enumerations(
        crossword, how.enumerations, lambda clue: words.form_of(clue.answer)
    )
    publish(crossword, to, output, drawing)
    if to.is_paper and paper is not None and part is not Part.SOLUTION:
        _say_small_squares(crossword, paper, style)


def _say_small_squares(crossword: Crossword, paper: Page, style: Style) -> None:
    """Say that a layout for children has squares that are too small for them."""
    from satcross.apps.pictures.pages import fills_page
    from satcross.apps.pictures.squares import too_small
    from satcross.commandline import echo_err

    room = paper.below_name_line if style.name_line else paper
    small = too_small(room, crossword.n_rows or 1, crossword.n_cols or 1)
    if small and fills_page(crossword, style):
        echo_err(f"{small}; a larger --page has larger ones")


def _write_submission(
    crossword: Crossword, to: Output, output: str | None, how: RenderOptions
) -> None:
    from satcross.apps.pictures.api import submission_of
    from satcross.apps.pictures.sheets import unprintable

    for line in how.contact or ():
        check_text(line, "contact")
    data = submission_of(crossword, contact=how.contact or (), page=how.page or "letter")
    manuscript = replace(to, write=lambda *_: Written(data, (), tuple(unprintable(crossword))))
    publish(crossword, manuscript, output)
