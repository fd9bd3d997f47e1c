"""Programs for environments whose actions are Python code: attacks, trivial answers, mutants."""

from __future__ import annotations

import ast
import copy
import random
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.actions.source import as_plain
from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.policies import oracle_of
from hallmark_rl.conformance.core.episode import Action
from hallmark_rl.conformance.core.results import Excluded
from hallmark_rl.conformance.survey.model import Played
from hallmark_rl.sdk.coding.mutate import mutants as first_order_mutants

_ATTACKS = Path(__file__).parents[2] / "attacks"


@dataclass(frozen=True)
class Program:
    """The reference program of one seed and where it sits in the action."""

    played: Played
    field: str
    source: str
    entry: str
    parameters: tuple[str, ...]

    def action(self, source: str) -> Action:
        """The solving action with another program in it."""
        return {**self.played.actions[-1], self.field: source}


def programs(lab: Lab, most: int = 0) -> list[Program]:
    """The oracle's programs; `Excluded` if the solutions are not Python code.

    Up to `most` in all come from further seeds where the first action is the solution; they are
    not run.
    """
    found = []
    solutions = lab.solutions
    if all(len(one.actions) == 1 for one in solutions):
        solutions = [*solutions, *(_unplayed(lab, seed) for seed in range(301, 301 + most))]
    for one in solutions[: max(most, len(lab.solutions))]:
        for field, value in one.actions[-1].items():
            if isinstance(value, str) and lab.declared.code_field in (None, field):
                parsed = _entry(value)
                if parsed is not None:
                    found.append(Program(one, field, value, *parsed))
                    break
    if not found:
        raise Excluded("the solutions are not Python functions")
    return found


def _unplayed(lab: Lab, seed: int) -> Played:
    """The oracle's first action on a seed, without its step."""
    driver = lab.local()
    seen = driver.reset(seed=seed)
    action = as_plain(oracle_of(lab)(driver.env, seen.raw))
    driver.close()
    return Played(seed, [action], [], False)


def _entry(source: str) -> tuple[str, tuple[str, ...]] | None:
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError):
        return None
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    if not functions:
        return None
    last = functions[-1]
    return last.name, tuple(argument.arg for argument in last.args.args)


def attacks(program: Program) -> Iterator[tuple[str, str]]:
    """Known attacks on graders, for this entry point. They are templates in `attacks/`."""
    for path in sorted(_ATTACKS.glob("*.py.txt")):
        text = path.read_text(encoding="utf-8")
        yield path.name.removesuffix(".py.txt"), text.replace("ENTRY", program.entry)


def trivial(program: Program) -> Iterator[tuple[str, str]]:
    """Programs that solve nothing."""
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
class Given:
    """What a program gave."""

    value: Any


def examples(program: Program, text: str) -> Iterator[tuple[str, Any]]:
    """The calls of the entry point in a text, each with the literal that it is said to give."""
    call = rf"{re.escape(program.entry)}\([^()]*(?:\([^()]*\)[^()]*)*\)"
    said = rf"({call})\s*(?:==|->|=>|→|=|returns?|gives|is|\n)\s*(.+)"
    for asked, rest in re.findall(said, text):
        for end in range(len(rest), 0, -1):
            try:
                value = ast.literal_eval(rest[:end].strip())
            except (ValueError, SyntaxError, MemoryError):
                continue
            yield asked, value
            break


def result_of(program: Program, call: str) -> Given | None:
    """What the reference gives for a call with literal arguments; None if it cannot be run here.

    The reference is the author's own text, like the environment that runs in this process.
    """
    try:
        tree = ast.parse(call, mode="eval").body
        if not isinstance(tree, ast.Call) or tree.keywords:
            return None
        arguments = [ast.literal_eval(argument) for argument in tree.args]
        names: dict[str, Any] = {}
        exec(program.source, names)
        return Given(names[program.entry](*arguments))
    except Exception:
        return None


class _Renamer(ast.NodeTransformer):
    def __init__(self, names: set[str]) -> None:
        self._names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in self._names:
            node.id = f"{node.id}_renamed"
        return node

    def visit_arg(self, node: ast.arg) -> ast.AST:
        return node


def equivalents(program: Program) -> Iterator[tuple[str, str]]:
    """The same program in other clothes."""
    tree = ast.parse(program.source)
    yield "reformatted", ast.unparse(tree) + "\n"
    yield "with a comment and blank lines", f"# solution\n\n\n{program.source}\n\n"
    function = [n for n in tree.body if isinstance(n, ast.FunctionDef)][-1]
    local = {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
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


def mutants(program: Program, count: int, rng: random.Random) -> list[str]:
    """Return up to `count` distinct first-order mutants of the program, chosen by `rng`."""
    sources = [mutant.source for mutant in first_order_mutants(program.source)]
    return rng.sample(sources, min(count, len(sources)))
