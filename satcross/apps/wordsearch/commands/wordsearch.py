"""`satcross wordsearch`: words hidden in a square of letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from satcross import Best, Impossible, Reason, Stopped
from satcross.apps.wordsearch.cli.options import WordSearchFlags, WordSearchRequest
from satcross.commandline import ExitCode, HelpPanel, command, echo_err, exit_code, run, why_stopped
from satcross.extend import counted

if TYPE_CHECKING:
    from satcross import Answered
    from satcross.apps.wordsearch.puzzle import WordSearch

EXAMPLES = """\
Examples:
  satcross wordsearch words.txt 24x20 -o search.txt      and solution.txt beside it
  satcross wordsearch words.txt -o search.pdf --title Programming
  satcross wordsearch words.txt 20x20 --level medium --crossings 60 --report
  satcross wordsearch words.txt --shape heart --message "made with love for you" -o heart.svg
  satcross wordsearch words.csv --show-clues -o search.pdf    clues instead of words
  satcross wordsearch phrases.txt --split      the words of phrases one by one
  satcross wordsearch words.txt --fit --time-limit 60
  satcross wordsearch 15x15 --pattern 'Q*' --count 12 -n 5 -o 'week-{}.pdf'

Exit codes:
  0 made   20 proved impossible, with the reason   2 bad input
  124 stopped: neither made nor proved impossible   130 interrupted"""
EXCLUSIONS = """\
level directions: do not go together; give one of them
mask shape|size: do not go together; give one of them
fit size|shape|mask|message|crossings|number: do not go together; give one of them
message filler: do not go together; give one of them
words !pattern: needs --pattern; give the list itself as WORDS
min_score|exclude|max_words|count !pattern: needs --pattern; leave it out: all of WORDS are hidden
list_ pattern size: WORDS and --pattern do not go together; name the list that the pattern is for by
  --words
solution form=text output!=-: a text file always has its solution beside it; leave it out
title form=text: text has no place for it; write a picture, as in -o search.pdf
page form=text|form=json: {form} has no place for it; write a picture, as in -o search.pdf
name_line !form=pdf: {form} has no place for it; write a .pdf
report !form=text !output!=-: it would be mixed with {form} on stdout; write to a file with -o
solution form=json: JSON always has the solution; leave it out
solution form=html: HTML can show it; leave it out
solution form=zip|form=h5p: does not apply to packages for learning platforms; leave it out
page form=html: does not apply to HTML, which browsers print on any paper; leave it out
page form=zip|form=h5p: does not apply to packages for learning platforms; leave it out
page form=docx|form=epub|form=brf: does not apply to books; leave it out
post_to !form=html: only a page to solve can send; write an .html
!list_ !pattern: no list of words is given; give WORDS, or --pattern"""


@command(
    HelpPanel.PUZZLES,
    90,
    examples=EXAMPLES,
    exclusions=EXCLUSIONS,
    lacks={
        "--solution-word": "all letters are printed, so numbers would show it; --message TEXT hides"
        " a word in the unused letters"
    },
    guide="guide/wordsearch.md",
)
def wordsearch(flags: WordSearchFlags) -> int:
    """Hide words in a square of letters, in up to eight directions.

    Each word of the list can be read exactly once, and no rude word at all. Words cross often and
    rarely run side by side. Every puzzle is checked before it is printed.
    """
    flags.check()
    request = flags.request()
    if request.why_not:
        echo_err(f"impossible: proved: {request.why_not}")
        return ExitCode.UNFILLABLE
    return _fit(flags, request) if flags.fit else _make(flags, request)


def _make(flags: WordSearchFlags, request: WordSearchRequest) -> int:
    from satcross.apps.wordsearch.make import WordSearches

    with (
        flags.out.view() as view,
        flags.out.open(flags.number, flags.chosen_language, request.n_bonus) as publish,
        WordSearches(request.words, request.board, request.options, limit=flags.number) as searches,
    ):

        def show(answer: Answered[WordSearch]) -> None:
            with view.hidden():
                publish(answer.value)
                if isinstance(searches.latest, Best):
                    _echo_crossings(answer.value)
            view.found()

        result = run(searches, flags.limit_s, view, show)
        view.close()
    latest = searches.latest
    if isinstance(latest, Best) and latest.reason is Reason.INTERRUPTED:
        echo_err("interrupted")  # and what was left has been printed
        return ExitCode.INTERRUPTED
    if isinstance(result, Impossible | Stopped):
        _echo_failure(result, searches.n_found, request)
    return exit_code(result)


def _fit(flags: WordSearchFlags, request: WordSearchRequest) -> int:
    from satcross.apps.wordsearch.make import WordSearchTask

    with flags.out.view() as view, WordSearchTask(request.words, None, request.options) as task:
        result = run(task, flags.limit_s, view)
    if not isinstance(result, Best):
        if isinstance(result, Impossible | Stopped):
            _echo_failure(result, 0, request)
        return exit_code(result)
    with flags.out.open(1, flags.chosen_language, request.n_bonus) as publish:
        publish(result.value)
    board = result.value.layout.board
    size = f"{board.n_cols}x{board.n_rows}, {counted(board.n_squares, 'cell')}"
    ratio = "no side more than twice the other"
    if result.is_proved:
        echo_err(f"{size}, proved to be the fewest ({ratio})")
    elif result.reason is Reason.INTERRUPTED:
        echo_err(f"{size}, the fewest found; interrupted")
        return ExitCode.INTERRUPTED
    else:
        echo_err(f"{size}, the fewest found; proved lower bound: {result.bound} cells ({ratio})")
    return ExitCode.OK


def _echo_crossings(made: WordSearch) -> None:
    echo_err(f"{counted(len(made.layout.crossings), 'crossing')}, the most found")


def _echo_failure(result: Impossible | Stopped, n_made: int, request: WordSearchRequest) -> None:
    done = f"{counted(n_made, 'puzzle')}; " if n_made else ""
    if isinstance(result, Impossible):
        echo_err(f"{done}impossible: proved: {result.why}")
        return
    echo_err(f"{done}{why_stopped(result)}")
    if result.reason is not Reason.INTERRUPTED:
        for hint in _hints(request):
            echo_err(hint)


def _hints(request: WordSearchRequest) -> Iterator[str]:
    """What may be too much to ask, where there is a message to spell."""
    options = request.options
    spelt = options.spelt
    if not spelt:
        return
    own = [
        word for word in options.constraints.forbid if word in spelt or word[::-1] in spelt
    ]  # fmt: skip
    if own:
        word = options.alphabet.text(own[0])
        yield (
            f"the message itself spells a forbidden word, {word}: words of the list must cut it"
            " in two; change the message, or allow it with --no-forbid"
        )
    yield (
        f"a layout that leaves exactly {counted(len(spelt), 'cell')}, in which no"
        " word can be read, is hard to"
        " find: try a message of another length, another size, --seed, or a longer --time-limit"
    )
