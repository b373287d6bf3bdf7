"""The commands ``partita token …``: who may do what."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final, TypeVar, get_args
from uuid import UUID

import click
import msgspec
from psycopg import AsyncConnection
from psycopg_pool import AsyncConnectionPool

from service.api.tokens import has_seat, token_item
from service.auth.access import ROLES, SEAT_ROLE, SECOND_RECORDER, Role, Scope
from service.auth.secret import fresh
from service.auth.token_repository import LONGEST, KnownToken, NewToken, TokenTable
from service.cli.audit import record_deed
from service.cli.common import database_options, explained
from service.cli.schema import database
from service.cli.spans import read_span
from service.eventstore.errors import NotFound
from service.eventstore.event_store import event_store
from service.validation.text import NAME_LENGTH, InvalidText, clean

T = TypeVar("T")

_PAGE: Final = 500


@click.group()
def token() -> None:
    """Make, list and revoke tokens, also while the service runs."""


class _Moment(click.ParamType[datetime]):
    """A moment to come."""

    name = "WHEN"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> datetime:
        """`value` in UTC."""
        now = datetime.now(UTC)
        try:
            if (span := read_span(value)) is not None:
                moment = now + span
            else:
                moment = datetime.fromisoformat(value)
                moment = moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
        except (ValueError, OverflowError):
            self.fail(f"{value!r} is no moment; 30d, 12h, 2031-12-31 and 2031-12-31T18:00:00+01:00 are.", param, ctx)
        if moment <= now:
            self.fail(f"{value} has passed.", param, ctx)
        if moment > now + LONGEST:
            self.fail(f"{value} is more than a thousand years ahead.", param, ctx)
        return moment


@token.command("create")
@database_options
@click.option("--label", required=True, help="Whom or what it is for.")
@click.option("--role", type=click.Choice([*ROLES, SEAT_ROLE]), help="A name for a set of scopes, or seat.")
@click.option(
    "--scope", "scopes", multiple=True, type=click.Choice(get_args(Scope)), help="Instead of a role; repeatable."
)
@click.option("--match", "match_id", type=click.UUID, help="The match of a seat's token.")
@click.option("--seat", type=click.IntRange(0, 15), help="The seat, counted from 0.")
@click.option("--expires", "expires_at", type=_Moment(), help="30d, 12h, or a date and time (UTC if it doesn't say).")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
@explained
def create_command(
    data: Path,
    database_url: str | None,
    label: str,
    role: Role | None,
    scopes: Sequence[Scope],
    match_id: UUID | None,
    seat: int | None,
    expires_at: datetime | None,
    *,
    as_json: bool,
) -> None:
    """Create a token and print it, once."""
    new = _wanted(label, role, scopes, match_id, seat, expires_at)
    bearer = fresh()
    with database(data, database_url, create=False) as conninfo:
        asyncio.run(_verify_seat(conninfo, new))
        known = _in_table(conninfo, lambda table: table.keep(bearer, new))
        record_deed(conninfo, "token create", bearer.id, label)
    if as_json:
        click.echo(msgspec.json.encode(msgspec.structs.asdict(token_item(known)) | {"token": bearer.text}))
    else:
        click.echo(bearer.text)
        click.echo(f"Store it: it can't be shown again. Its id is {bearer.id}.", err=True)


@token.command("list")
@database_options
@click.option("--role", type=click.Choice([*ROLES, SEAT_ROLE, SECOND_RECORDER]), help="Only tokens of this role.")
@click.option("--match", "match_id", type=click.UUID, help="Only those of the seats of this match.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON, a line each.")
@explained
def list_command(
    data: Path, database_url: str | None, role: Role | None, match_id: UUID | None, *, as_json: bool
) -> None:
    """List the tokens that were given, the newest first; none of them is shown itself."""
    with database(data, database_url, create=False) as conninfo:
        known = _in_table(conninfo, lambda table: _all(table, role, match_id))
    for one in known:
        click.echo(msgspec.json.encode(token_item(one)) if as_json else _line(one))


@token.command("revoke")
@database_options
@click.argument("ids", nargs=-1, required=True)
@explained
def revoke_command(data: Path, database_url: str | None, ids: Sequence[str]) -> None:
    """Let tokens, by their ids, be good no longer, nor those of seats that they made and of people whom they invited.

    A running service knows it within two seconds.
    """
    with database(data, database_url, create=False) as conninfo:
        revoked = _in_table(conninfo, lambda table: _revoke(table, ids))
        if ended := [token_id for tokens in revoked.values() for token_id in tokens]:
            record_deed(conninfo, "token revoke", *ended)
    for one, ended in revoked.items():
        if ended:
            others = f", and {len(ended) - 1} tokens that came of it" if len(ended) > 1 else ""
            click.echo(f"Revoked {one}{others}.")
    if unknown := [one for one, ended in revoked.items() if not ended]:
        raise click.ClickException(f"There is no such token, or it was revoked before: {', '.join(unknown)}.")


def _wanted(
    label: str,
    role: Role | None,
    scopes: Sequence[Scope],
    match_id: UUID | None,
    seat: int | None,
    expires_at: datetime | None,
) -> NewToken:
    """What the options ask for.

    Raises:
        click.UsageError: they don't go together.
    """
    if (role is None) == (not scopes):
        raise click.UsageError("It takes either --role or --scope.")
    if (role == SEAT_ROLE) != (match_id is not None) or (role == SEAT_ROLE) != (seat is not None):
        raise click.UsageError(f"--role {SEAT_ROLE}, and no other, goes with --match and --seat.")
    try:
        label = clean(label, NAME_LENGTH, required=True)
    except InvalidText as error:
        raise click.UsageError(f"--label: {error}") from None
    allowed = () if role == SEAT_ROLE else sorted(set(scopes) if role is None else ROLES[role])
    return NewToken(label=label, scopes=allowed, match_id=match_id, seat=seat, expires_at=expires_at)


async def _verify_seat(conninfo: str, new: NewToken) -> None:
    if new.match_id is None or new.seat is None:
        return
    async with event_store(conninfo) as store:
        try:
            match = await store.matches.load(new.match_id)
        except NotFound:
            raise click.ClickException(f"There is no match {new.match_id}.") from None
    if not has_seat(match, new.seat):
        raise click.ClickException(f"The match has no seat {new.seat}; its last one is {len(match.seats) - 1}.")


def _in_table(conninfo: str, work: Callable[[TokenTable], Awaitable[T]]) -> T:
    async def run() -> T:
        pool: AsyncConnectionPool[AsyncConnection[Any]] = AsyncConnectionPool(conninfo, min_size=1, open=False)
        async with pool:
            return await work(TokenTable(pool))

    return asyncio.run(run())


async def _revoke(table: TokenTable, ids: Sequence[str]) -> dict[str, list[str]]:
    return {one: await table.revoke(one) for one in dict.fromkeys(ids)}


async def _all(table: TokenTable, role: Role | None, match_id: UUID | None) -> list[KnownToken]:
    known: list[KnownToken] = []
    while page := await table.page(role, match_id, known[-1].came if known else None, _PAGE):
        known += page
    return known


def _line(known: KnownToken) -> str:
    """A token in a line for people."""
    what = known.role or "+".join(known.scopes)
    if known.match_id is not None:
        what = f"seat {known.seat} of {known.match_id}"
    return f"{known.id}  {known.created_at:%Y-%m-%d}  {_standing(known)}  {_use(known)}  {what}  {known.label}"


def _use(known: KnownToken) -> str:
    if known.last_used_at is None:
        return "never used"
    return f"used {known.last_used_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"


def _standing(known: KnownToken) -> str:
    if known.revoked_at is not None:
        return "revoked"
    if known.expires_at is None:
        return "good"
    if known.expires_at <= datetime.now(UTC):
        return "expired"
    return f"good until {known.expires_at.astimezone(UTC):%Y-%m-%d %H:%M} UTC"
