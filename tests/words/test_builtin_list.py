"""The list that is shipped: what issue and docs promise of it, and that it can be made again."""

from __future__ import annotations

import gzip
import importlib.util
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from wordlist import consensus, sources
from wordlist.model import SCALE, Entry, Evidence, Model, score_of
from wordlist.sources import CLASSES, Frequencies, Lemma, ScowlWord
from wordlist.spaces import Spaces

from satcross.words import BUILTIN_MIN_SCORE, WordList
from satcross.words.builtin import BUILTIN_FILES, BUILTIN_VULGAR
from satcross.words.origin import ORIGIN, ORIGIN_FILES

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def words() -> WordList:
    return WordList.builtin()


@pytest.fixture(scope="module")
def every() -> WordList:
    return WordList.builtin(min_score=None)


@pytest.fixture(scope="module")
def entries(words: WordList) -> list[tuple[str, int]]:
    """(written form, score)"""
    return [(words.written(word), score) for word, score in words.words()]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "build_wordlist", ROOT / "scripts" / "build_wordlist.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_size_and_scores(words: WordList, entries: list[tuple[str, int]]) -> None:
    assert len(words) >= 80_000
    assert set(range(2, 16)) <= set(words.lengths)
    scores = {score for _, score in entries}
    assert min(scores) >= BUILTIN_MIN_SCORE
    assert max(scores) == 100
    assert words.source == "built-in list"
    assert not words.report.dropped
    assert words.report.n_duplicates == 0


def test_familiar_words(words: WordList) -> None:
    scores = [words.score(word) for word in ("WATER", "CROSSWORD", "ANOMIE", "EATAGE")]
    assert scores[2:] == [None, None]
    assert scores[0] is not None
    assert scores[1] is not None
    assert scores[0] > scores[1] >= 50
    assert words.written("EUROPE") == "Europe"
    assert words.written("CAFE") == "café"
    assert words.written("DONT") == "don't"
    assert "COLOUR" in words
    assert "COLOR" in words
    assert [word for word, _ in words.query("cr?ssw?rd")] == ["CROSSWORD"]


def test_phrases_and_names_keep_their_written_form(words: WordList) -> None:
    for written in ("ice cream", "New York", "give up", "Obama", "Rio de Janeiro", "NATO"):
        letters = "".join(filter(str.isalpha, written)).upper()
        assert words.written(letters) == written
    assert len([word for word, _ in words.words() if " " in words.written(word)]) > 15_000


def test_vulgar_words_are_a_list_of_their_own(every: WordList) -> None:
    vulgar = WordList.load(BUILTIN_VULGAR)
    assert len(vulgar) > 300
    assert not {word for word, _ in vulgar.words()} & {word for word, _ in every.words()}
    for word in ("SPICED", "SPIKING", "SHITAKE", "NIGGARD", "SCUNTHORPE", "DICKENS", "CUMLAUDE"):
        assert word not in vulgar


def test_names_score_below_words(entries: list[tuple[str, int]]) -> None:
    names = [score for written, score in entries if written[0].isupper()]
    others = [score for written, score in entries if not written[0].isupper()]
    assert sum(names) / len(names) < sum(others) / len(others)
    assert len(names) > 10_000


def test_no_possessives(entries: list[tuple[str, int]]) -> None:
    assert not [written for written, _ in entries if written.endswith(("'s", "s'", "’s"))]


def test_pieces_are_disjoint_ranges_and_a_lower_minimum_adds_words(
    words: WordList, every: WordList
) -> None:
    rare = WordList.builtin(min_score=10)
    assert len(words) < len(rare) < len(every)
    assert rare.report.n_duplicates == every.report.n_duplicates == 0
    assert every.with_min_score(BUILTIN_MIN_SCORE).digest == words.digest
    assert every.with_min_score(10).digest == rare.digest
    between = WordList.builtin(min_score=15)
    assert between.digest == every.with_min_score(15).digest
    assert min(int(between.table(length).scores[-1]) for length in between.lengths) == 15
    assert min(int(every.table(length).scores[-1]) for length in every.lengths) < 5
    high = WordList.builtin(min_score=90)
    assert high.digest == words.with_min_score(90).digest


