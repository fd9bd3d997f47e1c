"""Near misses: the last action of a solution with one edit, which a verifier should reject."""

from __future__ import annotations

import itertools
import math
import random
import re
import string
from collections.abc import Iterator, Sequence
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.survey.survey_data import Rollout

_LONGEST_TEXT = 40
"""Characters of a text that counts as an answer, not as prose or a program."""
_FEWEST_FREE_WORDS = 4
_DOUBLED = "more than twice as much"
ONE_OFF = ("one more", "one less")
"""Names of edits that a verifier with a tolerance may accept."""
_DECIMAL = re.compile(r"-?\d+(?:\.\d*(?:e[+-]?\d+)?|e[+-]?\d+)(?!\w)", re.I)
"""A number with a decimal point or an exponent, for which a verifier may have a tolerance."""
_REPEATED_ITEM = "an item twice, and one left out"
_MOST_ANSWER_STEPS = 3
"""Episodes of at most 3 oracle steps count as question answering, longer ones as control."""


def single_edits(context: CheckContext, rollout: Rollout) -> Iterator[tuple[str, Action]]:
    """Yield the name and action of each valid edit of a field that affects the reward."""
    rng = context.rng(f"edits{rollout.seed}")
    action = rollout.actions[-1]
    for field, value in action.items():
        if field in ("metadata", "type") or not field_affects_reward(context, rollout, field):
            continue
        others = [other.actions[-1].get(field) for other in context.solutions]
        for name, changed in _edits_of(value, others, rng):
            made = {**action, field: changed}
            if made != action and context.source.valid(made):
                yield f"{field} {name}: {changed!r} for {value!r}", made
    fields = [field for field in action if field not in ("metadata", "type")]
    relevant = {
        field: action[field] for field in fields if field_affects_reward(context, rollout, field)
    }
    for name, changes in _swapped_neighbours(relevant):
        if context.source.valid({**action, **changes}):
            yield name, {**action, **changes}


def excesses(context: CheckContext, rollout: Rollout) -> Iterator[tuple[str, list[Action]]]:
    """Yield copies of a solution in which a number before its last step is more than doubled.

    Each copy is a name and the list of all actions. Control tasks (`is_one_shot_answer`) have none.
    """
    if not is_one_shot_answer(context):
        return
    for place, action in enumerate(rollout.actions[:-1]):
        for field, value in action.items():
            if not isinstance(value, int) or not field_affects_reward(
                context, rollout, field, place
            ):
                continue
            for name, changed in _edits_of(value, (), context.rng()):
                made = {**action, field: changed}
                if name == _DOUBLED and context.source.valid(made):
                    yield (
                        f"{field} {name}",
                        [*rollout.actions[:place], made, *rollout.actions[place + 1 :]],
                    )


def must_reject_edit(context: CheckContext, kind: str) -> bool:
    """Whether a verifier that always accepts edits of this kind is wrong.

    `kind` is the name of an edit without its values. Edits of other kinds can give a second
    right answer.
    """
    if kind.endswith(("an item more", "without its last item")):
        return True
    wrong = ("negated", "a quarter more", "two letters exchanged", _DOUBLED, _REPEATED_ITEM)
    return is_one_shot_answer(context) and kind.endswith(wrong)


def is_one_shot_answer(context: CheckContext) -> bool:
    """Whether the task is question answering: all solutions have at most three steps."""
    return all(len(rollout.actions) <= _MOST_ANSWER_STEPS for rollout in context.solutions)


def short_text_field(context: CheckContext, rollout: Rollout) -> str | None:
    """The text field that holds the answer, if it is a short text; else None.

    A text of which several words may be others is none: any text that keeps the rules is right.
    """
    for field in context.source.text_fields():
        value = rollout.actions[-1].get(field)
        if (
            isinstance(value, str)
            and 0 < len(value) <= _LONGEST_TEXT
            and field_affects_reward(context, rollout, field)
            and not _is_free_text(context, rollout, field)
        ):
            return field
    return None


def _is_free_text(context: CheckContext, rollout: Rollout, field: str) -> bool:
    """Whether at least two words of a text of four or more can each be another word."""
    words = str(rollout.actions[-1][field]).split(" ")
    if len(words) < _FEWEST_FREE_WORDS:
        return False
    paid = 0
    for place in range(len(words)):
        text = " ".join([*words[:place], "other", *words[place + 1 :]])
        actions = [*rollout.actions[:-1], {**rollout.actions[-1], field: text}]
        changed = play(context, actions, rollout.seed)
        paid += not changed.error and changed.total >= rollout.total - 0.02 * abs(context.scale)
    return paid > 1


