"""Crosswords whose blocks are not shown: diagramless, and carte blanche."""
