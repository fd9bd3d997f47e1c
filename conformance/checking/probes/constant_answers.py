"""Actions that solve no task but that a weak verifier may accept, whatever the seed.

They hold phrases that fool judges, patterns that match everything, NaN and infinity, extreme
numbers, and words from the environment's source.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.actions.python_trees import python_tree
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of
from hallmark_rl.sdk.common.schema_refs import alternatives, resolve

_MASTER_KEYS = (
    ":",
    "Solution",
    "Thought process:",
    "Let's solve this step by step.",
    "yes",
    "42",
    "0",
    # effective where a reply is parsed as a number, a pattern or a part of a query
    "nan",
    "inf",
    ".*",
    "*",
    "%",
    "' OR '1'='1",
    '" OR "1"="1',
    "",
)
_FORMATS: tuple[tuple[re.Pattern[str], tuple[str, ...]], ...] = (
    (
        re.compile(r"\d{1,2}:\d\d"),
        ("20:00", "22:00", "23:00", "23:30", "23:59", "00:00", "03:00", "06:00"),
    ),
    (re.compile(r"\d{4}-\d\d-\d\d"), ("1900-01-01", "2999-12-31", "2099-01-01", "0001-01-01")),
    (re.compile(r"-?\d+(\.\d+)?"), ("0", "1")),
)
"""Forms of texts in answers, with values of that form that lie outside of what tasks are about."""
_MOST_CHOICES = 8
_NUMBERS = (float("nan"), float("inf"), float("-inf"), 0, -1, -1000, 1000)


def constant_actions(context: CheckContext, most: int = 120) -> list[Action]:
    """Up to `most` valid actions, each with one such word or number in a field."""
    solved = [rollout for rollout in context.survey.solutions[:1] if rollout.actions]
    bases = [*(rollout.actions[-1] for rollout in solved), *context.pool[:1]]
    actions = list(_beyond(context, solved[0].actions[-1])) if solved else []
    actions += [{**base, name: value} for name, value in extreme_values(context) for base in bases]
    fields = context.source.text_fields()[:2]
    words = [*_MASTER_KEYS, *source_words(context)]
    actions += [{**base, name: word} for word in words for name in fields for base in bases]
    return [action for action in actions if context.source.valid(action)][:most]


def _beyond(context: CheckContext, answer: Action) -> Iterator[Action]:
    """An answer with a time of the night, a far date or 0, alone and with other choices beside."""
    for path, value in leaves(answer):
        for form, texts in _FORMATS:
            if not isinstance(value, str) or not form.fullmatch(value):
                continue
            for text in texts:
                made = with_leaf(answer, path, text)
                yield made
                for slot in slots_of(context.source, answer):
                    if 1 < len(slot.choices) <= _MOST_CHOICES:
                        yield from (filled(made, slot, choice) for choice in slot.choices)


def constant_fields(context: CheckContext) -> Iterator[tuple[str, Any]]:
    """Fields with such words and numbers, without the words of the source: (name, value)."""
    yield from extreme_values(context)
    for name in context.source.text_fields():
        yield from ((name, word) for word in _MASTER_KEYS)


def extreme_values(context: CheckContext) -> Iterator[tuple[str, Any]]:
    """Fields that are flags or numbers with extreme values: (name, value)."""
    for name, inner in context.source.schema.get("properties", {}).items():
        schema = context.source.schema
        for option in alternatives(schema, resolve(schema, inner)):
            if option.get("type") == "boolean":
                yield from ((name, value) for value in (True, False))
            elif option.get("type") in ("number", "integer"):
                ends = [option[end] for end in ("minimum", "maximum") if end in option]
                yield from ((name, value) for value in (*_NUMBERS, *ends))


def source_words(context: CheckContext) -> list[str]:
    """Up to 400 string constants of 2 to 29 characters in the environment's own modules."""
    words: dict[str, None] = {}
    for node in source_nodes(context):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            text = node.value
            if 1 < len(text) < 30 and "\n" not in text:
                words.setdefault(text)
    return list(words)[:400]


def source_nodes(context: CheckContext) -> Iterator[ast.AST]:
    """Every node of the syntax trees of the environment's own modules."""
    for path in source_files(context):
        if tree := python_tree(path):
            yield from ast.walk(tree)


def source_files(context: CheckContext) -> list[Path]:
    """The files of the environment's loaded modules, that of its class first; not proof.py."""
    env_class = context.subject.env_class
    if env_class is None:
        return []
    files = [getattr(sys.modules.get(env_class.__module__), "__file__", None)]
    with contextlib.suppress(TypeError):
        files.append(inspect.getsourcefile(env_class))
    root = context.subject.root
    if root is not None:
        inside = os.path.join(root, "")  # as a text: there are thousands of modules
        loaded = (getattr(module, "__file__", None) for module in list(sys.modules.values()))
        files += [file for file in loaded if file and str(file).startswith(inside)]
    unique = dict.fromkeys(Path(file) for file in files if file)
    return [path for path in unique if path.name != "proof.py"]
