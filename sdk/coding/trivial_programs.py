"""Programs that solve no task: constants, echoes, lookup tables, objects equal to everything.

The audit runs them on every task: none may pass the hidden cases of an episode. They are made for a
given task from its test cases. The attacks in `envs/coding/exploit_programs.py` are fixed texts
that attack the sandbox and the grader instead, and `conformance/attacks` is the same for
environments of any author.
"""

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


def trivial_programs(task: CodingTask, known_cases: Sequence[Case]) -> Iterator[tuple[str, str]]:
    """Yield pairs of a description and the source of a trivial program.

    Args:
        task: The task that the programs are for.
        known_cases: Cases that the programs may use: more than the visible ones.
    """
    constants = dict.fromkeys(_common_results(task, known_cases))
    constants.update(dict.fromkeys(["None", "0", "1", "''", "[]", "True", "False"]))
    for text in constants:
        yield f"constant {text:.40}", _program(task, text)
    width = 1 if task.driver else len(known_cases[0].args)
    for index in range(width):
        echo = f"given[{index}] if len(given) > {index} else None"
        yield f"echo of argument {index}", _program(task, echo)
    for kind in ("object", "int", "str", "list", "float"):
        prefix = _ALWAYS_EQUAL.replace("KIND", kind)
        yield f"__eq__ of {kind} says yes", _program(task, "Always()", prefix)
    if task.driver:
        return
    tables = (("the visible tests", task.visible_cases), ("many tests", known_cases))
    for label, cases in tables:
        rows = "".join(f"    {repr(case.args)!r}: {case.expected!r},\n" for case in cases)
        for fallback in (next(iter(constants)), "given[0]"):
            look_up = f"TABLE[repr(given)] if repr(given) in TABLE else {fallback}"
            name = f"table of {label}, else {fallback:.30}"
            yield name, _program(task, look_up, f"TABLE = {{\n{rows}}}\n\n\n")


def _program(task: CodingTask, expression: str, prefix: str = "") -> str:
    """A program whose function or methods return `expression`; in it `given` is the arguments."""
    if not task.driver:
        return f"{prefix}def {task.entry}(*given):\n    return {expression}\n"
    lines = [f"class {task.entry}:", "    def __init__(self, *given):", "        pass", ""]
    for name in method_names(task.signature):
        lines += [f"    def {name}(self, *given):", f"        return {expression}", ""]
    return prefix + "\n".join(lines)


def method_names(signature: str) -> list[str]:
    """Return the public methods in the signature of a class, without `__init__`."""
    names = [line.split("def ")[1].split("(")[0] for line in signature.splitlines()[1:]]
    return [name for name in names if name != "__init__"]


def _common_results(task: CodingTask, cases: Sequence[Case]) -> list[str]:
    """Up to three of the most common results, as source; for a class, results of its methods."""
    counts: Counter[str] = Counter()
    for case in cases:
        values = case.expected if task.driver else [case.expected]
        counts.update(map(repr, values))
    return [text for text, _ in counts.most_common(3) if _is_literal(text)]


def _is_literal(text: str) -> bool:
    try:
        ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return False
    return True
