"""CaDiCaL over the letters, with the slots as a propagator."""
