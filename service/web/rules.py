"""The page with the rules of a game: every clause has an anchor, so that whatever cites it can lead there."""

import re
from collections.abc import Container, Iterator
from typing import Final

from litestar import Response, get
from litestar.di import NamedDependency
from markupsafe import Markup, escape
from msgspec import Struct

from domain.kernel.titles import game_title
from domain.kernel.typesetting import typeset
from domain.registry import rulebook_of
from domain.rulebook import Clause, Rulebook
from service.api.games import Edition, GameKey, game_called
from service.http.negotiation import language_of
from service.http.requests import AnyRequest
from service.process.container import Services
from service.web.rendering import page
from service.web.visitor import visitor_of

_CODE_OR_CITATION: Final = re.compile(r"`([^`]+)`|\b([A-Z]\d+(?:\.\d+)?)\b")


class ClauseLine(Struct, frozen=True):
    """A clause as it stands on the page; its text is HTML, in which readings are marked and clauses are links."""

    number: str
    text: Markup


class SectionPart(Struct, frozen=True):
    """A section as it stands on the page, with its anchor."""

    anchor: str
    number: str | None
    heading: str
    paragraphs: tuple[Markup, ...]
    clauses: tuple[ClauseLine, ...]
    examples: tuple[Markup, ...]


@get("/games/{game:str}/rules", include_in_schema=False)
async def rules_page(
    game: GameKey, services: NamedDependency[Services], request: AnyRequest, edition: Edition = None
) -> Response[bytes]:
    """The rules in the reader's language, or in English where there is no translation."""
    await visitor_of(services, request)
    rules = game_called(game, edition)
    meta = rules.meta
    book = rulebook_of(meta.key, meta.edition, language_of(request))
    anchors = frozenset({*(clause.number for clause in book.clauses), *_anchors(book)})
    return page(
        request,
        "rules.html",
        key=meta.key,
        title=game_title(rules, language_of(request)),
        rules_language=book.language,
        has_readings=any(clause.readings for clause in book.clauses),
        introduction=[_linked(words, anchors) for words in book.introduction],
        sections=list(_sections(book, anchors)),
    )


def _anchors(book: Rulebook) -> list[str]:
    """The anchor of each section: its number, that of its clauses, or its place."""
    return [
        section.number or (section.clauses[0].number.partition(".")[0] if section.clauses else f"part-{place}")
        for place, section in enumerate(book.sections, start=1)
    ]


def _sections(book: Rulebook, anchors: Container[str]) -> Iterator[SectionPart]:
    for anchor, section in zip(_anchors(book), book.sections, strict=True):
        yield SectionPart(
            anchor=anchor,
            number=section.number,
            heading=section.heading,
            paragraphs=tuple(_linked(words, anchors) for words in section.paragraphs),
            clauses=tuple(ClauseLine(clause.number, _clause(clause, anchors)) for clause in section.clauses),
            examples=tuple(_linked(words, anchors) for words in section.examples),
        )


def _clause(clause: Clause, anchors: Container[str]) -> Markup:
    """The text of a clause, with its readings marked."""
    text, rest = Markup(), clause.text
    for reading in clause.readings:
        before, _, rest = rest.partition(reading)
        text += _linked(before, anchors) + Markup('<em class="reading">{}</em>').format(_linked(reading, anchors))
    return text + _linked(rest, anchors)


def _linked(words: str, anchors: Container[str]) -> Markup:
    """A text in which what is cited leads to its anchor, and what stands between backticks is code."""
    return Markup().join(_pieces(typeset(words), anchors))


def _pieces(words: str, anchors: Container[str]) -> Iterator[Markup]:
    place = 0
    for found in _CODE_OR_CITATION.finditer(words):
        yield escape(words[place : found.start()])
        place = found.end()
        if found[1]:
            yield Markup("<code>{}</code>").format(found[1])
        elif found[2] in anchors:
            yield Markup('<a href="#{0}">{0}</a>').format(found[2])
        else:
            yield escape(found[2])
    yield escape(words[place:])
