"""Render observations as prompts for a language model, and parse its answers.

Levels 1 and 6, the expression family, become a few dozen characters of `ALPHABET`, for a tiny
character-level model: `0:3 1:5 2:7 10:23 100:203>` asks for `x*2+3`. The other levels become
Markdown for a model with its own tokenizer; `ALPHABET` and `MAX_TURN_CHARS` do not apply to them.
"""

from __future__ import annotations

import random
import re

from . import expression_family
from .models import MAX_CODE_CHARS, CodingAction, CodingObservation

SYSTEM = """\
You solve programming tasks in Python. Answer with one program in a ```python block; it is graded on
hidden tests and ends the task. Where runs are left you may put the line RUN before the block: the
program is then only tried on visible tests, and you are told the smallest case that it gets wrong.
A task that only shows pairs such as `0:3 1:5>` asks for an expression in x: answer `x*2+3`.
In testing mode answer with a list of tests, [((arguments, ...), expected), ...], not a program."""

ALPHABET = "0123456789x+-*%:> "
MAX_TURN_CHARS = 10
LEVELS = (1, 2, 3, 4, 5, 6)

_BLOCK = re.compile(r"```(?:python|py)?[ \t]*\n(.*?)(?:```|\Z)", re.DOTALL)
_RUN = re.compile(r"\A\s*RUN\s*?(?:\n|\Z)")


def render(observation: CodingObservation) -> str:
    """Return the prompt for this turn."""
    if observation.signature == expression_family.SIGNATURE and observation.mode == "solve":
        return expression_prompt([(e.arguments, e.result) for e in observation.examples])
    parts = [observation.statement, f"```python\n{observation.signature}\n```"]
    if observation.examples:
        name = observation.signature.split("(")[0].split(":")[0].split()[-1]
        lines = [f"{name}({e.arguments}) -> {e.result}" for e in observation.examples]
        parts.append("Examples:\n" + "\n".join(lines))
    if observation.program:
        parts.append(f"This program is wrong; fix it:\n```python\n{observation.program}```")
    if observation.mode == "testing":
        parts.append("Write tests that tell wrong programs from right ones.")
    if observation.runs_left:
        parts.append(f"Runs left: {observation.runs_left}")
    if observation.feedback:
        parts.append(observation.feedback)
    return "\n\n".join(parts)


def parse(completion: str) -> CodingAction:
    """Return the action for a completion: its first code block or, without one, the whole text."""
    run_line = _RUN.match(completion)
    rest = completion[run_line.end() :] if run_line else completion
    block = _BLOCK.search(rest)
    code = block.group(1) if block else rest.strip()
    return CodingAction(kind="run" if run_line else "submit", code=code[:MAX_CODE_CHARS])


def expression_prompt(pairs: list[tuple[str, str]]) -> str:
    """Return the prompt for an expression task from pairs of input and output."""
    return " ".join(f"{x}:{y}" for x, y in pairs) + ">"


def demonstrations(
    *, level: int, count: int, seed: int, quality: float
) -> list[list[tuple[str, str]]]:
    """Return one-turn traces of (prompt, answer) on the training split.

    Args:
        level: A level of the expression family.
        count: How many traces.
        seed: Equal seeds give equal traces.
        quality: The probability that an answer is correct; the others are random expressions.

    Raises:
        ValueError: The level is not one of the expression family.
    """
    if level not in expression_family.LEVELS:
        raise ValueError(
            f"level {level} has no demonstrations: use one of {expression_family.LEVELS}"
        )
    rng = random.Random(f"demonstrations {seed}")
    functions, _ = expression_family.splits(level)
    traces = []
    for _ in range(count):
        function = rng.choice(functions)
        answer = function if rng.random() < quality else rng.choice(functions)
        prompt = expression_prompt([(str(x), str(y)) for x, y in function.pairs])
        traces.append([(prompt, answer.text)])
    return traces
