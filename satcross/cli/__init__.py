"""The command line: arguments, printing and exit codes, and nothing else.

`main` imports the command that is called, of `commands/`; `options/` has the options that they
share, `output/` what they print and write. `run` runs a task for a command, with Ctrl-C and
progress; the time limit is in `options/common.py`, and `Deadline` in `satcross.task` keeps it.
`errors` has the exit codes.
"""
