"""Near misses: the solving action with a single edit in a field that matters."""

from __future__ import annotations

import random
import string
from collections.abc import Iterator
from typing import Any

from conformance.episode import Action
from conformance.lab import Lab
from conformance.survey import Played, play_actions

_LONGEST = 40


def edits(lab: Lab, one: Played) -> Iterator[tuple[str, Action]]:
    """Edited solving actions, with a name for each edit; only fields that matter are edited."""
    rng = lab.rng(f"edits{one.seed}")
    action = one.actions[-1]
    for field, value in action.items():
        if field in ("metadata", "type") or not _matters(lab, one, field):
            continue
        for name, changed in _edited(value, rng):
            made = {**action, field: changed}
            if made != action and lab.source.valid(made):
                yield f"{field} {name}: {changed!r} for {value!r}", made
        for other in lab.solutions:
            items = other.actions[-1].get(field)
            if isinstance(value, list) and isinstance(items, list):
                extra = [item for item in items if item not in value][:1]
                made = {**action, field: [*value, *extra]}
                if extra and lab.source.valid(made):
                    yield f"{field} an item more: {extra[0]!r}", made
                    break


def whole_text(lab: Lab, one: Played) -> str | None:
    """The field that holds a short text answer, if one does."""
    for field in lab.source.text_fields():
        value = one.actions[-1].get(field)
        if isinstance(value, str) and 0 < len(value) <= _LONGEST and _matters(lab, one, field):
            return field
    return None


def _matters(lab: Lab, one: Played, field: str) -> bool:
    """Whether other seeds' values in this field lose what the solution earns."""
    value = one.actions[-1].get(field)
    others = [
        other.actions[-1][field]
        for other in lab.solutions
        if other.actions[-1].get(field, value) != value
    ]
    lost = 0
    for other in others[:3]:
        changed = [*one.actions[:-1], {**one.actions[-1], field: other}]
        played = play_actions(lab.subject, lab.survey, changed, one.seed)
        lost += played.total < one.total - 0.02 * abs(lab.scale)
    return lost > 0


def _edited(value: Any, rng: random.Random) -> Iterator[tuple[str, Any]]:
    if isinstance(value, bool):
        yield "negated", not value
    elif isinstance(value, int):
        yield "one more", value + 1
        yield "one less", value - 1
    elif isinstance(value, str) and 1 < len(value) <= _LONGEST and not _decimal(value):
        for _ in range(6):
            place = rng.randrange(len(value))
            letter = value[place]
            alphabet = string.digits if letter.isdigit() else string.ascii_lowercase
            if not letter.isalnum():
                continue
            other = rng.choice([c for c in alphabet if c != letter.lower()])
            other = other.upper() if letter.isupper() else other
            yield "another letter", value[:place] + other + value[place + 1 :]
        yield "without its last letter", value[:-1]
        yield "a letter more", value + ("0" if value[-1].isdigit() else "q")
    elif isinstance(value, dict):
        for key, inner in value.items():
            for name, changed in _edited(inner, rng):
                yield f"{key} {name}", {**value, key: changed}
    elif isinstance(value, list) and value:
        yield "without its last item", value[:-1]
        yield "its last item twice", [*value, value[-1]]
        if len(value) > 1 and value[0] != value[-1]:
            yield "ends exchanged", [value[-1], *value[1:-1], value[0]]
        for name, changed in _edited(value[0], rng):
            yield name, [changed, *value[1:]]


def _decimal(text: str) -> bool:
    """A decimal number: verifiers may rightly have a tolerance."""
    try:
        float(text)
    except ValueError:
        return False
    return "." in text or "e" in text.lower()
