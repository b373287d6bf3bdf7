"""For operators and for people who look up a problem."""

import re
from html import escape
from typing import Annotated

import psycopg
from litestar import MediaType, Response, get
from litestar.di import NamedDependency
from litestar.params import PathParameter
from psycopg_pool import PoolTimeout

from service.api.schemas.operations import Health
from service.evidence.scrub import scrub_status
from service.live.projection_status import projection_statuses
from service.observability.metrics import FAMILIES
from service.problems.details import ProblemError
from service.problems.kinds import NOT_FOUND, PROBLEMS
from service.process.container import Services


@get("/health/live", operation_id="getLiveness", tags=["operations"], summary="Whether the process runs")
async def get_liveness() -> Health:
    """Always `ok` when it answers at all."""
    return Health("ok", {})


@get("/health/ready", operation_id="getReadiness", tags=["operations"], summary="Whether the service can do its work")
async def get_readiness(services: NamedDependency[Services]) -> Response[Health]:
    """`ok` when the database answers and every read model gets on; else 503 `failing`, and what is wrong.

    `degraded`, with 200, when a read model has set events aside that it couldn't take in, when the log isn't what was
    recorded, or when a standby can't be read from: all else is served, and no other process would do better.
    """
    checks = {name: fault or "ok" for name, fault in services.projector.faults.items()} | {"log": "ok"}
    troubles: dict[str, str] = {}
    try:
        async with services.pool.connection(timeout=2.0) as connection:
            for standing in await projection_statuses(connection):
                if not standing.current and checks[standing.name] == "ok":  # another process is at it
                    checks[standing.name] = "it is being made anew"
                if standing.trouble:
                    troubles[standing.name] = standing.trouble
            if faults := (await scrub_status(connection)).faults:
                troubles["log"] = f"it isn't what was recorded at {faults} places; `partita verify` names them"
    except (psycopg.Error, PoolTimeout) as error:
        checks["database"] = str(error).strip()
    else:
        checks["database"] = "ok"
    for number, standby in enumerate(services.reads.standbys, 1):
        checks[name := f"standby {number}"] = "ok"
        if standby.trouble:
            troubles[name] = standby.trouble
    well = all(check == "ok" for check in checks.values())
    status = "failing" if not well else "degraded" if troubles else "ok"
    reported = {name: troubles.get(name, check) if check == "ok" else check for name, check in checks.items()}
    return Response(Health(status, reported), status_code=200 if well else 503)


@get("/metrics", include_in_schema=False)
async def get_metrics(services: NamedDependency[Services]) -> Response[str]:
    """What Prometheus reads; it tells of no match and no person."""
    from service.observability.text import MEDIA_TYPE, rendered  # noqa: PLC0415  # many are never asked for them

    text = rendered(FAMILIES, await services.metrics.samples())
    return Response(text, media_type=MEDIA_TYPE, headers={"Cache-Control": "no-store"})


@get("/problems", media_type=MediaType.HTML, include_in_schema=False)
async def list_problems() -> str:
    """All kinds of problems."""
    items = "".join(
        f'<li><a href="/problems/{kind.name}">{escape(kind.title)}</a> ({kind.status})</li>'
        for kind in PROBLEMS.values()
    )
    return _page("Problems", f"<ul>{items}</ul>")


@get("/problems/{name:str}", media_type=MediaType.HTML, include_in_schema=False)
async def get_problem(name: Annotated[str, PathParameter(description="The name of a kind of problem.")]) -> str:
    """What one kind of problem means."""
    kind = PROBLEMS.get(name)
    if kind is None:
        raise ProblemError(NOT_FOUND, "There is no such kind of problem; /problems lists them.")
    return _page(
        kind.title,
        f"<p>Status {kind.status}, type <code>/problems/{kind.name}</code></p><p>{_with_code(kind.explanation)}</p>"
        '<p><a href="/problems">All problems</a></p>',
    )


def _with_code(text: str) -> str:
    """`text` as HTML; what stands between back-quotes is code."""
    return re.sub("`([^`]+)`", r"<code>\1</code>", escape(text))


def _page(title: str, body: str) -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(title)} - Partita</title>
<style>body {{ font: 1.1rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem }}</style>
</head>
<body><h1>{escape(title)}</h1>{body}</body>
</html>
"""
