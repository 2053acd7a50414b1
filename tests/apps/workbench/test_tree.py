"""The tree that screen readers get."""

from __future__ import annotations

from playwright.sync_api import expect
from support.workbench_page import Open

TREE = """
- banner:
  - heading "Small" [level=1]
  - navigation "Crossword":
    - button /Undo/
    - button /Redo/
    - button /Find/
    - button "Export…"
- complementary "Candidates":
  - heading /1 Across CAT/ [level=2]
  - searchbox "Filter the words of 1 Across"
  - list:
    - listitem:
      - img "a complete fill has it"
      - button "CUT"
  - heading /1 Down CAT/ [level=2]
- main:
  - grid "Crossword grid; F6 leaves it":
    - row:
      - gridcell /^C, .*no word fits, 1 Across, letter 1 of 3, 1 Down, .*row 1, column 1$/
      - gridcell /^A, .*1 Across, letter 2 of 3, row 1, column 2$/
      - gridcell /^T, .*1 Across, letter 3 of 3, 2 Down, letter 1 of 3, row 1, column 3$/
    - row:
      - gridcell /^A, .*1 Down, letter 2 of 3, row 2, column 1$/
      - gridcell "block, row 2, column 2"
      - gridcell /^O, .*2 Down, letter 2 of 3, row 2, column 3$/
    - row
  - toolbar "Cells":
    - button "Block"
- complementary "Answers":
  - tablist "Answers":
    - tab /^Fill, [1-9]\\d* ways? out$/ [selected]
    - tab "Clues"
    - tab "Check"
    - tab "Words"
  - tablist "Fill":
    - tab "Fills" [selected]
    - tab /^Stuck, [1-9]\\d* ways? out$/
    - tab "Score"
  - tabpanel /^Fill, [1-9]\\d* ways? out$/
- contentinfo:
  - button "Impossible, proved"
  - button "History"
- status: Impossible, proved
"""


def test_the_tree_says_what_there_is(opened: Open) -> None:
    tab = opened("CAT\nA#O\nTIN\n")  # CAT is there twice
    tab.press("Alt+i")
    tab.page.get_by_role("textbox", name="Title").fill("Small")
    tab.press("Escape")
    tab.wait_for_verdict("Impossible")
    expect(tab.part("body")).to_match_aria_snapshot(TREE)
