"""Audit training episodes that the environment calls solved, and notice when the audit disagrees.

Held-out evaluations are many steps apart. What the environment pays for is seen at every step, and
the first episodes that are paid without being solved are seen at once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hallmark_rl.sdk.common.statistics import binomial_tail
from hallmark_rl.train.config import AlarmConfig
from hallmark_rl.train.environments.rollout_env import Audit, RolloutEpisode
from hallmark_rl.train.metrics.alarms import WINDOW, Alarm

Counts = tuple[int, int, int, int]
"""Step, level, number of audited episodes, and how many of them the audit rejected."""
Verdicts = list[bool | None]
"""For each episode whether it is solved; None if the audit failed."""


class TrainingAudit:
    """Audits some solved episodes of each step.

    An environment may disagree with its audit now and then, so a share of `config.rejected` is
    tolerated. The test is exact, over the last steps of a level, and corrected for all steps and
    levels (Bonferroni): a run in which the audit rejects no larger share raises the alarm with a
    probability of at most `config.false_alarm`.

    Args:
        audit: the environment's audit; None if it has none, then nothing is checked.
        config: how many episodes are audited, and the thresholds.
        tests: how often the test is made in a run: its steps times its levels.
        once: gives what a function returns in one process to all processes of the run; by default
            there is only one.
    """

    def __init__(
        self,
        audit: Audit | None,
        config: AlarmConfig,
        tests: int,
        once: Callable[[Callable[[], Verdicts]], Verdicts] = lambda compute: compute(),
    ) -> None:
        self._audit, self._config, self._tests, self._once = audit, config, tests, once
        self.counts: list[Counts] = []

    def check(self, step: int, episodes: Sequence[RolloutEpisode]) -> list[Alarm]:
        """Audit a sample of the step's solved episodes; their `verified` becomes the verdict."""
        if self._audit is None or not self._config.audited:
            return []
        chosen = _sample(episodes, self._config.audited)
        verdicts = self._once(lambda: [self._verdict(episode) for episode in chosen])
        known: dict[int, list[bool]] = {episode.task.level: [] for episode in chosen}
        for episode, verdict in zip(chosen, verdicts, strict=True):
            if verdict is not None:
                episode.verified = verdict
                known[episode.task.level].append(verdict)
        for level, judged in sorted(known.items()):
            self.counts.append((step, level, len(judged), judged.count(False)))
        self.counts = [row for row in self.counts if row[0] > step - WINDOW]
        levels = sorted({level for _, level, _, _ in self.counts})
        return [alarm for level in levels for alarm in self._test(step, level)]

    def totals(self, step: int) -> dict[str, int]:
        """How many episodes of a step were audited and rejected."""
        rows = [row for row in self.counts if row[0] == step]
        return {"audited": sum(row[2] for row in rows), "rejected": sum(row[3] for row in rows)}

    def _test(self, step: int, level: int) -> list[Alarm]:
        rows = [row for row in self.counts if row[1] == level]
        audited, rejected = sum(row[2] for row in rows), sum(row[3] for row in rows)
        chance = binomial_tail(rejected, audited, self._config.rejected)
        if chance * self._tests >= self._config.false_alarm:
            return []
        text = (
            f"the audit rejects {rejected} of {audited} training episodes of level {level} that "
            f"the environment calls solved (steps {rows[0][0]} to {step}): the model is paid for "
            "something else"
        )
        return [Alarm("gap", step, text)]

    def _verdict(self, episode: RolloutEpisode) -> bool | None:
        """The audit's verdict; None if it failed."""
        assert self._audit is not None
        try:
            completions = [turn.completion for turn in episode.turns]
            return bool(self._audit(episode.task, completions))
        except Exception:
            return None


def _sample(episodes: Sequence[RolloutEpisode], count: int) -> list[RolloutEpisode]:
    """Up to `count` solved episodes with different tasks or texts, spread over the step."""
    different: dict[Any, RolloutEpisode] = {}
    for episode in episodes:
        if episode.failure is None and episode.success:
            texts = tuple(turn.completion for turn in episode.turns)
            different.setdefault((episode.task, texts), episode)
    solved = list(different.values())
    stride = max(1, -(-len(solved) // count))
    return solved[::stride]
