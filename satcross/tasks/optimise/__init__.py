"""The best fill, and the proof that there is no better one."""
