"""The one place where what went wrong below becomes a problem (RFC 9457): each error with what it answers."""

from typing import Final

import psycopg
import structlog
from eventsourcing.persistence import PersistenceError
from litestar.exceptions import (
    ClientException,
    HTTPException,
    InternalServerException,
    MethodNotAllowedException,
    NotFoundException,
)
from msgspec import UNSET
from psycopg_pool import PoolTimeout

from domain.annotations.errors import InvalidAnnotation
from domain.codec import UnreadableEvent
from domain.kernel.errors import InvalidSetup
from domain.match.commands import NotPossible
from domain.match.confirming import ResultIsSealed
from domain.match.identification import Contradiction
from domain.registry import UnknownGame
from domain.series.series import SeriesViolation
from domain.variations.commands import MoveRefused
from replays.records.mistakes import RecordRefused
from replays.stepper import NoSuchStep
from service.auth.errors import Forbidden, TooManyFailures, Unauthenticated, UnknownViewer
from service.auth.pins import WrongPin
from service.commands.imports.carrying_out import Unsure
from service.commands.imports.import_lock import ImportBusy
from service.commands.imports.jobs import NotReady, TooManyImports
from service.commands.imports.table import ImportNotFound
from service.commands.imports.upload_folder import FileTooLarge
from service.commands.merge_players import InvalidMerge
from service.commands.merge_subjects import InvalidSubjectMerge
from service.commands.play import ActionRefused
from service.commands.refused_claims import ClaimRefused, NoTriesLeft
from service.eventstore.errors import (
    DamagedLog,
    GameMissing,
    KeyReused,
    NotFound,
    Overloaded,
    PreconditionFailed,
    VersionConflict,
)
from service.http.bodies import MAX_BODY
from service.http.options import allow_of
from service.http.query import client_error
from service.http.requests import AnyRequest
from service.live.checkpoints import DeadLettered, ReadModelBehind, RebuildingReadModel, UnknownPosition
from service.problems.details import ProblemError
from service.problems.kinds import (
    BEHIND,
    BUSY,
    CONTRADICTS_RECORD,
    DAMAGED_LOG,
    DATABASE_UNAVAILABLE,
    DEAD_LETTERS,
    EVIDENCE_BEHIND,
    FORBIDDEN,
    GAME_MISSING,
    IDENTIFICATION_CONFLICT,
    IMPORT_NOT_READY,
    INVALID_ANNOTATION,
    INVALID_FILE,
    INVALID_JSON,
    INVALID_RECORD,
    INVALID_REQUEST,
    INVALID_SERIES,
    INVALID_SETUP,
    KEY_REUSED,
    METHOD_NOT_ALLOWED,
    NEEDS_RECORDER,
    NOT_FOUND,
    NOT_POSSIBLE,
    RESULT_SEALED,
    RULE_VIOLATION,
    TOO_LARGE,
    TOO_MANY_FAILURES,
    TOO_MANY_IMPORTS,
    UNAUTHENTICATED,
    UNKNOWN_PLAYER,
    UNKNOWN_POSITION,
    UNKNOWN_SUBJECT,
    VERSION_CONFLICT,
    WRONG_PIN,
)
from service.queries.boards import BoardNotFound
from service.queries.players import PlayerNotFound
from service.queries.subjects import SubjectNotFound
from service.queries.witness import EvidenceBehind
from service.readers.play import UnreadableFile
from service.validation.strict_json import MalformedJson, SchemaMismatch

_log = structlog.get_logger(__name__)


def as_problem(request: AnyRequest, error: Exception) -> ProblemError | None:
    """The problem that an exception stands for, if it isn't a fault of ours."""
    if isinstance(error, ProblemError):
        return error
    if isinstance(error, HTTPException):
        return _of_framework(request, error)
    return (
        _of_rules(error)
        or _of_input(error)
        or _of_store(error)
        or _of_imports(error)
        or _of_access(error)
        or _of_read_models(error)
        or _of_database(error)
    )


