"""`satcross convert`: a crossword file in another format."""

from __future__ import annotations

from satcross.cli.options.command import HelpPanel, argument, command, option, option_set
from satcross.cli.options.common import Shared
from satcross.cli.output.crosswords import echo_remarks, enumerated, publish
from satcross.cli.output.grids import TEXT
from satcross.outputs import Contents, Drawing, chosen

EXAMPLES = """\
Examples:
  satcross convert daily.puz daily.ipuz
  satcross convert daily.ipuz daily.puz --lossy     what .puz cannot hold is left out
  satcross convert daily.puz daily.ipuz --title "Monday" --author "A. Setter"
  satcross convert locked.puz open.puz --unlock 1234   the solution unlocked
  satcross convert daily.puz daily.json --solution-word CHOCOLATE
  satcross convert daily.puz daily.ipuz --enumerations      clues end in (3,5)
  satcross convert daily.puz daily.txt              the grid and its letters
  satcross convert daily.ipuz daily.puz.txt         Across Lite's text, with clues
  satcross convert daily.puz daily.gift             questions for Moodle
  satcross convert daily.puz daily.pdf              pictures, pages and books, as render writes
  satcross convert 7Ah - --to text                  a hex pattern as a grid
  satcross convert grid.txt - --to hex --lossy      the blocks alone

Formats (read and written unless noted):
  puz ipuz jpz xd exolve across-text qxw satcross text ruby-quiz hex line
  only read: cfp rows-garden
  for learning platforms, only written: gift moodle glossary h5p h5p-words

Exit codes:
  0 written   2 bad input, or the target cannot hold the crossword"""


@option_set()
class ConvertOptions:
    """What is changed on the way."""

    title: str | None = Shared.TITLE
    author: str | None = Shared.AUTHOR
    solution_word: str | None = Shared.SOLUTION_WORD
    enumerations: bool | None = Shared.ENUMERATIONS
    lossy: bool = Shared.LOSSY


@command(HelpPanel.PAGES, 20, examples=EXAMPLES, replaces=("source",), guide="reference/formats.md")
def convert(
    source: str = argument("FROM", "A crossword file, - for stdin, or a hex pattern."),
    target: str = argument("TO", "The file to write, - for stdout."),
    from_: str | None = option("FORMAT", "Format of FROM. Default: by its name or content."),
    to: str | None = option("FORMAT", "Format of TO. Default: by its name."),
    *,
    how: ConvertOptions,
    alphabet: str = Shared.ALPHABET,
    unlock: str | None = Shared.UNLOCK,
) -> None:
    """Write a crossword file in another format.

    What the target cannot hold is an error that names it, unless --lossy is given. Grid text holds
    no clues or titles: it leaves them out and reports them without --lossy.
    """
    from satcross.formats.reading import load_crossword
    from satcross.words.alphabets import parse_alphabet

    output = chosen(Contents.CROSSWORD, target, to, option="to", parameter="")
    output.check_details(title=how.title, author=how.author, enumerations=how.enumerations)
    letters = parse_alphabet(alphabet)
    loaded = load_crossword(source, format_name=from_, alphabet=letters, unlock=unlock)
    echo_remarks(loaded.crossword, loaded.source)
    crossword = loaded.crossword.titled(how.title, how.author)
    if how.solution_word is not None:
        from satcross.cli.output.solutionword import with_word_of_text

        crossword = with_word_of_text(how.solution_word, crossword, letters)
    drawing: Drawing | None = None
    if how.enumerations is not None:
        crossword, drawing = enumerated(crossword, how.enumerations, None)
    lossy = how.lossy or output.name == TEXT
    publish(crossword, output, target, (drawing or Drawing())._replace(lossy=lossy))
