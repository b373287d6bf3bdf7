"""The form that opens a match: what it offers, what somebody filled in, and what that asks for."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, datetime
from hashlib import sha256
from typing import Any, Final
from uuid import UUID

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from domain.kernel.game import AnyGame
from domain.kernel.setup_words import HasSetupFields, HasSetupTexts, HasSetupWords, OptionText, OptionWords, SetupField
from service.api.schemas.matches import MatchRequest, SeatRequest
from service.queries.players import Namesake

SOMEBODY_ELSE: Final = "new"
"""The answer to "is it this one?" that it isn't."""

_START: Final = "start_seat"
_OF_A_ROW: Final = ("player", "name", "asked", "answer")


class SeatField(Struct, frozen=True):
    """A row of the form: a place at the table.

    Attributes:
        player: the id of who was picked; empty for nobody.
        name: of somebody new, in its place.
        asked: the name for which "is it this one?" was asked.
        answer: the id of one of those who were shown, or :data:`SOMEBODY_ELSE`; empty if there is none yet.
        candidates: those who are shown.
        fields: what else is said of the seat, by name.
    """

    row: int
    player: str = ""
    name: str = ""
    asked: str = ""
    answer: str = ""
    candidates: tuple[Namesake, ...] = ()
    fields: Mapping[str, str] = {}

    @property
    def taken(self) -> bool:
        """Whether somebody sits here."""
        return bool(self.player or self.name.strip())

    @property
    def answered(self) -> str:
        """The answer, if it was given for this very name."""
        return self.answer if self.asked == self.name else ""

    @property
    def known(self) -> str:
        """The id of who sits here, if that is somebody known."""
        return self.player or (self.answered if self.answered != SOMEBODY_ELSE else "")

    @property
    def wanted(self) -> SeatRequest:
        """Who is to sit here."""
        if self.known:
            return SeatRequest(player=UUID(self.known))
        return SeatRequest(name=self.name, new=self.answered == SOMEBODY_ELSE)

    def with_candidates(self, candidates: Sequence[Namesake]) -> "SeatField":
        """The row with who has its name; an answer that names nobody of these is none."""
        ids = {str(one.id) for one in candidates}
        answer = self.answered if self.answered in {SOMEBODY_ELSE, *ids} else ""
        return replace(self, candidates=tuple(candidates), asked=self.name, answer=answer)


class MatchForm(Struct, frozen=True):
    """The form as somebody left it.

    Attributes:
        start: the row of who starts.
        options: the choice for each option that is said in words, where empty leaves it to the number of players; what
            was written, where it is a text.
        fields: what else was filled in for the table, by name.
        key: tells the form from others, so that sent twice it opens one match.
    """

    game: AnyGame
    rows: tuple[SeatField, ...]
    start: str
    options: Mapping[str, str]
    fields: Mapping[str, str]
    played_on: str
    place: str
    visibility: str
    find: str
    key: str

    @property
    def seated(self) -> Sequence[SeatField]:
        """The rows in which somebody sits, in order."""
        return [row for row in self.rows if row.taken]

    @property
    def words(self) -> Sequence[OptionWords]:
        """The options that the form asks for."""
        return words_of(self.game)

    @property
    def digest(self) -> str:
        """Stands for the form with all that is filled in."""
        rows = [(row.player, row.name, row.answered, row.fields) for row in self.rows]
        said = (self.options, self.fields)
        fields = (self.game.meta.key, rows, self.start, said, self.played_on, self.place, self.visibility)
        return sha256(msgspec.json.encode((self.key, fields))).hexdigest()

    def request(self) -> MatchRequest:
        """The match that it asks for.

        Raises:
            msgspec.ValidationError, ValueError: something in it has no meaning.
        """
        seated = self.seated
        options: dict[str, Any] = {}
        for words in self.words:
            chosen = words.chosen(self.options.get(words.name, ""), len(seated))
            if chosen is not None:
                options[words.name] = chosen.value
        for text in texts_of(self.game):
            if written := self.options.get(text.name, "").strip():
                options[text.name] = written
        if isinstance(self.game, HasSetupFields):
            options |= self.game.options_from(self.fields, [row.fields for row in seated])
        starts = next((seat for seat, row in enumerate(seated) if str(row.row) == self.start), 0)
        if _START in self.game.options_type.__struct_fields__:
            options[_START] = starts
        asked = {
            "game": self.game.meta.key,
            "seats": [row.wanted for row in seated],
            "options": msgspec.Raw(msgspec.json.encode(options)),
            "played_on": date.fromisoformat(self.played_on) if self.played_on else None,
            "place": self.place,
            "visibility": self.visibility,
        }
        return msgspec.convert(asked, MatchRequest)


