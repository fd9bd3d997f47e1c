"""`VerifiedEnvironment`: the author writes how an episode begins and how an action changes it.

    class Guessing(VerifiedEnvironment[Guess, Reply, VerifiedState, Game]):
        max_steps = 10
        reward = Reward(Column("won", lambda t: float(t.observation.won), kind="outcome"))

        def begin(self, rng: Random, setup: Setup) -> tuple[Game, Reply]:
            return Game(Secret(rng.randrange(100))), Reply(hint="0 to 99")

        def advance(self, game: Game, action: Guess) -> Reply:
            won = action.number == game.target.reveal()
            return Reply(hint="yes" if won else "no", won=won, done=won)

Everything that changes during an episode is stored in the game object, which `begin` creates.
Therefore `reset` cannot leave old state behind, and two instances share nothing. The base class
handles seeds, ids, step counts, limits, deadlines, errors, copies and rewards. It is an OpenEnv
`Environment`: pass the class to OpenEnv's `create_app`.
"""

from __future__ import annotations

import copy
import random
import threading
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

from hallmark_rl.sdk.common.secret import secret_texts
from hallmark_rl.sdk.environment import stepping
from hallmark_rl.sdk.environment.deadline import (
    AbandonableThread,
    DeadlineCall,
    run_call,
    run_call_async,
)
from hallmark_rl.sdk.environment.episode import (
    EpisodeRecord,
    Fault,
    Setup,
    read_deadline,
    require_declared,
    require_defaults,
)
from hallmark_rl.sdk.environment.models import (
    Blame,
    VerifiedAction,
    VerifiedObservation,
    VerifiedState,
)
from hallmark_rl.sdk.environment.openenv_types import Environment
from hallmark_rl.sdk.environment.rewards import Reward
from hallmark_rl.sdk.environment.transition import Facts
from hallmark_rl.sdk.tasks.task_set import TaskRoutes

__all__ = ["Setup", "VerifiedEnvironment"]

Act = TypeVar("Act", bound=VerifiedAction)
Obs = TypeVar("Obs", bound=VerifiedObservation)
St = TypeVar("St", bound=VerifiedState)
Game = TypeVar("Game")


