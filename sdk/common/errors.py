"""Exceptions that the author of an environment may raise.

The base class turns every other exception into an observation with an error whose `blame` is
`environment`.
"""

from __future__ import annotations


class ActionError(Exception):
    """Raised in `advance` for an unacceptable action: the episode ends and is scored as a failure.

    The agent sees the message, so the message must not contain secrets. For most bad actions it is
    better to return an observation that says what was wrong and to let the episode go on.
    """


class SetupError(ValueError):
    """Raised in `begin` when no episode is possible with the options given to `reset`.

    The caller of `reset` receives the message in the observation's `error`.
    """
