"""Episodes of Debate Facts."""

from __future__ import annotations

import random
import re
import uuid
from typing import Any

from openenv.core.env_server import Environment, State

from ..almanac import ALMANAC, Claim, entry, make_claims, speaker, split_countries
from ..models import CheckAction, DebateObservation, Turn

MAX_STEPS = 10
SPLIT_SEED = 2024
CLAIMS = {1: 4, 2: 6}
ERROR = {1: 2.0, 2: 1.2}
_WORD = re.compile(r"[a-z]+")


class DebateFactsEnvironment(Environment[CheckAction, DebateObservation, State]):
    """Check the claims of a debate."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._claims: list[Claim] = []
        self._entries: list[str] = []
        self._done = False
        self._state = State()

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        split: str = "train",
        level: int = 1,
        **kwargs: Any,
    ) -> DebateObservation:
        """Choose countries of the split and let the speakers claim things about them."""
        if split not in ("train", "test"):
            raise ValueError("split must be train or test")
        if level not in CLAIMS:
            raise ValueError(f"level must be one of {list(CLAIMS)}")
        rng = random.Random(seed)
        pool = split_countries(random.Random(SPLIT_SEED))[split]
        self._claims = make_claims(
            rng.sample(pool, CLAIMS[level]), CLAIMS[level], ERROR[level], rng
        )
        self._entries = []
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observe()

    def step(
        self, action: CheckAction, timeout_s: float | None = None, **kwargs: Any
    ) -> DebateObservation:
        """Look something up or judge the claims."""
        if not self._claims:
            raise RuntimeError("call reset() before step()")
        if self._done:
            return self._observe(reward=0.0)
        self._state.step_count += 1
        reward = 0.0
        if action.tool == "verdict":
            reward = self._grade(action.text)
            self._done = True
        elif action.tool == "lookup":
            name = action.text.strip().title()
            self._entries.append(entry(name) if name in ALMANAC else "no such country")
        else:
            self._entries.append("no such tool: use lookup or verdict")
        self._done = self._done or self._state.step_count >= MAX_STEPS
        return self._observe(reward)

    def _grade(self, text: str) -> float:
        """The reward of a verdict."""
        words = _WORD.findall(text.lower())
        if len(words) != len(self._claims) or not set(words) <= {"true", "false"}:
            return 0.0
        right = sum(
            (word == "true") == claim.true for word, claim in zip(words, self._claims, strict=False)
        )
        return max(0.0, 2 * right / len(self._claims) - 1)

    def _observe(self, reward: float | None = None) -> DebateObservation:
        return DebateObservation(
            debate=[
                Turn(speaker=speaker(i), claim=claim.text) for i, claim in enumerate(self._claims)
            ],
            entries=list(self._entries),
            steps_left=MAX_STEPS - self._state.step_count,
            done=self._done,
            reward=reward,
        )

    @property
    def state(self) -> State:
        """The public state."""
        return self._state.model_copy()
