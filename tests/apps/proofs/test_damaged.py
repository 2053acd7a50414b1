"""Damaged certificates of every claim: none is accepted for what is not so."""

from __future__ import annotations

from itertools import islice

import pytest
from support.certified_claims import GROUPS, certificates, claim_of_group, damage_of, is_true
from support.seeds import quick

from satcross.apps.proofs.certificates import claims
from satcross.apps.proofs.testing import check_claim

pytest.importorskip("satcross.apps.proofs.checker._steps")


@pytest.mark.parametrize("about", GROUPS)
@pytest.mark.parametrize("seed", quick(range(20), 1))
def test_damaged_certificates_show_nothing_false(about: str, seed: int) -> None:
    files = list(islice(certificates(about, 500 * seed), 12))
    found = check_claim(
        claim_of_group(about), files, is_true, n_damaged=100, seed=seed, damage=damage_of(about)
    )
    assert found.total() == 100
    assert found["rejected"] > 3, found
    assert found["not tried"] < 20, found


def test_every_claim_has_certificates_here() -> None:
    assert {claim for kind in claims().values() for claim in kind.claims} < {*GROUPS}
