"""satcross and its peers side by side: the same grids, the same lists, one core, one run."""
