"""The author's evidence for the receipt."""

from typing import Any

from env import ReceiptAction

declared = {"max_steps": 3, "single_task": True}


def oracle(env: Any, observation: Any) -> ReceiptAction:
    """Adds up what is printed."""
    return ReceiptAction(cents=sum(observation.prices))
