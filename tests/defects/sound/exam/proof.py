"""The author's evidence for the exam."""

import re
from typing import Any

from env import ExamAction

declared = {"max_steps": 6, "success_reward": 1.0}


def oracle(env: Any, observation: Any) -> ExamAction:
    """Adds."""
    _, one, other = map(int, re.findall(r"\d+", observation.question))
    letter = next(key for key, value in observation.choices.items() if value == one + other)
    return ExamAction(answer=letter)


def null(env: Any, observation: Any) -> ExamAction:
    """Always the first letter."""
    return ExamAction(answer="a")
