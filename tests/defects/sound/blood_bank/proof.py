"""The author's evidence: how an order is decided, and what must not be paid."""

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

try:
    from .matching import Order, to_issue
    from .models import BloodBankAction, BloodBankObservation
except ImportError:
    from matching import Order, to_issue
    from models import BloodBankAction, BloodBankObservation

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "levels": (1, 2, 3),
    "options": {"split": ["train", "test"]},
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: BloodBankObservation) -> BloodBankAction:
    """Decides every order from the observation alone."""
    units = to_issue(Order(observation.patient, observation.needed, observation.fridge))
    return BloodBankAction(units=units, refer=not units)


def null(env: Any, observation: BloodBankObservation) -> BloodBankAction:
    """Issues nothing and refers nothing."""
    return BloodBankAction()


def actions() -> st.SearchStrategy[BloodBankAction]:
    """Some labels, and either kind of decision."""
    labels = st.integers(1000, 9999).map(lambda number: f"U{number}")
    return st.builds(BloodBankAction, units=st.lists(labels, max_size=4), refer=st.booleans())


def invalid() -> list[BloodBankAction]:
    """Never right: labels that no fridge holds."""
    return [BloodBankAction(units=[label]) for label in ("", "U1", "A", "U99999", "unit")]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the order and the fridge are all there is."""
    return []


def exploits() -> Iterator[tuple[str, Callable[[Any, BloodBankObservation], BloodBankAction]]]:
    """Decisions without a look at the patient."""
    yield (
        "everything",
        lambda env, seen: BloodBankAction(units=[unit["label"] for unit in seen.fridge]),
    )
    yield (
        "same-unit-twice",
        lambda env, seen: BloodBankAction(units=[seen.fridge[0]["label"]] * max(2, seen.needed)),
    )
    yield "claims", lambda env, seen: BloodBankAction(metadata={"right": True, "reward": 1.0})
