"""Evidence from the author."""

from hypothesis import strategies as st

from .models import NurseryAction

declared = {"max_steps": 20, "success_reward": 1.0, "options": {"batches": [1, 2, 3, 4]}}


def _plan(view, day, cost):
    """Pots to sell on each day from today on, by the best last day."""
    best, plan = 0, {}
    for last in range(day, 8):
        left, income, chosen = view.pots, 0, {}
        for when in sorted(range(day, last + 1), key=lambda d: (-view.prices[d], d)):
            chosen[when] = min(left, view.demand)
            left, income = left - chosen[when], income + chosen[when] * view.prices[when]
        value = income - cost * max(0, sum(view.thirst[day:last]) - view.moisture)
        if value > best:
            best, plan = value, chosen
    return plan


def oracle(env, observation):
    """Sells on the best days, and waters just enough until the last of them."""
    water, sell, day = {}, {}, observation.day
    for name, view in observation.batches.items():
        plan = _plan(view, day, observation.water_cost)
        sell[name] = plan.get(day, 0)
        if view.pots > sell[name] and any(n for d, n in plan.items() if d > day):
            water[name] = max(0, view.thirst[day] - view.moisture)
    return NurseryAction(water=water, sell=sell)


def null(env, observation):
    """Does nothing."""
    return NurseryAction()


def actions():
    """Plans, many of which are refused."""
    names = st.sampled_from(["basil", "lavender", "ferns", "roses"])
    return st.builds(
        NurseryAction,
        water=st.dictionaries(names, st.integers(-1, 7), max_size=3),
        sell=st.dictionaries(names, st.integers(-1, 20), max_size=3),
    )


def invalid():
    """Refused plans."""
    return [
        NurseryAction(sell={"roses": 1}),
        NurseryAction(sell={"basil": 10**30}),
        NurseryAction(sell={"basil": -1}),
        NurseryAction(water={"basil": 7}),
    ]


def secrets(env):
    """Nothing is hidden."""
    return []


def exploits():
    """Sales below zero."""
    yield "negative water", lambda env, seen: NurseryAction(water={"basil": -3})
