"""What may be chosen, as the API gives it, and actions that are tried."""

from typing import Annotated

import msgspec
from msgspec import Struct

from domain.kernel.choices import Choice, Choices, Slot
from domain.kernel.pending import Pending
from service.api.schemas.common import component


class Prompt(Struct, frozen=True):
    """What the match waits for.

    Attributes:
        seat: who is asked; null for chance.
        text: what for, in words.
    """

    seat: int | None
    text: str


class ChoicesAnswer(Struct, frozen=True, kw_only=True):
    """What may be done, in words: verbs, and slots that a choice may lead to, each by its place in the list.

    Attributes:
        step: where these can be done.
        choices: the verbs, in the order in which they are shown.
        slots: the slots of all of them.
        chosen: the seats that have chosen, while all choose secretly and at once; null at other times.
        prompts: a sentence for each seat that is asked and whose choices are told.
        adjustments: for who records: what can be put otherwise than the rules would have it, as verbs with slots; the
            reason isn't asked by a slot.
    """

    version: int
    step: int
    pending: Pending
    chosen: tuple[int, ...] | None
    prompts: tuple[Prompt, ...]
    choices: tuple[Choice, ...]
    slots: tuple[Slot, ...]
    adjustments: Choices = Choices()


class TryRequest(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """An action to be tried at the newest step.

    Attributes:
        action: as it would be recorded.
    """

    action: Annotated[msgspec.Raw, component("Action")]


class TryAnswer(Struct, frozen=True, kw_only=True):
    """An action that could be recorded.

    Attributes:
        sentence: what the history would say; what it would turn up is left out.
    """

    version: int
    step: int
    sentence: str
