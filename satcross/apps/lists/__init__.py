"""Keeping lists of words: who has one, looks into it, compares, renews and checks it.

For constructors who keep a scored list of their own. `commands/words.py` is `satcross words`, with
what looks into a list; `keeping` has its commands that compare and change lists: `diff` and `merge`
(`changes`), `journal`, `audit`, `spaces`. `records` reads and writes lists line by line, so that
what is not changed stays as it was. `wordplay` finds anagrams, hidden words and `sounds`.

From the core it takes lists of words (`satcross.words`) and the frame of commands. The workbench
keeps lists with it.
"""
