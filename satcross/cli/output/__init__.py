"""How answers leave: text, JSON, files and pictures."""
