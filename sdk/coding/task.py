"""A coding task: a specification that one can run, in one file that a person can read.

A task file `tasks/level2/run_lengths.py` is a Python module. Its docstring is the statement, the
function or class named like the file is the reference solution, and what it needs beside that:

    def inputs() -> Inputs:              # a Hypothesis strategy for the tuple of arguments
    def check_total(result, text):       # optional: a property that every right result has
    def accepts(result, text):           # optional: judges instead of equality, for many answers
    WRONG = {"forgets the last run": "def run_lengths(text): ..."}     # or an edit: ("old", "new")
    EQUIVALENT = {"while i != n:": "i grows by one"}   # changed lines that are no faults, why
    def valid(text) -> bool:             # optional: what relates the arguments, in testing mode
    SPLIT = "test"                       # default "train"
    TOLERANCE = 1e-9                     # for floats, default exact
    LIMITS = {"cpu_s": 2.0}              # of the sandbox, default `DEFAULT_LIMITS`

Everything else in the file (imports, helpers) belongs to the reference. A class is driven by lists
of operations, `[["push", 3], ["pop"]]`, the results of which make the result.
"""

from __future__ import annotations

import ast
import random
import types
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from hypothesis.strategies import SearchStrategy, tuples

from hallmark_rl.sdk.coding.class_driver import DRIVER, driver
from hallmark_rl.sdk.coding.mutate import mutants
from hallmark_rl.sdk.coding.sampling import draw
from hallmark_rl.sdk.common.equality import fingerprint, same, size
from hallmark_rl.sdk.common.plain_copy import copy_plain

Inputs = SearchStrategy[tuple[Any, ...]]

DEFAULT_LIMITS: Mapping[str, float] = {"wall_s": 8.0, "cpu_s": 1.0}
"""CPU time is what a program is charged for; wall time only ends sleepers."""
POOL = 384
SMALL = 24
FRESH, FROM_SMALL, FROM_REST, FROM_SHARP = 2, 12, 18, 2
"""An episode's hidden tests: never drawn before; of the smallest of the pool; of the rest of it;
and for each known-wrong solution of those that it fails."""
VISIBLE = 3
_RESERVED = {"inputs", "accepts", "valid", "WRONG", "EQUIVALENT", "SPLIT", "TOLERANCE", "LIMITS"}


class TaskFileError(Exception):
    """A task file that lacks something, or contradicts itself; says which and where."""


@dataclass(frozen=True, slots=True)
class Case:
    """One test: arguments, and what the reference makes of them."""

    args: tuple[Any, ...]
    expected: Any
    mark: Any = None
    """The fingerprint of the arguments, where the case was drawn."""


