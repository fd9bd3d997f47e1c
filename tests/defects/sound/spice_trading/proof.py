"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .market import LEVELS, PORTS, SPICES, best_route, gain
from .models import TradeAction, TradeObservation

Policy = Callable[[Any, TradeObservation], TradeAction]

declared = {
    "max_steps": 60,
    "success_reward": 1.0,
    "deterministic": True,
    "concurrent_sessions": True,
    "levels": tuple(LEVELS),
}


def oracle(env: Any, seen: TradeObservation) -> TradeAction:
    """Sail between the best two ports with a full hold; it needs the observation only."""
    capacity = seen.room + sum(seen.hold.values())
    days = next(d for _, d, sacks in LEVELS.values() if sacks == capacity)
    away = best_route(seen.prices, seen.home, capacity, days).away
    other = away if seen.port == seen.home else seen.home
    _, cargo = gain(seen.prices, seen.port, other)
    for spice, sacks in seen.hold.items():
        if spice != cargo or seen.days_left == 0:
            return TradeAction(act="sell", spice=spice, sacks=sacks)
    if seen.days_left == 0:
        return TradeAction(act="end")
    if cargo and seen.room:
        return TradeAction(act="buy", spice=cargo, sacks=seen.room)
    return TradeAction(act="sail", port=other)


def null(env: Any, seen: TradeObservation) -> TradeAction:
    """Stay in port."""
    return TradeAction()


def actions() -> st.SearchStrategy[TradeAction]:
    """Trades and voyages, possible and impossible."""
    trade = st.builds(
        lambda act, spice, sacks: TradeAction(act=act, spice=spice, sacks=sacks),
        st.sampled_from(["buy", "sell"]),
        st.sampled_from(SPICES),
        st.integers(0, 12),
    )
    sail = st.sampled_from([*PORTS, "Goa"]).map(lambda port: TradeAction(act="sail", port=port))
    return st.one_of(trade, trade, sail, st.sampled_from([TradeAction(), TradeAction(act="end")]))


def invalid() -> list[TradeAction]:
    """Trades that are refused."""
    return [
        TradeAction(act="buy", spice="gold", sacks=1),
        TradeAction(act="buy", spice="pepper", sacks=40),
        TradeAction(act="sell", spice="pepper", sacks=1),
        TradeAction(act="sail", port="Atlantis"),
        TradeAction(act="end"),
    ]


def secrets(env: Any) -> list[str]:
    """Nothing is hidden: the almanac shows every price."""
    return []


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not carry a spice to where it is dearer."""
    yield "in-port", _in_port
    yield (
        "empty-hold",
        lambda env, seen: TradeAction(
            act="sail", port=next(port for port in PORTS if port != seen.port)
        ),
    )
    yield "sell-nothing", lambda env, seen: TradeAction(act="sell", spice="pepper", sacks=8)


def _in_port(env: Any, seen: TradeObservation) -> TradeAction:
    """Buy and sell the same sacks in the same port."""
    spice = next(iter(seen.prices[seen.port]))
    if spice in seen.hold:
        return TradeAction(act="sell", spice=spice, sacks=seen.hold[spice])
    return TradeAction(act="buy", spice=spice, sacks=4)
