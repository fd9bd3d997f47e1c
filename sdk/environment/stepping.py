"""Begin an episode and play a step: call the author's methods and check everything they return.

These functions do not raise. What goes wrong becomes an observation with an error that states whose
fault it was.
"""

from __future__ import annotations

import logging
import traceback
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from hallmark_rl.sdk.common.errors import ActionError, SetupError
from hallmark_rl.sdk.common.plain_copy import copy_model, copy_plain, require_valid
from hallmark_rl.sdk.common.secret import leaks
from hallmark_rl.sdk.environment.author import Author
from hallmark_rl.sdk.environment.episode import (
    EpisodeRecord,
    Fault,
    read_episode_id,
    read_options,
    read_seed,
)
from hallmark_rl.sdk.environment.reward_column import ColumnError
from hallmark_rl.sdk.environment.transition import Facts, Transition

_AUTHORS_METHODS = ("begin", "advance", "facts", "secrets")
_log = logging.getLogger("hallmark.sdk")


def begin_episode(
    env: Author, seed: object, episode_id: object, options: Mapping[str, Any]
) -> tuple[EpisodeRecord | None, Any]:
    """Begin an episode; returns its record and first observation.

    On an error it returns None and an error observation.
    """
    try:
        identity = read_episode_id(episode_id)
        setup, rng = read_options(options, env.options, env.tasks, read_seed(seed))
        with env.attributes_frozen():
            game, observation = env.begin(rng, setup)
            facts = copy_plain(env.facts(game))
        record = EpisodeRecord(identity, game, setup.split, setup.level, facts)
        _require_model(observation, env.observation_type, "begin")
        if observation.done:
            message = (
                "begin() returned an observation with done=True: it must have at least one step"
            )
            raise Fault("crash", message, "environment")
        require_no_secret(env, record, observation)
        return record, copy_model(observation)
    except SetupError as error:
        return None, error_observation(env, Fault("bad_reset", str(error), "caller"))
    except Fault as fault:
        return None, error_observation(env, fault)
    except (Exception, SystemExit) as error:
        return None, error_observation(env, _crash(env, "begin", error))


def play_step(env: Author, record: EpisodeRecord | None, action: Any) -> Any:
    """Play `action`; returns the observation with its rewards, or an error observation."""
    if record is None:
        message = "there is no episode: call reset() before step()"
        return error_observation(env, Fault("not_reset", message, "caller"))
    with record.lock:
        if record.done:
            message = "the episode is over: call reset() to begin another"
            return error_observation(env, Fault("episode_over", message, "caller"))
        try:
            valid_action = _validated(env, action)
            record.steps += 1
            with env.attributes_frozen():
                observation = env.advance(record.game, valid_action)
                facts = copy_plain(env.facts(record.game))
            return _with_rewards(env, record, valid_action, observation, facts)
        except ActionError as error:
            fault = Fault("action_rejected", str(error), "action")
            if _leaking_paths(env, record, fault.error):
                message = "the message of an ActionError contained a secret"
                fault = Fault("leak", message, "environment")
        except Fault as caught:
            fault = caught
        except (Exception, SystemExit) as error:
            fault = _crash(env, "advance", error)
        if fault.ends_episode:
            record.done = True
            record.success = False if fault.error.blame == "action" else None
        return error_observation(env, fault)


def error_observation(env: Author, fault: Fault) -> Any:
    """An observation with an error.

    Only an action that ended the episode is scored, with the lowest step reward that is possible.
    """
    scored = fault.error.blame == "action" and fault.ends_episode
    return env.observation_type(
        done=fault.ends_episode,
        reward=env.columns.step_range[0] if scored else None,
        success=False if scored else None,
        score=0.0 if scored else None,
        error=fault.error,
    )


def require_no_secret(env: Author, record: EpisodeRecord, message: BaseModel) -> None:
    """Raise a `Fault` if `message` contains a secret of a running episode."""
    paths = _leaking_paths(env, record, message)
    if paths:
        raise Fault("leak", f"a secret was about to be shown in {paths}", "environment")


def _leaking_paths(env: Author, record: EpisodeRecord, message: BaseModel) -> list[str]:
    if record.done or record.game is None:
        return []
    return leaks(message, env.secrets(record.game))


def _validated(env: Author, action: Any) -> Any:
    """A copy of the action, after a check of its declared types and constraints."""
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
    return copy_model(action)


def _with_rewards(
    env: Author, record: EpisodeRecord, action: Any, observation: Any, facts: Facts
) -> Any:
    """A copy of the author's observation with done, reward, columns, score and success set."""
    _require_model(observation, env.observation_type, "advance")
    reserved = (observation.reward, observation.success, observation.score)
    if reserved != (None, None, None) or observation.columns:
        message = "advance() set reward, columns, success or score: declare a column instead"
        raise Fault("reward", message, "environment")
    done = observation.done or record.steps >= env.max_steps
    if not done:
        require_no_secret(env, record, observation)
    step = Transition(
        action,
        observation if observation.done == done else observation.model_copy(update={"done": done}),
        facts,
        record.facts,
        previous_columns=record.columns,
        step=record.steps,
        max_steps=env.max_steps,
        done=done,
    )
    try:
        scores = env.columns.evaluate(step)
    except ColumnError as error:
        _log.exception("%s: %s", type(env).__name__, error)
        raise Fault("reward", str(error), "environment") from error
    rewarded = copy_model(
        observation,
        done=done,
        reward=scores.reward,
        columns=dict(scores.columns),
        score=scores.score,
        success=scores.success,
    )
    record.facts, record.columns = facts, scores.columns
    record.done, record.success = done, scores.success
    return rewarded


def _require_model(observation: object, kind: type[BaseModel], method: str) -> None:
    if not isinstance(observation, kind):
        message = f"{method}() returned {type(observation).__name__}, not {kind.__name__}"
        raise Fault("crash", message, "environment")
    require_valid(observation)


def _crash(env: Author, method: str, error: BaseException) -> Fault:
    """Log an exception of the author's code; its text is not sent, as it could contain a secret."""
    called = [frame.name for frame in traceback.extract_tb(error.__traceback__)]
    method = next((name for name in reversed(called) if name in _AUTHORS_METHODS), method)
    _log.error("%s.%s failed", type(env).__name__, method, exc_info=error)
    message = f"{type(error).__name__} in {method}(): the log of the server has the traceback"
    return Fault("crash", message, "environment")
