"""A game of towers and waves."""

import random
import uuid
from typing import Any

from openenv.core.env_server.interfaces import Environment

try:
    from ..models import WaveAction, WaveObservation, WaveState
    from ..waves import COST, DAMAGE, INCOME, LANES, LIVES, START, STOPS, WAVES, draw, empty
except ImportError:
    from models import WaveAction, WaveObservation, WaveState
    from waves import COST, DAMAGE, INCOME, LANES, LIVES, START, STOPS, WAVES, draw, empty


class TowerWavesEnvironment(Environment[WaveAction, WaveObservation, WaveState]):
    """Eight waves against a base."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self) -> None:
        super().__init__()
        self._state = WaveState()
        self._waves: list[dict[str, dict[str, int]]] = []
        self._towers = empty(tuple(COST))
        self._coins = 0
        self._lives = 0
        self._done = True

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **kwargs: Any
    ) -> WaveObservation:
        """Start a game."""
        rng = random.Random() if seed is None else random.Random(f"towers {seed}")
        self._waves = draw(rng)
        self._towers = empty(tuple(COST))
        self._coins, self._lives, self._done = START, LIVES, False
        self._state = WaveState(episode_id=episode_id or str(uuid.uuid4()))
        return self._look([], None)

    def step(
        self, action: WaveAction, timeout_s: float | None = None, **kwargs: Any
    ) -> WaveObservation:
        """Build, and let the wave come."""
        if self._done:
            return WaveObservation(report=["the game is over"], done=True, reward=0.0)
        report = [self._build(order) for order in action.build.split(",") if order.strip()][:20]
        wave = self._waves[self._state.step_count]
        self._state.step_count += 1
        came = stopped = damage = 0
        for lane in LANES:
            for tower, (kind, number) in STOPS.items():
                held = min(wave[lane][kind], number * self._towers[lane][tower])
                came += wave[lane][kind]
                stopped += held
                damage += DAMAGE[kind] * (wave[lane][kind] - held)
        self._lives -= damage
        self._state.stopped += stopped
        report.append(f"stopped {stopped} of {came}, the base lost {damage} lives")
        reward = (stopped / came if came else 1.0) / WAVES
        if self._lives <= 0:
            report.append("the base has fallen")
            reward, self._done = 0.0, True
        self._done = self._done or self._state.step_count == WAVES
        self._coins += INCOME
        return self._look(report, reward)

    def _build(self, order: str) -> str:
        match order.lower().split():
            case [tower, lane] if tower in COST and lane in LANES:
                if self._coins < COST[tower]:
                    return "not enough coins"
                self._coins -= COST[tower]
                self._towers[lane][tower] += 1
                return f"{tower} built, {lane}"
        return "order not understood"

    @property
    def state(self) -> WaveState:
        """A copy of the public state."""
        return self._state.model_copy(deep=True)

    def _look(self, report: list[str], reward: float | None) -> WaveObservation:
        number = self._state.step_count
        coming = {} if self._done else self._waves[number]
        return WaveObservation(
            wave=min(number + 1, WAVES),
            coins=self._coins,
            lives=self._lives,
            towers={lane: dict(camp) for lane, camp in self._towers.items()},
            next_wave={lane: dict(enemies) for lane, enemies in coming.items()},
            report=report,
            reward=reward,
            done=self._done,
        )
