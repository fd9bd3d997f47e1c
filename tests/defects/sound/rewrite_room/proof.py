"""Evidence from the author."""

from __future__ import annotations

from hypothesis import strategies as st

from .models import RewriteRoomAction

declared = {"max_steps": 3, "success_reward": 1.0, "options": {"clauses": [1, 2]}}


def oracle(env, observation):
    """Takes the shortest entry without the letter."""
    words = [
        min((w for w in slot if observation.banned not in w), key=len)
        for slot in observation.thesaurus
    ]
    return RewriteRoomAction(draft=" ".join(words) + ".")


def null(env, observation):
    """Returns the sentence as it is."""
    return RewriteRoomAction(draft=observation.sentence)


def actions():
    """Any text."""
    return st.builds(RewriteRoomAction, draft=st.text(max_size=60))


def invalid():
    """Not the sentence."""
    return [RewriteRoomAction(), RewriteRoomAction(draft="."), RewriteRoomAction(draft="A dog.")]


def secrets(env):
    """Everything is shown."""
    return []


def exploits():
    """Too little or something else."""
    yield "first word", lambda env, seen: RewriteRoomAction(draft=seen.sentence.split()[0])
    yield "blanks", lambda env, seen: RewriteRoomAction(draft=" " * 20)
