"""Programs for environments whose actions are Python code, made from the oracle's programs.

Attacks on graders, trivial programs, mutants (a right grader rejects most of these) and equivalent
programs (a right grader accepts these).
"""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.actions.action_source import action_to_dict
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.survey.survey_data import Rollout
from hallmark_rl.sdk.coding.mutate import mutants
from hallmark_rl.sdk.common.program_cells import read_cells

_ATTACKS = Path(__file__).parents[2] / "attacks" / "grader_attacks.py"


@dataclass(frozen=True)
class Program:
    """The reference program of one seed.

    Attributes:
        played: the rollout that solves the seed.
        field: the field of the last action that holds the program.
        source: the program.
        entry: name of its last function.
        parameters: names of that function's parameters.
    """

    played: Rollout
    field: str
    source: str
    entry: str
    parameters: tuple[str, ...]

    def action(self, source: str) -> Action:
        """The last action of the solution with another program."""
        return {**self.played.actions[-1], self.field: source}


def reference_programs(context: CheckContext, most: int = 0) -> list[Program]:
    """The oracle's programs; `NotApplicable` if the solutions are not Python functions.

    If solutions have one step, the oracle is asked for programs of further seeds, `most` in all;
    their steps are not played.
    """
    programs = []
    solutions = context.solutions
    if all(len(rollout.actions) == 1 for rollout in solutions):
        solutions = [
            *solutions,
            *(unplayed_solution(context, seed) for seed in range(301, 301 + most)),
        ]
    for rollout in solutions[: max(most, len(context.solutions))]:
        for field, value in rollout.actions[-1].items():
            if isinstance(value, str) and context.declared.code_field in (None, field):
                parsed = _entry_function(value)
                if parsed is not None:
                    programs.append(Program(rollout, field, value, *parsed))
                    break
    if not programs:
        raise NotApplicable("the solutions are not Python functions")
    return programs


def unplayed_solution(context: CheckContext, seed: int) -> Rollout:
    """A rollout that holds the oracle's first action on a seed; the step is not played."""
    driver = context.new_in_process_driver()
    seen = driver.reset(seed=seed)
    action = action_to_dict(oracle_of(context)(driver.env, seen.raw))
    driver.close()
    return Rollout(seed, [action], [], False)


def _entry_function(source: str) -> tuple[str, tuple[str, ...]] | None:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if not functions:
        return None
    last = functions[-1]
    return last.name, tuple(argument.arg for argument in last.args.args)


def grader_attacks(program: Program) -> Iterator[tuple[str, str]]:
    """Names and texts of known attacks on graders, from the programs in `attacks/`."""
    for name, text in read_cells(_ATTACKS):
        yield name, text.replace("ENTRY", program.entry)


def trivial_programs(program: Program) -> Iterator[tuple[str, str]]:
    """Names and texts of programs that return a constant or their argument."""
    head = f"def {program.entry}(*args, **kwargs):\n    "
    for name, body in (
        ("zero", "return 0"),
        ("echo", "return args[0] if args else None"),
        ("true", "return True"),
        ("one", "return 1"),
        ("empty list", "return []"),
        ("nothing", "pass"),
        ("empty text", "return ''"),
        ("length", "return len(args[0]) if args and hasattr(args[0], '__len__') else 0"),
    ):
        yield name, head + body + "\n"
    yield "empty program", ""


@dataclass(frozen=True)
class ReturnValue:
    """The value that a program returned; distinguishes None from no value."""

    value: Any


def stated_examples(program: Program, text: str) -> Iterator[tuple[str, Any]]:
    """Calls of the program's function that a text shows, with the value that it states for each.

    Understands `f(1) == 2`, `f(1) -> 2`, `f(1) returns 2` and doctest form.
    """
    call = rf"{re.escape(program.entry)}\([^()]*(?:\([^()]*\)[^()]*)*\)"
    pattern = rf"({call})\s*(?:==|->|=>|→|=|returns?|gives|is|\n)\s*(.+)"
    for shown_call, rest in re.findall(pattern, text):
        for end in range(len(rest), 0, -1):
            try:
                value = ast.literal_eval(rest[:end].strip())
            except (ValueError, SyntaxError, MemoryError):
                continue
            yield shown_call, value
            break


def reference_result(program: Program, call: str) -> ReturnValue | None:
    """What the reference program returns for a call with literal arguments; None if it fails.

    The program is executed in this process: it is the author's text, like the environment itself.
    """
    try:
        tree = ast.parse(call, mode="eval").body
        if not isinstance(tree, ast.Call) or tree.keywords:
            return None
        arguments = [ast.literal_eval(argument) for argument in tree.args]
        names: dict[str, Any] = {}
        exec(program.source, names)
        return ReturnValue(names[program.entry](*arguments))
    except Exception:
        return None


class _Renamer(ast.NodeTransformer):
    """Appends `_renamed` to some names, but not to parameters."""

    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._names:
            node.id = f"{node.id}_renamed"
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node


def equivalent_programs(program: Program) -> Iterator[tuple[str, str]]:
    """Names and texts of programs that do the same: reformatted, commented, variables renamed."""
    tree = ast.parse(program.source)
    yield "reformatted", ast.unparse(tree) + "\n"
    yield "with a comment and blank lines", f"# solution\n\n\n{program.source}\n\n"
    function = [n for n in tree.body if isinstance(n, ast.FunctionDef)][-1]
    local = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    local -= {node.arg for node in ast.walk(function) if isinstance(node, ast.arg)}
    inner = [
        n for n in ast.walk(function) if isinstance(n, ast.FunctionDef | ast.Lambda | ast.ClassDef)
    ]
    scoped = any(isinstance(n, ast.Global | ast.Nonlocal) for n in ast.walk(function))
    if local and len(inner) == 1 and not scoped:
        renamed = copy.deepcopy(tree)
        for place, node in enumerate(renamed.body):
            if isinstance(node, ast.FunctionDef) and node.name == program.entry:
                renamed.body[place] = _Renamer(local).visit(node)
        yield "with its local variables renamed", ast.unparse(renamed) + "\n"


def mutated_programs(program: Program, count: int, rng: random.Random) -> list[str]:
    """Return up to `count` distinct first-order mutants of the program, chosen by `rng`."""
    sources = [mutant.source for mutant in mutants(program.source)]
    return rng.sample(sources, min(count, len(sources)))
