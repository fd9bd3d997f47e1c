"""Audit episodes one by one: is the pay that a trace records disputed, and why?"""

from __future__ import annotations

import dataclasses
import hashlib
import math
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.scorers.reference_answers import (
    Reference,
    choices_of,
    prompt_of,
)
from hallmark_rl.conformance.scorers.scorer_declarations import FLOOR_SHARE, ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_tasks import Task
from hallmark_rl.conformance.traces.cheap_forms import Answer, cheap_forms
from hallmark_rl.conformance.traces.marked_answers import marked_answers
from hallmark_rl.conformance.traces.near_copies import digest, signature
from hallmark_rl.conformance.traces.paid_elsewhere import (
    PAID_AS_MUCH,
    Try,
    count_paid,
    other_tasks,
)
from hallmark_rl.conformance.traces.reference_check import (
    is_foreign,
    judge_answer,
    references,
)
from hallmark_rl.conformance.traces.rescoring import Rescored, Rescorer, ScorerRescoring
from hallmark_rl.conformance.traces.task_index import TaskIndex
from hallmark_rl.conformance.traces.trace_formats import TraceEpisode

TOLERANCE = 1e-3
"""Difference up to which a recorded and a repeated pay are equal; traces round numbers."""
_SHOWN = 160


@dataclass(frozen=True)
class AuditRules:
    """How pay is judged.

    Attributes:
        declared: the author's declarations about the scorer.
        column: the recorded column that the scorer made; empty for the whole pay.
        seed: seed of the choice of other tasks.
    """

    declared: ScorerDeclarations = field(default_factory=ScorerDeclarations)
    column: str = ""
    seed: int = 0

    @property
    def floor(self) -> float:
        """The highest pay of an answer that solves nothing."""
        if self.declared.floor is not None:
            return self.declared.floor + 1e-6
        return FLOOR_SHARE * self._maximum + 1e-6

    @property
    def partial_limit(self) -> float:
        """The highest pay of an answer that holds a part of the right one."""
        return self._maximum * (1 - FLOOR_SHARE) if self.declared.partial else self.floor

    @property
    def _maximum(self) -> float:
        return 1.0 if self.declared.maximum is None else self.declared.maximum


