"""What the author checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .models import OvenTuneAction, OvenTuneObservation

declared = {"max_steps": 8, "success_reward": 1.0, "options": {"size": ["small", "large"]}}


def oracle(env: Any, observation: OvenTuneObservation) -> OvenTuneAction:
    """Internal model control: knows the oven."""
    oven = env._oven
    slow = (2.5, 3, 2, 3.5, 2.2, 4, 5, 6)[8 - observation.trials_left]
    kp = oven.inertia / (oven.power * oven.delay * slow)
    return OvenTuneAction(
        message=f"kp={kp:.8f} ki={kp / oven.inertia:.10f} kd={kp * oven.delay / 3:.6f}"
    )


def null(env: Any, observation: OvenTuneObservation) -> OvenTuneAction:
    """No heat."""
    return OvenTuneAction(message="kp=0")


def actions() -> st.SearchStrategy[OvenTuneAction]:
    """Gains and chatter."""
    gains = st.builds(
        "kp={:.4f} ki={:.6f} kd={:.3f}".format, st.floats(0, 1), st.floats(0, 0.1), st.floats(0, 9)
    )
    return st.builds(OvenTuneAction, message=gains | gains | st.text(max_size=30) | st.just("stop"))


def invalid() -> list[OvenTuneAction]:
    """Not understood."""
    return [
        OvenTuneAction(message=m)
        for m in ("", "hot", "kp=nan", "kp=-1", "kp=1e9", "kp=101", "kp=1 kp=2")
    ]


def secrets(env: Any) -> list[str]:
    """The parameters of the oven."""
    return [str(env._oven.power), str(env._oven.inertia)]


def exploits() -> Iterator[tuple[str, Callable[[Any, OvenTuneObservation], OvenTuneAction]]]:
    """Extremes."""
    yield "full power", lambda env, seen: OvenTuneAction(message="kp=100")
    yield "stop", lambda env, seen: OvenTuneAction(message="stop")
