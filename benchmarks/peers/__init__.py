"""Other programs that fill crosswords, each in its own module; `registry.py` lists them."""
