"""The mutants: small faults at all places of the code, of which a seed draws a sample."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random
from typing import Final

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

OPERATORS: Final = (
    *("ReplaceBinaryOperator_" + change for change in ("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Mod_Add")),
    *("ReplaceComparisonOperator_" + change for change in ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")),
    *("ReplaceComparisonOperator_" + change for change in ("Lt_LtE", "LtE_Lt", "Gt_GtE", "GtE_Gt")),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "AddNot", "ReplaceUnaryOperator_Delete_Not"),
    *("ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "NumberReplacer", "ReplaceUnaryOperator_USub_UAdd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ZeroIterationForLoop", "ExceptionReplacer"),
)
"""Cosmic Ray's operators but for those that only make nonsense of types, as of the `|` of annotations."""


@dataclass(frozen=True)
class Mutant:
    """One fault: the `occurrence`-th place of a module where the operator finds something to change."""

    module: str
    operator: str
    occurrence: int
    line: int


def mutants_of(root: Path, module: str) -> Iterator[Mutant]:
    """All mutants of a module, by operator and place."""
    tree = get_ast_from_path(root / module)
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = (start for node in ast_nodes(tree) for start, _ in operator.mutation_positions(node))
        for occurrence, (line, _) in enumerate(places):
            yield Mutant(module, name, occurrence, line)


def is_python(root: Path, mutant: Mutant) -> bool:
    """Whether it compiles; the `*` of parameters, for instance, is a place where a product becomes a sum."""
    code = (root / mutant.module).read_text(encoding="utf-8")
    try:
        compile(mutate_code(code, get_operator(f"core/{mutant.operator}")(), mutant.occurrence), mutant.module, "exec")
    except SyntaxError:
        return False
    return True


def drawn(root: Path, modules: Sequence[str], number: int, seed: int) -> list[Mutant]:
    """The sample of this seed, module by module; all mutants where there aren't more than `number`."""
    everything = [mutant for module in modules for mutant in mutants_of(root, module)]
    shuffled = Random(seed).sample(everything, len(everything))
    chosen = islice((mutant for mutant in shuffled if is_python(root, mutant)), number)
    return sorted(chosen, key=everything.index)