def field_affects_reward(
    context: CheckContext, rollout: Rollout, field: str, place: int = -1
) -> bool:
    """Whether the solution earns less with another seed's value in a field of one step.

    `place` is the index of the step.
    """
    value = rollout.actions[place].get(field)
    others = [
        other.actions[place][field]
        for other in context.solutions
        if (place == -1 or len(other.actions) == len(rollout.actions))
        and other.actions[place].get(field, value) != value
    ]
    least = rollout.total - 0.02 * abs(context.scale)
    worse = 0
    for other in others[:3]:
        changed = list(rollout.actions)
        changed[place] = {**changed[place], field: other}
        worse += play(context, changed, rollout.seed).total < least
    return worse > 0


def _edits_of(value: Any, others: Sequence[Any], rng: random.Random) -> Iterator[tuple[str, Any]]:
    """Edits of a value with their names; `others` are the values of other solutions."""
    if isinstance(value, bool):
        yield "negated", not value
    elif isinstance(value, int):
        yield ONE_OFF[0], value + 1
        yield ONE_OFF[1], value - 1
        if value:
            yield "negated", -value
        if value > 0:
            yield _DOUBLED, 2 * value + 3
    elif isinstance(value, float) and math.isfinite(value) and value:
        yield "negated", -value
        yield "a quarter more", value * 1.25
    elif isinstance(value, str) and 1 < len(value) <= _LONGEST_TEXT:
        for name, text in _text_edits(value, rng, _common_start(value, others)):
            if _DECIMAL.sub("#", text) != _DECIMAL.sub("#", value):
                yield name, text
    elif isinstance(value, dict):
        for key, inner in value.items():
            beside = [other[key] for other in others if isinstance(other, dict) and key in other]
            for name, changed in _edits_of(inner, beside, rng):
                yield f"{key} {name}", {**value, key: changed}
        yield from _swapped_neighbours(value)
    elif isinstance(value, list) and value:
        yield from _list_edits(value, others, rng)


def _swapped_neighbours(value: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield names and copies in which two neighbouring values of one type are swapped."""
    for (one, left), (other, right) in itertools.pairwise(value.items()):
        if type(left) is type(right) and left != right and not isinstance(left, bool):
            yield f"{one} and {other} exchanged", {**value, one: right, other: left}


def _common_start(value: str, others: Sequence[Any]) -> int:
    """How many characters stand before the answer, such as `Answer: `, in all texts alike."""
    texts = {value, *(other for other in others if isinstance(other, str))}
    alike = itertools.takewhile(lambda signs: len(set(signs)) == 1, zip(*texts, strict=False))
    start = [signs[0] for signs in alike if len(texts) > 1]
    place = max((place + 1 for place, sign in enumerate(start) if sign in ":=>\n"), default=0)
    return place if place < len(value) else 0


def _text_edits(value: str, rng: random.Random, start: int) -> Iterator[tuple[str, str]]:
    """Edits of a text after its first `start` characters."""
    for _ in range(6):
        place = rng.randrange(start, len(value))
        letter = value[place]
        alphabet = string.digits if letter.isdigit() else string.ascii_lowercase
        if not letter.isalnum():
            continue
        other = rng.choice([c for c in alphabet if c != letter.lower()])
        other = other.upper() if letter.isupper() else other
        yield "another letter", value[:place] + other + value[place + 1 :]
    pairs = range(start, len(value) - 1)
    for place in rng.sample(pairs, len(pairs)):
        one, other = value[place], value[place + 1]
        in_class = value.count("[", 0, place) > value.count("]", 0, place)  # of a pattern
        if one.lower() != other.lower() and (one + other).isalnum() and not in_class:
            changed = value[:place] + other + one + value[place + 2 :]
            yield "two letters exchanged", changed
            break
    yield "without its last letter", value[:-1]
    yield "a letter more", value + ("0" if value[-1].isdigit() else "q")
    if value.isdigit() and int(value):
        yield "negated", f"-{value}"


def _list_edits(
    value: list[Any], others: Sequence[Any], rng: random.Random
) -> Iterator[tuple[str, list[Any]]]:
    yield "without its last item", value[:-1]
    yield "its last item twice", [*value, value[-1]]
    if len(value) > 1 and value[0] != value[-1]:
        yield "ends exchanged", [value[-1], *value[1:-1], value[0]]
    if all(item not in value[:place] for place, item in enumerate(value)) and len(value) > 2:
        yield _REPEATED_ITEM, [*value[:-2], value[-1], value[-1]]
    beside = [item for other in others if isinstance(other, list) for item in other]
    for name, changed in _edits_of(value[0], beside, rng):
        yield name, [changed, *value[1:]]
    foreign = [item for place, item in enumerate(beside) if item not in beside[:place]]
    foreign = [item for item in foreign if item not in value]
    for item in sorted(foreign, key=lambda item: _shared_fields(item, value))[:3]:
        yield "an item more", [*value, item]


def _shared_fields(item: Any, value: list[Any]) -> int:
    """Number of fields that an item has in common with the items of a list."""
    if not isinstance(item, dict):
        return 0
    return sum(
        item.get(key) == inner
        for other in value
        if isinstance(other, dict)
        for key, inner in other.items()
    )
