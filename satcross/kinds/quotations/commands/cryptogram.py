"""`satcross cryptogram`: a quotation with other letters for its own; and solutions of one."""

from __future__ import annotations

from satcross.commandline import HelpPanel, OutputOptions, SearchOptions, command
from satcross.kinds.quotations.commandline import LACKS, LINES, QuoteOptions, quoted_puzzles
from satcross.kinds.quotations.cryptogram import Cryptogram, CryptogramOptions

EXAMPLES = """\
Examples:
  satcross cryptogram quote.txt --seed 7 -o cryptogram.pdf
  satcross cryptogram quotes.tsv --lines -o 'coded-{}.pdf'   one of each line
  satcross cryptogram --solve coded.txt -n 5                 up to five solutions
  satcross cryptogram quote.txt -w german.txt --alphabet german

Exit codes:
  0 made, with one solution; solved   20 proved that there is none   2 bad input
  124 stopped by the time limit   130 interrupted"""
EXCLUSIONS = """\
lines solve: is for puzzles that are made; leave out {pair}"""


@command(
    HelpPanel.PUZZLES,
    70,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    lacks=LACKS,
    guide="guide/quotations.md",
)
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
    return quoted_puzzles(Cryptogram, CryptogramOptions(), quote, search, out, lines=lines)
