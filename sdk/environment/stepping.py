"""How a verified environment plays: the author's code in the middle, everything checked around it.

Nothing here raises: what goes wrong becomes an error observation that says whose fault it was.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ValidationError

from hallmark_rl.sdk.common.errors import ActionError, SetupError
from hallmark_rl.sdk.common.plain_copy import copied, own, require_valid
from hallmark_rl.sdk.common.secret import leaks
from hallmark_rl.sdk.environment.episode import (
    Fault,
    Record,
    read_episode_id,
    read_options,
    read_seed,
)
from hallmark_rl.sdk.environment.rewards import ColumnError, Facts, Transition

if TYPE_CHECKING:
    from hallmark_rl.sdk.environment.base import VerifiedEnvironment

    Env = VerifiedEnvironment[Any, Any, Any, Any]

_AUTHORS = ("begin", "advance", "facts", "secrets")
_log = logging.getLogger("hallmark.sdk")


def begin(
    env: Env, seed: object, episode_id: object, options: Mapping[str, Any]
) -> tuple[Record | None, Any]:
    """A new episode and its first observation; no episode if that is an error."""
    try:
        identity = read_episode_id(episode_id)
        setup, rng = read_options(options, env.options, env.tasks, read_seed(seed))
        with env.authors_code():
            game, seen = env.begin(rng, setup)
            facts = own(env.facts(game))
        record = Record(identity, game, setup.split, setup.level, facts)
        _require_model(seen, env.observation_type, "begin")
        if seen.done:
            raise Fault("crash", "begin() returned an episode that is over", "environment")
        require_clean(env, record, seen)
        return record, copied(seen)
    except SetupError as error:
        return None, told(env, Fault("bad_reset", str(error), "caller"))
    except Fault as fault:
        return None, told(env, fault)
    except (Exception, SystemExit) as error:
        return None, told(env, _crash(env, "begin", error))


def turn(env: Env, record: Record | None, action: Any) -> Any:
    """The observation after `action`."""
    if record is None:
        return told(
            env, Fault("not_reset", "there is no episode: call reset() before step()", "caller")
        )
    with record.lock:
        if record.done:
            message = "the episode is over: call reset() to begin another"
            return told(env, Fault("episode_over", message, "caller"))
        try:
            played = _checked(env, action)
            record.steps += 1
            with env.authors_code():
                seen = env.advance(record.game, played)
                facts = own(env.facts(record.game))
            return _scored(env, record, played, seen, facts)
        except ActionError as error:
            fault = Fault("action_rejected", str(error), "action")
            if _shown(env, record, fault.error):
                fault = Fault("leak", "an ActionError was about to tell a secret", "environment")
        except Fault as caught:
            fault = caught
        except (Exception, SystemExit) as error:
            fault = _crash(env, "advance", error)
        if fault.ends_episode:
            record.done = True
            record.success = False if fault.error.blame == "action" else None
        return told(env, fault)


def told(env: Env, fault: Fault) -> Any:
    """An error observation. Only a fault of the action is scored: with the least there is."""
    scored = fault.error.blame == "action" and fault.ends_episode
    return env.observation_type(
        done=fault.ends_episode,
        reward=env.reward.step_range[0] if scored else None,
        success=False if scored else None,
        score=0.0 if scored else None,
        error=fault.error,
    )


def require_clean(env: Env, record: Record, message: BaseModel) -> None:
    """Raise a `Fault` if `message` shows a secret of the running episode."""
    found = _shown(env, record, message)
    if found:
        raise Fault("leak", f"a secret was about to be shown in {found}", "environment")


def _shown(env: Env, record: Record, message: BaseModel) -> list[str]:
    if record.done or record.game is None:
        return []
    return leaks(message, env.secrets(record.game))


def _checked(env: Env, action: Any) -> Any:
    """A copy of the action, as its model declares it, whatever was done to the original."""
    kind = env.action_type
    if not isinstance(action, kind):
        message = f"expected {kind.__name__}, got {type(action).__name__}"
        raise Fault("bad_action", message, "action", ends_episode=False)
    try:
        require_valid(action)
    except ValidationError as error:
        problems = error.errors(include_input=False, include_url=False)
        message = "; ".join(f"{problem['loc']}: {problem['msg']}" for problem in problems[:3])
        raise Fault("bad_action", message, "action", ends_episode=False) from error
    return copied(action)


def _scored(env: Env, record: Record, action: Any, seen: Any, facts: Facts) -> Any:
    """The author's observation with everything that is added to it."""
    _require_model(seen, env.observation_type, "advance")
    if (seen.reward, seen.success, seen.score) != (None, None, None) or seen.columns:
        message = "advance() set reward, columns, success or score: declare a column instead"
        raise Fault("reward", message, "environment")
    done = seen.done or record.steps >= env.max_steps
    if not done:
        require_clean(env, record, seen)
    step = Transition(
        action,
        seen if seen.done == done else seen.model_copy(update={"done": done}),
        facts,
        record.facts,
        earlier=record.columns,
        step=record.steps,
        max_steps=env.max_steps,
        done=done,
    )
    try:
        scores = env.columns.evaluate(step)
    except ColumnError as error:
        _log.exception("%s: %s", type(env).__name__, error)
        raise Fault("reward", str(error), "environment") from error
    paid = copied(
        seen,
        done=done,
        reward=scores.reward,
        columns=dict(scores.columns),
        score=scores.score,
        success=scores.success,
    )
    record.facts, record.columns = facts, scores.columns
    record.done, record.success = done, scores.success
    return paid


def _require_model(seen: object, kind: type[BaseModel], where: str) -> None:
    if not isinstance(seen, kind):
        message = f"{where}() returned {type(seen).__name__}, not {kind.__name__}"
        raise Fault("crash", message, "environment")
    require_valid(seen)


def _crash(env: Env, where: str, error: BaseException) -> Fault:
    """The agent learns the kind of error only: its text could quote a secret."""
    called = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    where = next((name for name in reversed(called) if name in _AUTHORS), where)
    _log.error("%s.%s failed", type(env).__name__, where, exc_info=error)
    message = f"{type(error).__name__} in {where}(): the log of the server has the traceback"
    return Fault("crash", message, "environment")
