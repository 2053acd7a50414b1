"""A page to solve as a SCORM 1.2 package, which reports to a learning platform.

Source: ADL, SCORM 1.2, Content Aggregation Model (the manifest) and Run-Time Environment (what
`page/scorm.js` calls).
"""

from __future__ import annotations

from html import escape

from satcross.apps.solving.selfcontained import filled, fingerprint
from satcross.extend import zip_of

_PAGE = "index.html"
_MAX_TITLE = 200  # characters, by the schema


def package_of(page: str, title: str) -> bytes:
    """A package with a page.

    Args:
        page: HTML that reports, as `document` makes it.
        title: of the activity.

    Returns: a ZIP file; the same bytes for the same arguments.
    """
    shown = escape(title[:_MAX_TITLE])
    manifest = filled("imsmanifest.xml", title=shown, key=fingerprint(page), page=_PAGE)
    return zip_of({"imsmanifest.xml": f"{manifest}\n", _PAGE: page})
