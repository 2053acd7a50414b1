"""Pages to solve: one HTML file that needs no other, also as a package for learning platforms.

For teachers and publishers. `html` makes the page of a crossword, `shaped_page` that of a board
that is no rectangle, `selfcontained` puts scripts, styles and data into one file, `scorm` packs it.
`page/` has the scripts, which pages of other rooms use too, `templates/` the parts of pages.
`outputs.py` registers .html and .zip.

From the core it takes crosswords, their drawing and the texts of its languages.
"""
