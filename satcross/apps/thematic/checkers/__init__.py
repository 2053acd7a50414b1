"""What checks fills for rules, one a file."""
