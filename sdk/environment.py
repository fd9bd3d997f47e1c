"""`VerifiedEnvironment`: the author writes how an episode begins and how an action changes it.

    class Guessing(VerifiedEnvironment[Guess, Reply, VerifiedState, Game]):
        max_steps = 10
        reward = Reward(Column("won", lambda t: float(t.observation.won), kind="outcome"))

        def begin(self, rng: Random, setup: Setup) -> tuple[Game, Reply]:
            return Game(Secret(rng.randrange(100))), Reply(hint="0 to 99")

        def advance(self, game: Game, action: Guess) -> Reply:
            won = action.number == game.target.reveal()
            return Reply(hint="yes" if won else "no", won=won, done=won)

Everything that changes during an episode lives in the game object, which `begin` makes anew, so
there is nothing for `reset` to forget and nothing for two instances to share. The base class owns
the rest: seeds, ids, counts, limits, deadlines, errors, copies, rewards. It is an OpenEnv
`Environment`: give the class to `create_app`.
"""

from __future__ import annotations

import asyncio
import copy
import logging
import random
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from sdk.deadline import Worker
from sdk.episode import (
    Fault,
    Record,
    Setup,
    read_deadline,
    read_episode_id,
    read_options,
    read_seed,
    require_defaults,
)
from sdk.errors import ActionError, SetupError
from sdk.models import VerifiedAction, VerifiedObservation, VerifiedState
from sdk.openenv_types import Environment
from sdk.rewards import ColumnError, Facts, Reward, Transition
from sdk.secret import leaks, secret_texts
from sdk.snapshot import copied, frozen
from sdk.tasks import TaskRoutes

__all__ = ["Setup", "VerifiedEnvironment"]

Act = TypeVar("Act", bound=VerifiedAction)
Obs = TypeVar("Obs", bound=VerifiedObservation)
St = TypeVar("St", bound=VerifiedState)
Game = TypeVar("Game")

_log = logging.getLogger("hallmark.sdk")