def _of_rules(error: Exception) -> ProblemError | None:
    """What the domain refuses."""
    match error:
        case ActionRefused():
            return ProblemError(
                RULE_VIOLATION,
                error.violation.message,
                refusal=error.violation,
                clause=error.violation.clause,
                action_index=error.index,
                step=error.step,
                pending=error.pending,
                pointer=f"/actions/{error.index}",
            )
        case MoveRefused():
            return ProblemError(
                RULE_VIOLATION,
                error.violation.message,
                refusal=error.violation,
                clause=error.violation.clause,
                action_index=error.index,
                step=error.before.step,
                pending=error.before.pending,
                pointer=f"/actions/{error.index}",
            )
        case ClaimRefused():
            detail = "By what the record knows of others it can't be so; the recorder is told why."
            return ProblemError(CONTRADICTS_RECORD, detail, action_index=0, step=error.step, pointer="/actions/0")
        case NoTriesLeft():
            detail = "Too many claims of this seat were refused in this match."
            return ProblemError(NEEDS_RECORDER, detail, pointer="/actions/0")
        case NotPossible():
            return ProblemError(NOT_POSSIBLE, error.message, pointer=error.pointer or UNSET)
        case ResultIsSealed():
            return ProblemError(RESULT_SEALED, "Only an arbiter may change this match, and gives a reason.")
        case Contradiction():
            return ProblemError(
                IDENTIFICATION_CONFLICT,
                error.message,
                refusal=error.refusal,
                step=error.step,
                conflicting_step=error.conflicting_step,
                clause=error.clause or UNSET,
            )
        case _:
            return None


def _of_input(error: Exception) -> ProblemError | None:
    """What can't be taken as it was sent."""
    match error:
        case MalformedJson():
            return ProblemError(INVALID_JSON, error.detail, pointer=UNSET if error.pointer is None else error.pointer)
        case SchemaMismatch():
            pointer = UNSET if error.pointer is None else error.pointer
            return ProblemError(INVALID_REQUEST, error.detail, pointer=pointer)
        case InvalidAnnotation():
            return ProblemError(INVALID_ANNOTATION, error.message, pointer=error.pointer or UNSET)
        case InvalidSetup():
            return ProblemError(
                INVALID_SETUP, error.message, refusal=error, pointer=error.pointer, clause=error.clause or UNSET
            )
        case SeriesViolation():
            return ProblemError(INVALID_SERIES, error.message, pointer=error.pointer)
        case InvalidMerge():
            return ProblemError(UNKNOWN_PLAYER, str(error), pointer="/into")
        case InvalidSubjectMerge():
            return ProblemError(UNKNOWN_SUBJECT, str(error))
        case RecordRefused():
            first, *others = error.mistakes
            more = f" That, and {len(others)} more." if others else ""
            return ProblemError(INVALID_RECORD, first.detail + more, pointer=first.pointer, errors=error.mistakes)
        case _:
            return None


def _of_store(error: Exception) -> ProblemError | None:
    """What the log and the tables don't have, or how they stand against a write."""
    match error:
        case NotFound():
            return ProblemError(NOT_FOUND, "There is nothing with this id.")
        case PlayerNotFound() | BoardNotFound() | SubjectNotFound():
            return ProblemError(NOT_FOUND, str(error))
        case NoSuchStep():
            return ProblemError(NOT_FOUND, "The match hasn't got that far.")
        case PreconditionFailed():
            return ProblemError(
                VERSION_CONFLICT,
                f"It is at version {error.current}.",
                version=error.current,
                headers={"ETag": f'"{error.current}"'},
            )
        case KeyReused():
            return ProblemError(KEY_REUSED, "This key came with another request before.", parameter="Idempotency-Key")
        case Overloaded() | VersionConflict():
            return ProblemError(BUSY, str(error), headers=_SOON)
        case EvidenceBehind():
            return ProblemError(EVIDENCE_BEHIND, str(error), headers=_LATER)
        case _:
            return None


