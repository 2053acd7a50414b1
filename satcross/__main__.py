"""`python -m satcross` is the `satcross` command."""

import sys

from satcross.cli.process import run

if __name__ == "__main__":
    sys.exit(run())
