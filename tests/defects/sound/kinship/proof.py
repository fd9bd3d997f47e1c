"""The author's evidence for the families."""

from typing import Any

from env import UP, KinshipAction

declared = {"max_steps": 1, "success_reward": 1.0}


def oracle(env: Any, seen: Any) -> KinshipAction:
    """Follow the lines from child to parent."""
    parents = {}
    for line in seen.family:
        words = line.rstrip(".").split()
        parents[words[-1]] = words[0]
    words = seen.question.rstrip("?").split()
    person = words[-1]
    for _ in range(UP[words[3]]):
        person = parents[person]
    return KinshipAction(name=person)
