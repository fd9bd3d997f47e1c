"""The author's evidence for the readings."""

from typing import Any

from env import MirrorAction
from hypothesis import strategies as st

declared = {"max_steps": 5, "success_reward": 1.0, "reward_range": (0.0, 1.0)}


def oracle(env: Any, observation: Any) -> MirrorAction:
    """The mean, to a tenth."""
    return MirrorAction(mean=round(sum(observation.readings) / 3, 1))


def null(env: Any, observation: Any) -> MirrorAction:
    """Outside the range."""
    return MirrorAction(mean=-1.0)


def actions() -> st.SearchStrategy[MirrorAction]:
    """Tenths."""
    return st.integers(0, 1000).map(lambda tenths: MirrorAction(mean=tenths / 10))
