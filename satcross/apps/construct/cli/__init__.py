"""The options of `make`, `theme` and `pattern`, and how patterns are shown."""
