"""The author's evidence for the mails."""

from typing import Any

from triage_env import TriageAction


def oracle(env: Any, observation: Any) -> TriageAction:
    """Knows the truth."""
    category, priority, tags = env._truth
    return TriageAction(category=category, priority=priority, tags=tags)
