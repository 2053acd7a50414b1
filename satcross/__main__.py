"""`python -m satcross` is the `satcross` command."""

import sys

from satcross.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
