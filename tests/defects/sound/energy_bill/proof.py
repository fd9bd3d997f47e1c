"""Evidence from the author, which `hallmark prove` uses to check this environment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .bills import Bill
from .models import BillObservation, Estimate

Policy = Callable[[Any, BillObservation], Estimate]

declared = {
    "max_steps": 1,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2, 3),
}


def oracle(env: Any, observation: BillObservation) -> Estimate:
    """Adds up the bill from what the observation shows."""
    registers = tuple(
        (each.name, each.previous, each.current, str(each.pence_per_kwh))
        for each in observation.registers
    )
    bill = Bill(
        observation.account,
        observation.days,
        registers,
        str(observation.standing_pence),
        str(observation.discount_percent),
        observation.capacity_kva,
        str(observation.capacity_pence),
        str(observation.levy_pence),
        str(observation.vat_percent),
    )
    return Estimate(answer=f"The bill comes to <total>£{bill.total():,.2f}</total>.")


def null(env: Any, observation: BillObservation) -> Estimate:
    """Says nothing."""
    return Estimate(answer="")


def actions() -> st.SearchStrategy[Estimate]:
    """Amounts in a tag, and other texts."""
    pence = st.integers(0, 900_000).map(lambda value: f"<total>£{value / 100:,.2f}</total>")
    return st.one_of(pence, st.text(max_size=60)).map(lambda text: Estimate(answer=text))


def invalid() -> list[Estimate]:
    """Answers without an amount that can be read."""
    texts = ("", "<total></total>", "<total>nan</total>", "<total>about a lot</total>", "84.31")
    return [Estimate(answer=text) for text in texts]


def secrets(env: Any) -> list[str]:
    """The total."""
    return [env.reveal().total.reveal()]


def _every_pound(env: Any, observation: BillObservation) -> Estimate:
    return Estimate(answer="".join(f"<total>{pounds}</total>" for pounds in range(60, 200)))


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to be paid without the total."""
    yield "many totals", _every_pound
    yield "nothing", lambda env, seen: Estimate(answer="<total>0</total>")
    yield "infinity", lambda env, seen: Estimate(answer="<total>inf</total>")
    yield "claims", lambda env, seen: Estimate(answer="correct", metadata={"reward": 1.0})
