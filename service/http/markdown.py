"""Comments as HTML: CommonMark without HTML and images, and what comes of it is cleaned once more."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final

import nh3

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_CACHED: Final = 1024
"""How many comments are kept as HTML; with the longest comments that is some ten megabytes."""

_TAGS: Final = frozenset(
    "a blockquote br code em h1 h2 h3 h4 h5 h6 hr li ol p pre strong ul".split()  # noqa: SIM905  # read as one line
)
_SCHEMES: Final = frozenset({"http", "https", "mailto"})
_REL: Final = "nofollow noopener noreferrer"


@cache
def _markdown() -> "MarkdownIt":
    """What parses; loaded with the first comment. What is nested deeper than the preset's 20 levels is left out."""
    from markdown_it import MarkdownIt  # noqa: PLC0415  # most starts see no comment

    return MarkdownIt("commonmark", {"html": False}).disable(["image", "html_block", "html_inline"])


@lru_cache(_CACHED)
def html_of(text: str) -> str:
    """`text` as HTML that can be shown on any page: no scripts, styles, forms or images, links to web and mail only.

    Images are left out since fetching one tells its server who reads the comment.
    """
    return nh3.clean(
        _markdown().render(text),
        tags=set(_TAGS),
        attributes={"a": {"href", "title"}, "ol": {"start"}},
        url_schemes=set(_SCHEMES),
        url_relative="deny",  # a comment is shown on many pages, and a link of this service may do something
        link_rel=_REL,
    )
