"""The options of `satcross wordsearch`, and what it prints and writes."""
