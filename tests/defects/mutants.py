"""Generated defects: every first-order mutant of a sound environment's source.

The author of the suite did not choose these defects, so the share that is detected is less biased
than that of the bank. ``equivalent.toml`` lists mutants that no check could detect, with a reason.
"""

import ast
import copy
import tomllib
from collections.abc import Iterator
from pathlib import Path

from tests.defects.cases import HERE, Case, Edit

EQUIVALENT = HERE / "equivalent.toml"
SOURCES = {
    "words": ("rules.py", "server/words_environment.py"),
    "depot": ("environment.py",),
    "grid": ("grid_env.py",),
}
COMPARE: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.Lt: (ast.LtE, ast.GtE),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.LtE),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
}
SKIPPED = ("annotation", "returns", "args", "decorator_list", "bases", "ctx")
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
}


def _variants(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Every mutation of one node, each with a name for the kind of change."""
    if isinstance(node, ast.Compare):
        for other in COMPARE.get(type(node.ops[0]), ()):
            yield other.__name__, ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        other_op = ARITHMETIC[type(node.op)]
        yield other_op.__name__, ast.BinOp(node.left, other_op(), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        other_op = ARITHMETIC[type(node.op)]
        yield other_op.__name__, ast.AugAssign(node.target, other_op(), node.value)
    elif isinstance(node, ast.BoolOp):
        swapped = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield "Swapped", ast.BoolOp(swapped, node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "Dropped", node.operand
    elif isinstance(node, ast.If):
        yield "Negated", ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield "Flipped", ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield "Plus", ast.Constant(node.value + 1)
        yield "Minus", ast.Constant(node.value - 1)
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.Expr):
        yield "Deleted", ast.Pass()


def _places(tree: ast.Module) -> Iterator[tuple[ast.AST, str, int | None]]:
    """Every (parent, field, index) of a node inside a function; index is None outside a list."""
    parents: list[ast.AST] = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    while parents:
        parent = parents.pop(0)
        if isinstance(parent, ast.FunctionDef) and parent.name == "__init__":
            continue  # reset() overwrites what it sets
        for name, value in ast.iter_fields(parent):
            if name in SKIPPED and not isinstance(parent, ast.Call):
                continue
            children = value if isinstance(value, list) else [value]
            for index, child in enumerate(children):
                if isinstance(child, ast.AST) and not isinstance(
                    child, ast.Import | ast.ImportFrom
                ):
                    yield parent, name, index if isinstance(value, list) else None
                    parents.append(child)


def _mutations(source: str) -> Iterator[tuple[str, str]]:
    """Every (description, mutated source) of one file."""
    tree = ast.parse(source)
    places = list(_places(tree))
    for number, (parent, name, index) in enumerate(places):
        node = getattr(parent, name) if index is None else getattr(parent, name)[index]
        docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if docstring or isinstance(parent, ast.AnnAssign | ast.ClassDef):
            continue
        for kind, _ in _variants(node):
            clone = copy.deepcopy(tree)
            owner, field, position = list(_places(clone))[number]
            target = getattr(owner, field) if position is None else getattr(owner, field)[position]
            mutated = next(new for label, new in _variants(target) if label == kind)
            if position is None:
                setattr(owner, field, mutated)
            else:
                getattr(owner, field)[position] = mutated
            line = ast.unparse(node).splitlines()[0][:60]
            yield f"{kind} {line}", ast.unparse(ast.fix_missing_locations(clone)) + "\n"


def _subject_mutants(base: str, files: tuple[str, ...]) -> Iterator[Case]:
    folder = HERE / "bases" / base
    for file in files:
        source = (folder / file).read_text(encoding="utf-8")
        occurrences: dict[str, int] = {}
        for what, text in _mutations(source):
            occurrences[what] = occurrences.get(what, 0) + 1
            suffix = f" #{occurrences[what]}" if occurrences[what] > 1 else ""
            yield Case(
                id=f"{base}/{Path(file).stem}: {what}{suffix}",
                kind="mutant",
                folder=folder,
                what=what,
                edits=(Edit(file, source, text),),
            )


def equivalent() -> dict[str, str]:
    """Mutants without an observable effect, by id, with the reason."""
    content = tomllib.loads(EQUIVALENT.read_text(encoding="utf-8"))
    return {entry["id"]: entry["why"] for entry in content.get("mutant", [])}


def mutants() -> list[Case]:
    """Every mutant that is not listed as equivalent.

    Raises:
        ValueError: if ``equivalent.toml`` lists a mutant that does not exist.
    """
    excluded = equivalent()
    every = [case for base, files in SOURCES.items() for case in _subject_mutants(base, files)]
    unknown = set(excluded) - {case.id for case in every}
    if unknown:
        raise ValueError(f"{EQUIVALENT.name} lists mutants that do not exist: {sorted(unknown)}")
    return [case for case in every if case.id not in excluded]
