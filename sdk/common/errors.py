"""Exceptions of environments: those that an author may raise, and those of servers.

The base class turns every exception of `begin` and `advance` but `ActionError` and `SetupError`
into an observation with an error whose `blame` is `environment`.
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


class UnparsableCompletion(ValueError):
    """Raised in `parse` of a `text.py` for a completion without an action.

    It ends the episode as a mistake of the model.
    """


def is_unparsable(error: BaseException) -> bool:
    """Whether an exception is an `UnparsableCompletion`: this class, or one of the same name.

    A `text.py` that does not import this package defines the class itself.
    """
    return any(kind.__name__ == UnparsableCompletion.__name__ for kind in type(error).__mro__)


class ServersUnreachable(ConnectionError):
    """None of the servers of an environment can be reached; the message gives the reasons."""


class EpisodeLost(ConnectionError):
    """An episode could not be continued after its server was lost, or found no free session."""
