"""Evidence from the author."""

from hypothesis import strategies as st

from .models import CastingAction
from .roster import FIRST, WORDS, best_question

declared = {"max_steps": 16, "success_reward": 1.0, "levels": (1, 2)}


def oracle(env, observation):
    """Ask for the word that halves the voices that are left; cast the last one."""
    left = [
        voice
        for voice in observation.roster
        if all((word in voice.words) == fits for word, fits in observation.answers.items())
    ]
    if len(left) == 1:
        return CastingAction(message=f"CAST {left[0].name}")
    word = best_question(left, list(observation.answers))
    return CastingAction(message=f"Is the voice {word}?")


def null(env, observation):
    """Say nothing."""
    return CastingAction(message="")


def actions():
    """Questions, casts and other messages."""
    questions = st.sampled_from(WORDS).map(lambda word: f"Is the voice {word}?")
    casts = st.sampled_from(FIRST).map(lambda name: f"CAST {name}")
    return st.one_of(questions, questions, casts, st.text(max_size=30)).map(
        lambda message: CastingAction(message=message)
    )


def invalid():
    """Messages that the director does not understand, or that cast nobody."""
    texts = ("", "Who is it?", "husky or nasal?", "CAST Nobody", "CAST Ada, Bruno, Clara", "CAST ")
    return [CastingAction(message=text) for text in texts]


def secrets(env):
    """Every name is on the sheet, so no text has to stay hidden."""
    return []


def exploits():
    """Policies that try to be paid without finding the voice."""
    yield (
        "casts-everybody",
        lambda env, seen: CastingAction(
            message="CAST " + " ".join(voice.name for voice in seen.roster)
        ),
    )
    yield "claims", lambda env, seen: CastingAction(message="", metadata={"reward": 1.0})
