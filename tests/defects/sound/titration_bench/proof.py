"""What the author knows about the titration bench."""

from hypothesis import strategies as st

from .models import BenchAction

declared = {
    "max_steps": 60,
    "success_reward": 1.0,
    "concurrent_sessions": True,
    "deterministic": True,
    "levels": (1, 2),
}

STEPS = {1: 5.0, 2: 0.5, 3: 0.05}


def oracle(env, observation):
    """Titrate three samples, finer each time; reads the notebook alone.

    The lower bound is the greatest volume that was still clear, the upper one the smallest that was
    pink. The first sample narrows the bounds to 5 mL, the second to 0.5 mL, the third to 0.05 mL.
    """
    volumes = [
        (line.reading - observation.zero_error, line.colour) for line in observation.notebook
    ]
    clear = max((volume for volume, colour in volumes if colour == "clear"), default=0.0)
    if observation.colour != "clear":
        if observation.sample < 3:
            return BenchAction(kind="fresh")
        pink = min(volume for volume, colour in volumes if colour != "clear")
        base = (clear + pink) / 2 * 0.1
        return BenchAction(
            kind="report", molarity=base / 25.0 / (2 if observation.acid == "diprotic" else 1)
        )
    present = observation.reading - observation.zero_error
    gap = 0.99 * clear - 0.05 - present  # what is known to be clear, with room for the tap
    if gap > 1.0:
        return BenchAction(kind="add", ml=min(20.0, gap))
    return BenchAction(
        kind="add", ml=STEPS[observation.sample] + (0.05 if observation.sample == 3 else 0)
    )


def null(env, observation):
    """Leave the tap closed."""
    return BenchAction(kind="add", ml=0.0)


def actions():
    """Deliveries, fresh samples and reports."""
    return st.one_of(
        st.floats(0.02, 20.0).map(lambda ml: BenchAction(kind="add", ml=ml)),
        st.just(BenchAction(kind="fresh")),
        st.floats(0.01, 0.2).map(lambda value: BenchAction(kind="report", molarity=value)),
    )


def invalid():
    """Actions that earn nothing in any episode."""
    return [
        BenchAction(),
        BenchAction(kind="add", ml=0.01),
        BenchAction(kind="report"),
        BenchAction(kind="report", molarity=1.0),
        BenchAction(kind="report", molarity=10.0),
    ]


def secrets(env):
    """The concentration with all its digits."""
    return [repr(env._molarity)]


def exploits():
    """Policies that try to earn without a titration."""
    yield "reports-the-base", lambda env, seen: BenchAction(kind="report", molarity=0.3)
    yield "fresh-for-ever", lambda env, seen: BenchAction(kind="fresh")
    yield "claims", lambda env, seen: BenchAction(kind="report", metadata={"reward": 1.0})
