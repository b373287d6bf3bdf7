"""The portable record of a match, out and in, and other forms of it for people and spreadsheets."""

from typing import Annotated, Final

from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import QueryParameter, RawBody

from domain.annotations.audience import Reader
from domain.kernel.viewer import RECORDER
from domain.match.events import MatchDescribed, MatchOpened, Visibility
from domain.match.match import Match
from replays.exports import EXPORTS
from replays.exports.visitor import ExportContext
from replays.exports.walk import walk
from replays.records.checking import Checked
from replays.records.form import MAX_RECORD, Record
from service.api.match_access import may_write, narrator_of, principal_of, see
from service.api.parameters import MatchId
from service.api.schemas.records import ImportAnswer, ImportedEvidence, OtherName
from service.auth.access import Principal, may_read, sight, verify_readable
from service.auth.errors import Forbidden
from service.commands.admit_record import admitted
from service.commands.import_records import RecordConflict
from service.eventstore.errors import GameMissing
from service.evidence.head import Head
from service.http.bodies import verify_json
from service.http.conditional import digest_of, etag, idempotency_key, versioned
from service.http.contract import Contract
from service.http.negotiation import preferred
from service.http.requests import AnyRequest
from service.problems.details import ProblemError
from service.problems.kinds import BUSY, EVIDENCE_BEHIND, FORBIDDEN, INVALID_RECORD, RECORD_CONFLICT
from service.process.container import Services

_JSON: Final = "application/json"

_FORMS: Final = {export.media_type: export for export in EXPORTS.values()}


@get(
    "/matches/{match_id:uuid}/record",
    operation_id="getRecord",
    tags=["records"],
    summary="The record of a match",
    opt=Contract(
        forms={name: export.title for name, export in _FORMS.items()},
        problems=(FORBIDDEN, EVIDENCE_BEHIND),
        localized=True,
    ).opt,
)
async def get_record(
    match_id: MatchId,
    services: NamedDependency[Services],
    request: AnyRequest,
    evidence: Annotated[
        bool, QueryParameter(description="With the proof that its events are in the log (JSON only).")
    ] = False,
) -> Response[Record]:
    """All that was recorded, to be kept or taken in elsewhere; in other forms what stands of it, for people.

    It has no eyes but the recorder's, so as long as the match keeps its secrets it is only for who sees all of it. Of
    annotations and variations it has those that you may see and that were never meant for others alone.

    Where the game isn't installed any more, only who may read and see everything is given it, with all that was written
    beside it, and with the result that was known while the game was here.
    """
    try:
        access = await see(services, request, match_id, None)
    except GameMissing:
        principal = (await principal_of(services, request)).at(match_id)
        if not (principal.may("read") and principal.sees_all) or preferred(request, [_JSON, *_FORMS]) != _JSON:
            raise
        witness = services.witness if evidence else None
        content = await services.blocking(services.exporter.bytes_without_game, match_id, witness)
        return versioned(request, digest_of(content), content, media_type=_JSON)
    reader_of_all(access.principal, access.match)
    form = preferred(request, [_JSON, *_FORMS])
    if form == _JSON:
        content = await services.blocking(
            services.exporter.bytes_of,
            match_id,
            lambda match: reader_of_all(access.principal, match),
            services.witness if evidence else None,
        )
        return versioned(request, digest_of(content), content, media_type=_JSON)
    narrator = await narrator_of(services, request, access.match.seats)
    notebook = await services.notes.of(match_id, access.match, Reader(access.principal.token_id, RECORDER))
    record = ExportContext(match_id, access.match, RECORDER, narrator, notebook)
    content = await services.blocking(walk, record, _FORMS[form].visitor())
    headers = {"Content-Language": narrator.language, "X-Content-Type-Options": "nosniff"}
    return versioned(request, digest_of(content), content, headers, form)


@post(
    "/records",
    operation_id="importRecord",
    tags=["records"],
    summary="Take in a record",
    opt=Contract(
        body=Record,
        idempotent=True,
        also={200: "It was here already, or was only checked; nothing was written."},
        problems=(INVALID_RECORD, RECORD_CONFLICT, BUSY),
        headers=("Location", "ETag"),
    ).opt,
    request_max_body_size=MAX_RECORD,
)
async def import_record(
    services: NamedDependency[Services],
    request: AnyRequest,
    body: RawBody,
    dry_run: Annotated[bool, QueryParameter(description="Only check it.")] = False,
) -> Response[ImportAnswer]:
    """A match with all its events, its players, and what was written beside it; the rules check all of it.

    The match keeps its id: taken in twice, it is there once. Players who are known here by their ids keep the names
    that they have here. Who recorded and wrote what, and when, is believed, unless the record has evidence: that is
    verified, and has to be right.
    """
    principal = await may_write(services, request)
    verify_json(request)
    record = await services.blocking(admitted, services.importer, body)
    _verify_blind(principal, record)
    key = idempotency_key(request, principal, body)
    try:
        done = await services.importer.import_record(record, dry_run=dry_run, key=key)
    except RecordConflict as conflict:
        raise _conflict(principal, conflict) from None
    answer = ImportAnswer(
        id=record.match_id,
        game=record.game.meta.key,
        version=done.version,
        step=record.step,
        status=record.status,
        position=done.position,
        known=done.known,
        dry_run=dry_run,
        evidence=await services.blocking(_evidence, services, record),
        other_names=tuple(
            OtherName(id=player.id, name=name, in_record=str(player.name)) for player, name in done.other_names
        ),
    )
    if dry_run or done.known:
        return Response(answer, status_code=200)
    headers = {"Location": f"/api/v1/matches/{record.match_id}", "ETag": etag(done.version)}
    return Response(answer, headers=headers)


def reader_of_all(principal: Principal, match: Match) -> Reader:
    """Who is given the record of `match`.

    Raises:
        ProblemError: 404 for who may not read it, 403 for who may not know all of it.
    """
    verify_readable(principal, match)
    if sight(principal, match, None) is not RECORDER:
        raise ProblemError(FORBIDDEN, "A record tells all; this token may not know all of the match.")
    return Reader(principal.token_id, RECORDER)


def _evidence(services: Services, record: Checked) -> ImportedEvidence | None:
    if record.evidence is None:
        return None
    head, key = Head.read(record.evidence.head), record.evidence.key
    return ImportedEvidence(log=head.name, size=head.size, key=key, own=key == str(services.witness.key.verifying))


def _verify_blind(principal: Principal, record: Checked) -> None:
    """Refuse a second record that others see, from who may not make one visible.

    Its id follows from that of its match, so whoever took it in ahead would read what somebody else records in it.

    Raises:
        Forbidden: as it says.
    """
    opened = record.events[0]
    if not isinstance(opened, MatchOpened) or opened.second_record_of is None or may_read(principal, Visibility.BLIND):
        return
    visibilities = (event.visibility for event in record.events if isinstance(event, MatchOpened | MatchDescribed))
    if any(visibility is not Visibility.BLIND for visibility in visibilities):
        raise Forbidden("A second record that isn't blind takes the scope 'arbitrate' or 'admin'.")


def _conflict(principal: Principal, conflict: RecordConflict) -> ProblemError:
    """That something else has the id; who may not read that isn't told more of it."""
    match = conflict.match
    if match is None or not may_read(principal, match.visibility):
        return ProblemError(RECORD_CONFLICT, "The id is taken.")
    return ProblemError(RECORD_CONFLICT, str(conflict), version=match.version)
