"""The results as Markdown: the bars, the tools, a table for each family, what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from benchmarks.compare.bars import bars
from benchmarks.compare.record import Book, CaseFacts, ToolFacts
from benchmarks.compare.standing import Standing, Standings
from benchmarks.table import aligned, number

_QUIET = 0.9  # share of a core below which wall seconds say as much of the machine as of the tool

LEGEND = (
    "`seconds / MB`: medians of whole-process seconds and of peak memory; **bold** is the fastest."
    " `T`: most runs were over the time limit. `none`: it reports that there is no fill."
    " `gave up`: not run, as the tool had answered none of the family's cases before."
    " `wrong`, `repeats`, `memory`, `failed`: most runs ended so; see the notes."
)


def report(book: Book) -> str:
    """Everything, as one document's sections."""
    parts = sections(book)
    heads = {"bars": "## Bars", "tools": "## Tools", "tables": "## Tables"}
    texts = [f"{heads[name]}\n\n{text}" if name in heads else text for name, text in parts.items()]
    return "\n\n".join(text for text in texts if text) + "\n"


def sections(book: Book) -> dict[str, str]:
    """The parts of a report by name, in order: what the documentation's markers call for."""
    standings = Standings(book)
    return {
        "alarm": _alarm(standings),
        "circumstances": circumstances(book),
        "bars": _bars(book),
        "tools": _tools(book, standings),
        "tables": _tables(book, standings),
        "notes": _notes(book, standings),
    }


def circumstances(book: Book) -> str:
    """How and where it was measured."""
    settings = book.settings
    runs = f"Median of {settings.n_seeds} runs, seeds 0 to {settings.n_seeds - 1}"
    if settings.n_seeds == 1:
        runs = "One run, seed 0"
    text = f"{runs}; {settings.limit_s:g} s and {settings.memory_mb} MB of address space for each."
    text += " A tool leaves a case once most of its runs there were without an answer"
    if settings.tries:
        text += f", or the first {settings.tries}"
    text += "."
    if settings.give_up:
        text += (
            f" A peer that answers none of {settings.give_up} cases of a family, in the"
            " tables' order, gives up the rest of it; not among the infeasible ones."
        )
    text += f" {book.machine}"
    answered = [result for result in book.results if result.answered]
    if wall_s := sum(result.wall_s for result in answered):
        share = sum(result.cpu_s for result in answered) / wall_s
        text += f" The runs that were answered had {100 * share:.0f} % of a core"
        text += "." if share > _QUIET else ": the machine did other things too."
    return text


def _alarm(standings: Standings) -> str:
    lines = [f"- {line}" for line in standings.contradictions()]
    lines += [f"- satcross printed a wrong fill: {line}" for line in standings.wrong("satcross")]
    return "\n".join(["**CONTRADICTIONS**", "", *lines]) if lines else ""


def _bars(book: Book) -> str:
    said = {True: "yes", False: "**NO**", None: "not measured"}
    rows = [(line.bar, said[line.met], line.found) for line in bars(book)]
    return aligned([("target", "met", "measured"), *rows])


def _tools(book: Book, standings: Standings) -> str:
    rows = []
    for tool in book.present():
        all_of_it = [standings[case.name, tool.key] for case in book.cases]
        met = [standing for standing in all_of_it if standing.kind]
        kinds = Counter(standing.kind for standing in met)
        shares = [
            standing.search_s / standing.median_s
            for standing in met
            if standing.answered and standing.search_s is not None
        ]
        rows.append(
            (
                f"{tool.key}",
                tool.name,
                f"{kinds['filled']}",
                f"{kinds['none']}",
                f"{kinds['time']}",
                f"{len(met) - sum(kinds[k] for k in ('filled', 'none', 'time', 'gave up'))}",
                f"{kinds['gave up']}",
                f"{max((standing.peak_mb for standing in met), default=0):.0f}",
                f"{100 * sum(shares) / len(shares):.0f} %" if shares else "",
            )
        )
    head = ("tool", "in full", "filled", "none", "T", "other", "gave up", "most MB", "search")
    skipped = [f"Skipped: {tool.name}: {tool.skipped}." for tool in book.tools if tool.skipped]
    told = "`search`: the mean share of its seconds that a tool reports as search, where it does."
    return "\n\n".join([aligned([head, *rows]), told, *skipped])


def _tables(book: Book, standings: Standings) -> str:
    families = dict.fromkeys(case.family for case in book.cases)
    texts = [LEGEND]
    for family in families:
        cases = [case for case in book.cases if case.family == family]
        cases = [case for case in cases if any(_met(book, standings, case))]
        tools = [
            tool
            for tool in book.present()
            if any(standings[case.name, tool.key].kind for case in cases)
        ]
        if not cases or not tools:
            continue
        rows = [
            (_label(case), str(case.n_slots), *_cells(case, tools, standings)) for case in cases
        ]
        head = ("grid, list", "words", *(tool.key for tool in tools))
        texts.append(f"### {family}\n\n{aligned([head, *rows])}")
    return "\n\n".join(texts)


def _cells(case: CaseFacts, tools: list[ToolFacts], standings: Standings) -> list[str]:
    of_case = [standings[case.name, tool.key] for tool in tools]
    best_s = min((standing.median_s for standing in of_case if standing.answered), default=0)
    return [_cell(standing, best_s) for standing in of_case]


def _cell(standing: Standing, best_s: float) -> str:
    """What the table says of a tool at a case."""
    if not standing.answered:
        text = "T" if standing.kind == "time" else standing.kind
        return text if standing.certain else f"{text} ({standing.n_runs} run)"
    seconds = number(standing.median_s)
    if standing.median_s == best_s:
        seconds = f"**{seconds}**"
    none = "none " if standing.kind == "none" else ""
    return f"{none}{seconds} / {standing.peak_mb:.0f}"


def _notes(book: Book, standings: Standings) -> str:
    lines = [
        f"- {case.name}, {tool.key}: {standing.odd}."
        for case in book.cases
        for tool in book.present()
        if (standing := standings[case.name, tool.key]).odd
    ]
    failures = dict.fromkeys(
        f"- {result.tool} {result.verdict}: {result.detail}"
        for result in book.results
        if result.verdict in ("failed", "wrong", "memory") and result.detail
    )
    notes = [f"- {note}" for note in book.notes]
    return "\n".join([*notes, *lines, *_first(failures, lambda line: line.split(":")[0])])


def _first(lines: dict[str, None], group: Callable[[str], str]) -> list[str]:
    """Three lines of each group: enough to go on, where one tool fails everywhere."""
    seen: Counter[str] = Counter()
    kept = []
    for line in lines:
        seen[group(line)] += 1
        if seen[group(line)] <= 3:
            kept.append(line)
    return kept


def _met(book: Book, standings: Standings, case: CaseFacts) -> list[bool]:
    return [bool(standings[case.name, tool.key].kind) for tool in book.present()]


def _label(case: CaseFacts) -> str:
    return case.name if case.list_name in case.name else f"{case.name}, {case.list_name}"
