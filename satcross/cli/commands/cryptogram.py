"""`satcross cryptogram`: a quotation with other letters for its own; and solutions of one."""

from __future__ import annotations

from satcross.cli.options.command import command
from satcross.cli.options.common import SearchOptions
from satcross.cli.output.grids import About, OutputOptions
from satcross.cli.quotations import LINES, QuoteOptions, make, read_quotations, solve
from satcross.model.quotation import Cryptogram

EXAMPLES = """\
Examples:
  satcross cryptogram quote.txt --seed 7 -o cryptogram.pdf
  satcross cryptogram quotes.tsv --lines -o 'coded-{}.pdf' one of each line
  satcross cryptogram --solve coded.txt -n 5               up to five solutions
  satcross cryptogram quote.txt -w german.txt --alphabet german

Exit codes:
  0 made, with one solution; solved   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""


@command
def cryptogram(
    quote: QuoteOptions,
    *,
    lines: bool = LINES,
    search: SearchOptions,
    out: OutputOptions,
) -> int:
    """Make a cryptogram: each letter of a quotation stands for another one, none for itself.

    The fewest letters are given that leave one solution among the words of the list, with those of
    the quotation. Where the list has no words of one letter, every letter is one.
    """
    about = About(drawing=out.drawing(unsolved=True))
    words = quote.words()
    if quote.solve:
        with out.open(quote.number, about) as sink:
            return solve(Cryptogram, quote, words, search, sink)
    quoted = read_quotations(quote.quote, words.alphabet, lines=lines)
    puzzles = [
        (Cryptogram.of(one.quotation, seed), one) for seed, one in enumerate(quoted, search.seed)
    ]
    with out.open(len(puzzles), about) as sink:
        return make(puzzles, words, search, sink)
