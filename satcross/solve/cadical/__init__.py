"""CaDiCaL over the letters, with the slots as a propagator; scores and MaxSAT on top of it."""
