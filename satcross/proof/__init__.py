"""A proof checker that shares no code with the rest of satcross but errors and result classes."""

from satcross.proof.check import (
    CheckResult,
    CubeChecker,
    Outline,
    ProofCheck,
    Rejected,
    check_cover,
    check_outline,
    check_proof,
    proof_of_cube,
)

__all__ = [
    "CheckResult",
    "CubeChecker",
    "Outline",
    "ProofCheck",
    "Rejected",
    "check_cover",
    "check_outline",
    "check_proof",
    "proof_of_cube",
]
