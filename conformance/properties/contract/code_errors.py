"""Contract: the code has no error that can be seen without running it."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.actions.source_trees import own_trees
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated

_RULES = (
    "F502", "F503", "F504", "F505", "F506", "F507", "F508", "F509", "F521", "F523", "F524",
    "PLE1307",  # a text is formatted with values that do not fit it
    "F601", "F602", "B035",  # a key of a dict is given twice, or the same key in each turn
    "F631", "F634", "PLW0129", "SIM220", "SIM221", "SIM222", "SIM223",  # a condition is constant
    "F632", "PLR0124", "PLW0177",  # a comparison by `is` with a text, with itself, with NaN
    "RUF034",  # both branches of `a if c else b` are the same
    "F811",  # a function or class is defined twice, and the first one never used
    "F821", "F823",  # a name has no value
    "B005", "PLE1310",  # `strip` with a word, which takes away each of its letters
    "B012",  # `return`, `break` or `continue` in `finally` drops an error
    "B015", "B018", "PLW0133",  # a comparison, a method or an error stands alone and does nothing
    "B020", "B909",  # a loop changes what it goes through
    "B025",  # an error is handled twice
    "RUF016",  # an index of a type that never fits
    "RUF024",  # all keys of `dict.fromkeys` share one list
)  # fmt: skip
"""Those rules of ruff (https://docs.astral.sh/ruff/rules/) that find what is wrong in any program:
none of them is about style. Only a few have exceptions, see `_is_meant`."""
_SECONDS = 20.0
_SHOWN = 3


@check("static.code_errors")
def code_errors(context: CheckContext) -> None:
    """Let ruff look for errors in those of the environment's own files that are imported.

    A file that no module is made of may hold programs as data.
    """
    loaded = {
        Path(file).resolve()
        for module in list(sys.modules.values())
        if isinstance(file := getattr(module, "__file__", None), str)
    }
    trees = {
        path.resolve(): (path, name, tree)
        for path, name, tree in own_trees(context.subject)
        if path.resolve() in loaded
    }
    if not trees:
        raise NotApplicable("no Python file of the subject is imported here")
    found = []
    for error in _errors([path for path, _, _ in trees.values()]):
        path, name, tree = trees[Path(error["filename"]).resolve()]
        if not _is_meant(error, path, tree):
            row = error["location"]["row"]
            found.append(f"{name}:{row} ({error['code']}): {error['message']}")
    if found:
        more = f"; and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise PropertyViolated("; ".join(found[:_SHOWN]) + more)


def _errors(paths: list[Path]) -> list[Mapping[str, Any]]:
    """What ruff reports for the files, with none of the author's settings; `noqa` counts."""
    command = [
        sys.executable, "-m", "ruff", "check", "--isolated", "--no-cache", "--preview",
        "--config", "lint.explicit-preview-rules=true", "--select", ",".join(_RULES),
        "--output-format", "json", "--exit-zero", "--quiet", *map(str, paths),
    ]  # fmt: skip
    try:
        done = subprocess.run(command, capture_output=True, timeout=_SECONDS, check=True)
        return [error for error in json.loads(done.stdout) if error["code"] in _RULES]
    except (OSError, subprocess.SubprocessError, ValueError) as error:
        raise EvidenceMissing(f"ruff could not read the files: {error!s:.200}") from error


def _is_meant(error: Mapping[str, Any], path: Path, tree: ast.Module) -> bool:
    """Whether what was found can be meant as it is."""
    row, column = error["location"]["row"], error["location"]["column"]
    line = path.read_text(encoding="utf-8").splitlines()[row - 1]
    match error["code"]:
        case "F811":  # what is imported twice is the same
            return not any(
                isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
                and node.lineno <= row <= node.body[0].lineno
                for node in ast.walk(tree)
            )
        case "F821":  # an annotation is not evaluated, or only where it is needed
            return any(_covers(node, row, column) for node in _annotations(tree))
        case "PLR0124":  # x != x asks for NaN
            return "!=" in error["message"]
        case "B909":  # what is found on the way is looked at later in the same loop
            return any(name in line for name in (".append(", ".extend(", "+="))
    return False


def _annotations(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        for field in ("annotation", "returns"):
            annotation = getattr(node, field, None)
            if isinstance(annotation, ast.expr):
                yield annotation


def _covers(node: ast.expr, row: int, column: int) -> bool:
    end = node.end_lineno or node.lineno, (node.end_col_offset or 0) + 1
    return (node.lineno, node.col_offset + 1) <= (row, column) <= end
