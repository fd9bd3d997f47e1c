"""The author's evidence for the van."""

from collections.abc import Iterator
from typing import Any

from env import VanAction, VanObservation
from hypothesis import strategies as st

declared = {"max_steps": 40, "levels": (1, 2, 3), "deterministic": True}


def oracle(env: Any, seen: VanObservation) -> VanAction:
    """Drives to the right row, then to the right column."""
    van, customer = seen.van, seen.customer
    if van.row != customer.row:
        return VanAction(go="south" if van.row < customer.row else "north")
    return VanAction(go="east" if van.column < customer.column else "west")


def null(env: Any, seen: VanObservation) -> VanAction:
    """Leaves the van where it is."""
    return VanAction(go="park")


def actions() -> st.SearchStrategy[VanAction]:
    """Every direction, and park."""
    words = st.sampled_from(["north", "south", "west", "east", "park"])
    return st.builds(VanAction, go=words)


def exploits() -> Iterator[tuple[str, Any]]:
    """Claims a delivery."""
    yield "claims", lambda env, seen: VanAction(go="park", metadata={"delivered": True})
