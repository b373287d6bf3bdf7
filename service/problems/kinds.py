"""Every kind of problem, with a page for people on each: one list, which is why it has more than 350 lines."""

from collections.abc import Mapping
from typing import Final

from service.problems.details import ProblemType

INVALID_JSON: Final = ProblemType(
    "invalid-json",
    400,
    "The body of the request can't be read as JSON in UTF-8. Nothing was stored. The detail says where.",
)
INVALID_REQUEST: Final = ProblemType(
    "invalid-request",
    400,
    "A field or parameter is missing, unknown, or of the wrong type: numbers are not given as strings, and unknown "
    "fields are refused so that a slip doesn't pass unnoticed. Nothing was stored. `pointer` names the place in the "
    "body, `parameter` the parameter or header.",
)
UNKNOWN_POSITION: Final = ProblemType(
    "unknown-position",
    400,
    "The read was to wait for a write (`after_position` or `Partita-After`), but no write has got this position. It is "
    "mistyped, or of another service, or of this one before its database was replaced by an older copy.",
)
MALFORMED_HTTP: Final = ProblemType(
    "malformed-http",
    400,
    "What came on the connection can't be read as a request of HTTP/1.1: its first line, a header or the length of its "
    "body is broken. The connection is closed, and nothing was stored.",
)
URL_TOO_LONG: Final = ProblemType(
    "url-too-long",
    414,
    "The address of the request is longer than the service reads. The connection is closed, and nothing was stored. "
    "Send what is long in a body, or ask in several requests.",
)
HEAD_TOO_LARGE: Final = ProblemType(
    "headers-too-large",
    431,
    "The request has more headers, or more bytes in its address and headers, than the service reads. The connection is "
    "closed, and nothing was stored. In a browser, cookies of this site may have become too many: remove them.",
)
TOO_SLOW: Final = ProblemType(
    "too-slow",
    408,
    "The head of the request didn't come in time, its body came too slowly, or others needed the connection. It is "
    "closed, and nothing was stored. Send the request again, at once.",
)
TOO_MANY_CONNECTIONS: Final = ProblemType(
    "too-many-connections",
    503,
    "As many connections as may be, of all clients or of this one, are being answered just now. Close some, or try "
    "again after the time in `Retry-After`.",
)
NOT_ACCEPTABLE: Final = ProblemType(
    "not-acceptable",
    406,
    "The header `Accept` names media types, and this address has none of them. The detail lists what there is.",
)
UNAUTHENTICATED: Final = ProblemType(
    "unauthenticated",
    401,
    "Writing, and reading what isn't public, takes a token in the header `Authorization: Bearer …`. The owner's token "
    "is in the file `owner-token` in the data folder of the service. The token that was sent, if any, isn't known "
    "here, has expired, or was revoked.",
)
FORBIDDEN: Final = ProblemType(
    "forbidden",
    403,
    "The token is good, but what it stands for doesn't include this request: another scope is needed, the viewer "
    "asked for may not be taken, or the action is another seat's (`pointer`). Without a token, only the public's view "
    "of a running match may be had.",
)
WRONG_PIN: Final = ProblemType(
    "wrong-pin",
    403,
    "It takes the PIN of the person who sits there, and this isn't it, or none was sent, or none was set yet. The "
    "person sets it at `/players/{id}/pin`. After a few wrong ones, all are answered `too-many-failures` for a while.",
)
NOT_FOUND: Final = ProblemType(
    "not-found",
    404,
    "No such match, player, game, step or page: the address is wrong, or it was removed, or it is private.",
)
TOO_MANY_FAILURES: Final = ProblemType(
    "too-many-failures",
    429,
    "Many requests with a token that isn't known came from this address. Wait as long as `Retry-After` says, and look "
    "at the token. A good token is answered all the same, also from this address.",
)
TOO_MANY_NOTES: Final = ProblemType(
    "too-many-notes",
    429,
    "This token has written as many annotations and variations as one may in a short time. Nothing was stored. Wait as "
    "long as `Retry-After` says.",
)
METHOD_NOT_ALLOWED: Final = ProblemType(
    "method-not-allowed",
    405,
    "The address exists, but not with this method. The header `Allow` lists those that it has.",
)
AMENDMENT_CONFLICT: Final = ProblemType(
    "amendment-conflict",
    409,
    "After the correction, the rules refuse an action that followed it. Nothing was changed. `step` is the step that "
    "the action led to before, `clause` the rule, `pending` what the match would wait for there, `legal` and "
    "`templates` what could be done. `keep: prefix` keeps what stands; the rest can then be recorded anew. Where cards "
    "that were identified don't fit any more, `identification` is the version of that event.",
)
RESULT_SEALED: Final = ProblemType(
    "result-sealed",
    409,
    "The result of this match is sealed: all seats have confirmed it, or nobody disputed it in time, or an arbiter has "
    "decided. Nothing was changed. From now on an arbiter changes the match, with a token that has the scope "
    "`arbitrate` and a reason in the header `Arbiter-Reason`; `/matches/{id}/changes` lists what has been changed.",
)
IDENTIFICATION_CONFLICT: Final = ProblemType(
    "identification-conflict",
    409,
    "As long as the record is right, the cards can't have been where they are said to have been. Nothing was changed. "
    "`step` is the place that was told. `conflicting_step` is the place that speaks against it: since then it isn't "
    "possible any more, or what was recorded there couldn't have come of it. `clause` is the rule that says so. If it "
    "is the record that errs, amend that step first.",
)
NOT_POSSIBLE: Final = ProblemType(
    "not-possible",
    422,
    "What was asked doesn't fit where the match stands: there is nothing to take back, it has ended, or it hasn't.",
)
VERSION_CONFLICT: Final = ProblemType(
    "version-conflict",
    412,
    "The request was meant for one version (`If-Match`), but somebody has written since. Nothing was stored. "
    "Read it again, see whether the write still makes sense, and send it with the new version.",
)
TOO_LARGE: Final = ProblemType(
    "too-large",
    413,
    "The body, or the number of actions in it, is above the limit. Nothing was stored. Send it in several requests.",
)
UNSUPPORTED_MEDIA_TYPE: Final = ProblemType(
    "unsupported-media-type",
    415,
    "A body is sent as `application/json`, without a content encoding.",
)
RULE_VIOLATION: Final = ProblemType(
    "rule-violation",
    422,
    "An action breaks a rule of the game, so no action of the request was stored. `clause` is the number of the rule, "
    "listed at `/api/v1/games/{game}`; `action_index` tells which action of the request it was, counted from 0; "
    "`step` and `pending` tell where the match stood when it was tried.",
)
CONTRADICTS_RECORD: Final = ProblemType(
    "contradicts-record",
    422,
    "By the rules, and by what the seat knows, the action may be taken. But it names cards, and what the record knows "
    "of others, which the seat may not, speaks against them. Nothing was stored. The answer is always the same. "
    "The recorder finds the reason among the match's `refused-claims`, and corrects the record, or records what was "
    "really done. A seat has a few such tries a match.",
)
NEEDS_RECORDER: Final = ProblemType(
    "needs-recorder",
    422,
    "The action names cards that the record doesn't know, and too many such actions of this seat contradicted what the "
    "record knows of others. Nothing was stored, and whether it would be right isn't told. All other actions of the "
    "seat are taken as before; actions like this one are for the recorder.",
)
KNOWN_NAME: Final = ProblemType(
    "known-name",
    409,
    "The request was not to make somebody new of a name that somebody has already (`new: false`). Nothing was stored. "
    "`candidates` are those who have it, who plays most first, and `pointer` names the place. Name the id of one of "
    "them, or say `new: true` for somebody else of the same name.",
)
INVALID_SETUP: Final = ProblemType(
    "invalid-setup",
    422,
    "The options or seats don't fit the game. `pointer` names the place, `clause` the rule if there is one.",
)
INVALID_TEXT: Final = ProblemType(
    "unfit-text",
    422,
    "A name, place or note is empty, too long, or has characters that can't be shown.",
)
INVALID_SERIES: Final = ProblemType(
    "unfit-series",
    422,
    "A series has matches of one game by the same players, each match once, and no more matches than its length. "
    "`pointer` names what doesn't fit.",
)
INVALID_DATE: Final = ProblemType(
    "unfit-date",
    422,
    "A match was played between the year 1800 and today, and so were its actions; by the clocks of some time zones "
    "that is already tomorrow. Nothing was stored. `pointer` names the place in the body.",
)
INVALID_TOKEN: Final = ProblemType(
    "unfit-token",
    422,
    "The match or seat that it is to belong to doesn't exist, or it would have expired already. `pointer` names the "
    "place.",
)
INVALID_ANNOTATION: Final = ProblemType(
    "unfit-annotation",
    422,
    "It says nothing, says it twice, names a glyph or a step that there isn't, or would be too much: there are limits "
    "to the number of annotations and variations of a match, and to their size. `pointer` names what doesn't fit.",
)
UNKNOWN_PLAYER: Final = ProblemType(
    "unknown-player",
    422,
    "A seat or a merge names a player that doesn't exist, or that was erased or merged into another one.",
)
UNKNOWN_SUBJECT: Final = ProblemType(
    "unknown-subject",
    422,
    "Only titles of score sheets are renamed or merged: this is a game, or the other title doesn't exist, is the same, "
    "or was merged itself.",
)
KEY_REUSED: Final = ProblemType(
    "idempotency-key-reused",
    422,
    "An `Idempotency-Key` belongs to one request: the same method, address and body. Nothing was stored. Take a new "
    "key for a new request.",
)
INVALID_RECORD: Final = ProblemType(
    "invalid-record",
    422,
    "Something in the record can't have been recorded: the rules refuse an action, something else follows from it, it "
    "is of a game, an edition or a version of the format that isn't known here, or what was written beside the match "
    "has no place in it. `errors` lists what is wrong, each with a `pointer` to its place and, for a broken rule, its "
    "`clause`. Nothing was stored.",
)
RECORD_CONFLICT: Final = ProblemType(
    "record-conflict",
    409,
    "A match with the id of the record is here already, and something else was recorded of it or written beside it, or "
    "one of the two has gone on; `detail` tells which. Nothing was stored. `version` is the version that it has here.",
)
INVALID_FILE: Final = ProblemType(
    "invalid-file",
    422,
    "The file is nothing that can be imported: it is packed, empty, a web page, or no text; or it holds records of "
    "Partita, which `POST /records` takes one by one and `partita import` as a bundle. Nothing was stored.",
)
IMPORT_NOT_READY: Final = ProblemType(
    "import-not-ready",
    409,
    "The import can't do that as it is: its file isn't read yet or was removed, it was taken back, or it takes answers "
    "who some of its people are (`GET /imports/{id}/people?identity=unsure`). Nothing was changed.",
)
INTERNAL: Final = ProblemType(
    "internal-error",
    500,
    "A fault in the service. It was logged. Sending the request again, with the same `Idempotency-Key`, does no harm.",
)
DAMAGED_LOG: Final = ProblemType(
    "damaged-log",
    500,
    "Events of this match or series can't be read any more: they were damaged where they are stored, or another "
    "software wrote them. Nothing was changed. Replays show the match up to there to who may see all of it, and "
    "`fault` tells the version of the event; a backup may hold it unharmed.",
)
GAME_MISSING: Final = ProblemType(
    "game-missing",
    501,
    "The game of this match, or the edition of its rules that it was played by, isn't installed here, or isn't among "
    "those that the service loads (`PARTITA_GAMES`). `game` is its key. Nothing is lost: the match is listed with its "
    "result and can be exported, and all of it is back once the game is. Nothing was changed.",
)
BEHIND: Final = ProblemType(
    "read-model-behind",
    503,
    "The read was to wait for a write (`after_position` or `Partita-After`), but the read model didn't reach it in "
    "time. The write itself is safe. Try again.",
)
EVIDENCE_BEHIND: Final = ProblemType(
    "evidence-behind",
    503,
    "A proof was asked for, but the tree of the log hasn't got to the event yet: after an update it is made from the "
    "beginning. Try again after the time in `Retry-After`.",
)
DEAD_LETTERS: Final = ProblemType(
    "set-aside",
    503,
    "The read was to wait for a write (`after_position` or `Partita-After`), but the read model couldn't take in "
    "events of that match or series, and has set them aside. The write itself is safe, and what is read from the log "
    "shows it: match, state, events and replays. Trying again doesn't help before the operator has removed the cause "
    "(`partita retry`); without a position, the read tells what the read model had before.",
)
BUSY: Final = ProblemType(
    "busy",
    503,
    "More requests are writing than the service lets wait, or other writers to the same match were faster, many times "
    "in a row. Nothing was stored. Try again after the time in `Retry-After`.",
)
TOO_MANY_STREAMS: Final = ProblemType(
    "too-many-streams",
    503,
    "As many event streams are open as there may be, or as this token or client address may have. Try again later, or "
    "read `events` now and then: with `after` it gives what came since.",
)
TOO_MANY_IMPORTS: Final = ProblemType(
    "too-many-imports",
    503,
    "As many files are read or imported just now, or lie there to be imported, as may. Try again later; `DELETE "
    "/imports/{id}` removes a file that isn't needed any longer.",
)
DATABASE_UNAVAILABLE: Final = ProblemType(
    "database-unavailable",
    503,
    "It is stopped, restarting, or out of space. If this was a write, whether it was stored is unknown: send it again "
    "with the same `Idempotency-Key`, and it won't be stored twice.",
)

