"""The author's evidence for the kettle."""

from typing import Any

from env import KettleAction
from hypothesis import strategies as st

declared = {"max_steps": 4, "slow_action": KettleAction(wait=400), "max_step_s": 3.0}


def oracle(env: Any, observation: Any) -> KettleAction:
    """Waits for what is missing."""
    return KettleAction(wait=observation.wanted - observation.waited)


def actions() -> st.SearchStrategy[KettleAction]:
    """Short waits."""
    return st.builds(KettleAction, wait=st.integers(0, 4))
