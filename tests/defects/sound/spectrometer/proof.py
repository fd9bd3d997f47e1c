"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import SpectrometerAction

declared = {"max_steps": 10, "success_reward": 1.0}
_seen: dict[int, set[int]] = {}


def oracle(env, observation):
    """Scans everything, then compares with all shifts."""
    done = 6 - observation.scans_left
    peaks = _seen.setdefault(id(env), set())
    if done == 0:
        peaks.clear()
    peaks |= {nm for nm, count in observation.counts.items() if count >= 40}
    if done < 5:
        return SpectrometerAction(command="scan", start=400 + 60 * done)
    best = max(
        (len({line + shift for line in lines} & peaks), name)
        for name, lines in observation.candidates.items()
        for shift in (-4, -2, 0, 2, 4)
    )
    return SpectrometerAction(command="identify", substance=best[1])


def null(env, observation):
    """Names nothing."""
    return SpectrometerAction(command="identify")


def actions():
    """Scans and refused things."""
    return st.builds(
        SpectrometerAction,
        command=st.sampled_from(["scan", "scan", "identify", "burn"]),
        start=st.integers(0, 2000),
        substance=st.text(max_size=10),
    )


def invalid():
    """Refused."""
    return [SpectrometerAction(), SpectrometerAction(command="burn")]


def secrets(env):
    """All names are shown in any case."""
    return []


def exploits():
    """Guesses without a look."""
    yield (
        "all",
        lambda env, seen: SpectrometerAction(
            command="identify", substance=" ".join(seen.candidates)[:40]
        ),
    )
