"""The rules of a fill again, from raw cells; shares no code with encoder or engine."""
