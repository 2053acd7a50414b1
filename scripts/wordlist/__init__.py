"""What `scripts/build_wordlist.py` makes the built-in word list with: sources, evidence, scores."""
