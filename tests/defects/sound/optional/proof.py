"""The author's evidence for the booking form."""

from typing import Any

from env import BookingAction

declared = {"max_steps": 6}


def oracle(env: Any, observation: Any) -> BookingAction:
    """Fills in everything, then confirms."""
    if observation.form == env._want:
        return BookingAction(confirm=True)
    return BookingAction(**env._want)


def null(env: Any, observation: Any) -> BookingAction:
    """Leaves the form empty."""
    return BookingAction()