@dataclass(frozen=True, eq=False)
class CodingTask:
    """A task as the judge knows it. Immutable; what is drawn for it depends on its name alone."""

    name: str
    level: int
    split: str
    statement: str
    signature: str
    entry: str
    reference: str
    strategy: Inputs
    solve: Callable[..., Any]
    wrong: Mapping[str, str] = field(default_factory=dict)
    equivalent: Mapping[str, str] = field(default_factory=dict)
    properties: Mapping[str, Callable[..., bool]] = field(default_factory=dict)
    accepts: Callable[..., bool] | None = None
    valid: Callable[..., bool] | None = None
    tolerance: float = 0.0
    limits: Mapping[str, float] = field(default_factory=lambda: dict(DEFAULT_LIMITS))
    driver: str = ""

    def __deepcopy__(self, memo: dict[int, Any]) -> CodingTask:
        return self  # there is nothing in it to change

    def program(self, source: str) -> str:
        """A candidate's source, made callable under `call_entry`."""
        return f"{source}\n\n{self.driver}" if self.driver else source

    @property
    def call_entry(self) -> str:
        """The function that the sandbox calls."""
        return DRIVER if self.driver else self.entry

    def case(self, args: tuple[Any, ...]) -> Case:
        """The test with these arguments."""
        return Case(args, self.solve(*copy_plain(args)), fingerprint(args))

    def right(self, result: Any, case: Case) -> bool:
        """Whether `result` (plain data) is right for `case`."""
        if self.accepts is None:
            return same(result, case.expected, self.tolerance)
        try:
            return bool(self.accepts(copy_plain(result), *copy_plain(case.args)))
        except (TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
            return False  # a result of another shape than the judge can take apart

    @cached_property
    def pool(self) -> tuple[Case, ...]:
        """Distinct cases, smallest first, drawn once from the task's name: most tests are these."""
        rng = random.Random(f"pool {self.name}")
        found: dict[Any, Case] = {}
        for _ in range(POOL * 2):
            case = self.case(draw(self.strategy, rng).value)
            found.setdefault(case.mark, case)
            if len(found) == POOL:
                break
        return tuple(sorted(found.values(), key=lambda case: size(case.args)))

    @cached_property
    def visible(self) -> tuple[Case, ...]:
        """The examples of the prompt: small, and no two with the same result where possible."""
        ordered = list(self.pool[: max(VISIBLE, len(self.pool) // 3)])
        random.Random(f"visible {self.name}").shuffle(ordered)
        chosen: dict[Any, Case] = {}
        for case in ordered:
            chosen.setdefault(fingerprint(case.expected), case)
        first = set(map(id, chosen.values()))
        rest = [case for case in ordered if id(case) not in first]
        return tuple([*chosen.values(), *rest][:VISIBLE])

    @cached_property
    def sharp(self) -> Mapping[str, tuple[Case, ...]]:
        """For each known-wrong solution the cases of the pool that it gets wrong.

        These programs stand in the task's own file and are trusted like the reference: they run
        here. The audit sees to it that they end.
        """
        return {label: tuple(self._failed(source)) for label, source in self.wrong.items()}

    def _failed(self, source: str) -> Iterator[Case]:
        space: dict[str, Any] = {"__name__": self.name}
        exec(compile(self.program(source), f"<wrong solution of {self.name}>", "exec"), space)
        for case in self.pool:
            try:
                result = space[self.call_entry](*copy_plain(case.args))
            except Exception:
                yield case
            else:
                if not self.right(result, case):
                    yield case

    @cached_property
    def _fresh(self) -> SearchStrategy[tuple[Any, ...]]:
        return tuples(*[self.strategy] * FRESH)

    @cached_property
    def faulty(self) -> tuple[str, ...]:
        """The mutants of the reference that are not argued to be equivalent."""
        found = mutants(self.reference)
        return tuple(mutant.source for mutant in found if mutant.line not in self.equivalent)

    def hidden(self, seed: int | str, shown: tuple[Case, ...] = ()) -> list[Case]:
        """The tests of one episode that the agent has not seen, in an order of their own.

        Most come from the pool, in which small inputs, where edges are, and inputs that known
        mistakes get wrong have a share of their own; some have never been drawn before, so that
        knowing the whole pool is not enough.
        """
        rng = random.Random(f"hidden {self.name} {seed}")
        cases: list[Case] = []
        for part, count in ((self.pool[:SMALL], FROM_SMALL), (self.pool[SMALL:], FROM_REST)):
            cases += rng.sample(part, min(len(part), count))
        for part in self.sharp.values():
            cases += rng.sample(part, min(len(part), FROM_SHARP))
        distinct = {id(case): case for case in cases}  # a case of the pool is one object
        for case in self.visible:
            distinct.pop(id(case), None)
        chosen = list(distinct.values())
        marks = [case.mark for case in (*chosen, *self.visible)]
        for case in map(self.case, draw(self._fresh, rng).value):
            if case.mark not in marks:
                marks.append(case.mark)
                chosen.append(case)
        for case in shown:
            chosen = [one for one in chosen if one.mark != case.mark]
        rng.shuffle(chosen)
        return chosen


def load_task(path: Path) -> CodingTask:
    """The task in a file; its level is the number in the name of its folder."""
    text = path.read_text(encoding="utf-8")
    name = path.stem
    module = types.ModuleType(f"coding_task_{name}")
    try:
        tree = ast.parse(text, filename=str(path))
        exec(compile(tree, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise TaskFileError(f"{path}: {type(error).__name__}: {error}") from error
    space = module.__dict__
    statement, entry = (ast.get_docstring(tree) or "").strip(), _entry(tree, name, path)
    level = int("".join(filter(str.isdigit, path.parent.name)) or 0)
    for needed, there in (
        ("a docstring, which is the statement", statement),
        ("inputs(), the strategy of the arguments", callable(space.get("inputs"))),
        ("a folder named after its level, such as level2", level),
        ("WRONG, at least one realistic wrong solution", space.get("WRONG")),
    ):
        if not there:
            raise TaskFileError(f"{path} needs {needed}")
    reference = _reference(tree)
    is_class = isinstance(entry, ast.ClassDef)
    driving = driver(entry) if isinstance(entry, ast.ClassDef) else ""
    if is_class:
        exec(compile(driving, f"<driver of {name}>", "exec"), space)
    return CodingTask(
        name=name,
        level=level,
        split=space.get("SPLIT", "train"),
        statement=statement,
        signature=_signature(entry),
        entry=entry.name,
        reference=reference,
        strategy=space["inputs"](),
        solve=space[DRIVER if is_class else entry.name],
        wrong={key: _edited(reference, edit, path, key) for key, edit in space["WRONG"].items()},
        equivalent=space.get("EQUIVALENT", {}),
        properties={key[6:]: value for key, value in space.items() if key.startswith("check_")},
        accepts=space.get("accepts"),
        valid=space.get("valid"),
        tolerance=space.get("TOLERANCE", 0.0),
        limits={**DEFAULT_LIMITS, **space.get("LIMITS", {})},
        driver=driving,
    )


def class_name(name: str) -> str:
    """What a class is called that stands in the file of this name."""
    return "".join(part.capitalize() for part in name.split("_"))


def _entry(tree: ast.Module, name: str, path: Path) -> ast.FunctionDef | ast.ClassDef:
    camel = class_name(name)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
        if isinstance(node, ast.ClassDef) and node.name == camel:
            return node
    raise TaskFileError(f"{path} needs the reference solution: def {name}(...) or class {camel}")


def _reference(tree: ast.Module) -> str:
    """The reference program: what is left when the parts of the specification are taken out."""
    kept = []
    for node in tree.body[1:]:
        names = {getattr(node, "name", "")}
        if isinstance(node, ast.Assign):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        source = getattr(node, "module", "") or ""
        foreign = source.split(".")[0] in ("hallmark_rl", "hypothesis", "__future__")
        is_check = any(name.startswith("check_") for name in names)
        if not (names & _RESERVED or is_check or foreign):
            kept.append(node)
    return ast.unparse(ast.Module(kept, [])) + "\n"


def _signature(entry: ast.FunctionDef | ast.ClassDef) -> str:
    if isinstance(entry, ast.FunctionDef):
        returns = f" -> {ast.unparse(entry.returns)}" if entry.returns else ""
        return f"def {entry.name}({ast.unparse(entry.args)}){returns}:"
    lines = [f"class {entry.name}:"]
    for node in entry.body:
        if isinstance(node, ast.FunctionDef) and (
            node.name == "__init__" or not node.name.startswith("_")
        ):
            lines.append("    " + _signature(node))
    return "\n".join(lines)


def _edited(reference: str, edit: str | tuple[str, str], path: Path, key: str) -> str:
    if isinstance(edit, str):
        return edit.strip("\n") + "\n"
    old, new = edit
    if reference.count(old) != 1:
        times = reference.count(old)
        raise TaskFileError(
            f"{path}: WRONG[{key!r}]: {old!r} occurs {times} times in the reference"
        )
    return reference.replace(old, new)
