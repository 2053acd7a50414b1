"""The command line: arguments, printing and exit codes, and nothing else."""
