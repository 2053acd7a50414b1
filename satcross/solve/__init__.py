"""The lazy engine and the eager solvers, behind one protocol with three answers."""
