"""Which problem each error of the rooms below is; none of them is forgotten."""

import importlib
import pkgutil
from typing import Any
from uuid import UUID

import pytest
from litestar.testing import RequestFactory

import service
from domain.kernel.errors import RuleViolation
from domain.kernel.pending import Finished
from domain.registry import UnknownGame
from replays.records.mistakes import Mistake, RecordRefused
from service.api.problem_map import as_problem
from service.auth.errors import AccessDenied, Forbidden, InvalidToken, TooManyFailures, Unauthenticated, UnknownViewer
from service.auth.owner_token import DamagedToken
from service.auth.pins import WrongPin
from service.commands.import_records import RecordConflict
from service.commands.imports.carrying_out import Unsure
from service.commands.imports.import_lock import ImportBusy
from service.commands.imports.jobs import NotReady, TooManyImports, _StopAsked
from service.commands.imports.matches import OtherSheet
from service.commands.imports.people import UnknownAnswer
from service.commands.imports.reasons import InvalidPlay
from service.commands.imports.table import ImportNotFound
from service.commands.imports.upload_folder import FileTooLarge
from service.commands.imports.uploaded_imports import InvalidAnswer
from service.commands.merge_players import InvalidMerge
from service.commands.merge_subjects import InvalidSubjectMerge
from service.commands.play import ActionRefused
from service.commands.refused_claims import ClaimRefused, NoTriesLeft
from service.eventstore.errors import (
    DamagedLog,
    GameMissing,
    KeyReused,
    LogWentBack,
    NotFound,
    Overloaded,
    PreconditionFailed,
    UnreadableLog,
    VersionConflict,
)
from service.live.checkpoints import DeadLettered, ReadModelBehind, RebuildingReadModel, UnknownPosition
from service.queries.boards import BoardNotFound
from service.queries.players import NameKnown, PlayerNotFound
from service.queries.subjects import SubjectNotFound
from service.queries.tables.forms import FormMissing
from service.queries.witness import EvidenceBehind, LaterThanLog
from service.validation.strict_json import JsonError, MalformedJson, SchemaMismatch
from service.validation.text import InvalidText

ROOMS = ("auth", "commands", "eventstore", "live", "queries", "validation")

ANY = UUID(int=7)

VIOLATION = RuleViolation("6", "It isn't so.")

PROBLEMS: list[tuple[Exception, int, str, dict[str, Any], dict[str, str]]] = [
    (Unauthenticated("Who?"), 401, "unauthenticated", {}, {"WWW-Authenticate": "Bearer"}),
    (InvalidToken("No."), 401, "unauthenticated", {}, {"WWW-Authenticate": 'Bearer error="invalid_token"'}),
    (TooManyFailures(20), 429, "too-many-failures", {}, {"Retry-After": "20"}),
    (Forbidden("No."), 403, "forbidden", {}, {}),
    (WrongPin("The PIN is wrong."), 403, "wrong-pin", {}, {}),
    (UnknownViewer("Who?"), 400, "invalid-request", {"parameter": "viewer"}, {}),
    (InvalidMerge("No."), 422, "unknown-player", {"pointer": "/into"}, {}),
    (InvalidSubjectMerge("No."), 422, "unknown-subject", {}, {}),
    (
        ActionRefused(2, 5, Finished("over"), VIOLATION),
        422,
        "rule-violation",
        {"clause": "6", "action_index": 2, "step": 5, "pending": Finished("over"), "pointer": "/actions/2"},
        {},
    ),
    (
        ClaimRefused(5, None, VIOLATION),
        422,
        "contradicts-record",
        {"action_index": 0, "step": 5, "pointer": "/actions/0"},
        {},
    ),
    (NoTriesLeft(ANY, 1), 422, "needs-recorder", {"pointer": "/actions/0"}, {}),
    (
        RecordRefused((Mistake("/seats", "No."), Mistake("/events", "Neither."))),
        422,
        "invalid-record",
        {"pointer": "/seats", "errors": (Mistake("/seats", "No."), Mistake("/events", "Neither."))},
        {},
    ),
    (NotFound(ANY), 404, "not-found", {}, {}),
    (PreconditionFailed(4), 412, "version-conflict", {"version": 4}, {"ETag": '"4"'}),
    (DamagedLog(ANY, "torn"), 500, "damaged-log", {}, {}),
    (GameMissing(ANY, UnknownGame("othello", "first")), 501, "game-missing", {"game": "othello"}, {}),
    (UnknownGame("othello"), 501, "game-missing", {"game": "othello"}, {}),
    (KeyReused("k"), 422, "idempotency-key-reused", {"parameter": "Idempotency-Key"}, {}),
    (VersionConflict(), 503, "busy", {}, {"Retry-After": "1"}),
    (Overloaded("Too many."), 503, "busy", {}, {"Retry-After": "1"}),
    (UnknownPosition("Partita-After"), 400, "unknown-position", {"parameter": "Partita-After"}, {}),
    (ReadModelBehind("Late."), 503, "read-model-behind", {}, {"Retry-After": "1"}),
    (RebuildingReadModel("Later."), 503, "read-model-behind", {}, {"Retry-After": "5"}),
    (DeadLettered("Aside."), 503, "set-aside", {}, {"Retry-After": "60"}),
    (PlayerNotFound("Who?"), 404, "not-found", {}, {}),
    (SubjectNotFound("What?"), 404, "not-found", {}, {}),
    (BoardNotFound("Which?"), 404, "not-found", {}, {}),
    (ImportNotFound(), 404, "not-found", {}, {}),
    (FileTooLarge(5), 413, "too-large", {}, {}),
    (NotReady("Not yet."), 409, "import-not-ready", {}, {}),
    (Unsure(), 409, "import-not-ready", {}, {}),
    (ImportBusy(), 503, "busy", {}, {"Retry-After": "1"}),
    (EvidenceBehind(), 503, "evidence-behind", {}, {"Retry-After": "5"}),
    (TooManyImports(), 503, "too-many-imports", {}, {"Retry-After": "5"}),
    (MalformedJson("Broken.", "/a"), 400, "invalid-json", {"pointer": "/a"}, {}),
    (SchemaMismatch("Else.", ""), 400, "invalid-request", {"pointer": ""}, {}),
]

