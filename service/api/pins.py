"""PINs, by which people confirm results on a phone that is passed around."""

from uuid import UUID

import msgspec
from litestar import put
from litestar.di import NamedDependency
from litestar.params import RawBody
from msgspec import UNSET

from service.api.match_access import may_write
from service.api.players import PlayerId
from service.api.schemas.results import PinRequest
from service.auth.access import Principal
from service.http.bodies import read_body
from service.http.contract import Contract
from service.http.requests import AnyRequest
from service.problems.kinds import WRONG_PIN
from service.process.container import Services
from service.queries.players import NOT_NAMED, PlayerNotFound

_pin = msgspec.json.Decoder(PinRequest)


@put(
    "/players/{player_id:uuid}/pin",
    operation_id="setPin",
    tags=["players"],
    summary="Set a person's PIN",
    opt=Contract(body=PinRequest, problems=(WRONG_PIN,)).opt,
    status_code=204,
)
async def set_pin(player_id: PlayerId, services: NamedDependency[Services], request: AnyRequest, body: RawBody) -> None:
    """Four digits by which the person confirms results on a recorder's phone.

    The person types it there: the first one, too. Changing it takes the old one, or a token with the scope `admin`. It
    is stored as a slow hash, and can't be read again by anybody.
    """
    principal = await may_write(services, request)
    wanted = read_body(request, body, _pin)
    await pin_set(services, principal, player_id, wanted.pin, None if wanted.old is UNSET else wanted.old)


async def pin_set(services: Services, principal: Principal, player_id: UUID, pin: str, old: str | None) -> None:
    """Set the PIN of a person, by `principal`.

    Raises:
        PlayerNotFound: there is no such player, or the name was erased.
        WrongPin, TooManyFailures: as of :meth:`service.auth.pins.Pins.put`.
    """
    if player_id in await services.people.unseatable([player_id]):
        raise PlayerNotFound(NOT_NAMED)
    await services.pins.put(player_id, pin, old=old, override=principal.may("admin"), by=principal.token_id)
