# %% [markdown]
# # A first fill
#
# A grid is text: `#` is a block, `.` an open cell, a letter is given.

# %%
import satcross as sx

grid = sx.Grid.parse("#...#\n.....\n.....\n.....\n#...#")
words = sx.WordList.builtin(min_score=60)
puzzle = sx.Puzzle(grid, words)
puzzle

# %% [markdown]
# `fill` answers in one of three ways: found, proved impossible, or stopped at a limit.

# %%
match sx.fill(puzzle, seed=1, time_limit_s=10):
    case sx.Found(fill):
        print([entry.word for entry in fill.entries])
    case sx.Impossible(why):
        print("no fill:", why)
    case sx.Stopped(reason):
        print("stopped:", reason)
fill

# %% [markdown]
# Another seed gives another fill. Every fill is checked by code that shares nothing with the
# search; here is that checker, and what it says of a grid with a mistake.

# %%
assert sx.check(puzzle, fill) == []
wrong = str(fill).replace("A", "X", 1)
print(*sx.check(puzzle, wrong), sep="\n")

# %% [markdown]
# How many fills are there, with the best words only?

# %%
small = sx.Puzzle(sx.Grid.parse("...\n...\n..."), sx.WordList.builtin(min_score=95))
count = sx.count(small, time_limit_s=20)
print(count.value)