def test_narrowing_options(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("water\n")
    words = WordList.builtin(min_score=95, exclude=[tmp_path / "out"], max_words=500)
    assert len(words) == 500
    assert "WATER" not in words


def test_files_are_small_plain_lists_with_their_notice() -> None:
    sizes = 0
    for path, lowest in BUILTIN_FILES:
        packed = path.read_bytes()
        sizes += len(packed)
        assert packed[4:8] == bytes(4)  # no date
        lines = gzip.decompress(packed).decode().splitlines()
        assert min(int(line.rpartition(";")[2]) for line in lines) >= lowest
    folder = BUILTIN_FILES[0][0].parent
    assert sizes < 4_500_000
    assert sum(path.stat().st_size for path in folder.iterdir()) < 10_000_000
    notice = (BUILTIN_FILES[0][0].parent / "NOTICE.txt").read_text(encoding="utf-8")
    assert "Copyright 2000-" in notice
    for name in (
        "Kevin Atkinson",
        "Princeton University",
        "Grady Ward",
        "GeoNames",
        "Norvig",
        "Brian Ford",
        "2021 Crossword-Nexus",
    ):
        assert name in notice


def test_a_score_means_how_familiar_an_entry_is() -> None:
    assert [score_of(value) for value, _ in SCALE] == [score for _, score in SCALE]
    assert score_of(-99) == 0
    assert score_of(99) == 100
    values = [score_of(value / 10) for value in range(-40, 60)]
    assert values == sorted(values)


def evidence(**changed: Any) -> Evidence:
    """What sources say of a few words: no corpus has any other."""
    common = {"WATER": 5.0, "POLISH": 4.0, "ICE": 4.6, "CREAM": 4.4, "TOM": 4.7, "HANKS": 2.9}
    corpora = dict.fromkeys(("reddit", "web", "wiki"), common)
    names = {"TOM": 0.95, "HANKS": 0.9, "POLISH": 0.2}
    fields: dict[str, Any] = {
        "frequencies": Frequencies(**corpora, capital=names, upper={}, shown={}),
        "bigrams": {("ICE", "CREAM"): 3.5, ("TOM", "HANKS"): 2.2},
        "scowl": {}, "wordnet": {}, "moby": {}, "cliches": {}, "places": {}, "irregular": {},
        "first_names": {"TOM": 0.1}, "last_names": {"HANKS": 0.01},
        "vulgar": (), "collaborative": {},
    }  # fmt: skip
    return Evidence(**{**fields, **changed})


def scowl_word(written: str, level: int = 20, kind: str = "words", variant: int = 0) -> ScowlWord:
    return ScowlWord(CLASSES.index(kind), level, variant, written)


def test_the_model_prefers_the_commoner_form() -> None:
    forms = [scowl_word("polish"), scowl_word("Polish", kind="upper")]
    found = Model(evidence(scowl={"POLISH": forms, "ZENANA": [scowl_word("zenana", 80)]})).entries()
    assert found["POLISH"].written == "polish"
    assert found["POLISH"].score > 70
    assert found["ZENANA"].score < 10


def test_inflections_of_rare_words_are_rare() -> None:
    scowl = {
        word: [scowl_word(word.lower(), level)]
        for word, level in (("WATER", 10), ("WATERS", 20), ("ZENANA", 80), ("ZENANAS", 80))
    }
    found = Model(evidence(scowl=scowl)).entries()
    assert found["WATERS"].form_of == "water"
    assert found["WATERS"].kind == "inflection"
    assert found["WATER"].score > found["WATERS"].score > found["ZENANAS"].score
    assert found["ZENANAS"].score <= found["ZENANA"].score


def test_phrases_score_by_their_strength_and_people_are_found() -> None:
    lemmas = {
        "ICECREAM": [Lemma("ice cream", "n", 0, "")],
        "CREAMICE": [Lemma("cream ice", "n", 0, "")],
    }
    found = Model(evidence(wordnet=lemmas)).entries()
    assert found["ICECREAM"].kind == found["CREAMICE"].kind == "phrase"
    assert found["ICECREAM"].score > 60 > found["CREAMICE"].score
    assert (found["TOMHANKS"].kind, found["TOMHANKS"].written) == ("person", "Tom Hanks")
    assert found["ICECREAM"].sources == "W"


def test_everybody_knows_a_cliche_whatever_its_words() -> None:
    found = Model(
        evidence(
            moby={"TOMINICE": "tom in ice", "TOMINCREAM": "tom in cream"},
            cliches={"TOMINICE": "tom in ice", "TOM" * 8: "tom " * 8},
        )
    ).entries()
    assert (found["TOMINICE"].sources, found["TOMINICE"].kind) == ("MP", "phrase")
    assert found["TOMINICE"].score == 50 > found["TOMINCREAM"].score
    assert "TOM" * 8 not in found  # longer than a grid


def test_long_phrases_of_the_thesaurus_are_no_free_combinations() -> None:
    moby = {"ICETOMHANKS": "ice tom hanks", "CREAMICETOMHANKS": "cream ice tom hanks"}
    found = Model(evidence(moby=moby)).entries()
    assert found["CREAMICETOMHANKS"].score > found["ICETOMHANKS"].score


def test_surnames_and_parts_of_names_stand_lower() -> None:
    forms = {"HANKS": [scowl_word("Hanks", 50, "proper-names")]}
    bearer = {"HANKS": [Lemma("Hanks", "n", 0, "person")]}
    town = {"HANKSTOM": ("Hanks Tom", 10**6)}
    models = {
        "known": evidence(scowl=forms, wordnet=bearer),
        "given": evidence(scowl=forms, first_names={"HANKS": 0.02}),
        "surname": evidence(scowl=forms, first_names={}),
        "part": evidence(scowl=forms, last_names={}, first_names={}, places=town),
    }
    scores = {name: Model(given).entries()["HANKS"].score for name, given in models.items()}
    assert scores["known"] >= scores["surname"] + 5
    assert scores["given"] >= scores["surname"] + 5
    assert scores["surname"] > scores["part"]


def test_short_words_of_the_largest_lists_alone_stand_lower() -> None:
    def score(level: int, **more: Any) -> int:
        forms = {"ICE": [scowl_word("ice", level)]}
        return Model(evidence(scowl=forms, **more)).entries()["ICE"].score

    defined = {"ICE": [Lemma("ice", "n", 0, "")]}
    assert score(60) > score(70, wordnet=defined) > score(70)


def test_script_reads_cliches() -> None:
    class Given(sources.Packages):
        def read(self, name: str, member: str) -> bytes:
            assert (name, member) == ("proselint", "proselint/checks/cliches/write-good")
            return (
                b"all talk, no action\nwill wonders never cease?\nall talk no action\n10 a penny\n"
            )

    assert sources.cliches(Given(Path("nowhere"))) == {
        "ALLTALKNOACTION": "all talk no action",
        "WILLWONDERSNEVERCEASE": "will wonders never cease",
    }


def test_vulgar_words_their_forms_and_phrases_are_marked() -> None:
    scowl = {
        word: [scowl_word(word.lower())]
        for word in ("WATER", "WATERING", "CREAM", "CREAMY", "ICE", "ICED")
    }
    lemmas = {"ICECREAM": [Lemma("ice cream", "n", 0, "")]}
    given = evidence(scowl=scowl, wordnet=lemmas, vulgar=("water", "cream*", "!ice cream"))
    found = Model(given).entries()
    marked = {word for word, entry in found.items() if entry.kind == "vulgar"}
    assert marked == {"WATER", "WATERING", "CREAM", "CREAMY"}


def test_script_writes_pieces_by_score_and_the_origins_beside(script: ModuleType) -> None:
    entries = {
        "CAFE": Entry(72, "word", "SW", 2.7, "", "café"),
        "CATS": Entry(60, "inflection", "S", 2.0, "cat", "cats"),
        "DAMN": Entry(90, "vulgar", "S", 4.0, "", "damn"),
        "ZAX": Entry(4, "word", "S", -1.5, "", "zax"),
    }
    assert script.build_files(entries, {"CAFE": 90, "CATS": 50}) == {
        "builtin.dict.gz": "café;72\ncats;60\n",
        "builtin-rare.dict.gz": "",
        "builtin-rarest.dict.gz": "zax;4\n",
        "vulgar.dict.gz": "damn;90\n",
        "builtin-origin.gz": "w SW 2.7 90\ni S 2 50 cat\nw S -1.5\nx S 4\n",
    }
    assert script.pack("a") == script.pack("a")


def test_script_reads_scowl(tmp_path: Path) -> None:
    lists = {
        "english-words.10": "water\nwater's\npolish\na\n",
        "english-upper.50": "Polish\nEurope's\n",
        "variant_3-words.95": "wather\n",
        "british_variant_1-words.10": "polishe\n",
        "special-hacker.50": "foobarred\n",
        "README": "nothing\n",
    }
    for name, text in lists.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = sources.scowl(tmp_path)
    assert found == {
        "A": [scowl_word("a", 10)],
        "WATER": [scowl_word("water", 10)],
        "POLISH": [scowl_word("polish", 10), scowl_word("Polish", 50, "upper")],
        "POLISHE": [scowl_word("polishe", 10, variant=1)],
        "WATHER": [scowl_word("wather", 95, variant=3)],
    }
    (tmp_path / "british-words.50").write_text("watre\nwater\n")
    (tmp_path / "american-words.80").write_text("watre\n")
    assert sources.british(tmp_path) == {"WATRE"}
    with pytest.raises(SystemExit, match="no SCOWL lists here"):
        sources.scowl(tmp_path / "nowhere")
    with pytest.raises(SystemExit, match="no WordNet here"):
        sources.wordnet(tmp_path)


def test_script_refuses_packages_that_are_not_the_pinned_ones(tmp_path: Path) -> None:
    (tmp_path / sources.PYPI["names"].file).write_bytes(b"something else")
    with pytest.raises(SystemExit, match="not the pinned file"):
        sources.Packages(tmp_path).read("names", "names/dist.all.last")


def table_rows(heading: str) -> list[list[str]]:
    """The rows of the table in docs/guide/wordlist.md whose first cell is `heading`."""
    text = (ROOT / "docs" / "guide" / "wordlist.md").read_text(encoding="utf-8")
    table = text[text.index(f"| {heading} |") :].partition("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_docs_give_the_least_probabilities_of_the_script() -> None:
    _, _, *rows = table_rows("letters")
    assert [(int(row[0].split()[-1]), float(row[1])) for row in rows] == list(consensus.LEAST)


def test_entries_without_spaces_are_split_into_words() -> None:
    singles = {"BAD": 5.5, "HAIR": 5.2, "DAY": 5.9, "HAD": 6.2, "A": 7.4, "BADHAIR": 2.0, "EL": 4.1}
    pairs = {("A", "BAD"): 4.8, ("HAIR", "DAY"): 2.6}
    listed = frozenset({"BAD", "HAIR", "DAY", "HAD", "A", "EL"})
    spaces = Spaces(singles, pairs, listed, {"EL"}.__contains__)
    assert spaces.split("HADABADHAIRDAY") == ["HAD", "A", "BAD", "HAIR", "DAY"]
    assert spaces.split("BADHAIRX") == ["BADHAIRX"]


def test_entries_of_the_collaborative_list_alone_get_spaces_capitals_and_a_kind() -> None:
    theirs = dict.fromkeys(("TOMHANKS", "WATERICE", "WATER", "BRR", "ZZZICE"), 80)
    scowl = {word: [scowl_word(word.lower())] for word in ("WATER", "ICE", "CREAM")}
    given = evidence(scowl=scowl, collaborative=theirs, bigrams={}, vulgar=("!x",))
    found = Model(given).entries()
    assert {word: (found[word].written, found[word].kind) for word in theirs} == {
        "TOMHANKS": ("Tom Hanks", "person"),
        "WATERICE": ("water ice", "phrase"),
        "WATER": ("water", "word"),
        "BRR": ("BRR", "abbreviation"),
        "ZZZICE": ("zzzice", "word"),
    }
    assert (found["WATER"].sources, found["WATERICE"].sources) == ("LS", "L")


def test_scores_by_hand_decide_short_entries_and_evidence_tells_long_ones_apart() -> None:
    words = ("WATER", "CREAM", "ICE", "TOM")
    scowl = {word: [scowl_word(word.lower())] for word in words}
    theirs = {"WATER": 90, "CREAM": 50, "ICE": 49, "TOM": 30, "CREAMWATER": 50, "HANKSHANKS": 50}
    lemmas = {"CREAMWATER": [Lemma("cream water", "n", 9, "")]}
    pairs = {("CREAM", "WATER"): 5.0}
    given = evidence(scowl=scowl, wordnet=lemmas, collaborative=theirs, bigrams=pairs)
    entries = Model(given).entries()
    british = frozenset({"ICE"})
    found = consensus.Consensus(entries, theirs, given.frequencies, british, lambda _: 0.0).scored()
    scores = {word: found[word].score for word in theirs}
    assert scores["WATER"] > scores["CREAM"] >= 30 > scores["TOM"]
    assert 30 <= scores["ICE"] < 50  # as a British spelling; a little lower than it is known
    assert scores["CREAMWATER"] > scores["HANKSHANKS"]


def test_of_phrases_alike_those_score_higher_whose_words_stand_together() -> None:
    theirs = {"CREAMWATER": 50, "WATERCREAM": 50, "WATER": 90, "TOM": 30}
    lemmas = {
        word: [Lemma(f"{word[:5]} {word[5:]}".lower(), "n", 9, "")] for word in list(theirs)[:2]
    }
    given = evidence(wordnet=lemmas, collaborative=theirs, bigrams={})
    entries = Model(given).entries()

    def scores(more: float | None) -> tuple[int, int]:
        known = {("cream", "water"): more, ("water", "cream"): 0.0}
        found = consensus.Consensus(
            entries, theirs, given.frequencies, frozenset(), lambda words: known[words[0], words[1]]
        ).scored()
        return found["CREAMWATER"].score, found["WATERCREAM"].score

    likely, other = scores(3.0)
    assert likely > other
    alike, other = scores(0.0)
    assert alike == other
    strange, other = scores(None)
    assert strange < other


def test_scores_rise_with_the_probability_and_30_is_the_least() -> None:
    for letters, least in consensus.LEAST:
        odds = math.log(least / (1 - least))
        assert consensus.score_of(letters, odds + 1e-9) == BUILTIN_MIN_SCORE
        assert consensus.score_of(letters, odds - 1e-9) == BUILTIN_MIN_SCORE - 1
        scores = [consensus.score_of(letters, value / 10) for value in range(-200, 200)]
        assert scores == sorted(scores)
        assert (scores[0], scores[-1]) == (0, 100)


def test_docs_give_the_sizes_of_the_list(every: WordList) -> None:
    _, _, *rows = table_rows("`--min-score`")
    for low, size, *_ in rows:
        assert len(every.with_min_score(int(low.split()[0]))) == int(size.replace(",", ""))
    defaults = [int(low.split()[0]) for low, *_ in rows if "default" in low]
    assert defaults == [BUILTIN_MIN_SCORE]


def packages() -> sources.Packages:
    """The packages, if they have been downloaded before."""
    return sources.Packages(ROOT / "build" / "wordlist")


@pytest.mark.slow
@pytest.mark.skipif(
    not sources.SCOWL.is_dir()
    or not (sources.WORDNET / "data.noun").is_file()
    or not all((packages().folder / package.file).is_file() for package in sources.PYPI.values()),
    reason="scowl, wordnet-base or the packages in build/wordlist are missing",
)
def test_made_again_from_packages(script: ModuleType, tmp_path: Path) -> None:
    assert script.main(["--out", str(tmp_path)]) == 0
    for path in (*ORIGIN_FILES, ORIGIN):
        # The text, not the gzip bytes: those may change with the version of zlib.
        again = gzip.decompress((tmp_path / path.name).read_bytes())
        assert again == gzip.decompress(path.read_bytes()), path.name
    shipped = BUILTIN_FILES[0][0].parent / "NOTICE.txt"
    assert (tmp_path / "NOTICE.txt").read_bytes() == shipped.read_bytes()


def test_it_is_read_by_its_name_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert WordList.load("builtin").digest == WordList.builtin().digest
    found = WordList.load(Path("builtin"), min_score=90, max_words=100)
    assert found.digest == WordList.builtin(min_score=90, max_words=100).digest
    (tmp_path / "builtin").write_text("cat\n")  # a file comes first, as for --words
    assert len(WordList.load("builtin")) == 1
