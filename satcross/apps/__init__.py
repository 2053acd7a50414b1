"""What satcross is used for beside filling grids: a folder for each use.

A folder has what belongs to its use alone: tasks, formats, its commands in `commands/`, one a file,
and its tests in the folder of that name in `tests/apps`. Nothing outside names it, so that a folder
that is deleted takes its commands with it, and nothing else. What it takes of the core beside the
public names is in `tests/names_of_the_core.toml`, with a reason.
"""
