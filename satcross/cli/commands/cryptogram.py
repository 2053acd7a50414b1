"""`satcross cryptogram`: a quotation with other letters for its own; and solutions of one."""

from __future__ import annotations

from satcross.cli.options.command import command
from satcross.cli.options.common import SearchOptions
from satcross.cli.output.grids import About, OutputOptions
from satcross.cli.quotations import QuoteOptions, make, read_quotation, solve
from satcross.model.quotation import Cryptogram

EXAMPLES = """\
Examples:
  satcross cryptogram quote.txt --seed 7 -o cryptogram.pdf
  satcross cryptogram --solve coded.txt -n 5               up to five solutions
  satcross cryptogram quote.txt -w german.txt --alphabet german

Exit codes:
  0 made, with one solution; solved   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command
def cryptogram(
    quote: QuoteOptions,
    *,
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make a cryptogram: each letter of a quotation stands for another one, none for itself.

    The fewest letters are given that leave one solution among the words of the list, with those of
    the quotation. Where the list has no words of one letter, every letter is one.
    """
    with out.open(quote.number, About(drawing=out.drawing(unsolved=True))) as sink:
        if quote.solve:
            return solve(Cryptogram, quote, search, sink)
        words = quote.words()
        quotation = read_quotation(quote.quote, words.alphabet)
        return make(Cryptogram.of(quotation, search.seed), quotation, words, search, sink)
