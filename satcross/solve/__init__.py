"""The lazy engine and the eager solvers, behind one protocol with three answers.

Begin with `protocol`. `lazy/` is our own engine, `refining` runs it with all rules of a puzzle.
`backends/` has the solvers that get a whole formula. `listing/` has all fills at once, and the
beams and dives that advise the engine.
"""