class VerifiedEnvironment(TaskRoutes, Environment[Act, Obs, St], Generic[Act, Obs, St, Game]):
    """An OpenEnv environment that is sound by construction. See the module's text.

    Class attributes to declare: `reward`, `max_steps`, and if they apply `step_timeout_s` (a step
    that takes longer ends the episode as a fault of the environment), `tasks` and `options`
    (further arguments of `reset` with their defaults).
    """

    SUPPORTS_CONCURRENT_SESSIONS: bool = True

    reward: ClassVar[Reward]
    max_steps: ClassVar[int]
    step_timeout_s: ClassVar[float | None] = None
    options: ClassVar[Mapping[str, Any]] = {}

    action_type: ClassVar[type[VerifiedAction]]
    observation_type: ClassVar[type[VerifiedObservation]]
    state_type: ClassVar[type[VerifiedState]]

    @abstractmethod
    def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Obs]:
        """Make the game and its first observation; every random choice comes from `rng`.

        Keep `rng` in the game if later steps need it. Raise `SetupError` for impossible options.
        """

    @abstractmethod
    def advance(self, game: Game, action: Act) -> Obs:
        """Play `action`, change `game`, say what is seen; `done=True` ends the episode."""

    def facts(self, game: Game) -> Facts:
        """Private plain data about the game that reward columns may read. Default: none."""
        return {}

    def secrets(self, game: Game) -> Iterable[str]:
        """Texts that must not leave before the end. Default: what the game's `Secret`s hold."""
        return secret_texts(game)

    def public_state(self, game: Game) -> Mapping[str, Any]:
        """Further fields of the state. Default: none."""
        return {}

    # -- what the author need not touch ---------------------------------------------------------

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in getattr(cls, "__orig_bases__", ()):
            kinds = get_args(base)
            origin = get_origin(base)
            if not (isinstance(origin, type) and issubclass(origin, VerifiedEnvironment)):
                continue
            if all(isinstance(kind, type) for kind in kinds[:3]):
                cls.action_type, cls.observation_type, cls.state_type = kinds[:3]
                for model in kinds[1:3]:
                    require_defaults(model)

    def __init__(self) -> None:
        for name in ("reward", "max_steps", "action_type"):
            if not hasattr(self, name):
                raise TypeError(
                    f"{type(self).__name__} must declare {name}: see VerifiedEnvironment"
                )
        self._reward = copy.deepcopy(self.reward)
        super().__init__(rubric=self._reward)
        self._worker = Worker()
        self._record: Record | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Obs:
        """Begin an episode. Options: `split`, `index`, `level`, and those the class declares."""
        return self._begin(seed, episode_id, options)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Obs:
        """`reset`, off the event loop."""
        job = self._worker.submit(lambda: self._begin(seed, episode_id, options))
        return await asyncio.wrap_future(job)

    def step(self, action: Act, timeout_s: float | None = None, **kwargs: Any) -> Obs:
        """Play one action. `timeout_s` can shorten the declared deadline."""
        record = self._record
        try:
            limit = read_deadline(action, timeout_s, self.step_timeout_s)
            if limit is None:
                return self._turn(record, action)
            return self._worker.submit(lambda: self._turn(record, action)).result(limit)
        except TimeoutError:
            return self._overrun(record, limit)
        except Fault as fault:
            return self._told(fault)

    async def step_async(self, action: Act, timeout_s: float | None = None, **kwargs: Any) -> Obs:
        """`step`, off the event loop."""
        record = self._record
        try:
            limit = read_deadline(action, timeout_s, self.step_timeout_s)
            job = self._worker.submit(lambda: self._turn(record, action))
            return await asyncio.wait_for(asyncio.wrap_future(job), limit)
        except TimeoutError:
            return self._overrun(record, limit)
        except Fault as fault:
            return self._told(fault)

    @property
    def state(self) -> St:
        """Where the episode stands, without anything private."""
        record = self._record
        if record is None:
            return self.state_type(max_steps=self.max_steps)  # type: ignore[return-value]
        state = self.state_type(
            episode_id=record.episode_id,
            step_count=record.steps,
            max_steps=self.max_steps,
            done=record.done,
            success=record.success,
            split=record.split,
            level=record.level,
            **(self.public_state(record.game) if record.game is not None else {}),
        )
        self._require_clean(record, state)
        return state.model_copy(deep=True)  # type: ignore[return-value]

    def reveal(self) -> Game:
        """The private game of the running episode, for `proof.py` and tests; never sent."""
        if self._record is None or self._record.game is None:
            raise RuntimeError("there is no running episode to reveal: call reset() first")
        game: Game = self._record.game
        return game

    def close(self) -> None:
        """End the episode and the worker thread; the instance can be reset again."""
        self._record = None
        self._worker.close()

    def __repr__(self) -> str:
        steps = "no episode" if self._record is None else f"step {self._record.steps}"
        return f"<{type(self).__name__}, {steps}>"

    def _begin(self, seed: object, episode_id: object, options: Mapping[str, Any]) -> Obs:
        self._record = None
        self._reset_rubric()
        try:
            identity = read_episode_id(episode_id)
            setup, rng = read_options(options, self.options, self.tasks, read_seed(seed))
            game, seen = self.begin(rng, setup)
            record = Record(identity, game, setup.split, setup.level)
            record.facts = frozen(self.facts(game))
            if seen.done:
                raise Fault("crash", "begin() returned an episode that is over", "environment")
            self._require_clean(record, seen)
            opening = copied(seen)
        except SetupError as error:
            return self._told(Fault("bad_reset", str(error), "caller"))
        except Fault as fault:
            return self._told(fault)
        except (Exception, SystemExit) as error:
            return self._told(self._crash("begin", error))
        self._record = record
        return opening

    def _turn(self, record: Record | None, action: Act) -> Obs:
        if record is None:
            message = "there is no episode: call reset() before step()"
            return self._told(Fault("not_reset", message, "caller"))
        with record.lock:
            if record.done:
                message = "the episode is over: call reset() to begin another"
                return self._told(Fault("episode_over", message, "caller"))
            try:
                own = self._checked(action)
                record.steps += 1
                return self._scored(record, own, self.advance(record.game, own))
            except ActionError as error:
                fault = Fault("action_rejected", str(error), "action")
            except Fault as caught:
                fault = caught
            except (Exception, SystemExit) as error:
                fault = self._crash("advance", error)
            if fault.ends_episode:
                record.done = True
                record.success = False if fault.error.blame == "action" else None
            return self._told(fault)

    def _checked(self, action: Act) -> Act:
        """A copy of the action that its model accepts, whatever was done to the original."""
        kind = self.action_type
        if not isinstance(action, kind):
            message = f"expected {kind.__name__}, got {type(action).__name__}"
            raise Fault("bad_action", message, "action", ends_episode=False)
        try:
            return copied(action)
        except ValidationError as error:
            problems = error.errors(include_input=False, include_url=False)
            message = "; ".join(f"{problem['loc']}: {problem['msg']}" for problem in problems[:3])
            raise Fault("bad_action", message, "action", ends_episode=False) from error

    def _scored(self, record: Record, action: Act, seen: Obs) -> Obs:
        """The author's observation with everything that the base class adds to it."""
        done = seen.done or record.steps >= self.max_steps
        before, record.facts = record.facts, frozen(self.facts(record.game))
        if not done:
            self._require_clean(record, seen)
        self._require_unpaid(seen)
        step = Transition(
            action,
            seen.model_copy(update={"done": done}),
            record.facts,
            before,
            step=record.steps,
            max_steps=self.max_steps,
            done=done,
        )
        try:
            scores = self._reward.evaluate(step)
        except ColumnError as error:
            _log.exception("%s: %s", type(self).__name__, error)
            raise Fault("reward", str(error), "environment") from error
        record.done, record.success = done, scores.success
        paid = {
            "done": done,
            "reward": scores.reward,
            "columns": dict(scores.columns),
            "score": scores.score,
            "success": scores.success,
        }
        return copied(seen, **paid)

    def _require_unpaid(self, seen: Obs) -> None:
        if seen.reward is not None or seen.columns or seen.success is not None:
            message = "advance() set reward, columns or success: declare a reward column instead"
            raise Fault("reward", message, "environment")

    def _require_clean(self, record: Record, seen: BaseModel) -> None:
        found = self._leaks(record, seen)
        if found:
            raise Fault("leak", f"a secret was about to be shown in {found}", "environment")

    def _leaks(self, record: Record, message: BaseModel) -> list[str]:
        if record.done or record.game is None:
            return []
        return leaks(message, self.secrets(record.game))

    def _crash(self, where: str, error: BaseException) -> Fault:
        """The agent learns the kind of error only: its text could quote a secret."""
        _log.error("%s.%s failed", type(self).__name__, where, exc_info=error)
        message = f"{type(error).__name__} in {where}(): the log of the server has the traceback"
        return Fault("crash", message, "environment")

    def _overrun(self, record: Record | None, limit: float | None) -> Obs:
        """Leave a step that is past its deadline behind, with the episode it belongs to."""
        self._worker.abandon()
        if record is not None and self._record is record:
            self._record = record.closed()
        own = limit == self.step_timeout_s
        message = f"the step took longer than {limit} s"
        return self._told(Fault("deadline", message, "environment" if own else "caller"))

    def _told(self, fault: Fault) -> Obs:
        """An error observation. Only a fault of the action is a reward: the least there is."""
        blamed = fault.error.blame == "action" and fault.ends_episode
        seen = self.observation_type(
            done=fault.ends_episode,
            reward=self.reward.step_range[0] if blamed else None,
            success=False if blamed else None,
            score=0.0 if blamed else None,
            error=fault.error,
        )
        return seen  # type: ignore[return-value]
