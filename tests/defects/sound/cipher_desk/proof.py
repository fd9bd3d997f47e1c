"""Evidence of the author."""

from hypothesis import strategies as st

from .models import CipherAction

declared = {
    "max_steps": 12,
    "success_reward": 1.0,
    "options": {"method": ["shift", "mirror", "keyword"]},
}


def oracle(env, observation):
    """Knows the key."""
    return CipherAction(kind="answer", text=env._plain)


def null(env, observation):
    """Sends the cipher text back."""
    return CipherAction(kind="answer", text=observation.ciphertext)


def actions():
    """Hints and wrong answers."""
    return st.builds(
        CipherAction, kind=st.sampled_from(["hint", "answer", "ask"]), text=st.text(max_size=60)
    )


def invalid():
    """Neither hint nor answer."""
    return [
        CipherAction(kind="peek"),
        CipherAction(kind=""),
        CipherAction(kind="reveal", text="all"),
    ]


def secrets(env):
    """The plain text."""
    return [env._plain]
