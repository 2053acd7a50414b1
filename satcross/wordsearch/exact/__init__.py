"""Layouts by SAT: found, proved impossible, or stopped."""
