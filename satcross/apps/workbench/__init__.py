"""The workbench: a server for one folder of crosswords, and the page that it shows.

For constructors. Begin with `document`, a crossword as it is edited, and `edits`, which has a
function for each message that changes one; `live` keeps an open one, `server` speaks with the page
in `page/`. `clue_words` says whose word a clue has, and `page/cluewords.js` the same in the
browser. What is worked out of a crossword is in `engine/`, a process of its own: `analyst` and
`questions`, and dialogs in `engine/panels/`. `commands/serve.py` is the command. The protocol is in
docs/internals/workbench-protocol.md.

From the core it takes crosswords, puzzles and formats, from other rooms what can be asked of them.
"""
