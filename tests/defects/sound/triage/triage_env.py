"""Sort a support mail: a category, a priority and the tags that apply. One decision."""

import random
from typing import Any, Literal

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field

TAGS = {
    "refund": "I want my money back",
    "login": "I cannot sign in",
    "crash": "the app closes by itself",
    "invoice": "the invoice is wrong",
    "slow": "everything is slow",
    "dark": "please add a dark mode",
}
CATEGORY = {
    "refund": "billing",
    "invoice": "billing",
    "login": "account",
    "crash": "technical",
    "slow": "technical",
    "dark": "feature",
}
URGENT = ["right now", "today", "immediately"]


class TriageAction(Action):
    """The decision."""

    category: Literal["billing", "account", "technical", "feature"]
    priority: int
    tags: list[str] = Field(default_factory=list)
    note: str | None = None


class TriageObservation(Observation):
    """The mail."""

    mail: str = ""
    known_tags: list[str] = Field(default_factory=list)
    feedback: str = ""


class TriageEnv(Environment):
    """Partial credit, one step."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._truth: tuple[str, int, list[str]] | None = None
        self._state = State()
        self._done = False

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> TriageObservation:
        """A new mail."""
        rng = random.Random(seed)
        tags = rng.sample(sorted(TAGS), rng.randint(1, 3))
        urgent = rng.random() < 0.5
        body = ". ".join(TAGS[t] for t in tags)
        self._mail = (
            f"Hello, {body}. {'I need help ' + rng.choice(URGENT) if urgent else 'No hurry'}."
        )
        self._truth = (CATEGORY[tags[0]], 1 if urgent else 3, sorted(tags))
        self._done = False
        self._state = State(
            episode_id=episode_id or f"triage-{rng.getrandbits(32):x}", step_count=0
        )
        return TriageObservation(mail=self._mail, known_tags=sorted(TAGS), done=False, reward=0.0)

    def step(
        self, action: TriageAction, timeout_s: float | None = None, **kwargs: Any
    ) -> TriageObservation:
        """Score the decision, each part by itself."""
        if self._truth is None:
            raise RuntimeError("reset first")
        if self._done:
            return TriageObservation(
                mail=self._mail,
                known_tags=sorted(TAGS),
                feedback="already sorted",
                done=True,
                reward=0.0,
            )
        category, priority, tags = self._truth
        score = 0.0
        if action.category == category:
            score += 0.4
        if action.priority == priority:
            score += 0.2
        if sorted(action.tags) == tags:
            score += 0.4
        score = round(score, 2)
        self._state.step_count += 1
        self._done = True
        return TriageObservation(
            mail=self._mail,
            known_tags=sorted(TAGS),
            feedback=f"score {score}",
            done=True,
            reward=score,
        )

    @property
    def state(self) -> State:
        """A copy."""
        return self._state.model_copy()
