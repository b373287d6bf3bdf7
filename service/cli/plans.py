"""What an import would do and has done, for people at a terminal."""

from collections.abc import Iterator

from rich.console import Console
from rich.table import Table

from service.commands.imports.carrying_out import Carried
from service.commands.imports.judging import Fate
from service.commands.imports.people import Identity, Person
from service.commands.imports.planning import ListedPlay, Plan

_FATES = {
    Fate.NEW: "new",
    Fate.CHANGED: "to be corrected",
    Fate.KNOWN: "here already",
    Fate.REMOVED: "removed here",
    Fate.REFUSED: "refused",
}
_DONE = {**_FATES, Fate.NEW: "imported", Fate.CHANGED: "corrected"}


class PlanReport:
    """A plan: refusals go to standard error, all else to standard output."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._out = Console(markup=False, highlight=False, soft_wrap=True)
        self._err = Console(markup=False, highlight=False, soft_wrap=True, stderr=True)

    def show(self) -> None:
        """Print it."""
        plan = self._plan
        self._listed(plan.refused, plan.plays[Fate.REFUSED])
        if plan.broken:
            self._err.print("Of these only the beginning is read; what follows is kept as a comment:")
            self._listed(plan.broken, len(plan.broken))
        between = f", {plan.first} to {plan.last}" if plan.first else ""
        self._out.print(f"Plays{between}: {_numbers(plan.plays, _FATES)}.")
        if plan.unreadable_scores:
            self._out.print(f"Scores that aren't numbers, kept as written: {plan.unreadable_scores}.")
        if plan.losses:
            lost = ", ".join(f"{number} {what.replace('_', ' ')}" for what, number in plan.losses.items())
            self._out.print(f"Not imported: {lost}.")
        if plan.people:
            self._out.print(self._people())

    def _listed(self, listed: tuple[ListedPlay, ...], number: int) -> None:
        for one in listed:
            what = f" ({one.title}, {one.played_on})" if one.title else ""
            self._err.print(f"{one.at}{what}: {one.reason}")
        if number > len(listed):
            self._err.print(f"… and {number - len(listed)} more.")

    def _people(self) -> Table:
        table = Table("name", "plays", "is", box=None)
        for person in self._plan.people:
            table.add_row(person.name, str(person.plays), "\n".join(_who(person)))
        return table


class DoneReport:
    """What has become of a file."""

    def __init__(self, carried: Carried) -> None:
        self._carried = carried

    def show(self) -> None:
        """Print it."""
        console = Console(markup=False, highlight=False, soft_wrap=True)
        console.print(f"Import {self._carried.import_id}: {_numbers(self._carried.plays, _DONE)}.")


def _numbers(plays: dict[Fate, int], words: dict[Fate, str]) -> str:
    return ", ".join(f"{plays[fate]} {word}" for fate, word in words.items())


def _who(person: Person) -> Iterator[str]:
    if person.identity is Identity.UNSURE:
        yield "one of these, or somebody new?"
        for one in person.candidates:
            yield f"  {one.name} {one.id}"
    elif person.player is None:
        yield "somebody new"
    else:
        yield f"{person.player.name or 'somebody whose name was erased'} {person.player.id}"
