"""Certificates as searches write them; `satcross.apps.proofs` checks them."""
