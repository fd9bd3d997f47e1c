"""Simulator of a titration with phenolphthalein."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State

try:
    from ..models import BenchAction, BenchObservation, LogLine
except ImportError:  # started inside the folder
    from models import BenchAction, BenchObservation, LogLine

SAMPLE_ML = 25.0
BASE = 0.1  # mol/L
BURETTE_ML = 50.0
PALE_ML = 0.2
ACTIONS = 60
FRESH = 2
ACIDS = {1: ("monoprotic", 1, 0.04, 0.18), 2: ("diprotic", 2, 0.02, 0.09)}


class Burette:
    """A burette with a zero error and a tap that is not quite exact."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.zero_error = round(rng.uniform(-0.25, 0.25), 3)
        self.delivered = 0.0

    def deliver(self, ml: float) -> None:
        ml *= 1 + self._rng.uniform(-0.003, 0.003)
        self.delivered = min(BURETTE_ML, self.delivered + ml)

    def refill(self) -> None:
        self.delivered = 0.0

    @property
    def reading(self) -> float:
        return round(self.delivered + self.zero_error, 2)


def draw_molarity(rng: random.Random, level: int) -> float:
    """The concentration of the acid, evenly spread over the range of the level."""
    _, _, low, high = ACIDS[level]
    return low + (high - low) * rng.random()


def score(reported: float, truth: float) -> float:
    """1 within 1 %, 0 from 4 % on."""
    error = abs(reported - truth) / truth
    return min(1.0, max(0.0, (0.04 - error) / 0.03))


class TitrationEnvironment(Environment[BenchAction, BenchObservation, State]):
    """Titrate, then report."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = State(episode_id=None, step_count=0)
        self._running = False

    def reset(
        self,
        seed: int | None = None,
        episode_id: str | None = None,
        level: int | None = None,
        **kwargs: Any,
    ) -> BenchObservation:
        level = 1 if level is None else level
        if level not in ACIDS:
            raise ValueError(f"level must be one of {sorted(ACIDS)}, not {level!r}")
        if seed is None:
            seed = random.SystemRandom().getrandbits(32)
        self._level = level
        self._molarity = draw_molarity(random.Random(seed), level)
        self._burette = Burette(random.Random(f"burette {seed}"))
        self._sample = 1
        self._notebook: list[LogLine] = []
        self._running = True
        self._state = State(episode_id=episode_id or str(uuid.uuid4()), step_count=0)
        return self._observation("The sample stands under the burette.")

    def step(
        self, action: BenchAction, timeout_s: float | None = None, **kwargs: Any
    ) -> BenchObservation:
        if not self._running:
            return BenchObservation(
                done=True, reward=0.0, message="No titration is running: reset first."
            )
        self._state.step_count += 1
        message, reward, done = "", 0.0, False
        if action.kind == "report":
            reward, done, message = score(action.molarity, self._molarity), True, "Reported."
        elif action.kind == "fresh":
            if self._sample <= FRESH:
                self._sample += 1
                self._burette.refill()
                message = "A fresh sample."
            else:
                message = "The acid is used up."
        elif action.ml < 0.02:
            message = "The tap cannot deliver less than 0.02 mL."
        else:
            self._burette.deliver(action.ml)
            self._notebook.append(
                LogLine(sample=self._sample, reading=self._burette.reading, colour=self._colour())
            )
        if not done and self._state.step_count >= ACTIONS:
            done, message = True, "The laboratory closes."
        self._running = not done
        return self._observation(message, reward, done)

    @property
    def state(self) -> State:
        return self._state

    def _equivalence_ml(self) -> float:
        return self._molarity * SAMPLE_ML * ACIDS[self._level][1] / BASE

    def _colour(self) -> str:
        past = self._burette.delivered - self._equivalence_ml()
        if past < 0:
            return "clear"
        return "pale pink" if past <= PALE_ML else "pink"

    def _observation(
        self, message: str, reward: float | None = None, done: bool = False
    ) -> BenchObservation:
        return BenchObservation(
            level=self._level,
            acid=ACIDS[self._level][0],
            zero_error=self._burette.zero_error,
            sample=self._sample,
            fresh_left=FRESH + 1 - self._sample,
            reading=self._burette.reading,
            colour=self._colour(),
            notebook=list(self._notebook),
            actions_left=ACTIONS - self._state.step_count,
            message=message,
            reward=reward,
            done=done,
        )
