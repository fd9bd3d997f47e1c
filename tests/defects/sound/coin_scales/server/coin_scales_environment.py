"""The episode: weighings, their cost, and the answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import ScalesAction, ScalesObservation
from ..scales import COINS, pan, pointer, refusal, suspects

FEE = 0.05


@dataclass
class Bench:
    """The coins of an episode, and what was weighed."""

    level: int
    false: Secret[tuple[int, str]]
    log: list[str] = field(default_factory=list)
    seen: set[Any] = field(default_factory=set)
    fee: float = 0.0
    right: bool = False


class CoinScalesEnvironment(
    VerifiedEnvironment[ScalesAction, ScalesObservation, VerifiedState, Bench]
):
    """Find the false coin."""

    max_steps = 16
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome"),
        Column("weighing", lambda t: -t.facts["fee"], kind="cost", range=(-FEE, 0.0)),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ScalesObservation:
        """Begin an episode; options other than `level` and `split` are ignored."""
        known = {name: options[name] for name in ("level", "split") if name in options}
        return super().reset(seed=seed, episode_id=episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> ScalesObservation:
        """`reset` without blocking the event loop."""
        known = {name: options[name] for name in ("level", "split") if name in options}
        return await super().reset_async(seed=seed, episode_id=episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Bench, ScalesObservation]:
        """Choose the false coin."""
        level = 1 if setup.level is None else setup.level
        if level not in COINS:
            raise SetupError(f"level must be one of {sorted(COINS)}")
        bench = Bench(level, Secret(rng.choice(suspects(level))))
        return bench, _look(bench)

    def advance(self, bench: Bench, action: ScalesAction) -> ScalesObservation:
        """Weigh, or end the episode with an answer."""
        bench.fee = 0.0
        if action.act == "name":
            bench.right = (action.coin, action.kind) == bench.false.reveal()
            return _look(bench, done=True)
        if note := refusal(action.left, action.right, COINS[bench.level]):
            return _look(bench, note=note)
        left, right = pan(action.left), pan(action.right)
        weighing = (left, right)
        if weighing not in bench.seen:
            bench.fee = FEE
            bench.seen.add(weighing)
        tilt = pointer(left, right, bench.false.reveal())
        bench.log.append(f"{','.join(map(str, left))} / {','.join(map(str, right))}: {tilt}")
        return _look(bench, tilt)

    def facts(self, bench: Bench) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"right": bench.right, "fee": bench.fee}

    def secrets(self, bench: Bench) -> list[str]:
        """The answer is a number that the log shows anyway; no text of it is secret."""
        return []


def _look(bench: Bench, tilt: str = "", *, note: str = "", done: bool = False) -> ScalesObservation:
    return ScalesObservation(
        coins=COINS[bench.level],
        may_be_light=bench.level == 3,
        log=list(bench.log),
        pointer=tilt,
        note=note,
        done=done,
    )
