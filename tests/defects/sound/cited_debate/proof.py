"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .library import MOTIONS
from .models import CitedDebateAction, CitedDebateObservation

Policy = Callable[[Any, CitedDebateObservation], CitedDebateAction]

declared = {"max_steps": 1, "success_reward": 1.0, "options": {"side": ["for", "against"]}}


def oracle(env: Any, observation: CitedDebateObservation) -> CitedDebateAction:
    """Reads the abstracts."""
    _, policy, welcome, _ = next(m for m in MOTIONS if m[0] == observation.motion)
    cited = []
    for name, text in observation.sources.items():
        if not text.endswith(f" after {policy}."):
            continue
        outcome_good = any(f": {o} " in text for o in welcome)
        rose = " rose " in text or " went up " in text
        if (outcome_good == rose) == (observation.side == "for"):
            cited.append(f"The evidence is clear [{name}].")
    return CitedDebateAction(speech=" ".join(cited))


def null(env: Any, observation: CitedDebateObservation) -> CitedDebateAction:
    """Says nothing."""
    return CitedDebateAction()


def actions() -> st.SearchStrategy[CitedDebateAction]:
    """Speeches with a few citations."""
    names = st.lists(st.sampled_from([f"[S{n}]" for n in range(12)]), max_size=6)
    return st.builds(CitedDebateAction, speech=names.map(" and ".join))


def invalid() -> list[CitedDebateAction]:
    """Speeches without a valid citation."""
    return [CitedDebateAction(speech="No."), CitedDebateAction(speech="[S77] [s1] S2")]


def secrets(env: Any) -> list[str]:
    """The ids are shown anyway."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Cites everything."""
    everything = " ".join(f"[S{n}]" for n in range(1, 10))
    yield "everything", lambda env, seen: CitedDebateAction(speech=everything)
