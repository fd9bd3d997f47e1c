"""Policy x tasks x seeds -> how often it succeeds, with intervals, column by column.

    report = evaluate(WordleEnvironment(), policy, tasks=[{"split": "test", "index": i} for i in
                      range(100)], seeds=range(4), k=(1, 4))
    print(report)

The environment may be local or a `RemoteEnvironment`. An episode that the environment failed is
not a zero: it is counted apart and left out of every rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Protocol

from hallmark_rl.sdk.common.statistics import pass_at_k, wilson_interval

Policy = Callable[[Any, Any], Any]
_STEPS = 100_000


class Playable(Protocol):
    """What is played: `reset` and `step` give observations."""

    def reset(self, **options: Any) -> Any:
        """Begin an episode."""
        ...

    def step(self, action: Any) -> Any:
        """Play one action."""
        ...


@dataclass(frozen=True, slots=True)
class Episode:
    """One episode: `fault` says why it could not be scored."""

    task: int
    seed: int
    steps: int
    total: float
    score: float
    success: bool
    columns: Mapping[str, float]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """What the episodes come to."""

    episodes: tuple[Episode, ...]
    pass_at: Mapping[int, float]
    scale: tuple[float, float]

    @property
    def scored(self) -> list[Episode]:
        """Episodes that count."""
        return [episode for episode in self.episodes if not episode.fault]

    @property
    def success(self) -> float:
        """Share of scored episodes that succeeded."""
        return fmean(episode.success for episode in self.scored) if self.scored else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of `success`."""
        return wilson_interval(sum(episode.success for episode in self.scored), len(self.scored))

    @property
    def score(self) -> float:
        """Mean episode score, on the reporting scale."""
        low, high = self.scale
        mean = fmean(episode.score for episode in self.scored) if self.scored else 0.0
        return low + (high - low) * mean

    @property
    def columns(self) -> dict[str, float]:
        """Mean of every column over the episodes in which it was due."""
        names = dict.fromkeys(name for episode in self.scored for name in episode.columns)
        return {
            name: fmean(e.columns[name] for e in self.scored if name in e.columns) for name in names
        }

    @property
    def faults(self) -> dict[str, int]:
        """How often the environment failed, by reason."""
        reasons = [episode.fault for episode in self.episodes if episode.fault]
        return {reason: reasons.count(reason) for reason in dict.fromkeys(reasons)}

    def __str__(self) -> str:
        low, high = self.interval
        lines = [f"success  {self.success:.1%} ({low:.1%} to {high:.1%}, n={len(self.scored)})"]
        lines += [f"pass@{k:<3} {rate:.1%}" for k, rate in self.pass_at.items()]
        lines += [f"score    {self.score:.3f}"]
        lines += [f"  {name:<12} {mean:.3f}" for name, mean in self.columns.items()]
        lines += [f"fault    {count} x {reason}" for reason, count in self.faults.items()]
        return "\n".join(lines)


def evaluate(
    env: Playable,
    policy: Policy,
    *,
    tasks: Sequence[Mapping[str, Any]],
    seeds: Iterable[int],
    k: Sequence[int] = (1,),
    scale: tuple[float, float] | None = None,
) -> Report:
    """Play `policy(env, observation)` on every task (arguments of `reset`) with every seed.

    `scale` is the reporting scale: that of the environment's reward, or 0 to 1 for a remote one.
    pass@k is averaged over the tasks that have `k` scored episodes or more.
    """
    if scale is None:
        scale = getattr(getattr(env, "reward", None), "report", (0.0, 1.0))
    seeds = list(seeds)
    for wanted in k:
        if not 1 <= wanted <= len(seeds):
            raise ValueError(f"pass@{wanted} needs at least {wanted} seeds, not {len(seeds)}")
    episodes = tuple(
        play(env, policy, number, seed, task) for number, task in enumerate(tasks) for seed in seeds
    )
    by_task = [
        [e.success for e in episodes if e.task == number and not e.fault]
        for number in range(len(tasks))
    ]
    pass_at = {}
    for wanted in k:
        rates = [pass_at_k(len(won), sum(won), wanted) for won in by_task if len(won) >= wanted]
        pass_at[wanted] = fmean(rates) if rates else 0.0
    return Report(episodes, pass_at, scale)


def play(
    env: Playable, policy: Policy, task: int, seed: int, options: Mapping[str, Any]
) -> Episode:
    """One episode. A column's value is its mean over the steps at which it was due."""
    seen = env.reset(seed=seed, **options)
    if seen.error is not None and seen.done:
        return _failed(task, seed, 0, 0.0, {}, seen.error)
    total, steps = 0.0, 0
    columns: dict[str, list[float]] = {}
    while not seen.done:
        if steps == _STEPS:
            raise RuntimeError(f"the episode of seed {seed} has not ended after {_STEPS} steps")
        seen = env.step(policy(env, seen))
        steps += 1
        total += float(seen.reward or 0.0)
        for name, value in seen.columns.items():
            columns.setdefault(name, []).append(value)
    means = {name: fmean(values) for name, values in columns.items()}
    if seen.success is None:
        return _failed(task, seed, steps, total, means, seen.error)
    return Episode(task, seed, steps, total, seen.score or 0.0, seen.success, means)


def _failed(
    task: int, seed: int, steps: int, total: float, columns: Mapping[str, float], error: Any
) -> Episode:
    reason = f"{error.blame}: {error.code}" if error else "no verdict at the end"
    return Episode(task, seed, steps, total, 0.0, False, columns, reason)
