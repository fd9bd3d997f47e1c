"""The author's evidence for the payroll."""

from typing import Any

from hypothesis import strategies as st
from payroll_env import NAMES, PayrollAction

declared = {"max_steps": 12, "success_reward": 1.0, "reward_range": (-0.1, 1.0)}


def oracle(env: Any, observation: Any) -> PayrollAction:
    """Looks up all hours, pays all workers, closes."""
    for worker in observation.workers:
        if worker["name"] not in observation.hours:
            return PayrollAction(kind="look", worker=worker["name"])
    for worker in observation.workers:
        name = worker["name"]
        if name not in observation.paid:
            cents = worker["cents_an_hour"] * observation.hours[name]
            return PayrollAction(kind="pay", worker=name, cents=cents)
    return PayrollAction(kind="close")


def null(env: Any, observation: Any) -> PayrollAction:
    """Closes at once."""
    return PayrollAction(kind="close")


def actions() -> st.SearchStrategy[PayrollAction]:
    """Anything for anybody."""
    kinds = st.sampled_from(["look", "look", "pay", "close"])
    return st.builds(
        PayrollAction, kind=kinds, worker=st.sampled_from(NAMES), cents=st.integers(1, 300_000)
    )
