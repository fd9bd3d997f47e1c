"""What the checks of a scorer share: tasks, right answers, the learnt form, calls and findings."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.core.short_text import shorten
from hallmark_rl.conformance.scorers.answer_forms import forms_for, written
from hallmark_rl.conformance.scorers.answer_values import may_be_equal, normal_form
from hallmark_rl.conformance.scorers.reference_answers import (
    Reference,
    choices_of,
    fill,
    prompt_of,
    references_of,
)
from hallmark_rl.conformance.scorers.scorer_declarations import FLOOR_SHARE, ScorerDeclarations
from hallmark_rl.conformance.scorers.scorer_outcome import Outcome
from hallmark_rl.conformance.scorers.scorer_process import Conditions, ScorerProcess
from hallmark_rl.conformance.scorers.scorer_spec import Scorer
from hallmark_rl.conformance.scorers.scorer_tasks import Task

_TASKS = {"quick": 8, "default": 16, "thorough": 64}
"""Tasks that checks make calls on, by profile."""
_LEARN_ON = 8
_CHUNK = 32
"""Answers that are scored between two looks at the time."""
_ROUNDING = 1e-6
_WHOLE = 1e-3
"""Share of the maximum below it that is still taken for the maximum."""
NO_WORD = "zqxv"
Open = Callable[[Conditions | None], ScorerProcess]


@dataclass(frozen=True)
class Try:
    """An answer to a task that must not be paid.

    Attributes:
        number: index of the task.
        answer: the answer.
        what: what it is, such as `an empty answer`.
        by_chance: whether a sound scorer may pay it on some tasks, because it happens to be right.
        usual: what a plain word earns in its place: the answer is not paid for what it is, if it
            earns no more.
    """

    number: int
    answer: str
    what: str
    by_chance: bool = False
    usual: float = 0.0


class ScorerFinding(PropertyViolated):
    """A violation, with the calls that show it: answers and tasks."""

    def __init__(self, observed: str, calls: Sequence[tuple[str, Task]] = ()) -> None:
        super().__init__(observed)
        self.calls = list(calls)


@dataclass
class LearntForm:
    """What right answers earn: the references in the form that earns most, by task.

    Attributes:
        references: the right answer of each task that was tried.
        outcomes: what each earned.
        maximum: what a right answer earns.
        accepted: forms in which most references earn the maximum.
        form: the form that earns most.
        place: which of the readings of a task's right answer it is filled with.
    """

    references: dict[int, Reference] = field(default_factory=dict)
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    maximum: float = 1.0
    accepted: list[str] = field(default_factory=list)
    form: str = "{answer}"
    place: int = 0


class ScorerContext:
    """The scorer under test and what is known about it.

    Args:
        open_process: starts a process of the scorer under conditions.
        scorer: where the scorer is.
        tasks: all tasks.
        declared: the author's declarations.
        profile: the amount of work.
        seed: seed of the suite's choices.

    Attributes:
        chosen: indices of the tasks that calls are made on.
        ends: value of `time.monotonic` at which the run must be over.
        notes: what a reader of the report must know.
        alone: what each of the calls that are compared does alone, once that is known.
    """

    def __init__(
        self,
        open_process: Open,
        scorer: Scorer,
        tasks: Sequence[Task],
        declared: ScorerDeclarations,
        profile: Profile,
        seed: int,
    ) -> None:
        self.open_process, self.scorer = open_process, scorer
        self.tasks, self.declared = tasks, declared
        self.profile, self.seed = profile, seed
        count = min(len(tasks), _TASKS[profile.name])
        self.chosen = sorted(random.Random(seed).sample(range(len(tasks)), count))
        self.ends = math.inf
        self.notes: list[str] = []
        self.alone: list[Outcome] | None = None
        self._learnt: LearntForm | None = None
        self._pay_of_a_word: dict[tuple[int, str], float] = {}

    def score(self, calls: Iterable[tuple[str, int]]) -> list[Outcome]:
        """Score answers to tasks, by index, in one process after another."""
        return self.open_process(None).score([(text, self.tasks[number]) for text, number in calls])

    @property
    def learnt(self) -> LearntForm:
        """The right answers in the form that earns most; learnt at the first use."""
        if self._learnt is None:
            self._learnt = self._learn()
        return self._learnt

    def _learn(self) -> LearntForm:
        candidates = {
            number: list(references_of(self.tasks[number], self.declared)) for number in self.chosen
        }
        tried = [number for number in self.chosen if candidates[number]]
        if not tried:
            return LearntForm(maximum=self.declared.maximum or 1.0)
        sample = tried[:_LEARN_ON]
        ends = min(self.ends, time.monotonic() + self.profile.deadline)
        best: tuple[float, int, str] = (-math.inf, 0, "{answer}")
        pays: dict[tuple[int, str], list[float]] = {}
        prompts = [prompt_of(self.tasks[number], self.declared) for number in sample]
        for form in [self.declared.form] if self.declared.form else forms_for(prompts):
            if best[0] > -math.inf and time.monotonic() > ends:
                break
            for place in range(max(len(candidates[number]) for number in sample)):
                calls = [
                    (written(_at(candidates[number], place), form).text, number)
                    for number in sample
                ]
                paid = [outcome.pay for outcome in self.score(calls)]
                pays[place, form] = [0.0 if math.isnan(pay) else pay for pay in paid]
                mean = sum(pays[place, form]) / len(sample)
                if mean > best[0] + _ROUNDING:
                    best = (mean, place, form)
        _, place, form = best
        highest = max(pays[place, form])
        maximum = self.declared.maximum
        if maximum is None:
            maximum = max(1.0, highest) if math.isfinite(highest) else 1.0
        references = {number: written(_at(candidates[number], place), form) for number in tried}
        outcomes = self.score([(item.text, number) for number, item in references.items()])
        accepted = [
            name
            for (at, name), paid in pays.items()
            if at == place and sum(pay >= maximum - _ROUNDING for pay in paid) * 2 > len(paid)
        ]
        return LearntForm(
            references,
            dict(zip(references, outcomes, strict=True)),
            maximum,
            accepted,
            form,
            place,
        )

    def reference_of(self, number: int) -> Reference | None:
        """The right answer of any task in the learnt form; None if the task has none."""
        readings = list(references_of(self.tasks[number], self.declared))
        return written(_at(readings, self.learnt.place), self.learnt.form) if readings else None

    @property
    def floor(self) -> float:
        """The highest score of an answer that does not solve its task."""
        if self.declared.floor is not None:
            return self.declared.floor + _ROUNDING
        return FLOOR_SHARE * self.learnt.maximum + _ROUNDING

    @property
    def partial_limit(self) -> float:
        """The same for answers that hold a part of the right one."""
        if self.declared.partial:
            return self.learnt.maximum * (1 - FLOOR_SHARE)
        return self.floor

    @property
    def nearly_maximum(self) -> float:
        """What only a whole right answer earns more than."""
        return self.learnt.maximum * (1 - _WHOLE)

    @property
    def whole_limit(self) -> float:
        """The highest score of an answer that holds a right one but for one part."""
        return self.nearly_maximum if self.declared.partial else self.floor

    def solved(self) -> dict[int, Reference]:
        """The right answers that earn the maximum; `EvidenceMissing` if there is none."""
        learnt = self.learnt
        if not learnt.references:
            raise EvidenceMissing(
                "no task has a right answer: name the field as declared['reference']"
            )
        solved = {
            number: reference
            for number, reference in learnt.references.items()
            if learnt.outcomes[number].pay >= learnt.maximum - _ROUNDING
        }
        if not solved:
            raise EvidenceMissing(
                "no right answer earns the maximum: see scorer.references; declared['form'] says "
                "how an answer is written"
            )
        return solved

    def require_own_process(self, why_not: str) -> None:
        """Raise `NotApplicable` if answers are scored at a server, with what that prevents."""
        if self.scorer.is_server:
            raise NotApplicable(f"the scorer is a running server: {why_not}")

    def is_right(self, number: int, answer: str) -> bool:
        """Whether an answer may be taken for the right one of a task, in whatever form."""
        reference = self.learnt.references.get(number)
        if reference is None:
            return False
        rights = [reference.core, reference.text]
        for label, text in choices_of(self.tasks[number], self.declared).items():
            if may_be_equal(reference.core, label):
                rights.append(text)
            elif may_be_equal(reference.core, text):
                rights.append(label)
        return any(may_be_equal(answer, right) for right in rights)

    def mentions(self, number: int, answer: str) -> bool:
        """Whether an answer holds the right one of a task somewhere, such as 6 in 1e6."""
        reference = self.learnt.references.get(number)
        core = reference.core.strip().casefold() if reference is not None else ""
        return bool(core) and core in answer.casefold()

    def pay_of_a_word(self, number: int, form: str) -> float:
        """What a word that means nothing earns on a task in a form."""
        key = number, form
        if key not in self._pay_of_a_word:
            pay = self.score([(fill(form, NO_WORD), number)])[0].pay
            self._pay_of_a_word[key] = 0.0 if math.isnan(pay) else pay
        return self._pay_of_a_word[key]

    def guess_rate(self) -> float:
        """The share of the most common right answer among the tasks that were tried."""
        cores = [normal_form(item.core) for item in self.learnt.references.values()]
        return max(Counter(cores).values()) / len(cores) if cores else 0.0

    def until_time(self, tries: Iterable[Try]) -> Iterable[list[tuple[Try, Outcome]]]:
        """Score answers in parts until there are none left or the time of the check is over."""
        ends = min(self.ends, time.monotonic() + self.profile.deadline / 2)
        every = list(tries)
        if len(every) > _CHUNK:
            random.Random(self.seed).shuffle(every)
        for start in range(0, len(every), _CHUNK):
            part = every[start : start + _CHUNK]
            outcomes = self.score([(item.answer, item.number) for item in part])
            yield list(zip(part, outcomes, strict=True))
            if time.monotonic() > ends:
                return


def shown(answer: str) -> str:
    """An answer as a message shows it."""
    return repr(shorten(answer, 160))


def _at(references: Sequence[Reference], place: int) -> Reference:
    return references[min(place, len(references) - 1)]
