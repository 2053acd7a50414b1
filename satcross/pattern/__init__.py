"""Block patterns: grids without letters, made to a constructor's rules by SAT."""