def _of_imports(error: Exception) -> ProblemError | None:
    """What stands against the import of a file."""
    match error:
        case ImportNotFound():
            return ProblemError(NOT_FOUND, "There is no such import.")
        case FileTooLarge():
            return ProblemError(TOO_LARGE, f"{error.most} bytes are the most.")
        case UnreadableFile():
            return ProblemError(INVALID_FILE, str(error))
        case NotReady():
            return ProblemError(IMPORT_NOT_READY, str(error))
        case ImportBusy():
            return ProblemError(BUSY, "Somebody works on this import just now.", headers=_SOON)
        case Unsure():
            return ProblemError(IMPORT_NOT_READY, "It takes answers who some of the people are.")
        case TooManyImports():
            return ProblemError(TOO_MANY_IMPORTS, "There is no room for another one.", headers=_LATER)
        case _:
            return None


def _of_access(error: Exception) -> ProblemError | None:
    """What a token doesn't allow."""
    match error:
        case Unauthenticated():
            return ProblemError(UNAUTHENTICATED, str(error), headers={"WWW-Authenticate": error.challenge})
        case TooManyFailures():
            return ProblemError(TOO_MANY_FAILURES, str(error), headers={"Retry-After": str(error.retry_after)})
        case WrongPin():
            return ProblemError(WRONG_PIN, str(error))
        case Forbidden():
            return ProblemError(FORBIDDEN, str(error))
        case UnknownViewer():
            return ProblemError(INVALID_REQUEST, str(error), parameter="viewer")
        case _:
            return None


def _of_read_models(error: Exception) -> ProblemError | None:
    """What a read model hasn't got."""
    match error:
        case UnknownPosition():
            return ProblemError(UNKNOWN_POSITION, "No write has got this position.", parameter=error.parameter)
        case ReadModelBehind():
            return ProblemError(BEHIND, str(error), headers=_SOON)
        case RebuildingReadModel():
            return ProblemError(BEHIND, str(error), headers=_LATER)
        case DeadLettered():
            return ProblemError(DEAD_LETTERS, str(error), headers={"Retry-After": "60"})
        case psycopg.errors.UndefinedTable() | psycopg.errors.UndefinedColumn():
            _log.error("a read model isn't of this version", fault=str(error).strip())
            return ProblemError(BEHIND, "A read model is made anew just now.", headers=_LATER)
        case _:
            return None


def _of_database(error: Exception) -> ProblemError | None:
    """What operators should know of, too."""
    match error:
        case GameMissing(game=game) | UnknownGame(key=game):
            return ProblemError(GAME_MISSING, f"The game `{game}` isn't installed here.", game=game)
        case DamagedLog() | UnreadableEvent():
            _log.error("damaged log", fault=str(error))
            return ProblemError(DAMAGED_LOG, "Its events can't all be read.")
        case PersistenceError() | psycopg.OperationalError() | PoolTimeout():
            _log.error("database unavailable", fault=str(error).strip())
            return ProblemError(DATABASE_UNAVAILABLE, "The database can't be reached.", headers=_SOON)
        case _:
            return None


_SOON: Final = {"Retry-After": "1"}
_LATER: Final = {"Retry-After": "5"}

_GONE: Final = "client disconnected prematurely"
"""What the framework says when a body breaks off."""


def _of_framework(request: AnyRequest, error: HTTPException) -> ProblemError | None:
    match error:
        case MethodNotAllowedException():
            (allowed,) = (value for name, value in (error.headers or {}).items() if name.lower() == "allow")
            headers = {"Allow": allow_of(allowed.split(", "))}
            return ProblemError(METHOD_NOT_ALLOWED, "The address doesn't have this method.", headers=headers)
        case NotFoundException():
            return ProblemError(NOT_FOUND, "There is nothing at this address.")
        case ClientException() if error.status_code == TOO_LARGE.status:
            most = request.route_handler.resolve_request_max_body_size() or MAX_BODY
            return ProblemError(TOO_LARGE, f"{most} bytes are the most.")
        case ClientException() if error.status_code == FORBIDDEN.status:
            return ProblemError(FORBIDDEN, "It isn't allowed.")
        case ClientException() if error.status_code == UNAUTHENTICATED.status:
            return ProblemError(UNAUTHENTICATED, "A token is needed.")
        case ClientException():
            return client_error(request, error)
        case InternalServerException() if error.detail == _GONE:
            return ProblemError(INVALID_JSON, "The body breaks off.")  # nobody is there to read it
        case _:
            return None