def words_of(game: AnyGame) -> Sequence[OptionWords]:
    """The options of a game that are said in words."""
    return game.setup_words if isinstance(game, HasSetupWords) else ()


def texts_of(game: AnyGame) -> Sequence[OptionText]:
    """The options of a game that people write."""
    return game.setup_texts if isinstance(game, HasSetupTexts) else ()


def setup_fields_of(game: AnyGame) -> Sequence[SetupField]:
    """What else a game asks for the table."""
    return game.setup_fields if isinstance(game, HasSetupFields) else ()


def seat_fields_of(game: AnyGame) -> Sequence[SetupField]:
    """What else a game asks for each seat."""
    return game.seat_fields if isinstance(game, HasSetupFields) else ()


def fields_of(game: AnyGame) -> Iterator[str]:
    """The names of all fields that the form of a game may have."""
    yield from ("game", "start", "played_on", "place", "visibility", "find", "key", "do")
    for row in range(max(game.meta.seats)):
        yield from (f"{field}-{row}" for field in _OF_A_ROW)
        yield from (f"seat-{field.name}-{row}" for field in seat_fields_of(game))
    yield from (f"field-{field.name}" for field in setup_fields_of(game))
    yield from (f"option-{name}" for name in _option_names(game))


def _option_names(game: AnyGame) -> Iterator[str]:
    yield from (text.name for text in texts_of(game))
    yield from (words.name for words in words_of(game))


def filled_in(game: AnyGame, sent: Mapping[str, str]) -> MatchForm:
    """The form that was sent.

    Raises:
        ValueError: it names somebody by something else than an id.
    """

    def row_of(row: int) -> SeatField:
        player, name, asked, answer = (
            sent.get(f"{field}-{row}", "") for field in ("player", "name", "asked", "answer")
        )
        fields = {field.name: sent.get(f"seat-{field.name}-{row}", "") for field in seat_fields_of(game)}
        chosen = answer if answer == SOMEBODY_ELSE else _id(answer)
        return SeatField(row, _id(player), name, asked, chosen, fields=fields)

    rows = map(row_of, range(max(game.meta.seats)))
    return MatchForm(
        game=game,
        rows=tuple(rows),
        start=sent.get("start", "0"),
        options={name: sent.get(f"option-{name}", "") for name in _option_names(game)},
        fields={field.name: sent.get(f"field-{field.name}", "") for field in setup_fields_of(game)},
        played_on=sent.get("played_on", ""),
        place=sent.get("place", ""),
        visibility=sent.get("visibility", "public"),
        find=sent.get("find", ""),
        key=sent.get("key", ""),
    )


def _id(text: str) -> str:
    """An id in its usual form; empty for none."""
    return str(UUID(text)) if text else ""


def blank(game: AnyGame, people: Sequence[UUID], place: str, key: str) -> MatchForm:
    """A new form, with the people of the last table in their seats, as far as the game has seats, and today's date."""
    most = max(game.meta.seats)
    ids = [str(person) for person in people[:most]]
    rows = tuple(SeatField(row, ids[row] if row < len(ids) else "") for row in range(most))
    today = datetime.now().astimezone().date()  # at this table, which is where the service runs
    return MatchForm(game, rows, "0", {}, {}, today.isoformat(), place, "public", "", key)


def with_template(form: MatchForm, options: Any) -> MatchForm:
    """The form with what comes again of the `options` of an earlier match; people and seats stay."""
    game = form.game
    if not isinstance(game, HasSetupFields):
        return form
    said = {words.name: str(getattr(options, words.name)).lower() for words in form.words}
    said |= {text.name: getattr(options, text.name) for text in texts_of(game)}
    return replace(form, options=said, fields=game.fields_from(options))
