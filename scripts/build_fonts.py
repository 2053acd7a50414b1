"""Make the fonts in satcross/apps/pictures/fonts from Noto Sans SemiCondensed.

    python scripts/build_fonts.py FOLDER

FOLDER holds `NotoSans-SemiCondensed.ttf` with `Bold`, `Italic` and `BoldItalic`, as in Debian's
package `fonts-noto-extra` (version 2.004 of the fonts), or from https://github.com/notofonts.

Kept are Latin, Greek and Cyrillic letters with what clues have beside them. Hints and kerning are
left out: text is then as wide as the sum of its letters, in SVG, PNG and PDF alike. The family is
renamed, so that no installed font of another version is taken for it. Needs fontTools.
"""

from __future__ import annotations

import sys
from itertools import chain
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

TARGET = Path(__file__).resolve().parent.parent / "satcross/apps/pictures/fonts"
FAMILY = "Satcross Sans"
STYLES = ("Regular", "Bold", "Italic", "BoldItalic")
KEPT = (
    (0x0020, 0x024F),  # Latin
    (0x0250, 0x02FF),  # phonetics and modifiers, as clues quote them
    (0x0300, 0x036F),  # accents apart from their letters
    (0x0370, 0x03FF),  # Greek
    (0x0400, 0x052F),  # Cyrillic
    (0x1E00, 0x1EFF),  # more Latin: Vietnamese, capital sharp s
    (0x1F00, 0x1FFF),  # old Greek
    (0x2000, 0x214F),  # punctuation, superscripts, money
    (0x2150, 0x22FF),  # fractions, mathematics
    (0xFFFD, 0xFFFD),  # for what is not here
)
DROPPED_TABLES = ("GPOS", "GSUB", "GDEF", "kern", "DSIG", "STAT", "MVAR")


def make(source: Path, style: str) -> Path:
    """Write the font of one style; its path."""
    font = TTFont(source, recalcTimestamp=False)
    options = Options()
    options.hinting = False
    options.layout_features = []
    options.drop_tables += DROPPED_TABLES
    options.name_IDs = ["*"]
    options.notdef_outline = True
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=chain.from_iterable(range(a, b + 1) for a, b in KEPT))
    subsetter.subset(font)
    spaced = style.replace("BoldItalic", "Bold Italic")
    names = {1: FAMILY, 2: spaced, 4: f"{FAMILY} {spaced}".removesuffix(" Regular")}
    names |= {3: f"{names[4]}; from Noto Sans 2.004", 6: f"SatcrossSans-{style}"}
    table = font["name"]
    table.names = [n for n in table.names if n.nameID not in (16, 17, 21, 22, 25)]
    for record in table.names:
        if record.nameID in names:
            record.string = names[record.nameID]
    font["OS/2"].usWidthClass = 5  # the only width of its family
    path = TARGET / f"SatcrossSans-{style}.ttf"
    font.save(path)
    return path


def main() -> None:
    """Make all four."""
    folder = Path(sys.argv[1])
    for style in STYLES:
        suffix = "" if style == "Regular" else style
        path = make(folder / f"NotoSans-SemiCondensed{suffix}.ttf", style)
        print(f"{path.name}: {path.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