@dataclass
class EpisodeVerdict:
    """What the audit says about an episode; plain data.

    Attributes:
        line: its line in the trace.
        number: its place in the line, from 0.
        step: the training step.
        task: equal for episodes of the same task.
        reference: equal for tasks with the same right answers; empty if they are not known.
        pay: the recorded pay; None if it is no finite number.
        rescored: the pay when it was scored again; None if it was not.
        paid: whether it earned more than an answer may that solves nothing.
        right: whether the reference check finds it right; None if it cannot say.
        verified: the recorded or repeated verdict of an independent check.
        foreign: whether it has no word in common with the right answer.
        is_played: whether it is an episode of an environment, without a right answer.
        elsewhere: how many other tasks pay its answer about as much, of those that were tried in
            order, before the first that does not.
        disputes: name and reason of each ground on which the pay is disputed.
        doubts: the same for what is no dispute, but worth a look.
        unchecked: why it was not checked; empty if it was.
        text: equal for equal texts.
        copies: signature of the text; see `near_copies`.
        words: number of words of the text.
        shown: the beginning of the text.
    """

    line: int
    number: int
    step: int | None = None
    task: str = ""
    reference: str = ""
    pay: float | None = None
    rescored: float | None = None
    paid: bool = False
    right: bool | None = None
    verified: bool | None = None
    foreign: bool = False
    is_played: bool = False
    elsewhere: int = 0
    disputes: list[tuple[str, str]] = field(default_factory=list)
    doubts: list[tuple[str, str]] = field(default_factory=list)
    unchecked: str = ""
    text: str = ""
    copies: list[int] = field(default_factory=list)
    words: int = 0
    shown: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As JSON data, without what has its default."""
        return {
            item.name: getattr(self, item.name)
            for item in dataclasses.fields(self)
            if getattr(self, item.name) not in (None, "", [], False)
            or item.name in ("line", "number", "right", "verified")
        }


class EpisodeAuditor:
    """Judges episodes in batches.

    Args:
        rules: how pay is judged.
        tasks: the tasks; None if each record holds its own.
        rescorer: scores episodes again; None if nothing can.
    """

    def __init__(self, rules: AuditRules, tasks: TaskIndex | None, rescorer: Rescorer | None):
        self.rules, self._tasks, self._rescorer = rules, tasks, rescorer

    def judge(self, batch: Sequence[tuple[int, int, TraceEpisode]]) -> list[EpisodeVerdict]:
        """The verdicts on episodes with their lines and places, in order."""
        verdicts = []
        known: list[tuple[EpisodeVerdict, TraceEpisode, Task]] = []
        for line, number, episode in batch:
            verdict = EpisodeVerdict(line, number, episode.step)
            verdicts.append(verdict)
            if episode.failed:
                verdict.unchecked = f"it was not scored: {shorten(episode.failed, 200)}"
                continue
            task = self._task(episode, verdict)
            self._judge_alone(verdict, episode, task or {})
            if task is None:
                verdict.unchecked = "no task fits it"
            else:
                known.append((verdict, episode, task))
        if self._rescorer is not None:
            self._rescore(known)
            if isinstance(self._rescorer, ScorerRescoring):
                self._try_elsewhere(known, self._rescorer)
        return verdicts

    def _task(self, episode: TraceEpisode, verdict: EpisodeVerdict) -> Task | None:
        if self._tasks is not None:
            number = self._tasks.find(episode)
            verdict.task = _short_hash(episode.prompt) if number is None else f"task {number}"
            return None if number is None else self._tasks.tasks[number]
        identity = repr(sorted(episode.assignment.items())) if episode.assignment else ""
        verdict.task = _short_hash(identity or episode.prompt)
        return {**episode.task, "prompt": episode.prompt}

    def _judge_alone(self, verdict: EpisodeVerdict, episode: TraceEpisode, task: Task) -> None:
        """What can be said without scoring again."""
        declared = self.rules.declared
        whole = "\n".join(episode.texts)
        verdict.text, verdict.words = digest(whole), len(whole.split())
        verdict.shown = shorten(episode.answer, _SHOWN)
        verdict.verified = episode.verified
        if not math.isfinite(episode.pay):
            verdict.disputes.append(("not_finite", f"the recorded pay is {episode.pay}"))
            return
        verdict.pay = episode.pay
        verdict.is_played = bool(episode.assignment) and self._tasks is None
        solved = episode.success if verdict.is_played else None
        verdict.paid = episode.pay > self.rules.floor if solved is None else solved
        rights = [] if verdict.is_played else references(task, declared)
        verdict.reference = _short_hash(repr(sorted(r.core for r in rights))) if rights else ""
        marked = marked_answers(episode.answer, declared.form)
        if rights:
            verdict.right = judge_answer(marked, rights, task, declared)
            verdict.foreign = is_foreign(episode.answer, rights)
        full = episode.pay > self.rules.partial_limit if solved is None else verdict.paid
        if verdict.paid:
            verdict.copies = [] if verdict.right else signature(whole)
            self._dispute(verdict, episode, task, rights, marked, full)
        elif verdict.right and solved is None and episode.pay <= self.rules.floor:
            verdict.doubts.append(("underpaid", f"{marked[-1]!r:.80} is right, but earns nothing"))

    def _dispute(
        self,
        verdict: EpisodeVerdict,
        episode: TraceEpisode,
        task: Task,
        rights: list[Reference],
        marked: list[str],
        full: bool,
    ) -> None:
        if episode.verified is False and full:
            verdict.disputes.append(("unverified", "the trace itself says that it is not verified"))
        if verdict.is_played:
            return  # turns of an environment are no answers
        if verdict.right is False and full:
            right = shorten(rights[0].core, 80)
            text = f"it answers {marked[-1]!r:.80}; the right answer is {right!r}"
            verdict.disputes.append(("wrong_answer", text))
        prompt = prompt_of(task, self.rules.declared) or episode.prompt
        options = choices_of(task, self.rules.declared)
        answer = Answer(episode.answer, marked, prompt, rights, options, tuple(map(str, task)))
        for name, text in cheap_forms(answer):
            if (name == "hedging" and full) or verdict.right is not True:
                verdict.disputes.append((name, text))

    def _rescore(self, known: Sequence[tuple[EpisodeVerdict, TraceEpisode, Task]]) -> None:
        assert self._rescorer is not None
        results = self._rescorer.rescore([(episode, task) for _, episode, task in known])
        for (verdict, episode, _), result in zip(known, results, strict=True):
            if result.verified is not None:
                verdict.verified = result.verified
                if verdict.paid and not result.verified:
                    text = "the environment's own audit rejects it"
                    verdict.disputes.append(("unverified", text))
            if result.problem:
                verdict.unchecked = shorten(f"scoring it again: {result.problem}", 300)
                continue
            name, recorded, pay = self._compared(episode, result)
            verdict.rescored = pay if math.isfinite(pay) else None
            is_far = not abs(recorded - pay) <= TOLERANCE * max(1.0, abs(recorded))
            if is_far and self.rules.declared.deterministic:
                where = f"{name}: " if name else ""
                text = f"{where}{recorded:.6g} is recorded, it earns {pay:.6g} now"
                verdict.disputes.append(("rescored", text))

    def _compared(self, episode: TraceEpisode, result: Rescored) -> tuple[str, float, float]:
        """The name of a column, the recorded pay in it, and the repeated one."""
        name = self.rules.column
        if name and name in episode.columns:
            return name, episode.columns[name], result.columns.get(name, result.pay)
        return "", episode.pay, result.pay

    def _try_elsewhere(
        self,
        known: Sequence[tuple[EpisodeVerdict, TraceEpisode, Task]],
        scorer: ScorerRescoring,
    ) -> None:
        """Count the other tasks on which an answer is paid as well."""
        pool = [task for _, _, task in known] if self._tasks is None else self._tasks.tasks
        owners, tries = list[EpisodeVerdict](), list[Try]()
        for verdict, episode, task in known:
            if verdict.paid and not verdict.disputes and verdict.right is not True:
                draw = random.Random(f"{self.rules.seed} {verdict.text} {verdict.task}")
                others = other_tasks(task, pool, self.rules.declared, draw)
                own = verdict.pay if verdict.rescored is None else verdict.rescored
                limit = max(self.rules.partial_limit, PAID_AS_MUCH * (own or 0.0))
                tries.append(Try(episode.answer, others, limit))
                owners.append(verdict)
        for verdict, count in zip(owners, count_paid(tries, scorer.score), strict=True):
            verdict.elsewhere = count


def _short_hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
