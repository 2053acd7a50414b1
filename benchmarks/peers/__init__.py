"""Other programs that fill crosswords, each in a module of its own; `registry.py` lists them."""
