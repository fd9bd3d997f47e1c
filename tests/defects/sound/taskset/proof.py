"""The author's evidence for the ciphers."""

from typing import Any

from env import CipherAction

declared = {"max_steps": 1}


def oracle(env: Any, observation: Any) -> CipherAction:
    """Knows the plain text."""
    return CipherAction(text=env._plain)


def secrets(env: Any) -> list[str]:
    """The plain text."""
    return [env._plain]