PROBLEMS: Final[Mapping[str, ProblemType]] = {
    kind.name: kind
    for kind in (
        INVALID_JSON,
        INVALID_REQUEST,
        UNKNOWN_POSITION,
        MALFORMED_HTTP,
        URL_TOO_LONG,
        HEAD_TOO_LARGE,
        TOO_SLOW,
        TOO_MANY_CONNECTIONS,
        NOT_ACCEPTABLE,
        UNAUTHENTICATED,
        FORBIDDEN,
        WRONG_PIN,
        NOT_FOUND,
        TOO_MANY_FAILURES,
        TOO_MANY_NOTES,
        METHOD_NOT_ALLOWED,
        AMENDMENT_CONFLICT,
        RESULT_SEALED,
        IDENTIFICATION_CONFLICT,
        NOT_POSSIBLE,
        VERSION_CONFLICT,
        TOO_LARGE,
        UNSUPPORTED_MEDIA_TYPE,
        RULE_VIOLATION,
        CONTRADICTS_RECORD,
        NEEDS_RECORDER,
        INVALID_SETUP,
        INVALID_TEXT,
        INVALID_DATE,
        INVALID_SERIES,
        KNOWN_NAME,
        INVALID_TOKEN,
        INVALID_ANNOTATION,
        UNKNOWN_PLAYER,
        UNKNOWN_SUBJECT,
        KEY_REUSED,
        INVALID_RECORD,
        RECORD_CONFLICT,
        INVALID_FILE,
        IMPORT_NOT_READY,
        INTERNAL,
        DAMAGED_LOG,
        GAME_MISSING,
        BEHIND,
        EVIDENCE_BEHIND,
        DEAD_LETTERS,
        BUSY,
        TOO_MANY_STREAMS,
        TOO_MANY_IMPORTS,
        DATABASE_UNAVAILABLE,
    )
}
"""Every kind of problem by its name."""
