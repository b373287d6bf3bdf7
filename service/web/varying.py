"""What may be chosen at a position that wasn't played: the same words and slots as where a match is recorded."""

from domain.kernel.choices import Choices
from domain.match.choosing import asked_seats, choices_at, reports_at
from domain.match.match import Match
from replays.frames import Narrator
from service.api.choices import prompts_of
from service.api.schemas.choices import ChoicesAnswer


def choices_along(match: Match, narrator: Narrator) -> ChoicesAnswer:
    """What may be done at `match`, as who sees all of it may choose; also what chance may bring."""
    asked = asked_seats(match.pending)
    names, language = narrator.names, narrator.language
    choices: Choices = (
        choices_at(match.game, match.state, asked, names, language)
        if asked
        else reports_at(match.game, match.state, names, language)
    )
    return ChoicesAnswer(
        version=match.version,
        step=match.step,
        pending=match.pending,
        chosen=None,
        prompts=tuple(prompts_of(choices, names, language)),
        choices=choices.choices,
        slots=choices.slots,
    )
