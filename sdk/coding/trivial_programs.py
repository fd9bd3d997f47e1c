"""Programs that solve nothing and are offered to every task: each of them must earn nothing."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Sequence

from hallmark_rl.sdk.coding.task import Case, CodingTask

_ALWAYS_EQUAL = """\
class Always(KIND):
    def __eq__(self, other):
        return True

    def __ne__(self, other):
        return False

    def __hash__(self):
        return 0


"""


def cheats(task: CodingTask, seen: Sequence[Case]) -> Iterator[tuple[str, str]]:
    """Named programs. `seen` are tests that the cheat knows, the visible ones and more."""
    constants = dict.fromkeys(_results(task, seen))
    constants.update(dict.fromkeys(["None", "0", "1", "''", "[]", "True", "False"]))
    for text in constants:
        yield f"constant {text:.40}", _program(task, text)
    width = 1 if task.driver else len(seen[0].args)
    for at in range(width):
        echo = f"given[{at}] if len(given) > {at} else None"
        yield f"echo of argument {at}", _program(task, echo)
    for kind in ("object", "int", "str", "list", "float"):
        lead = _ALWAYS_EQUAL.replace("KIND", kind)
        yield f"__eq__ of {kind} says yes", _program(task, "Always()", lead)
    if task.driver:
        return
    for label, known in (("the visible tests", task.visible), ("many tests", seen)):
        rows = "".join(f"    {repr(case.args)!r}: {case.expected!r},\n" for case in known)
        for fallback in (next(iter(constants)), "given[0]"):
            look = f"TABLE[repr(given)] if repr(given) in TABLE else {fallback}"
            name = f"table of {label}, else {fallback:.30}"
            yield name, _program(task, look, f"TABLE = {{\n{rows}}}\n\n\n")


def _program(task: CodingTask, expression: str, lead: str = "") -> str:
    """A program in which every entry returns `expression`, in which `given` are its arguments."""
    if not task.driver:
        return f"{lead}def {task.entry}(*given):\n    return {expression}\n"
    lines = [f"class {task.entry}:", "    def __init__(self, *given):", "        pass", ""]
    for name in methods(task.signature):
        lines += [f"    def {name}(self, *given):", f"        return {expression}", ""]
    return lead + "\n".join(lines)


def methods(signature: str) -> list[str]:
    """The public methods that the signature of a class names."""
    found = [line.split("def ")[1].split("(")[0] for line in signature.splitlines()[1:]]
    return [name for name in found if name != "__init__"]


def _results(task: CodingTask, seen: Sequence[Case]) -> list[str]:
    """The most common results, as source; of a class the most common results of its methods."""
    counted: Counter[str] = Counter()
    for case in seen:
        values = case.expected if task.driver else [case.expected]
        counted.update(map(repr, values))
    return [text for text, _ in counted.most_common(3) if _is_literal(text)]


def _is_literal(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True
