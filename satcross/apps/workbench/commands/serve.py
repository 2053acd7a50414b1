"""`satcross serve`: the workbench, a page in the browser to make crosswords on."""

from __future__ import annotations

from pathlib import Path

from satcross import OptionError
from satcross.cli.options.puzzle import RuleOptions
from satcross.commandline import (
    HelpPanel,
    WordListOptions,
    argument,
    command,
    echo_err,
    flag,
    option,
)

EXAMPLES = """\
Examples:
  satcross serve                            the crosswords of this folder
  satcross serve puzzles --port 8000        of another one, always at the same port
  satcross serve daily.puz                  one crossword, and those beside it
  satcross serve --words mine.txt           with a word list of your own; the built-in one is there
  satcross serve --rule '~slot=*S'          with rules for new crosswords
  satcross serve --share                    pupils in the network can open puzzles that you share
  satcross serve --no-open                  print the address, open no browser

Exit codes:
  0 ended by Ctrl-C, or on the page   2 bad input, or the server's packages are missing"""

_SERVER = "Server"


@command(HelpPanel.PAGES, 50, examples=EXAMPLES, guide="guide/workbench.md")
def serve(
    folder: str = argument(
        "FOLDER|FILE", "A folder of crosswords, or a file in it to open.", default="."
    ),
    *,
    words: WordListOptions,
    rules: RuleOptions,
    port: int = option(
        "N",
        "The port. Default: any free port.",
        default=0,
        panel=_SERVER,
        show_default=False,
        min=0,
        max=65535,
    ),
    open_browser: bool = flag(
        "Open the page in the browser.", "--open/--no-open", default=True, panel=_SERVER
    ),
    host: str = option(
        "ADDRESS",
        "The address to listen on. With any other than 127.0.0.1, other machines can connect,"
        " without encryption.",
        default="127.0.0.1",
        panel=_SERVER,
    ),
    share: bool = flag(
        "Let other machines in the network read the puzzles that you share on the page, at another"
        " port, and nothing else.",
        panel=_SERVER,
    ),
) -> int:
    """Open the workbench: make crosswords on a page in the browser.

    Every change is saved at once, as NAME.json in the folder, with all its history in .satcross.
    Files of other formats are imported, and not changed. The address that is printed lets in one
    browser, once.
    """  # fmt: skip
    from satcross.apps.workbench.document import supported
    from satcross.apps.workbench.engine.lists import WordOptions
    from satcross.apps.workbench.folder import Folder
    from satcross.apps.workbench.run import Address, serve
    from satcross.apps.workbench.wordlists import list_files
    from satcross.extend import ListChoice, Scale, rules_in

    path = Path(folder)
    name: str | None = None
    if path.is_file():
        path, name = path.resolve().parent, path.name.removesuffix(".json")
    elif not path.is_dir():
        raise OptionError(
            "there is no such folder or file", hint="create the folder first", source=folder
        )
    for given in (*(words.words or ()), *(words.exclude or ())):
        file, _ = Scale.split(given)
        if file.exists() and not file.is_file() and not file.is_dir():
            raise OptionError(
                "is a pipe or a device, and the workbench reads its lists again and again",
                hint="name a file",
                source=str(file),
            )
    if vars(words) != vars(WordListOptions()):
        words.load()  # errors in a list are reported now, and not on the page
    choice = words.choice()
    if choice.letters().has_long_letters:
        raise OptionError(
            "letters of several characters are not supported on the workbench",
            hint="choose an alphabet without them, or fill the grid by `satcross fill`",
            parameter="alphabet",
        )
    options = WordOptions(
        files=list_files(ListChoice.files_of(choice.words, choice.min_score)),
        min_score=choice.lowest_score,
        exclude=tuple(file.resolve() for file in choice.exclude),
        max_words=choice.max_words,
        alphabet=choice.letters(),
        rules=tuple(supported(rules_in(rules.rules()))),
    )
    address = Address(host, port)
    if not address.is_loopback:
        echo_err(
            f"warning: {host} lets other machines in, and what they send and get can be read on"
            " the way"
        )
    serve(
        Folder(path, options), address, name=name, open_browser=open_browser, share=share, say=_say
    )
    return 0


def _say(line: str) -> None:
    print(line, flush=True)
