"""Evaluate a policy on tasks and seeds: success rate with its interval, pass@k, column means.

    report = evaluate(WordleEnvironment(), policy, tasks=[{"split": "test", "index": i} for i in
                      range(100)], seeds=range(4), k=(1, 4))
    print(report)

The environment may be local or a `RemoteEnvironment`. Episodes that the environment failed are
counted separately and left out of every rate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any, Protocol

from hallmark_rl.sdk.common.statistics import pass_at_k, wilson_interval

Policy = Callable[[Any, Any], Any]
_MAX_STEPS = 100_000


class Playable(Protocol):
    """A local or remote environment: `reset` and `step` return observations."""

    def reset(self, **options: Any) -> Any:
        """Begin an episode."""
        ...

    def step(self, action: Any) -> Any:
        """Play one action."""
        ...


@dataclass(frozen=True, slots=True)
class EvaluatedEpisode:
    """One episode.

    Attributes:
        task: the position of the task in the list of tasks.
        seed: the seed of the episode.
        steps: how many steps it had.
        total: the sum of its step rewards.
        score: the episode score in [0, 1].
        success: whether the task was solved.
        columns: for each reward column its mean over the steps at which it was evaluated.
        fault: why the episode could not be scored; "" if it was.
    """

    task: int
    seed: int
    steps: int
    total: float
    score: float
    success: bool
    columns: Mapping[str, float]
    fault: str = ""


@dataclass(frozen=True, slots=True)
class EvaluationReport:
    """The result of `evaluate`; `str()` gives a table for people.

    Attributes:
        episodes: every episode that was played.
        pass_at: pass@k by k.
        scale: the lowest and the highest reported score.
    """

    episodes: tuple[EvaluatedEpisode, ...]
    pass_at: Mapping[int, float]
    scale: tuple[float, float]

    @property
    def scored(self) -> list[EvaluatedEpisode]:
        """The episodes without a fault."""
        return [episode for episode in self.episodes if not episode.fault]

    @property
    def success(self) -> float:
        """The fraction of scored episodes that succeeded."""
        return fmean(episode.success for episode in self.scored) if self.scored else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % interval of `success`."""
        return wilson_interval(sum(episode.success for episode in self.scored), len(self.scored))

    @property
    def score(self) -> float:
        """The mean episode score, on the scale `scale`."""
        low, high = self.scale
        mean = fmean(episode.score for episode in self.scored) if self.scored else 0.0
        return low + (high - low) * mean

    @property
    def columns(self) -> dict[str, float]:
        """The mean of every column over the episodes in which it was evaluated."""
        names = dict.fromkeys(name for episode in self.scored for name in episode.columns)
        return {
            name: fmean(e.columns[name] for e in self.scored if name in e.columns) for name in names
        }

    @property
    def faults(self) -> dict[str, int]:
        """How many episodes could not be scored, by reason."""
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
) -> EvaluationReport:
    """Play every task with every seed, and estimate success, score and pass@k.

    Args:
        env: the environment; its episodes are played one after the other.
        policy: called with `(env, observation)`; returns the next action.
        tasks: for each task the arguments of `reset`, besides the seed.
        seeds: one episode is played for each seed of each task.
        k: for which k pass@k is estimated, as a mean over tasks with k or more scored episodes.
        scale: of the reported score; by default that of the environment's reward, and 0 to 1 for a
            remote environment.

    Returns:
        An `EvaluationReport` of all episodes, task after task.

    Raises:
        ValueError: an element of `k` is below 1 or above the number of seeds.
        RuntimeError: an episode does not end.
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
    return EvaluationReport(episodes, pass_at, scale)


def play(
    env: Playable, policy: Policy, task: int, seed: int, options: Mapping[str, Any]
) -> EvaluatedEpisode:
    """Play one episode of task number `task` with the arguments `options` of `reset`."""
    seen = env.reset(seed=seed, **options)
    if seen.error is not None and seen.done:
        return _failed(task, seed, 0, 0.0, {}, seen.error)
    total, steps = 0.0, 0
    columns: dict[str, list[float]] = {}
    while not seen.done:
        if steps == _MAX_STEPS:
            raise RuntimeError(f"the episode of seed {seed} has not ended after {_MAX_STEPS} steps")
        seen = env.step(policy(env, seen))
        steps += 1
        total += float(seen.reward or 0.0)
        for name, value in seen.columns.items():
            columns.setdefault(name, []).append(value)
    means = {name: fmean(values) for name, values in columns.items()}
    if seen.success is None:
        return _failed(task, seed, steps, total, means, seen.error)
    return EvaluatedEpisode(task, seed, steps, total, seen.score or 0.0, seen.success, means)


def _failed(
    task: int, seed: int, steps: int, total: float, columns: Mapping[str, float], error: Any
) -> EvaluatedEpisode:
    reason = f"{error.blame}: {error.code}" if error else "no verdict at the end"
    return EvaluatedEpisode(task, seed, steps, total, 0.0, False, columns, reason)
