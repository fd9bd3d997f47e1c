"""Write short lambdas."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..course import HOLES, Hole, cases
    from ..lambda_runner import passed, problem
    from ..models import Example, GolfAction, GolfObservation, GolfState
except ImportError:
    from course import HOLES, Hole, cases
    from lambda_runner import passed, problem
    from models import Example, GolfAction, GolfObservation, GolfState

STROKES = 4
TESTS = 6


class GolfLambdaEnvironment(Environment[GolfAction, GolfObservation, GolfState]):
    """One hole of golf."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = GolfState()
        self._hole: Hole = HOLES["train"][0]
        self._shown: list[tuple[list[Any], Any]] = []
        self._hidden: list[tuple[list[Any], Any]] = []
        self._done = True

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str | None = None,
        **kwargs: Any,
    ) -> GolfObservation:
        """Go to a hole; the seed chooses it and its tests.

        Raises:
            ValueError: there is no such split.
        """
        split = "train" if split is None else split
        if split not in HOLES:
            raise ValueError(f"split must be one of {', '.join(HOLES)}, not {split!r}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(64)
        key = f"golf {split} {seed}"
        self._hole = random.Random(key).choice(HOLES[split])
        self._shown = cases(self._hole, random.Random(f"{key} shown"), TESTS)
        self._hidden = cases(self._hole, random.Random(f"{key} hidden"), TESTS)
        self._done = False
        self._state = GolfState(episode_id=episode_id or str(uuid.uuid4()), split=split)
        return self._observation(None)

    def step(
        self, action: GolfAction, timeout_s: float | None = None, **kwargs: Any
    ) -> GolfObservation:
        """Try the code on the examples, or hand it in."""
        if self._done:
            return GolfObservation(done=True, reward=0.0, note="the hole is over")
        self._state.step_count += 1
        final = action.final or self._state.step_count >= STROKES
        self._done = final
        note = problem(action.code)
        if note:
            return self._observation(0.0, note=note)
        right = passed(action.code, self._hidden if final else self._shown)
        reward = 0.0
        if final and right == TESTS:
            reward = 0.6 + 0.4 * min(1.0, len(self._hole.par) / len(action.code.strip()))
        return self._observation(reward, passed=right)

    @property
    def state(self) -> GolfState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, reward: float | None, **more: Any) -> GolfObservation:
        return GolfObservation(
            task=self._hole.text,
            par=len(self._hole.par),
            examples=[Example(args=args, result=result) for args, result in self._shown],
            strokes_left=STROKES - self._state.step_count,
            reward=reward,
            done=self._done,
            **more,
        )
