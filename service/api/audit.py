"""The audit trail, for who administers."""

from typing import Annotated

from litestar import get
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from service.api.match_access import principal_of
from service.api.parameters import Cursor, Limit
from service.api.schemas.audit import AuditItem, AuditPage
from service.auth.audit import AuditEntry, AuditFilter
from service.http.contract import Contract
from service.http.pagination import Place, make_cursor, read_cursor
from service.http.requests import AnyRequest
from service.process.container import Services

_Id = Annotated[str | None, QueryParameter(max_length=64, description="Only what was done with the token of this id.")]
_Action = Annotated[
    str | None, QueryParameter(max_length=64, description="Only this operation, page or command, by its name.")
]
_About = Annotated[
    str | None,
    QueryParameter(max_length=200, description="Only what has this in its `subject` or `result`, such as an id."),
]


@get(
    "/audit",
    operation_id="listAudit",
    tags=["operations"],
    summary="Who did what",
    opt=Contract(scope="admin").opt,
)
async def list_audit(
    services: NamedDependency[Services],
    request: AnyRequest,
    token_id: _Id = None,
    action: _Action = None,
    about: _About = None,
    limit: Limit = 100,
    cursor: Cursor = None,
) -> AuditPage:
    """Who made, changed, removed and exported what, the newest first. What was played is in the log of each match."""
    (await principal_of(services, request)).require("admin")
    before = read_cursor(cursor, tuple[Place])
    wanted = AuditFilter(token_id=token_id, action=action, mentions=about)
    found = await services.audit_trail.page(wanted, before[0] if before else None, limit + 1)
    following = make_cursor(found[limit - 1].id) if len(found) > limit else None
    return AuditPage(tuple(map(_item, found[:limit])), following)


def _item(entry: AuditEntry) -> AuditItem:
    return AuditItem(
        id=entry.id,
        at=entry.at,
        token_id=entry.token_id,
        label=entry.label,
        account=entry.account,
        action=entry.action,
        subject=entry.subject,
        result=entry.result,
    )