ELSEWHERE = {
    AccessDenied: "it is always one of those below it",
    JsonError: "it is always one of the two below it",
    InvalidText: "who reads the text knows its place",
    _StopAsked: "who works on the import ends then",
    InvalidAnswer: "the route, or the page, tells where it lies",
    LogWentBack: "the store reads anew",
    NameKnown: "the route tells whose name it is, in the terms of the request",
    DamagedToken: "the service doesn't start",
    UnreadableLog: "it is always one of the two below it",
    FormMissing: "the route tells it of the media type that was asked for",
    RecordConflict: "who may not read the match isn't told of it",
    InvalidPlay: "the play is refused, the import goes on",
    OtherSheet: "another match takes the place of that one",
    LaterThanLog: "the route knows which parameter is wrong",
    UnknownAnswer: "answers in a file are of the command line",
}
"""Errors that never end a request as they are, and why."""


def told(error: Exception) -> tuple[int, str, dict[str, Any], dict[str, str]]:
    problem = as_problem(RequestFactory().get("/"), error)
    assert problem is not None, error
    return problem.kind.status, problem.kind.name, set_members(problem.members), problem.headers


def set_members(members: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in members.items() if str(value) != "UNSET"}


@pytest.mark.parametrize(("error", "status", "name", "members", "headers"), PROBLEMS)
def test_each_error_is_a_problem(
    error: Exception, status: int, name: str, members: dict[str, Any], headers: dict[str, str]
) -> None:
    assert told(error) == (status, name, members, headers)


def test_no_error_of_the_rooms_below_is_forgotten() -> None:
    own = {
        kind
        for info in pkgutil.walk_packages(service.__path__, "service.")
        if info.name.split(".")[1] in ROOMS and not info.name.endswith("__main__")
        for kind in vars(importlib.import_module(info.name)).values()
        if isinstance(kind, type) and issubclass(kind, Exception) and kind.__module__ == info.name
    }
    assert {InvalidToken, NotFound, MalformedJson} < own
    assert own - {type(error) for error, *_ in PROBLEMS} - ELSEWHERE.keys() == set()


def test_what_the_record_knows_of_others_isnt_told() -> None:
    problem = as_problem(RequestFactory().get("/"), ClaimRefused(5, None, VIOLATION))
    assert problem is not None
    assert "It isn't so." not in str(problem.problem)


def test_a_fault_of_ours_is_no_problem_of_theirs() -> None:
    assert as_problem(RequestFactory().get("/"), ZeroDivisionError()) is None
