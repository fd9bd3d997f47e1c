"""The author's evidence for the parcels."""

from collections.abc import Iterator
from typing import Any

from env import CUSTOMERS, DEPOTS, TrackingAction, TrackingObservation
from hypothesis import strategies as st

declared = {"max_steps": 6, "success_reward": 1.0, "concurrent_sessions": True}


def oracle(env: Any, seen: TrackingObservation) -> TrackingAction:
    """Looks up the order, tracks it, answers; it takes any result for the one that it asked for."""
    if not seen.result:
        name = seen.question.removesuffix("?").split()[-1]
        return TrackingAction(tool="orders", argument=name)
    tool = "answer" if seen.result in DEPOTS else "track"
    return TrackingAction(tool=tool, argument=seen.result)


def null(env: Any, seen: TrackingObservation) -> TrackingAction:
    """Answers nothing."""
    return TrackingAction(tool="answer")


def actions() -> st.SearchStrategy[TrackingAction]:
    """Calls with names that exist, and with others."""
    arguments = st.sampled_from(CUSTOMERS) | st.sampled_from(DEPOTS) | st.text(max_size=6)
    tools = st.sampled_from(["orders", "track", "answer"])
    return st.builds(TrackingAction, tool=tools, argument=arguments)


def exploits() -> Iterator[tuple[str, Any]]:
    """Answers without a look-up."""
    texts = {"all depots": " ".join(DEPOTS)[:40]}
    for label, text in texts.items():
        yield label, lambda env, seen, text=text: TrackingAction(tool="answer", argument=text)
    yield "the question", lambda env, seen: TrackingAction(tool="answer", argument=seen.question)
