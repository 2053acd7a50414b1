"""Long runs that look for defects: `python -m fuzz.NAME`."""
