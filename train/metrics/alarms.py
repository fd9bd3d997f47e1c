"""Signs that the policy earns without succeeding. Each rule is a function of the run's history.

A rule speaks only when what it watches has moved away from the run's own beginning, so an
environment that always has, say, long completions is not an alarm.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from hallmark_rl.train.config import AlarmConfig
from hallmark_rl.train.environments.rollout_env import Episode
from hallmark_rl.train.metrics.evaluation import Score

WINDOW = 10


@dataclass(frozen=True)
class Alarm:
    """One sign, in words."""

    rule: str
    step: int
    message: str


@dataclass(frozen=True)
class StepFacts:
    """What the alarms remember of one training step."""

    step: int
    success: float
    columns: Mapping[str, float]
    length: float
    timeouts: float
    repeats: float


def step_facts(step: int, episodes: Sequence[Episode]) -> StepFacts:
    """Condense one step's episodes."""
    score = Score.of(list(episodes))
    lengths = [sum(len(turn.said) for turn in episode.turns) for episode in episodes]
    return StepFacts(
        step=step,
        success=score.success,
        columns=score.columns,
        length=sum(lengths) / max(1, len(lengths)),
        timeouts=score.timeouts,
        repeats=_repeats(episodes),
    )


def check_step(history: Sequence[StepFacts], config: AlarmConfig, paid: set[str]) -> list[Alarm]:
    """Alarms on what the training episodes show, after each step."""
    if len(history) < 2 * WINDOW:
        return []
    first, last = history[:WINDOW], history[-WINDOW:]
    step = history[-1].step
    return [Alarm(rule, step, message) for rule, message in _signs(first, last, config, paid)]


def check_gap(history: Sequence[tuple[int, Score]], config: AlarmConfig) -> list[Alarm]:
    """Alarms on the gap between what held-out episodes are paid and what they are worth."""
    if len(history) < 2:
        return []
    (_, start), (step, now) = history[0], history[-1]
    gap = (now.paid - start.paid) - (now.verified - start.verified)
    if gap <= config.gap:
        return []
    text = (
        f"pay on held-out tasks rose by {now.paid - start.paid:.2f}, verified success by "
        f"{now.verified - start.verified:+.2f}: the model is paid for something else"
    )
    return [Alarm("gap", step, text)]


def _signs(
    first: Sequence[StepFacts], last: Sequence[StepFacts], config: AlarmConfig, paid: set[str]
) -> Iterator[tuple[str, str]]:
    gained = _mean(last, "success") - _mean(first, "success")
    for name in sorted(paid):
        old = sum(facts.columns.get(name, 0.0) for facts in first) / len(first)
        new = sum(facts.columns.get(name, 0.0) for facts in last) / len(last)
        if new - old > config.column and gained < (new - old) / 10:
            yield "column", f"column {name} rose from {old:.2f} to {new:.2f}, success did not"
    repeats = _mean(last, "repeats")
    if repeats > config.repeats and _mean(last, "success") < 0.5:
        share = f"{repeats:.0%} of the episodes"
        yield "repeats", f"{share} about different tasks give one and the same completion"
    long, short = _mean(last, "length"), _mean(first, "length")
    if long > config.length * max(short, 1.0):
        yield "length", f"completions grew from {short:.0f} to {long:.0f} characters"
    slow, quick = _mean(last, "timeouts"), _mean(first, "timeouts")
    if slow - quick > config.timeouts:
        yield "timeouts", f"timeouts rose from {quick:.0%} to {slow:.0%}"


def _mean(facts: Sequence[StepFacts], name: str) -> float:
    return sum(float(getattr(one, name)) for one in facts) / len(facts)


def _repeats(episodes: Sequence[Episode]) -> float:
    """The share of tasks in whose group the most common completion was given at least once."""
    said: dict[object, set[str]] = {}
    for episode in episodes:
        text = "\x1e".join(turn.said for turn in episode.turns)
        said.setdefault(episode.task, set()).add(text)
    counts = Counter(text for texts in said.values() for text in texts)
    common = max(counts, key=lambda text: (counts[text], text), default=None)
    if common is None or counts[common] < 2:
        return 0.0
    same = sum("\x1e".join(t.said for t in e.turns) == common for e in episodes)
    return same / len(episodes)
