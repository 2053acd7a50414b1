"""What is committed stays, once; nothing is done before all of it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from satcross.apps.cluster.ledger import IN_ORDER, NAME, Ledger
from satcross.errors import OptionError, SolverError
from satcross.tasks.cubes import Cube

ABOUT = {"puzzle": "abc", "version": "1"}


def test_a_tree_of_cubes(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "run", ABOUT)
    (root,) = ledger.open_cubes((), 9, by=IN_ORDER)
    assert root.path == ()
    ledger.divide(root, [Cube(((0, letter),), -letter) for letter in range(4)])
    cubes = ledger.open_cubes((), 9, by=IN_ORDER)
    assert [cube.path for cube in cubes] == [((0, letter),) for letter in range(4)]
    assert ledger.commit(cubes[1].number, 10**30, "d", b"fills", 0.5)
    assert not ledger.commit(cubes[1].number, 10**30, "d", b"fills", 0.5)
    with pytest.raises(SolverError, match="two workers disagree"):
        ledger.commit(cubes[1].number, 10**30, "e", b"other", 0.5)
    ledger.divide(cubes[0], [])  # it has no fill
    standing = ledger.tally()
    assert (standing.n_open, standing.n_split, standing.n_done) == (2, 1, 2)
    assert standing.share_done == 0.5
    assert standing.n == 10**30
    assert ledger.first_open() == cubes[2].place
    assert not ledger.commit(root.number, 1, "late", b"", 9.0)  # it has been split
    ledger.close()
    again = Ledger(tmp_path / "run", ABOUT, resume=True)
    assert not again.is_new
    assert again.tally() == standing
    assert [again.result(number) for number, _ in again.done()] == [b"fills"]
    again.close()


def test_other_work_is_refused(tmp_path: Path) -> None:
    Ledger(tmp_path, ABOUT).close()
    with pytest.raises(OptionError, match="other work: its puzzle"):
        Ledger(tmp_path, {**ABOUT, "puzzle": "x"}, resume=True)
    with pytest.raises(OptionError, match="add --resume"):
        Ledger(tmp_path, ABOUT)
    (tmp_path / NAME).write_bytes(b"no database" * 1000)
    with pytest.raises(OptionError, match="the ledger cannot be used"):
        Ledger(tmp_path, ABOUT, resume=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(OptionError, match="file"):
        Ledger(tmp_path / "file", ABOUT)
