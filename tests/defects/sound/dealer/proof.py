"""The author's evidence for the books."""

from typing import Any

from env import DealerAction

declared = {"max_steps": 6}


def oracle(env: Any, observation: Any) -> DealerAction:
    """Looks once, then answers."""
    if env.state.step_count == 0:
        return DealerAction(kind="query", sql=f"select * from sales where item = '{env._item}'")
    return DealerAction(kind="answer", value=float(env._answer))
