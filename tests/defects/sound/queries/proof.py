"""The author's evidence for the questions."""

from typing import Any

from sql_env import SqlAction

declared = {"max_steps": 3}


def oracle(env: Any, observation: Any) -> SqlAction:
    """The reference query."""
    return SqlAction(query=env._sql)


def null(env: Any, observation: Any) -> SqlAction:
    """No rows."""
    return SqlAction(query="SELECT 1 WHERE 0")


def secrets(env: Any) -> list[str]:
    """The reference query."""
    return [env._sql]
