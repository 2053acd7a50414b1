"""The pictures of the site's gallery: titles, and the code that draws each into `picture`."""

PICTURES = (
    (
        "A daily crossword",
        """
import satcross as sx

grid = sx.read_grid("examples/daily15.txt")
picture = sx.svg_of(sx.fill(sx.Puzzle(grid, sx.WordList.builtin(min_score=50)), seed=1).fill)
""",
    ),
    (
        "A British grid",
        """
import satcross as sx

grid = sx.read_grid("examples/british13.txt")
picture = sx.svg_of(sx.fill(sx.Puzzle(grid, sx.WordList.builtin(min_score=60)), seed=1).fill)
""",
    ),
    (
        "A barred grid",
        """
import satcross as sx

grid = sx.read_grid("examples/barred6.txt")
picture = sx.svg_of(sx.fill(sx.Puzzle(grid, sx.WordList.builtin(min_score=50)), seed=1).fill)
""",
    ),
    (
        "A word search",
        """
import satcross as sx

words = ["literal", "clause", "unit", "conflict", "restart", "proof", "solver"]
picture = sx.svg_of(sx.make_wordsearch(words, "10x10", seed=2).value)
""",
    ),
    (
        "A layout of given words",
        """
import satcross as sx

words = ["propagation", "clause", "literal", "conflict", "restart", "decision"]
picture = sx.svg_of(sx.make_freeform(words, seed=1).value)
""",
    ),
    (
        "The puzzle, without its letters",
        """
import satcross as sx

picture = sx.svg_of(sx.read_grid("examples/mini5.txt"))
""",
    ),
)
