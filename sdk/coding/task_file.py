"""Load a coding task from its file.

A task file such as `tasks/level2/run_lengths.py` is a Python module. Its docstring is the
statement. The function (or, in CamelCase, the class) named like the file is the reference solution.
These names have a meaning:

    def inputs() -> Inputs:              # a Hypothesis strategy for the tuple of arguments
    def check_total(result, text):       # optional: a property that every correct result has
    def accepts(result, text):           # optional: use instead of equality with the reference
    WRONG = {"forgets the last run": "def run_lengths(text): ..."}     # or an edit: ("old", "new")
    EQUIVALENT = {"while i != n:": "i grows by one"}   # optional: changes without effect, and why
    def valid(text) -> bool:             # optional: relations between arguments (testing mode)
    SPLIT = "test"                       # default "train"
    TOLERANCE = 1e-9                     # for floats, default exact
    LIMITS = {"cpu_s": 2.0}              # of the sandbox, default `task.DEFAULT_LIMITS`

Everything else in the file (imports, helper functions) belongs to the reference. A class is tested
with lists of operations such as `[["push", 3], ["pop"]]`; the result is the list of their results.
"""

from __future__ import annotations

import ast
import types
from pathlib import Path

from hallmark_rl.sdk.coding.class_driver import DRIVER_NAME, driver_source
from hallmark_rl.sdk.coding.task import DEFAULT_LIMITS, CodingTask

_RESERVED = {"inputs", "accepts", "valid", "WRONG", "EQUIVALENT", "SPLIT", "TOLERANCE", "LIMITS"}


class TaskFileError(Exception):
    """A task file does not run, lacks a part or contradicts itself; the message says where."""


def load_task(path: Path) -> CodingTask:
    """Load the task in a file; its level is the number in the name of the file's folder.

    Raises:
        TaskFileError: The file does not run, or lacks a part.
    """
    text = path.read_text(encoding="utf-8")
    name = path.stem
    module = types.ModuleType(f"coding_task_{name}")
    try:
        tree = ast.parse(text, filename=str(path))
        exec(compile(tree, str(path), "exec"), module.__dict__)
    except Exception as error:
        raise TaskFileError(f"{path}: {type(error).__name__}: {error}") from error
    space = module.__dict__
    statement, entry = (ast.get_docstring(tree) or "").strip(), _find_entry(tree, name, path)
    level = int("".join(filter(str.isdigit, path.parent.name)) or 0)
    for needed, present in (
        ("a docstring, which is the statement", statement),
        ("inputs(), the strategy of the arguments", callable(space.get("inputs"))),
        ("a folder named after its level, such as level2", level),
        ("WRONG, at least one realistic wrong solution", space.get("WRONG")),
    ):
        if not present:
            raise TaskFileError(f"{path} needs {needed}")
    reference = _reference_source(tree)
    driver = driver_source(entry) if isinstance(entry, ast.ClassDef) else ""
    if driver:
        exec(compile(driver, f"<driver of {name}>", "exec"), space)
    return CodingTask(
        name=name,
        level=level,
        split=space.get("SPLIT", "train"),
        statement=statement,
        signature=_signature(entry),
        entry=entry.name,
        reference=reference,
        strategy=space["inputs"](),
        solve=space[DRIVER_NAME if driver else entry.name],
        wrong_solutions={
            label: _wrong_source(reference, edit, path, label)
            for label, edit in space["WRONG"].items()
        },
        equivalent_mutants=space.get("EQUIVALENT", {}),
        properties={key[6:]: value for key, value in space.items() if key.startswith("check_")},
        accepts=space.get("accepts"),
        valid=space.get("valid"),
        tolerance=space.get("TOLERANCE", 0.0),
        limits={**DEFAULT_LIMITS, **space.get("LIMITS", {})},
        driver=driver,
    )


def class_name(name: str) -> str:
    """Return the name of the class in the task file `name`: `run_lengths` -> `RunLengths`."""
    return "".join(part.capitalize() for part in name.split("_"))


def _find_entry(tree: ast.Module, name: str, path: Path) -> ast.FunctionDef | ast.ClassDef:
    camel = class_name(name)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return node
        if isinstance(node, ast.ClassDef) and node.name == camel:
            return node
    raise TaskFileError(f"{path} needs the reference solution: def {name}(...) or class {camel}")


def _reference_source(tree: ast.Module) -> str:
    """The file without its docstring, imports of the specification, and reserved names."""
    kept = []
    for node in tree.body[1:]:
        names = {getattr(node, "name", "")}
        if isinstance(node, ast.Assign):
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
        source = getattr(node, "module", "") or ""
        is_specification = source.split(".")[0] in ("hallmark_rl", "hypothesis", "__future__")
        is_check = any(name.startswith("check_") for name in names)
        if not (names & _RESERVED or is_check or is_specification):
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


def _wrong_source(reference: str, edit: str | tuple[str, str], path: Path, label: str) -> str:
    """A wrong solution: a whole program, or the reference with one edit `(old, new)`."""
    if isinstance(edit, str):
        return edit.strip("\n") + "\n"
    old, new = edit
    if reference.count(old) != 1:
        times = reference.count(old)
        raise TaskFileError(
            f"{path}: WRONG[{label!r}]: {old!r} occurs {times} times in the reference"
        )
    return reference.replace(old, new)
