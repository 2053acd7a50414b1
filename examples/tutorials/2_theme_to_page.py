# %% [markdown]
# # A theme, from start to page
#
# Two long answers belong together. `make` finds a pattern of blocks for them and fills the rest.

# %%
import tempfile
from pathlib import Path

import satcross as sx

theme = ["boolean", "algebra"]
made = sx.make("9x9", words=sx.WordList.builtin(min_score=40), theme=theme, time_limit_s=60, seed=2)
grid = made.value.fill.grid
grid

# %% [markdown]
# A crossword has clues. They come from a file of your own; here from two lines.

# %%
crossword = sx.with_fill(sx.crossword_of(grid.without_letters()), grid)
book = sx.ClueBook.from_pairs(
    [("BOOLEAN", "Either true or false"), ("ALGEBRA", "Sums with letters")]
)
crossword, without = sx.with_clues(crossword, book)
print([(clue.label, clue.text) for clue in crossword.clues if clue.text])
print(len(without), "clues are still to be written")

# %% [markdown]
# The same crossword as files for other programs, as a page to print, and as a page to solve.

# %%
folder = Path(tempfile.mkdtemp())
for name in ("daily.ipuz", "daily.puz", "daily.exolve"):
    sx.save_crossword(crossword, folder / name, lossy=True)
(folder / "daily.pdf").write_bytes(sx.pdf_of(crossword))
(folder / "daily.html").write_text(sx.html_of(crossword), encoding="utf-8")
print(sorted(path.name for path in folder.iterdir()))
