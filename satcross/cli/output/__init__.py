"""How answers leave: text, JSON, files and pictures.

`sink` is where text goes, `lines` keeps lines whole. `fill_view` and `fills` print fills, `batches`
thousands of them; `grids` and `crosswords` write files.
"""
