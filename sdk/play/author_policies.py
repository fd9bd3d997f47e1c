"""The policies of a `proof.py` that one click plays: oracle, null policy and exploits.

They may read the instance, so their actions may be secrets: only `--private` uses them.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from pydantic import BaseModel

from hallmark_rl.sdk.play.plain_values import plain
from hallmark_rl.sdk.subject.description import Subject

Policy = Callable[[Any, Any], Any]
"""From an instance and its last observation to an action."""
_MAX_EXPLOITS = 1000
_FAILURES = (Exception, SystemExit)


def author_policies(subject: Subject) -> tuple[dict[str, Policy], str]:
    """The policies of `proof.py`, by name.

    Returns:
        `oracle` and `null` where they are defined, and each exploit as `exploit NAME`; and why
        exploits are missing, or an empty text.
    """
    policies: dict[str, Policy] = {}
    for name in ("oracle", "null"):
        policy = getattr(subject.proof, name, None)
        if callable(policy):
            policies[name] = policy
    exploits = getattr(subject.proof, "exploits", None)
    if not callable(exploits):
        return policies, ""
    try:
        for number, (name, policy) in enumerate(exploits()):
            if number >= _MAX_EXPLOITS:
                return policies, f"only the first {_MAX_EXPLOITS} exploits are offered"
            policies[f"exploit {plain(name)}"] = policy
    except _FAILURES as error:
        return policies, f"exploits() in proof.py failed: {type(error).__name__}: {error}"
    return policies, ""


def drawn_action(subject: Subject, rng: random.Random) -> Any:
    """An action drawn from `actions()` of `proof.py`; None if there is none or it fails."""
    actions = getattr(subject.proof, "actions", None)
    if not callable(actions):
        return None
    from hypothesis.strategies import SearchStrategy

    from hallmark_rl.sdk.coding.sampling import draw

    try:
        source = actions()
        if isinstance(source, SearchStrategy):
            return action_data(draw(source, rng).value)
        return action_data(rng.choice(list(source)))
    except _FAILURES:
        return None


def action_data(action: Any) -> Any:
    """An action as JSON data, as a client would send it; fields with their defaults are left out.

    Raises:
        Exception: what the author's model raises.
    """
    if isinstance(action, BaseModel):
        return plain(action.model_dump(mode="json", exclude_defaults=True))
    return plain(action)