class VerifiedEnvironment(TaskRoutes, Environment[Act, Obs, St], Generic[Act, Obs, St, Game]):
    """The base class of environments. Derive from it with the three models and the type of a game.

    Class attributes to declare:
        reward: the reward columns.
        max_steps: the number of steps after which an episode ends.
        step_timeout_s: a step that takes longer ends the episode as a fault of the environment;
            None (the default) for no deadline.
        reset_timeout_s: the same for `begin`; the default is 30 s.
        tasks: a `TaskSet`, if episodes are about tasks.
        options: further arguments of `reset`, with their default values.

    Methods to write: `begin` and `advance`; if needed `facts`, `secrets` and `public_state`.
    """

    SUPPORTS_CONCURRENT_SESSIONS: bool = True

    reward: ClassVar[Reward]
    max_steps: ClassVar[int]
    step_timeout_s: ClassVar[float | None] = None
    reset_timeout_s: ClassVar[float | None] = 30.0
    options: ClassVar[Mapping[str, Any]] = {}

    action_type: ClassVar[type[VerifiedAction]]
    observation_type: ClassVar[type[VerifiedObservation]]
    state_type: ClassVar[type[VerifiedState]]

    @abstractmethod
    def begin(self, rng: random.Random, setup: Setup) -> tuple[Game, Obs]:
        """Create the game of an episode and the first observation.

        Args:
            rng: the only source of random choices; store it in the game if later steps need it.
            setup: the task and the options of the episode.

        Returns:
            The game, any object, which is passed to the other methods; and the first observation,
            which must not have `done=True`.

        Raises:
            SetupError: no episode is possible with these options; `reset` then returns the error
                `bad_reset`. Every other exception becomes the error `crash`.
        """

    @abstractmethod
    def advance(self, game: Game, action: Act) -> Obs:
        """Play one action, by changing the game.

        Args:
            game: what `begin` created.
            action: a copy of the action that was sent; its types and constraints were checked.

        Returns:
            The observation after the action; `done=True` ends the episode. `reward`, `columns`,
            `success` and `score` must not be set: they follow from the reward columns.

        Raises:
            ActionError: the action is unacceptable; the episode ends, is scored as a failure, and
                `step` returns the error `action_rejected`. Every other exception becomes the error
                `crash`.
        """

    def facts(self, game: Game) -> Facts:
        """Data about the game for the reward columns, which the agent never sees. Default: none."""
        return {}

    def secrets(self, game: Game) -> Iterable[str]:
        """Texts that no message may contain before the end of the episode.

        Default: the strings inside the game's `Secret`s.
        """
        return secret_texts(game)

    def public_state(self, game: Game) -> Mapping[str, Any]:
        """Values for further fields of the state model. Default: none."""
        return {}

    # -- authors need not override anything below -----------------------------------------------

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        for base in getattr(cls, "__orig_bases__", ()):
            models = get_args(base)[:3]
            origin = get_origin(base)
            if not (isinstance(origin, type) and issubclass(origin, VerifiedEnvironment)):
                continue
            if all(isinstance(model, type) for model in models):
                cls.action_type, cls.observation_type, cls.state_type = models
                for model in models[1:]:
                    require_defaults(model)

    def __init__(self) -> None:
        require_declared(type(self))
        self.columns = copy.deepcopy(self.reward)  # per instance: a rubric stores its last score
        super().__init__(rubric=self.columns)
        self._worker = AbandonableThread()
        self._frozen = threading.local()  # per thread: an abandoned step must not block later ones
        self._record: EpisodeRecord | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Obs:
        """Begin an episode and return its first observation.

        Args:
            seed: an integer that decides every random choice of the episode; None for a random
                seed.
            episode_id: 1 to 255 characters; None for a random id.
            **options: `split`, `index` and `level` choose the task; further options are those that
                the class declares in `options`.

        Returns:
            The first observation. After an error: an observation with `done=True` and `error`,
            whose code is `bad_reset`, `crash`, `leak` or `deadline` (see `StepError`); there is
            then no episode. Nothing is raised.
        """
        return run_call(self._reset(seed, episode_id, options), self._worker)  # type: ignore[no-any-return]

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Obs:
        """`reset` without blocking the event loop."""
        return await run_call_async(self._reset(seed, episode_id, options), self._worker)  # type: ignore[no-any-return]

    def step(self, action: Act, timeout_s: float | None = None, **kwargs: Any) -> Obs:
        """Play one action and return the observation after it.

        Args:
            action: what the agent does.
            timeout_s: a deadline in seconds; it can only shorten the declared one.
            **kwargs: ignored; OpenEnv's server may pass more.

        Returns:
            The observation, with `done`, `reward` and `columns`; at the end with `score` and
            `success` too. After an error: an observation with `error`, whose code is `not_reset`,
            `episode_over`, `bad_action`, `action_rejected`, `bad_timeout`, `deadline`, `crash`,
            `leak` or `reward` (see `StepError`). Nothing is raised.
        """
        return run_call(self._step(action, timeout_s), self._worker)  # type: ignore[no-any-return]

    async def step_async(self, action: Act, timeout_s: float | None = None, **kwargs: Any) -> Obs:
        """`step` without blocking the event loop."""
        return await run_call_async(self._step(action, timeout_s), self._worker)  # type: ignore[no-any-return]

    def _reset(self, seed: object, episode_id: object, options: Mapping[str, Any]) -> DeadlineCall:
        self._record = None
        limit = self.reset_timeout_s
        begin = partial(stepping.begin_episode, self, seed, episode_id, options)
        try:
            self._record, observation = yield begin, limit
        except TimeoutError:
            return self._past_deadline("reset", limit, "environment")
        return observation

    def _step(self, action: object, timeout_s: object) -> DeadlineCall:
        record = self._record
        try:
            limit = read_deadline(action, timeout_s, self.step_timeout_s)
        except Fault as fault:
            return stepping.error_observation(self, fault)
        try:
            return (yield partial(stepping.play_step, self, record, action), limit)
        except TimeoutError:
            if record is not None and self._record is record:
                self._record = record.closed()
            declared = limit == self.step_timeout_s
            return self._past_deadline("step", limit, "environment" if declared else "caller")

    def _past_deadline(self, method: str, limit: float | None, blame: Blame) -> Any:
        """Abandon the thread of a call that is past its deadline; the error observation for it."""
        self._worker.abandon()
        fault = Fault("deadline", f"the {method} took longer than {limit} s", blame)
        return stepping.error_observation(self, fault)

    @property
    def state(self) -> St:
        """The public state of the episode: a copy; without an episode only `max_steps` is set.

        Raises:
            Fault: the author's `public_state` shows a secret of the running episode.
        """
        record = self._record
        if record is None:
            return self.state_type(max_steps=self.max_steps)  # type: ignore[return-value]
        author_fields = self.public_state(record.game) if record.game is not None else {}
        # The other texts, split and episode id, come from the caller: they tell it nothing new.
        stepping.require_no_secret(self, record, self.state_type(**author_fields))
        state = self.state_type(
            episode_id=record.episode_id,
            step_count=record.steps,
            max_steps=self.max_steps,
            done=record.done,
            success=record.success,
            split=record.split,
            level=record.level,
            **author_fields,
        )
        return state.model_copy(deep=True)  # type: ignore[return-value]

    def reveal(self) -> Game:
        """The game of the running episode, for `proof.py` and tests; no client can call this.

        Raises:
            RuntimeError: there is no running episode.
        """
        if self._record is None or self._record.game is None:
            raise RuntimeError("there is no running episode to reveal: call reset() first")
        game: Game = self._record.game
        return game

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self.__dict__.get("_frozen"), "active", False):
            raise AttributeError(f"self.{name} outlives the episode: keep it in the game object")
        super().__setattr__(name, value)

    @contextmanager
    def attributes_frozen(self) -> Iterator[None]:
        """Forbid writing attributes in this thread: active while the author's methods run."""
        self._frozen.active = True
        try:
            yield
        finally:
            self._frozen.active = False

    def close(self) -> None:
        """End the episode and the worker thread; the instance can be reset again."""
        self._record = None
        self._worker.close()

    def __repr__(self) -> str:
        steps = "no episode" if self._record is None else f"step {self._record.steps}"
        return f"<{type(self).__name__}, {steps}>"
