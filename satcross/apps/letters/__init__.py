"""The letters and words that occur in some fill, cell by cell and slot by slot, each proved.

For constructors who want to know what is still open, and for the workbench, which shows it while
they type. `letters` has the tasks; `oracle` answers question after question and keeps what it knows
of a puzzle (`known`) while letters are typed: `search` asks the engine, `stages` cheap questions
first, `swaps` gets new fills from old ones. `report` is what there is to say. `api` has the public
functions; `commands/letters.py` is `satcross letters`.

From the core it takes puzzles, sessions of the engine and the certificates of `satcross.tasks`.
"""
