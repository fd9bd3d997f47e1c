"""Write a pattern for a rule."""

from __future__ import annotations

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import RegexAction, RegexObservation
    from ..rx import BadPattern, accepts, compiled
except ImportError:
    from models import RegexAction, RegexObservation
    from rx import BadPattern, accepts, compiled

CLASSES = {"a-c": "abc", "x-z": "xyz", "0-9": "0123456789", "A-F": "ABCDEF", "p-s": "pqrs"}
STEPS = 6
SHOWN = 6
HIDDEN = 20


def draw(rng: random.Random, parts: list[tuple[str, int, int]]) -> str:
    """A random string of the rule."""
    return "".join(
        rng.choice(CLASSES[name])
        for name, low, high in parts
        for _ in range(rng.randint(low, high))
    )


def spoil(rng: random.Random, parts: list[tuple[str, int, int]]) -> str:
    """A string like those of the rule with one thing changed."""
    changed, place = list(parts), rng.randrange(3)
    kind = rng.choice(["swap", "less", "more", "other"])
    name, low, high = parts[place]
    if kind == "swap":
        changed[place], changed[place - 1] = changed[place - 1], changed[place]
    elif kind == "less":
        changed[place] = (name, low - 1, low - 1)
    elif kind == "more":
        changed[place] = (name, high + 1, high + 1)
    else:
        unused = sorted(set(CLASSES) - {part[0] for part in parts})
        changed[place] = (rng.choice(unused), low, high)
    return draw(rng, changed)


class RegexEnvironment(Environment[RegexAction, RegexObservation, State]):
    """One rule for each episode."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State()
        self._rule = ""
        self._good: list[str] = []
        self._bad: list[str] = []
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> RegexObservation:
        """Draw a rule and its strings."""
        rng = random.Random() if seed is None else random.Random(f"regex {seed}")
        parts = []
        for name in rng.sample(sorted(CLASSES), 3):
            low = rng.randint(1, 2)
            parts.append((name, low, low + rng.randint(1, 2)))
        good: dict[str, None] = {}
        bad: dict[str, None] = {}
        while len(good) < SHOWN + HIDDEN:
            good[draw(rng, parts)] = None
        while len(bad) < SHOWN + HIDDEN:
            bad[spoil(rng, parts)] = None
        self._good, self._bad = list(good), list(bad)
        self._rule = ", then ".join(
            f"{low} to {high} characters of {name}" for name, low, high in parts
        )
        self._done = False
        self._state = State(episode_id=episode_id or str(uuid.uuid4()))
        return self._observation("", None)

    def step(
        self, action: RegexAction, timeout_s: float | None = None, **kwargs: Any
    ) -> RegexObservation:
        """Try a pattern or submit it."""
        if self._done:
            return RegexObservation(done=True, reward=0.0, note="the episode is over")
        self._state.step_count += 1
        command, reward = action.command.strip().lower(), 0.0
        try:
            tree = compiled(action.pattern)
        except BadPattern as problem:
            note = f"the pattern cannot be read: {problem}"
        else:
            if command == "try":
                right = sum(accepts(tree, text) for text in self._good[:SHOWN])
                right += sum(not accepts(tree, text) for text in self._bad[:SHOWN])
                note = f"{right} of {2 * SHOWN} shown strings are classified correctly"
            elif command == "submit":
                reward, note, self._done = self._judge(tree), "submitted", True
            else:
                note = "unknown command"
        self._done = self._done or self._state.step_count >= STEPS
        return self._observation(note, reward)

    def _judge(self, tree: tuple[Any, ...]) -> float:
        good, bad = self._good[SHOWN:], self._bad[SHOWN:]
        accepted = sum(accepts(tree, text) for text in good) / len(good)
        refused = sum(not accepts(tree, text) for text in bad) / len(bad)
        return max(0.0, accepted + refused - 1.0)

    @property
    def state(self) -> State:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _observation(self, note: str, reward: float | None) -> RegexObservation:
        return RegexObservation(
            rule=self._rule,
            accepted=self._good[:SHOWN],
            refused=self._bad[:SHOWN],
            steps_left=STEPS - self._state.step_count,
            note=note,
            reward=reward,
            done=self._done,
        )
