"""Mutation testing of what must not be wrong: the rules, the event store, and who may do what.

Small faults are put into the code, one at a time, and the tests that concern it have to notice. A whole run takes many
hours, so a sample is drawn by a seed; the same seed draws the same sample from the same code. The tests run in copies
of the tree, one for each job.

    make mutants                                            150 mutants
    make mutants ARGS="--number 20 --module domain/match/"  20 of these modules
    make mutants ARGS="--tests HEAD~3"                      with the tests of another commit

Each line tells what became of a mutant; the faults that no test noticed are shown at the end.
"""

import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from typing import Final

import click

from tests.mutants.sample import Mutant, drawn
from tests.mutants.selection import MODULES
from tests.mutants.trees import Outcome, Tree

ROOT: Final = Path(__file__).parents[2]


def modules(prefixes: tuple[str, ...]) -> list[str]:
    """The modules to mutate, in order."""
    paths = {path.relative_to(ROOT).as_posix() for pattern in MODULES for path in ROOT.glob(pattern)}
    return sorted(path for path in paths if not prefixes or path.startswith(prefixes))


def outcomes_of(mutants: list[Mutant], trees: list[Tree]) -> list[Outcome]:
    """Run the mutants, as many at a time as there are trees, and say of each what became of it."""
    free: SimpleQueue[Tree] = SimpleQueue()
    for tree in trees:
        free.put(tree)

    def run(mutant: Mutant) -> Outcome:
        tree = free.get()
        try:
            outcome = tree.run(mutant)
        finally:
            free.put(tree)
        click.echo(outcome.line)
        return outcome

    with ThreadPoolExecutor(len(trees)) as pool:
        return list(pool.map(run, mutants))


@click.command()
@click.option("--number", default=150, show_default=True, help="How many mutants.")
@click.option("--seed", default=1, show_default=True, help="Which sample.")
@click.option("--jobs", default=2, show_default=True, help="How many at a time.")
@click.option("--module", "prefixes", multiple=True, help="Only modules whose path begins so.")
@click.option("--tests", help="Take the tests of this commit.")
@click.option("-m", "marked", default="not slow and not long", show_default=True, help="Which tests, as pytest has it.")
@click.option("--report", type=click.Path(path_type=Path), help="Write a line of JSON for each mutant.")
def main(
    number: int, seed: int, jobs: int, prefixes: tuple[str, ...], tests: str | None, marked: str, report: Path | None
) -> None:
    """Show which faults the tests notice."""
    mutants = drawn(ROOT, modules(prefixes), number, seed)
    with TemporaryDirectory(prefix="partita-mutants-") as folder:
        trees = []
        for job in range(jobs):
            (place := Path(folder) / str(job)).mkdir()
            trees.append(Tree(ROOT, place, tests, marked))
        if not trees[0].passes(sorted({mutant.module for mutant in mutants})):
            raise click.ClickException("The tests fail without a mutant.")
        outcomes = outcomes_of(mutants, trees)
    if report is not None:
        report.write_text("".join(json.dumps(outcome.as_row()) + "\n" for outcome in outcomes))
    for outcome in outcomes:
        if outcome.result == "survived":
            click.echo(f"\n{outcome.line}\n{outcome.diff}")
    count = Counter(outcome.result for outcome in outcomes)
    click.echo("\n" + ", ".join(f"{number} {result}" for result, number in count.most_common()))


if __name__ == "__main__":
    main()
