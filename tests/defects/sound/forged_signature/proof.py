"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import SignatureAction

declared = {"max_steps": 4, "success_reward": 1.0, "options": {"level": ["easy", "hard"]}}


def oracle(env, observation):
    """Picks the signature that is farthest from the references in any measurement."""
    usual = [sum(column) / len(column) for column in zip(*observation.references, strict=False)]
    far = [
        max(abs(v - u) / u for v, u in zip(values, usual, strict=False))
        for values in observation.questioned
    ]
    return SignatureAction(pick=far.index(max(far)) + 1)


def null(env, observation):
    """Picks nothing."""
    return SignatureAction()


def actions():
    """Numbers inside and outside."""
    return st.builds(SignatureAction, pick=st.integers(-2, 8))


def invalid():
    """Numbers of no signature."""
    return [SignatureAction(pick=0), SignatureAction(pick=6), SignatureAction(pick=-1)]


def secrets(env):
    """The place is a number; there is no text to hide."""
    return []


def exploits():
    """Picks without comparing."""
    yield "first", lambda env, seen: SignatureAction(pick=1)
    yield "last", lambda env, seen: SignatureAction(pick=5)
