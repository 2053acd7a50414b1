"""`satcross quotefall`: a quotation whose letters fall into their columns; and solutions of one."""

from __future__ import annotations

from satcross.commandline import HelpPanel, OutputOptions, SearchOptions, command, declare
from satcross.kinds.quotations.commandline import LACKS, LINES, QuoteOptions, quoted_puzzles
from satcross.kinds.quotations.quotefall import QuoteFall, QuoteFallOptions

EXAMPLES = """\
Examples:
  satcross quotefall quote.txt -o fall.pdf
  satcross quotefall quote.txt --width 24 -o fall.html     a page to solve
  satcross quotefall quotes.tsv --lines -o 'fall-{}.pdf'   one of each line
  satcross quotefall --solve fall.txt                      its solutions

Exit codes:
  0 made, with one solution; solved   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""
EXCLUSIONS = """\
width solve: is for a quote fall that is made; leave out {pair}
lines solve: is for puzzles that are made; leave out {pair}"""

declare(QuoteFallOptions, "The puzzle")


@command(
    HelpPanel.PUZZLES,
    60,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    lacks=LACKS,
    guide="guide/quotations.md",
)
def quotefall(
    quote: QuoteOptions,
    *,
    lines: bool = LINES,
    wanted: QuoteFallOptions,
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make a quote fall: the letters of each column of a quotation, which fall into its squares.

    The fewest letters are given in their squares that leave one solution among the words of the
    list, with those of the quotation. Where the list has no words of one letter, every letter is
    one.
    """
    return quoted_puzzles(QuoteFall, wanted, quote, search, out, lines=lines)
