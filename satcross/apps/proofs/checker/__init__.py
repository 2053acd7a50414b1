"""A proof checker that shares no code with the rest of satcross but errors and result classes."""

from satcross.apps.proofs.checker.check import (
    CheckResult,
    ProofCheck,
    Rejected,
    check_proof,
)

__all__ = [
    "CheckResult",
    "ProofCheck",
    "Rejected",
    "check_proof",
]
