"""What an audit found in all files together: disputed pay, copies, the trend of pay, bad lines."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.traces.episode_audit import EpisodeVerdict
from hallmark_rl.conformance.traces.near_copies import LEAST_WORDS, group_alike
from hallmark_rl.conformance.traces.paid_elsewhere import SWAPS, swaps_needed
from hallmark_rl.conformance.traces.pay_trend import Observed, Trend, pay_trend
from hallmark_rl.conformance.traces.verdict_log import JudgedBatch

_FEWEST_COPIES, _FEWEST_TASKS = 5, 3
_MOST_OWN = 0.1
"""Share of a group of copies that may have to do with the right answers of their tasks."""
_LONG_COPY, _MANY_TASKS = 8, 5
"""Words and tasks from which equal texts are disputed where no right answer is known."""


@dataclass(frozen=True)
class CopyGroup:
    """Paid texts that are equal or nearly equal, on several tasks.

    Attributes:
        places: file and line of each.
        tasks: how many tasks they were paid on.
        is_disputed: whether they cannot all be right.
        text: the beginning of the first.
    """

    places: list[tuple[str, int]]
    tasks: int
    is_disputed: bool
    text: str


@dataclass
class AuditSummary:
    """The findings.

    Attributes:
        episodes, paid, checked: numbers of episodes; `checked` are the paid ones that were scored
            again, compared with a right answer, or have a verdict of their own.
        disputed: each disputed episode with its file.
        kinds: episodes by ground of dispute.
        doubts: file, line and reason of what is worth a look, by name.
        unchecked: episodes by the reason why they could not be checked.
        problems: file, line and problem of each line that is no episode.
        copies: groups of copies, the largest first.
        trend: the test of pay against verified success.
    """

    files: list[str] = field(default_factory=list)
    episodes: int = 0
    paid: int = 0
    checked: int = 0
    disputed: list[tuple[str, EpisodeVerdict]] = field(default_factory=list)
    kinds: Counter[str] = field(default_factory=Counter)
    doubts: dict[str, list[tuple[str, int, str]]] = field(default_factory=dict)
    unchecked: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, int, str]] = field(default_factory=list)
    copies: list[CopyGroup] = field(default_factory=list)
    trend: Trend = field(default_factory=Trend)

    @property
    def is_found(self) -> bool:
        """Whether pay is disputed."""
        return bool(self.disputed) or self.trend.is_reported

    @property
    def is_complete(self) -> bool:
        """Whether every line is an episode and every paid one was checked."""
        unknown = self.paid - self.checked
        return bool(self.episodes) and not (self.problems or self.unchecked or unknown)

    @property
    def headline(self) -> str:
        """One sentence."""
        if not self.episodes:
            return "no episode could be read"
        share = len(self.disputed) / self.paid if self.paid else 0.0
        of = f"of {self.paid} paid episodes ({self.episodes} in all)"
        if self.disputed:
            text = f"the pay of {len(self.disputed)} {of} is disputed, {share:.1%}"
        else:
            text = f"the pay of none {of} is disputed"
        if self.trend.is_reported:
            text += "; pay moves away from verified success"
        if not self.is_complete:
            text += "; not everything was checked"
        return text

    def to_dict(self) -> dict[str, Any]:
        """As JSON data."""
        return {
            "headline": self.headline,
            "files": self.files,
            "episodes": self.episodes,
            "paid": self.paid,
            "checked": self.checked,
            "complete": self.is_complete,
            "grounds": dict(self.kinds),
            "disputed": [
                {
                    "file": file,
                    "line": item.line,
                    "number": item.number,
                    "step": item.step,
                    "pay": item.pay,
                    "rescored": item.rescored,
                    "grounds": [{"name": name, "reason": text} for name, text in item.disputes],
                    "text": item.shown,
                }
                for file, item in self.disputed
            ],
            "copies": [vars(group) for group in self.copies],
            "trend": {**vars(self.trend), "reported": self.trend.is_reported},
            "doubts": self.doubts,
            "unchecked": dict(self.unchecked),
            "problems": self.problems,
        }


def summarise(logs: Iterable[tuple[str, Iterable[JudgedBatch]]], seed: int = 0) -> AuditSummary:
    """Add up the verdicts of all files, and look for what only many episodes show.

    Args:
        logs: each file with its batches.
        seed: seed of the trend's test.
    """
    summary = AuditSummary()
    suspects: list[tuple[str, EpisodeVerdict]] = []
    observed: list[Observed] = []
    doubts: dict[str, list[tuple[str, int, str]]] = defaultdict(list)
    for file, verdict in _verdicts(logs, summary):
        summary.episodes += 1
        if verdict.unchecked:
            summary.unchecked[verdict.unchecked] += 1
        for name, text in verdict.doubts:
            doubts[name].append((file, verdict.line, text))
        if verdict.disputes:
            summary.disputed.append((file, verdict))
        if verdict.paid:
            summary.paid += 1
            known = (verdict.rescored, verdict.right, verdict.verified)
            summary.checked += bool(verdict.disputes) or any(item is not None for item in known)
            if verdict.right is not True:
                suspects.append((file, verdict))
        if verdict.step is not None and verdict.pay is not None:
            right = verdict.right if verdict.verified is None else verdict.verified
            observed.append(Observed(verdict.step, verdict.task, verdict.paid, verdict.pay, right))
    _find_paid_elsewhere(summary, suspects, doubts)
    summary.doubts = dict(doubts)
    _find_copies(summary, suspects)
    summary.disputed.sort(key=lambda item: (item[0], item[1].line, item[1].number))
    summary.kinds = Counter(
        name for _, item in summary.disputed for name in {name for name, _ in item.disputes}
    )
    summary.trend = pay_trend(observed, seed)
    return summary


def _verdicts(
    logs: Iterable[tuple[str, Iterable[JudgedBatch]]], summary: AuditSummary
) -> Iterator[tuple[str, EpisodeVerdict]]:
    for file, batches in logs:
        summary.files.append(file)
        for batch in batches:
            summary.problems += [(file, line, text) for line, text in batch.problems]
            for verdict in batch.verdicts:
                yield file, verdict


def _find_paid_elsewhere(
    summary: AuditSummary,
    suspects: list[tuple[str, EpisodeVerdict]],
    doubts: dict[str, list[tuple[str, int, str]]],
) -> None:
    """Dispute what is paid on other tasks, too; on few of them, it may be by chance."""
    needed = swaps_needed(summary.paid)
    for file, item in suspects:
        text = f"it is paid on {item.elsewhere} other tasks, too, which have other right answers"
        if item.elsewhere >= needed:
            summary.disputed.append((file, item))
            item.disputes.append(("any_task", text))
        elif item.elsewhere >= SWAPS:
            reason = f"{text}; with {summary.paid} paid episodes, {needed} would not be by chance"
            doubts["any_task"].append((file, item.line, reason))


def _find_copies(summary: AuditSummary, suspects: list[tuple[str, EpisodeVerdict]]) -> None:
    """Groups of copies among paid texts; disputed ones become disputes of their members."""
    for group in group_alike([(item.text, item.copies) for _, item in suspects]):
        members = [suspects[place] for place in group]
        tasks = {item.task for _, item in members}
        if len(members) < _FEWEST_COPIES or len(tasks) < _FEWEST_TASKS:
            continue
        verdicts = [item for _, item in members]
        is_disputed = _cannot_all_be_right(verdicts, len(tasks))
        if not is_disputed and verdicts[0].words < LEAST_WORDS:
            continue
        places = [(file, item.line) for file, item in members]
        first = verdicts[0].shown
        summary.copies.append(CopyGroup(places, len(tasks), is_disputed, first))
        if is_disputed:
            text = f"{len(members)} equal or nearly equal texts are paid on {len(tasks)} tasks"
            for file, item in members:
                if not item.disputes:
                    summary.disputed.append((file, item))
                item.disputes.append(("copies", text))
    summary.copies.sort(key=lambda group: -len(group.places))


def _cannot_all_be_right(group: list[EpisodeVerdict], tasks: int) -> bool:
    references = {item.reference for item in group}
    if "" not in references:
        own = sum(not (item.foreign or item.right is False) for item in group)
        return len(references) > 1 and own <= _MOST_OWN * len(group)
    is_equal = len({item.text for item in group}) == 1
    is_played = any(item.is_played for item in group)
    return is_equal and not is_played and group[0].words >= _LONG_COPY and tasks >= _MANY_TASKS
