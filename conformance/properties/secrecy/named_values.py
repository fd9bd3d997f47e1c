"""Secrecy: no field of the state or the metadata is named like an answer."""

from __future__ import annotations

import re
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.probes.encodings import to_text
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import PropertyViolated

_OF_ANSWERS = re.compile(
    "answers?|solutions?|expected|gold|golden|truth|secrets?|targets?|correct|hidden"
)
_OF_MEASURES = re.compile(
    "counts?|length|len|size|number|num|n|total|scores?|rewards?|points|rate|index|steps|moves|"
    "attempts|tries|left|given|found|made|used|type|kind|format|units?|tolerance|min|max|limit|"
    "time|seconds|tokens|shown|seen"
)
"""With one of these words, a name says how many or what kind, as `answers_given` does."""
_SEEDS = 6


@check("secrecy.named_values")
def named_values(context: CheckContext) -> None:
    """Compare fields that are named like an answer on several seeds with what is shown."""
    context.require_capability_absent("single_task", "there is one task")
    open_state = "open_state" in context.declared.capabilities
    hidden: dict[str, dict[str, Any]] = {}
    for seed in context.until_budget(context.seeds[:_SEEDS], least=3):
        for path, value, shown in _named(context, seed, with_state=not open_state):
            if not shown:
                hidden.setdefault(path, {}).setdefault(to_text(value), (seed, value))
    for path, values in hidden.items():
        if len(values) > 1:
            seed, value = next(iter(values.values()))
            raise PropertyViolated(
                f"{path} is named like an answer, has another value for other tasks, and the "
                f"observation does not show it: {to_text(value)[:80]} with this seed",
                Episode.of(seed, [], "opening"),
            )


def _named(
    context: CheckContext, seed: int | None, *, with_state: bool
) -> list[tuple[str, Any, bool]]:
    """Path, value and whether the observation shows it, of fields that are named like answers."""
    driver = context.new_driver()
    response = driver.reset(**({} if seed is None else {"seed": seed}))
    state = (driver.state().data or {}) if with_state else {}
    driver.close()
    message = dict(response.data or {})
    places = {"metadata": message.pop("metadata", None) or {}, "state": state}
    text = to_text(message)
    return [
        (path, value, _is_shown(value, text))
        for place, data in places.items()
        for path, value in subtrees(data, place)
        if names_answer(path) and not isinstance(value, dict | list) and value not in (None, "")
    ]


def names_answer(path: str) -> bool:
    """Whether a name on the path is that of an answer: `state.expected`, `metadata.gold_label`."""
    for name in re.findall(r"[A-Za-z0-9_-]+", path)[1:]:
        split = re.sub(r"([a-z0-9])([A-Z])", r"\1_\2", name).lower()
        words = re.split(r"[_-]+", split)
        if any(map(_OF_ANSWERS.fullmatch, words)) and not any(map(_OF_MEASURES.fullmatch, words)):
            return True
    return False


def _is_shown(value: Any, text: str) -> bool:
    """Whether the text holds the value as a word of its own."""
    form = re.escape(value if isinstance(value, str) else to_text(value))
    return re.search(rf"(?<!\w){form}(?!\w)", text) is not None
