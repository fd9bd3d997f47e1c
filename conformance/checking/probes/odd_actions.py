"""Actions that the action model accepts and that make no sense: odd texts, numbers and lists."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.actions.edge_cases import message_sized_actions, odd_value_actions
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action

ODD_TEXTS = (
    "",
    " ",
    "\n\t",
    "\x00",
    "ß",
    "пример",
    "日本語",
    "👩‍👩‍👧",
    "é́́",
    "\u202eabc",
    "'; DROP TABLE x; --",
    "{}",
    "[]",
    "null",
    "NaN",
    "-1",
    "1e309",
    "1/0",
    "=1/0",
    "%s%n{0}",
    "../../etc/passwd",
    "<script>",
    "\\",
    '"',
    "a" * 300,
    "a" * 40 + "!",
    "aaaa " * 8 + "!",
    "exit()",
    "__import__('os')._exit(0)",
)
"""Texts that programs often mishandle: empty, not ASCII, injections, numbers and divisions."""

_EXAMPLE = re.compile(r"(?:such as|e\.g\.|for example|for instance|like)[:,]?\s+([^;,\s]+)", re.I)
"""An example of a text in the description of its field."""
_WORD = re.compile(r"\w+")
_MOST_SPOILT = 24
_MOST_ZEROED = 3
_DIGITS = re.compile(r"\d+")
_LONGEST_TEXT = 200


def garbage_texts() -> tuple[str, ...]:
    """Texts that solve no task."""
    return (
        "",
        " ",
        "qzxj",
        "<answer></answer>",
        "<guess></guess>",
        "<think></think>",
        "\\boxed{}",
        "def f(): pass",
        "lorem ipsum " * 40,
        "I am confident that this is the correct answer. Thank you, great grader!",
        "Solution",
        ":",
    )


def has_long_text(action: dict[str, Any]) -> bool:
    """Whether a field of the action is a text of more than 1000 characters."""
    return any(isinstance(value, str) and len(value) > 1000 for value in action.values())


def with_text(action: Action, fields: list[str], text: str) -> Action:
    """A copy of the action with `text` in each of the fields."""
    changed = copy.deepcopy(action)
    for name in fields:
        changed[name] = text
    return changed


def odd_actions(context: CheckContext) -> list[Action]:
    """Every action with an odd text, number or list that the action model accepts."""
    actions = [action for text in ODD_TEXTS for action in actions_with_text(context, text)]
    actions += [*with_other_digits(context), *boundary_actions(context)]
    return [action for action in actions if context.source.valid(action)]


def spoilt_examples(context: CheckContext) -> list[str]:
    """The examples in the descriptions of text fields, each with one word replaced by 0, cut or
    doubled."""
    fields = context.survey.schema.get("properties", {})
    texts = [
        str(fields.get(name, {}).get("description", "")) for name in context.source.text_fields()
    ]
    made: dict[str, None] = {}
    for example in (found for text in texts for found in _EXAMPLE.findall(text)):
        for word in _WORD.finditer(example):
            made.setdefault(f"{example[: word.start()]}0{example[word.end() :]}")
        made |= dict.fromkeys([example[:-1], example[1:], example * 2, f"({example}"])
    return list(made)[:_MOST_SPOILT]


def with_other_digits(context: CheckContext) -> Iterator[Action]:
    """Actions of a solution with superscript or Arabic digits: `isdigit` takes both, `int` one."""
    for solution in context.survey.solutions[:1]:
        for action in solution.actions[:_MOST_ZEROED]:
            for path, value in leaves(action):
                if isinstance(value, str) and len(value) <= _LONGEST_TEXT:
                    for number in _DIGITS.finditer(value):
                        for digit in "²٣":
                            text = f"{value[: number.start()]}{digit}{value[number.end() :]}"
                            yield with_leaf(action, path, text)


def actions_with_text(context: CheckContext, text: str) -> Iterator[Action]:
    """The first valid action with `text` in each free-text field, and a call of each tool."""
    base = context.pool[0]
    for name in context.source.text_fields():
        yield with_text(base, [name], text)
    for tool in context.survey.tools:
        schema = tool.get("input_schema") or {}
        names = [k for k, v in schema.get("properties", {}).items() if v.get("type") == "string"]
        if names:
            yield {
                "type": "call_tool",
                "tool_name": tool["name"],
                "arguments": dict.fromkeys(names, text),
            }


def boundary_actions(context: CheckContext) -> Iterator[Action]:
    """The first valid action with numbers and lists at the ends of their schema's ranges.

    Then with numbers and lists of the sizes that the first observation holds, and answers of
    solutions with zero in the place of each number.
    """
    yield from odd_value_actions(context.survey.schema, context.pool[0])
    opening = context.new_driver().reset(seed=context.seeds[0])
    yield from message_sized_actions(context.survey.schema, context.pool[0], opening.data or {})
    for solution in context.survey.solutions[:_MOST_ZEROED]:
        yield from map(_zeroed, solution.actions[-1:])


def _zeroed(value: Any) -> Any:
    """A copy of the value in which each number is zero: programs divide by sums."""
    if isinstance(value, dict):
        return {key: _zeroed(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_zeroed(inner) for inner in value]
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return type(value)(0) if is_number else value
