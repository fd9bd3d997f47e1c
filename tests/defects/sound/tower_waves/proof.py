"""Evidence from the author."""

from hypothesis import strategies as st

from .models import WaveAction
from .waves import STOPS

declared = {"max_steps": 8, "success_reward": 1.0, "options": {}}


def oracle(env, observation):
    """Builds what the next wave demands."""
    orders = []
    for lane, enemies in observation.next_wave.items():
        for tower, (kind, number) in STOPS.items():
            lacking = -(-enemies[kind] // number) - observation.towers[lane][tower]
            orders += [f"{tower} {lane}"] * lacking
    return WaveAction(build=", ".join(orders))


def null(env, observation):
    """Builds nothing."""
    return WaveAction()


def actions():
    """Orders of all kinds."""
    order = st.sampled_from(
        ["archer left", "archer mid", "cannon right", "cannon mid", "wall left", "cannon"]
    )
    return st.builds(WaveAction, build=st.lists(order, max_size=5).map(", ".join))


def invalid():
    """Orders that are dropped."""
    return [WaveAction(build="wall left"), WaveAction(build="archer"), WaveAction(build=",,")]


def secrets(env):
    """Nothing is hidden as text."""
    return []


def exploits():
    """Wishes."""
    yield "many", lambda env, seen: WaveAction(build="archer nowhere," * 50)
    yield "claim", lambda env, seen: WaveAction(metadata={"lives": 99})
