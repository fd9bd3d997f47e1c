"""Near misses: the solving action with a single edit in a field that matters."""

from __future__ import annotations

import itertools
import math
import random
import string
from collections.abc import Iterator, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.survey_data import Rollout

_LONGEST = 40
_EXCESS = "more than twice as much"
ONE_OFF = ("one more", "one less")
_TWICE = "an item twice, and one left out"
_ANSWERS = 3
"""An oracle that never takes more steps answers a question; one that does may steer."""


def single_edits(context: CheckContext, one: Rollout) -> Iterator[tuple[str, Action]]:
    """Edited solving actions, with a name for each edit; only fields that matter are edited."""
    rng = context.rng(f"edits{one.seed}")
    action = one.actions[-1]
    for field, value in action.items():
        if field in ("metadata", "type") or not field_affects_reward(context, one, field):
            continue
        others = [other.actions[-1].get(field) for other in context.solutions]
        for name, changed in _edited(value, others, rng):
            made = {**action, field: changed}
            if made != action and context.source.valid(made):
                yield f"{field} {name}: {changed!r} for {value!r}", made
    known = [field for field in action if field not in ("metadata", "type")]
    weighty = {field: action[field] for field in known if field_affects_reward(context, one, field)}
    for what, made in _exchanged(weighty):
        if context.source.valid({**action, **made}):
            yield what, {**action, **made}


def excesses(context: CheckContext, one: Rollout) -> Iterator[tuple[str, list[Action]]]:
    """Solutions of several steps with far too much of something in a step before the last."""
    if not is_one_shot_answer(context):
        return
    for place, action in enumerate(one.actions[:-1]):
        for field, value in action.items():
            if not isinstance(value, int) or not field_affects_reward(context, one, field, place):
                continue
            for name, changed in _edited(value, (), context.rng()):
                made = {**action, field: changed}
                if name == _EXCESS and context.source.valid(made):
                    yield f"{field} {name}", [*one.actions[:place], made, *one.actions[place + 1 :]]


def must_reject_edit(context: CheckContext, kind: str) -> bool:
    """Whether an edit of this kind changes an answer, so that it must not always be accepted."""
    if kind.endswith(("an item more", "without its last item")):
        return True
    wrong = ("negated", "a quarter more", "two letters exchanged", _EXCESS, _TWICE)
    return is_one_shot_answer(context) and kind.endswith(wrong)


def is_one_shot_answer(context: CheckContext) -> bool:
    """Whether the oracle answers a question, instead of steering towards a goal."""
    return all(len(one.actions) <= _ANSWERS for one in context.solutions)


def short_text_field(context: CheckContext, one: Rollout) -> str | None:
    """The field that holds a short text answer, if one does."""
    for field in context.source.text_fields():
        value = one.actions[-1].get(field)
        if (
            isinstance(value, str)
            and 0 < len(value) <= _LONGEST
            and field_affects_reward(context, one, field)
        ):
            return field
    return None


def field_affects_reward(context: CheckContext, one: Rollout, field: str, place: int = -1) -> bool:
    """Whether other seeds' values in this field of a step lose what the solution earns."""
    value = one.actions[place].get(field)
    others = [
        other.actions[place][field]
        for other in context.solutions
        if (place == -1 or len(other.actions) == len(one.actions))
        and other.actions[place].get(field, value) != value
    ]
    lost = 0
    for other in others[:3]:
        changed = list(one.actions)
        changed[place] = {**changed[place], field: other}
        lost += play(context, changed, one.seed).total < one.total - 0.02 * abs(context.scale)
    return lost > 0


def _edited(value: Any, others: Sequence[Any], rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Edits of a value; `others` stand in its place in other solutions."""
    if isinstance(value, bool):
        yield "negated", not value
    elif isinstance(value, int):
        yield ONE_OFF[0], value + 1
        yield ONE_OFF[1], value - 1
        if value:
            yield "negated", -value
        if value > 0:
            yield _EXCESS, 2 * value + 3
    elif isinstance(value, float) and math.isfinite(value) and value:
        yield "negated", -value
        yield "a quarter more", value * 1.25
    elif isinstance(value, str) and 1 < len(value) <= _LONGEST:
        yield from _text(value, rng)
    elif isinstance(value, dict):
        for key, inner in value.items():
            beside = [other[key] for other in others if isinstance(other, dict) and key in other]
            for name, changed in _edited(inner, beside, rng):
                yield f"{key} {name}", {**value, key: changed}
        yield from _exchanged(value)
    elif isinstance(value, list) and value:
        yield from _items(value, others, rng)


def _exchanged(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Two neighbours of one kind in each other's place."""
    for (one, left), (other, right) in itertools.pairwise(value.items()):
        if type(left) is type(right) and left != right and not isinstance(left, bool):
            yield f"{one} and {other} exchanged", {**value, one: right, other: left}


def _text(value: str, rng: random.Random) -> Iterator[tuple[str, str]]:
    if _decimal(value):
        return  # a verifier may rightly have a tolerance
    for _ in range(6):
        place = rng.randrange(len(value))
        letter = value[place]
        alphabet = string.digits if letter.isdigit() else string.ascii_lowercase
        if not letter.isalnum():
            continue
        other = rng.choice([c for c in alphabet if c != letter.lower()])
        other = other.upper() if letter.isupper() else other
        yield "another letter", value[:place] + other + value[place + 1 :]
    for place in rng.sample(range(len(value) - 1), len(value) - 1):
        one, other = value[place], value[place + 1]
        if one.lower() != other.lower() and (one + other).isalnum():
            changed = value[:place] + other + one + value[place + 2 :]
            yield "two letters exchanged", changed
            break
    yield "without its last letter", value[:-1]
    yield "a letter more", value + ("0" if value[-1].isdigit() else "q")
    if value.isdigit() and int(value):
        yield "negated", f"-{value}"


def _items(
    value: list[Any], others: Sequence[Any], rng: random.Random
) -> Iterator[tuple[str, list[Any]]]:
    yield "without its last item", value[:-1]
    yield "its last item twice", [*value, value[-1]]
    if len(value) > 1 and value[0] != value[-1]:
        yield "ends exchanged", [value[-1], *value[1:-1], value[0]]
    if all(item not in value[:place] for place, item in enumerate(value)) and len(value) > 2:
        yield _TWICE, [*value[:-2], value[-1], value[-1]]
    beside = [item for other in others if isinstance(other, list) for item in other]
    for name, changed in _edited(value[0], beside, rng):
        yield name, [changed, *value[1:]]
    strangers = [item for place, item in enumerate(beside) if item not in beside[:place]]
    strangers = [item for item in strangers if item not in value]
    for item in sorted(strangers, key=lambda item: _shared(item, value))[:3]:
        yield "an item more", [*value, item]


def _shared(item: Any, value: list[Any]) -> int:
    """How much an item has in common with the items of a list."""
    if not isinstance(item, dict):
        return 0
    return sum(
        item.get(key) == inner
        for other in value
        if isinstance(other, dict)
        for key, inner in other.items()
    )


def _decimal(text: str) -> bool:
    """A decimal number."""
    try:
        float(text)
    except ValueError:
        return False
    return "." in text or "e" in text.lower()
