"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import Order, StoreAction

declared = {"max_steps": 13, "success_reward": 1.0, "options": {}}


def oracle(env, observation):
    """Orders just in time."""
    orders = []
    for experiment in observation.calendar:
        wait = experiment.day - observation.day
        early = experiment.day <= 3
        if wait == (1 if early else 3):
            orders += [
                Order(reagent=name, grams=grams, supplier="express" if early else "standard")
                for name, grams in experiment.needs.items()
            ]
    return StoreAction(orders=orders)


def null(env, observation):
    """Orders nothing."""
    return StoreAction()


def actions():
    """Orders of all kinds."""
    order = st.builds(
        Order,
        reagent=st.sampled_from(["acetone", "hexane", "sodium iodide", "gold"]),
        grams=st.integers(1, 200),
        supplier=st.sampled_from(["standard", "express", "pigeon"]),
    )
    return st.builds(StoreAction, orders=st.lists(order, max_size=3))


def invalid():
    """Orders that are refused."""
    return [
        StoreAction(orders=[Order(reagent="gold", grams=1, supplier="standard")]),
        StoreAction(orders=[Order(reagent="acetone", grams=1, supplier="")]),
    ]


def secrets(env):
    """Everything is shown."""
    return []


def exploits():
    """Orders beyond all measure."""
    huge = [Order(reagent=n, grams=10000, supplier="express") for n in ("acetone", "hexane")]
    yield "huge", lambda env, seen: StoreAction(orders=huge)
    yield "claim", lambda env, seen: StoreAction(metadata={"ran": 8})
