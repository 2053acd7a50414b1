"""A proof checker that shares nothing with the rest of satcross but the errors it raises."""

from satcross.proof.check import Checked, Rejected, Stopped, Verified, check_proof

__all__ = ["Checked", "Rejected", "Stopped", "Verified", "check_proof"]
