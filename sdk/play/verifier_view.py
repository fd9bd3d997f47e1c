"""What only the verifier of an environment knows. Shown with `--private` only, never by a server.

The instance and `proof.py` belong to the author; what they raise is shown instead of their value.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from hallmark_rl.sdk.environment.base import VerifiedEnvironment
from hallmark_rl.sdk.play.plain_values import plain
from hallmark_rl.sdk.subject.description import Subject

_MAX_ITEMS = 60
_OF_THE_BASE = ("transform", "rubric")


def verifier_view(subject: Subject, env: Any) -> dict[str, Any]:
    """What an instance holds and the agent does not see, as JSON data.

    Args:
        subject: the environment, with its `proof.py`.
        env: the instance that is played.

    Returns:
        `secrets` (texts that no message may contain before the end), `facts` (what the reward
        columns read), `game` (for environments of another base class: the instance's attributes),
        and `state`. What cannot be read is left out, or says which exception was raised.
    """
    view: dict[str, Any] = {}
    verified = isinstance(env, VerifiedEnvironment)
    declared = getattr(subject.proof, "secrets", None)
    if callable(declared):
        view["secrets"] = _read(lambda: list(declared(env)))
    elif verified:
        view["secrets"] = _read(lambda: list(env.secrets(env.reveal())))
    if verified:
        view["facts"] = _read(lambda: env.facts(env.reveal()))
        view["game"] = _read(env.reveal)
    else:
        view["game"] = _read(lambda: {k: v for k, v in vars(env).items() if k not in _OF_THE_BASE})
    view["state"] = _read(lambda: _state(env))
    return view


def rubric_scores(env: Any) -> dict[str, Any]:
    """The last score of every named rubric of an OpenEnv environment; empty without rubrics."""
    rubric: Any = getattr(env, "rubric", None)
    if not callable(getattr(rubric, "named_rubrics", None)):
        return {}
    try:
        return {str(name): plain(each.last_score) for name, each in rubric.named_rubrics()}
    except (Exception, SystemExit):
        return {}


def _state(env: Any) -> Any:
    value = env.state
    return value() if inspect.ismethod(value) else value


def _read(get: Callable[[], Any]) -> Any:
    try:
        return plain(get(), private=True, max_items=_MAX_ITEMS)
    except (Exception, SystemExit) as error:
        return f"(cannot be read: {type(error).__name__})"
