"""How clues can be given to the blocks of an arrow word, by trying all ways."""

from itertools import product


def ways(rows: tuple[str, ...]) -> int:
    """How many ways there are to give each slot a block, and each block one slot or two.

    None where a cell is in no slot.
    """
    n_rows, n_cols = len(rows), len(rows[0])
    text = "".join(rows)
    choices: list[list[int]] = []
    for step, after, line in ((1, n_cols - 1, 1), (n_cols, n_rows - 1, 0)):
        for at, cell in enumerate(text):
            place = at % n_cols if line else at // n_cols
            starts = cell == "." and (place == 0 or text[at - step] != ".")
            if starts and place < after and text[at + step] == ".":
                beside = [at - 1] if at % n_cols else []
                beside += [at - n_cols] if at >= n_cols else []
                choices.append([block for block in beside if text[block] == "#"])
    blocks = [at for at, cell in enumerate(text) if cell == "#"]
    near = {at: [at - 1] * (at % n_cols > 0) + [at + 1] * (at % n_cols < n_cols - 1)
            + [at - n_cols, at + n_cols] for at in range(len(text))}  # fmt: skip
    for at, cell in enumerate(text):
        if cell == "." and all(text[i : i + 1] != "." for i in near[at] if 0 <= i < len(text)):
            return 0
    return sum(all(1 <= each.count(block) <= 2 for block in blocks) for each in product(*choices))
