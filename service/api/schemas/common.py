"""What the structs of several resources hold: the games' own values, told by their components."""

from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta

from domain.registry import GAMES

if TYPE_CHECKING:
    AnyView = Any
else:
    AnyView = reduce(or_, (game.view_type for game in GAMES.values()))

MAX_ACTIONS = 1000


def component(name: str) -> Meta:
    """A value that is one of the games' own: the OpenAPI document has a component for it."""
    return Meta(extra_json_schema={"$ref": f"#/components/schemas/{name}"})


ChosenVisibility = Annotated[
    Literal["public", "unlisted", "private"],
    Meta(description="Who may read it without a token: everybody, who knows its address, or nobody."),
]

AnyAction = Annotated[Any, component("Action")]
PlayedAction = Annotated[Any, component("PlayedAction")]
AnyFact = Annotated[Any, component("Fact")]
AnyOptions = Annotated[Any, component("Options")]
