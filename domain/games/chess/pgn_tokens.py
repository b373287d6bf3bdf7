"""What the moves of a game are written of in PGN, and moves that are kept as such text."""

import re
from typing import Final

TOKEN: Final = re.compile(
    r"""
    (?: \s+ | \d{1,5}(?:\.+|(?=\s)) | \.+ )++
    | \{(?P<comment>[^}]*)\}
    | ;(?P<line>[^\n]*)
    | \$(?P<nag>\d{1,5})
    | (?P<result>1-0|0-1|1/2-1/2|\*)(?![^\s(){}\[\];$<>])
    | (?P<null>--|Z0|@@@@)
    | (?P<move>
        (?: [NBRQKP]?[a-h]?[1-8]?[-x:]?[a-h][1-8](?:[=/]?\(?[nbrqkNBRQK]\)?)? | [O0]-[O0](?:-[O0])? )
        [+\#]{0,2}(?:\s*e\.p\.)? )
        (?=[^A-Za-z0-9]|$)
    | (?P<sign>[!?]{1,2}|[\u203c\u2047\u2048\u2049])
    | (?P<worth>\+/-|-/\+|\+-|-\+|\+/?=|=/?\+|=|[\u221e\u00b1\u2213\u2a72\u2a71])
    | (?P<open>\()
    | (?P<close>\))
    """,
    re.VERBOSE,
)
"""The next token of a text; spaces, dots and numbers of moves are of no group, all that stand together."""

VERBATIM: Final = "PGN"
"""The tag of comments that aren't words of somebody, but moves which stood there in a file."""


def verbatim_tokens(text: str, *, goes_on: bool) -> list[str] | None:
    """The tokens of `text`, if that may stand behind a move as it is; None where it would break a game.

    It has variations to that move. Where it `goes_on`, as at the end of a variation, it may have moves that follow.
    """
    tokens: list[str] = []
    moved = [True]  # whether there is a move to leave, in each of the lines that are open
    at = 0
    while at < len(text):
        found = TOKEN.match(text, at)
        if found is None or found.end() == at:
            return None
        at = found.end()
        match found.lastgroup:
            case "open":
                if not moved[-1]:
                    return None
                moved.append(False)
            case "close":
                moved.pop()
                if not moved:
                    return None
            case kind:
                if len(moved) == 1 and (kind == "result" or not goes_on) and found[0].strip():
                    return None
                moved[-1] |= kind in {"move", "null"}
        tokens += _written(found)
    return tokens if len(moved) == 1 else None


def _written(found: "re.Match[str]") -> list[str]:
    if found.lastgroup == "comment":
        return ["{" + in_braces(found["comment"]) + "}"]
    if found.lastgroup == "line":
        return [f"{found[0]}\n"]
    return found[0].split() if found.lastgroup is None else ["".join(found[0].split())]


def in_braces(text: str) -> str:
    """A comment without lines that would be taken for a header, or left out."""
    return text.replace("\n[", " [").replace("\n%", "\n %")
