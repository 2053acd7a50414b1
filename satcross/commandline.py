"""What packages that bring commands import: how a command is declared, and what all of them share.

A command is a function with option sets, made a `Command` by `command`; a `Group` holds several.
`run` runs a task with Ctrl-C, time limit and progress, `end` says why there is no answer, and both
`end` and `exit_code` give the exit code; `write_made` does all that for puzzles of a kind.
docs/guide/plugins.md has the protocol, with an example; `satcross.testing` tests it. What is about
formats and solvers is in `satcross.extend`.

Names without a docstring of their own: the formats `TEXT` and `JSON`, and `Renderers` of formats
that a command has itself.

These names keep their meaning within a major version.
"""

from satcross.stubs import public_names as _public_names

__all__, __getattr__, __dir__ = _public_names(__name__, __file__)
