"""An example of a package that extends satcross."""

from pathlib import Path


def colours() -> Path:
    """The word list `colours`: a file in any form that `satcross fill --words` reads."""
    return Path(__file__).parent / "colours.dict"
