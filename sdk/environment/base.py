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
import random
import threading
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Generic, TypeVar, get_args, get_origin

from hallmark_rl.sdk.common.secret import secret_texts
from hallmark_rl.sdk.environment import stepping
from hallmark_rl.sdk.environment.deadline import Worker
from hallmark_rl.sdk.environment.episode import (
    Fault,
    Record,
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
from hallmark_rl.sdk.environment.rewards import Facts, Reward
from hallmark_rl.sdk.tasks.task_set import TaskRoutes

__all__ = ["Setup", "VerifiedEnvironment"]

Act = TypeVar("Act", bound=VerifiedAction)
Obs = TypeVar("Obs", bound=VerifiedObservation)
St = TypeVar("St", bound=VerifiedState)
Game = TypeVar("Game")


class VerifiedEnvironment(TaskRoutes, Environment[Act, Obs, St], Generic[Act, Obs, St, Game]):
    """An OpenEnv environment that is sound by construction. See the module's text.

    Class attributes to declare: `reward`, `max_steps`, and if they apply `step_timeout_s` (a step
    that takes longer ends the episode as a fault of the environment), `reset_timeout_s` (the same
    for `begin`; None where `begin` is sure to end), `tasks` and `options` (further arguments of
    `reset` with their defaults).
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
        require_declared(type(self))
        self.columns = copy.deepcopy(self.reward)  # its own: a rubric remembers its last score
        super().__init__(rubric=self.columns)
        self._worker = Worker()
        self._authors_code = threading.local()  # of each thread: an abandoned one stops no other
        self._record: Record | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **options: Any) -> Obs:
        """Begin an episode. Options: `split`, `index`, `level`, and those the class declares."""
        self._record, begin = None, partial(stepping.begin, self, seed, episode_id, options)
        limit = self.reset_timeout_s
        try:
            ready = begin() if limit is None else self._worker.submit(begin).result(limit)
            self._record, seen = ready
        except TimeoutError:
            return self._overrun("reset", self.reset_timeout_s, "environment")
        return seen  # type: ignore[no-any-return]

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> Obs:
        """`reset`, off the event loop."""
        self._record, begin = None, partial(stepping.begin, self, seed, episode_id, options)
        job = asyncio.wrap_future(self._worker.submit(begin))
        try:
            self._record, seen = await asyncio.wait_for(job, self.reset_timeout_s)
        except TimeoutError:
            return self._overrun("reset", self.reset_timeout_s, "environment")
        return seen  # type: ignore[no-any-return]

    def step(self, action: Act, timeout_s: float | None = None, **kwargs: Any) -> Obs:
        """Play one action. `timeout_s` can shorten the declared deadline."""
        record, turn = self._record, partial(stepping.turn, self, self._record, action)
        try:
            limit = read_deadline(action, timeout_s, self.step_timeout_s)
            return turn() if limit is None else self._worker.submit(turn).result(limit)  # type: ignore[no-any-return]
        except TimeoutError:
            return self._late(record, limit)
        except Fault as fault:
            return stepping.told(self, fault)  # type: ignore[no-any-return]

    async def step_async(self, action: Act, timeout_s: float | None = None, **kwargs: Any) -> Obs:
        """`step`, off the event loop."""
        record, turn = self._record, partial(stepping.turn, self, self._record, action)
        try:
            limit = read_deadline(action, timeout_s, self.step_timeout_s)
            job = asyncio.wrap_future(self._worker.submit(turn))
            return await asyncio.wait_for(job, limit)
        except TimeoutError:
            return self._late(record, limit)
        except Fault as fault:
            return stepping.told(self, fault)  # type: ignore[no-any-return]

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
        stepping.require_clean(self, record, state)
        return state.model_copy(deep=True)  # type: ignore[return-value]

    def reveal(self) -> Game:
        """The private game of the running episode, for `proof.py` and tests; never sent."""
        if self._record is None or self._record.game is None:
            raise RuntimeError("there is no running episode to reveal: call reset() first")
        game: Game = self._record.game
        return game

    def __setattr__(self, name: str, value: Any) -> None:
        if getattr(self.__dict__.get("_authors_code"), "running", False):
            raise AttributeError(f"self.{name} outlives the episode: keep it in the game object")
        super().__setattr__(name, value)

    @contextmanager
    def authors_code(self) -> Iterator[None]:
        """While `begin`, `advance` and `facts` run: nothing may be kept on the instance."""
        self._authors_code.running = True
        try:
            yield
        finally:
            self._authors_code.running = False

    def close(self) -> None:
        """End the episode and the worker thread; the instance can be reset again."""
        self._record = None
        self._worker.close()

    def __repr__(self) -> str:
        steps = "no episode" if self._record is None else f"step {self._record.steps}"
        return f"<{type(self).__name__}, {steps}>"

    def _late(self, record: Record | None, limit: float | None) -> Obs:
        """End the episode of a step that is past its deadline."""
        if record is not None and self._record is record:
            self._record = record.closed()
        declared = limit == self.step_timeout_s
        return self._overrun("step", limit, "environment" if declared else "caller")

    def _overrun(self, what: str, limit: float | None, blame: Blame) -> Obs:
        """Leave a call that is past its deadline behind."""
        self._worker.abandon()
        fault = Fault("deadline", f"the {what} took longer than {limit} s", blame)
        return stepping.told(self, fault)  # type: ignore[no-any-return]
