"""Imports as the API gives them."""

from datetime import timedelta
from uuid import UUID

from msgspec import structs

from domain.kernel.languages import ENGLISH, Language
from service.api.schemas.imports import (
    ImportFault,
    ImportItem,
    ImportLoss,
    ImportOutcome,
    ImportPerson,
    ImportProgress,
    ImportResource,
    KnownPersonAnswer,
    PlanAnswer,
    PlanPlay,
    counts_of,
)
from service.commands.imports.jobs import Outcome
from service.commands.imports.people import Person
from service.commands.imports.planning import ListedPlay, Plan
from service.commands.imports.reasons import FileFault, worded
from service.commands.imports.table import KnownPerson
from service.commands.imports.uploads import ImportState, KnownImport, decoded
from service.process.container import Services
from service.readers.mapping import TableMapping


def progress_of(one: KnownImport) -> ImportProgress:
    """How far an import is."""
    return ImportProgress(one.state, one.done, one.total)


def item_of(one: KnownImport, hours: int) -> ImportItem:
    """An import in a list; its file lies there for so many `hours`."""
    expires = one.changed_at + timedelta(hours=hours) if one.has_file and one.changed_at is not None else None
    return ImportItem(
        id=one.id,
        source=one.source,
        file_name=one.file_name,
        state=one.state,
        done=one.done,
        total=one.total,
        created_at=one.created_at,
        created_by=one.created_by,
        finished_at=one.finished_at,
        taken_back_at=one.taken_back_at,
        matches=one.matches,
        kind=one.kind,
        visibility=one.visibility,
        size=one.size,
        expires_at=expires,
    )


async def resource_of(services: Services, import_id: UUID, language: Language = ENGLISH) -> ImportResource:
    """An import with all that is known of it, with reasons in `language`.

    Raises:
        ImportNotFound: there is none.
    """
    one = await services.imports.uploads.get(import_id)
    stored = await services.imports.uploads.stored(import_id)
    plan: Plan | None = decoded(stored.plan, Plan)
    fault: FileFault | None = decoded(stored.fault, FileFault)
    outcome: Outcome | None = decoded(stored.outcome, Outcome)
    return ImportResource(
        **structs.asdict(item_of(one, services.settings.imports.hours)),
        mapping=decoded(stored.mapping, TableMapping),
        plan=None if plan is None else plan_answer(plan, await services.imports.people.unsure(import_id), language),
        fault=None if fault is None or one.state is ImportState.TAKEN_BACK else _fault(fault, language),
        outcome=None if outcome is None else _outcome(outcome),
    )


def plan_answer(plan: Plan, unsure: int, language: Language) -> PlanAnswer:
    """A plan; of so many people it takes an answer who they are."""

    def play(one: ListedPlay) -> PlanPlay:
        return PlanPlay(one.at, one.title, one.played_on, worded(one.reason, language))

    return PlanAnswer(
        plays=counts_of(plan.plays),
        first=plan.first,
        last=plan.last,
        refused=tuple(map(play, plan.refused)),
        changed=tuple(map(play, plan.changed)),
        broken=tuple(map(play, plan.broken)),
        losses=tuple(ImportLoss(what, number) for what, number in plan.losses.items()),
        unreadable_scores=plan.unreadable_scores,
        unsure=unsure,
    )


def person_answer(person: Person) -> ImportPerson:
    """Somebody in a file."""
    return ImportPerson(
        person=person.id,
        name=person.name,
        plays=person.plays,
        identity=person.identity,
        player=None if person.player is None else _known(person.player),
        candidates=tuple(map(_known, person.candidates)),
    )


def _fault(one: FileFault, language: Language) -> ImportFault:
    return ImportFault(one.at, worded(one.reason, language))


def _known(one: KnownPerson) -> KnownPersonAnswer:
    return KnownPersonAnswer(one.id, one.name)


def _outcome(one: Outcome) -> ImportOutcome:
    return ImportOutcome(counts_of(dict(one.plays)) if one.plays else None, one.sealed, one.position)
