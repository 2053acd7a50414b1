"""`satcross quotefall`: a quotation whose letters fall into their columns; and solutions of one."""

from __future__ import annotations

from satcross.cli.options.command import command, option
from satcross.cli.options.common import SearchOptions
from satcross.cli.output.grids import About, OutputOptions
from satcross.cli.quotations import LINES, QuoteOptions, make, read_quotations, solve
from satcross.model.quotation import WIDTH, QuoteFall

EXAMPLES = """\
Examples:
  satcross quotefall quote.txt -o fall.pdf
  satcross quotefall quote.txt --width 24 -o fall.html     a page to solve
  satcross quotefall quotes.tsv --lines -o 'fall-{}.pdf'   one of each line
  satcross quotefall --solve fall.txt                      its solutions

Exit codes:
  0 made, with one solution; solved   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command
def quotefall(
    quote: QuoteOptions,
    *,
    lines: bool = LINES,
    width: int = option("N", "Squares in a row.", default=WIDTH, panel="The puzzle"),
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make a quote fall: the letters of each column of a quotation, which fall into its squares.

    The fewest letters are given in their squares that leave one solution among the words of the
    list, with those of the quotation. Where the list has no words of one letter, every letter is
    one.
    """
    about = About(drawing=out.drawing(unsolved=True))
    words = quote.words()
    if quote.solve:
        with out.open(quote.number, about) as sink:
            return solve(QuoteFall, quote, words, search, sink)
    quoted = read_quotations(quote.quote, words.alphabet, lines=lines)
    puzzles = [(QuoteFall.of(one.quotation, width), one) for one in quoted]
    with out.open(len(puzzles), about) as sink:
        return make(puzzles, words, search, sink)
