"""What an environment's author may raise, and what the base class makes of everything else."""

from __future__ import annotations


class ActionError(Exception):
    """Raise it in `advance` when the action is at fault: the episode ends, scored as a failure.

    Its message is shown to the agent, so it must not quote what the agent may not know. Most bad
    actions deserve less than this: an observation that says what was wrong, and the next turn.
    """


class SetupError(ValueError):
    """Raise it in `begin` when the options of `reset` make no episode; the caller is told why."""
