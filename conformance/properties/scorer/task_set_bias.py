"""Scorer: the tasks: one-sided answers, positions of the right option, copies, contamination.

Error rate: `scorer.position_bias` counts how often each of the positions is right, and compares
with an exact binomial test at `RATE` divided by the number of positions (Bonferroni). Tasks whose
options are shuffled are reported with a probability below `RATE`. The other properties count all
tasks and claim nothing about chance.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict

from hallmark_rl.conformance.checking.error_rate import upper_tail
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable
from hallmark_rl.conformance.scorers.answer_values import may_be_equal, normal_form
from hallmark_rl.conformance.scorers.reference_answers import (
    choices_of,
    prompt_of,
    reference_value,
    references_of,
)
from hallmark_rl.conformance.scorers.scorer_context import ScorerContext, ScorerFinding, shown
from hallmark_rl.conformance.scorers.scorer_declarations import FLOOR_SHARE
from hallmark_rl.conformance.scorers.scorer_registry import scorer_check

RATE = 1e-4
"""Probability that tasks with shuffled options are reported."""
_FEWEST = 10
_ENOUGH_OPTIONS = 2


@scorer_check("scorer.answer_share")
def answer_share(context: ScorerContext) -> None:
    cores = [core for core in _cores(context) if core is not None]
    if len(cores) < _FEWEST:
        raise EvidenceMissing(f"{len(cores)} tasks have a right answer: {_FEWEST} are needed")
    answer, count = Counter(map(normal_form, cores)).most_common(1)[0]
    share = count / len(cores)
    if share > context.declared.largest_share:
        raise ScorerFinding(
            f"{answer!r} is the right answer of {count} of {len(cores)} tasks ({share:.0%}); "
            f"allowed are {context.declared.largest_share:.0%}"
        )


@scorer_check("scorer.position_bias")
def position_bias(context: ScorerContext) -> None:
    places: dict[int, Counter[int]] = defaultdict(Counter)
    for task, core in zip(context.tasks, _cores(context), strict=True):
        options = choices_of(task, context.declared)
        if core is None or len(options) < _ENOUGH_OPTIONS:
            continue
        for place, (label, text) in enumerate(options.items(), 1):
            if may_be_equal(core, label) or normal_form(core) == normal_form(text):
                places[len(options)][place] += 1
                break
    if not places:
        raise NotApplicable("no task has options with a right one among them")
    options_count, counts = max(places.items(), key=lambda item: item[1].total())
    total = counts.total()
    if total < _FEWEST:
        raise EvidenceMissing(f"{total} tasks have as many options: {_FEWEST} are needed")
    place, count = counts.most_common(1)[0]
    chance = upper_tail(count, total, 1 / options_count)
    if chance < RATE / options_count:
        raise ScorerFinding(
            f"the right option stands at position {place} of {options_count} in {count} of {total} "
            f"tasks; by chance that happens with a probability of {chance:.1g} (exact binomial "
            f"test, error rate {RATE:g})"
        )


@scorer_check("scorer.conflicting_tasks")
def conflicting_tasks(context: ScorerContext) -> None:
    seen: dict[str, tuple[int, str]] = {}
    known = 0
    for number, (task, core) in enumerate(zip(context.tasks, _cores(context), strict=True)):
        prompt = _asked(context, number)
        if core is None or not prompt:
            continue
        known += 1
        value = json.dumps(reference_value(task, context.declared), sort_keys=True)
        other, right = seen.setdefault(prompt, (number, value))
        same = right == value or may_be_equal(right.strip('"'), value.strip('"'))
        difference = None if same else _paid_differently(context, other, number)
        if difference is not None:
            text, answer = difference
            raise ScorerFinding(
                f"tasks {other} and {number} ask the same, {shown(prompt)}, and have the answers "
                f"{right} and {value}: {text}",
                [(answer, context.tasks[place]) for place in (other, number)],
            )
    if not known:
        raise EvidenceMissing("no task has a prompt and a right answer")


def _paid_differently(context: ScorerContext, first: int, second: int) -> tuple[str, str] | None:
    """How two tasks with one question pay the right answer of either, and this answer.

    None if each is paid on its own task, and on the other alike: the question has several right
    answers, and it does not matter which one a task names. What each earns is another matter: an
    example may earn less than a better answer.
    """
    near = FLOOR_SHARE * context.learnt.maximum
    for own in (first, second):
        reference = context.reference_of(own)
        answer = reference.text if reference is not None else ""
        outcomes = context.score([(answer, first), (answer, second)])
        pays = [outcome.pay for outcome in outcomes]
        on_own = pays[own == second]
        if not (on_own > context.floor and abs(pays[0] - pays[1]) <= near):
            told = f"{shown(answer)} earns {outcomes[0].text} and {outcomes[1].text}"
            return told, answer
    return None


@scorer_check("scorer.duplicate_tasks")
def duplicate_tasks(context: ScorerContext) -> None:
    seen: dict[tuple[str, str], int] = {}
    copies = []
    for number, task in enumerate(context.tasks):
        prompt = _asked(context, number)
        split = _split(context, number)
        if prompt:
            first = seen.setdefault(
                (split, f"{prompt} {reference_value(task, context.declared)}"), number
            )
            if first != number:
                copies.append((first, number, prompt))
    if not seen:
        raise EvidenceMissing("no task has a prompt: name the field as declared['prompt']")
    if copies:
        first, number, prompt = copies[0]
        raise ScorerFinding(
            f"{len(copies)} tasks are copies of others: tasks {first} and {number} ask "
            f"{shown(prompt)}"
        )


@scorer_check("scorer.contamination")
def contamination(context: ScorerContext) -> None:
    splits = {_split(context, number) for number in range(len(context.tasks))} - {""}
    if len(splits) < 2:
        raise NotApplicable("the tasks name fewer than two splits")
    seen: dict[str, int] = {}
    found = []
    for number in range(len(context.tasks)):
        prompt, split = _asked(context, number), _split(context, number)
        if prompt and split:
            first = seen.setdefault(prompt, number)
            if _split(context, first) != split:
                found.append((first, number, prompt))
    if not seen:
        raise EvidenceMissing("no task has a prompt: name the field as declared['prompt']")
    if found:
        first, number, prompt = found[0]
        raise ScorerFinding(
            f"{len(found)} questions stand in two splits: task {first} "
            f"({_split(context, first)}) and task {number} ({_split(context, number)}) ask "
            f"{shown(prompt)}"
        )


def _asked(context: ScorerContext, number: int) -> str:
    """Question and options of a task without case and spacing; empty without a prompt."""
    task = context.tasks[number]
    prompt = normal_form(prompt_of(task, context.declared))
    options = sorted(map(normal_form, choices_of(task, context.declared).values()))
    return "\n".join([prompt, *options]) if prompt else ""


def _split(context: ScorerContext, number: int) -> str:
    value = context.tasks[number].get(context.declared.split or "split")
    return value if isinstance(value, str) else ""


def _cores(context: ScorerContext) -> list[str | None]:
    """The short right answer of every task; None for a task without one."""
    firsts = (next(references_of(task, context.declared), None) for task in context.tasks)
    return [first.core if first is not None else None for first in firsts]
