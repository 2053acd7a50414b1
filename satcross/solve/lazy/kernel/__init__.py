"""The lazy engine's kernel in C, and its binding."""
