"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import TicketRouterAction, TicketRouterObservation
from .tickets import DETAILS, LEVELS, QUEUES

Policy = Callable[[Any, TicketRouterObservation], TicketRouterAction]

declared = {"max_steps": 16, "success_reward": 1.0, "levels": tuple(LEVELS)}


def oracle(env: Any, observation: TicketRouterObservation) -> TicketRouterAction:
    """Routes a ticket whose text has a detail, and asks about every other."""
    for queue, details in DETAILS.items():
        if any(detail in observation.text for detail in details):
            return TicketRouterAction(kind="route", queue=queue)
    return TicketRouterAction(kind="ask")


def null(env: Any, observation: TicketRouterObservation) -> TicketRouterAction:
    """Routes nothing."""
    return TicketRouterAction(kind="route", queue="")


def actions() -> st.SearchStrategy[TicketRouterAction]:
    """Questions, queues, and queues that do not exist."""
    queues = st.one_of(st.sampled_from(QUEUES), st.text(max_size=8))
    return st.one_of(
        st.just(TicketRouterAction(kind="ask")),
        queues.map(lambda queue: TicketRouterAction(kind="route", queue=queue)),
    )


def invalid() -> list[TicketRouterAction]:
    """Queues that do not exist."""
    names = ("", "Billing", "sales", "billing,returns", " ".join(QUEUES)[:20], "0")
    return [TicketRouterAction(kind="route", queue=name) for name in names]


def secrets(env: Any) -> list[str]:
    """The queues of the tickets, in order."""
    return [" ".join(env.reveal().queues.reveal())]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Ways to end the shift without routing."""
    yield "ask forever", lambda env, seen: TicketRouterAction(kind="ask")
    yield (
        "all queues",
        lambda env, seen: TicketRouterAction(kind="route", queue=",".join(QUEUES)[:20]),
    )
    yield "claims", lambda env, seen: TicketRouterAction(metadata={"right": 6, "reward": 1.0})
