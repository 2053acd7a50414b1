"""The lazy engine: CaDiCaL over the letters, each slot a table that explains itself on demand."""
