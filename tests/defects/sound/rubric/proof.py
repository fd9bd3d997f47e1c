"""The author's evidence for the sentences."""

from typing import Any

from env import RewriteAction

declared = {"max_steps": 1}


def oracle(env: Any, observation: Any) -> RewriteAction:
    """Knows the parts."""
    return RewriteAction(text=" / ".join(env._parts))
