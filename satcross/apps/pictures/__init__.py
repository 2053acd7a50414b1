"""Pictures and pages to print of anything that has a grid: SVG, PNG and PDF.

For everybody who prints. A `Crossword` becomes sheets of shapes (`sheets`): the grid alone, by
`board` and `painter`; or `pages`, with clues set in columns (`flow`, `words`) and headings
(`heads`). `svg`, `png` and `pdf` make files of sheets; `printable` is what other rooms draw
themselves; `submission` is a manuscript for an editor. `fonts` and `scripts` know our letters.
`api` has the public functions, `outputs` the files, `commands/render.py` is `satcross render`.

From the core it takes crosswords, and style, paper, languages and shapes (`satcross.drawing`).
Books, layouts, pages to solve, word searches, worksheets, the workbench and arrow words draw
with it.
"""
