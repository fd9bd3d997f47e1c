"""Generated defects: every first-order mutant of a sound environment's source.

The author of the suite did not choose these defects, so the share that is detected is less biased
than that of the bank. The engine is that of ``sdk.coding.mutate``; the changes suit environments.
``equivalent.toml`` lists mutants that no check could detect, with a reason.
"""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

from hallmark_rl.sdk.coding.mutate import Change, Mutant, changed_programs
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


def _variants(node: ast.AST) -> Iterator[ast.AST]:
    """Every mutation of one node."""
    if isinstance(node, ast.Compare):
        for other in COMPARE.get(type(node.ops[0]), ()):
            yield ast.Compare(node.left, [other(), *node.ops[1:]], node.comparators)
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        other_op = ARITHMETIC[type(node.op)]
        yield ast.BinOp(node.left, other_op(), node.right)
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        other_op = ARITHMETIC[type(node.op)]
        yield ast.AugAssign(node.target, other_op(), node.value)
    elif isinstance(node, ast.BoolOp):
        swapped = ast.And() if isinstance(node.op, ast.Or) else ast.Or()
        yield ast.BoolOp(swapped, node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield node.operand
    elif isinstance(node, ast.If):
        yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)
    elif isinstance(node, ast.Constant) and type(node.value) is bool:
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
        yield ast.Constant(node.value + 1)
        yield ast.Constant(node.value - 1)
    elif isinstance(node, ast.Assign | ast.AugAssign | ast.Expr):
        yield ast.Pass()


def _nodes(tree: ast.Module) -> list[ast.AST]:
    """The functions, and every node inside them whose parts are changed."""
    nodes: list[ast.AST] = [n for n in ast.walk(tree) if isinstance(n, ast.FunctionDef)]
    for node in nodes:  # grows while it is read; a nested function is in it twice
        nodes += [child for _, _, child in _parts(node)]
    return nodes


def _parts(parent: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """Field, index and node of each part of a node; the index is None outside a list."""
    if isinstance(parent, ast.FunctionDef) and parent.name == "__init__":
        return  # reset() overwrites what it sets
    for field, value in ast.iter_fields(parent):
        if field in SKIPPED and not isinstance(parent, ast.Call):
            continue
        in_list = isinstance(value, list)
        for index, child in enumerate(value if in_list else [value]):
            if isinstance(child, ast.AST) and not isinstance(child, ast.Import | ast.ImportFrom):
                yield field, index if in_list else None, child


def _changes(parent: ast.AST) -> Iterator[Change]:
    """Replace each part of a node by each of its variants."""
    if isinstance(parent, ast.AnnAssign | ast.ClassDef):
        return
    for field, index, child in list(_parts(parent)):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue  # a docstring
        for variant in _variants(child):
            if index is None:
                yield Change(parent, field, variant)
            else:
                children = getattr(parent, field)
                yield Change(parent, field, [*children[:index], variant, *children[index + 1 :]])


def _what(mutant: Mutant) -> str:
    """The changed lines before and after the change."""
    lines = mutant.diff.splitlines()
    before, after = (
        " ".join(line[1:].strip() for line in lines if line.startswith(sign)) for sign in "-+"
    )
    return f"{before} -> {after}"


def _subject_mutants(base: str, files: tuple[str, ...]) -> Iterator[Case]:
    folder = HERE / "bases" / base
    for file in files:
        source = (folder / file).read_text(encoding="utf-8")
        occurrences: dict[str, int] = {}
        for mutant in changed_programs(source, _nodes, _changes):
            what = _what(mutant)
            occurrences[what] = occurrences.get(what, 0) + 1
            suffix = f" #{occurrences[what]}" if occurrences[what] > 1 else ""
            yield Case(
                id=f"{base}/{Path(file).stem}: {what}{suffix}",
                kind="mutant",
                folder=folder,
                what=what,
                edits=(Edit(file, source, mutant.source),),
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
