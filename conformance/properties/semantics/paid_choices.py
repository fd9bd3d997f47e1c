"""Semantics: the best paid of few choices cannot be told from data beside the question.

Where an action has a field with few values, all of them are tried in a step: the one that is paid
most is right there, without an oracle. A rule is learned on some seeds and confirmed on others.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import play
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Question,
    channel_baseline,
    features,
    learned_share,
    question_parts,
    told_state,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import Slot, filled, slots_of, templates

_MOST_VALUES = 12
_EXPLORED, _CONFIRMED, _FEWEST = 60, 120, 40
"""Seeds on which a rule is learned, fresh seeds on which it is confirmed, and the fewest."""
_SCREENED = 6
_MOST_BASES = 6
_LEAST_GAIN = 0.25
_STEPS = 4
_ORDERED = 0.8
"""Share of fresh seeds on which the number of the step must tell the best choice."""

_FEWEST_VALUES = 3
_USUAL, _USUAL_OF_THREE = 0.5, 0.65
"""Share of seeds on which one of four or more values, or one of three, may be the best."""
_SEEDS_COUNTED = 40
_TRIALS = 300


@dataclass(frozen=True)
class _Choice:
    """A field with few values, in an otherwise fixed action."""

    base: Action
    slot: Slot
    values: tuple[Any, ...]

    def best(self, context: CheckContext, before: list[Action], seed: int) -> Any:
        """The value that is paid most after some actions; None if no value is better than all."""
        paid: list[tuple[float, int]] = []
        for place in range(len(self.values)):
            rollout = play(context, [*before, self.action(place)], seed)
            if len(rollout.rewards) == len(before) + 1 and not rollout.error:
                paid.append((round(rollout.rewards[-1], 9), place))
        paid.sort(reverse=True)
        if len(paid) < 2 or paid[0][0] <= paid[1][0] or paid[0][0] <= 0:
            return None
        return self.values[paid[0][1]]

    def action(self, place: int) -> Action:
        """The action with one of the values."""
        return filled(self.base, self.slot, self.values[place])

    def with_value(self, value: Any) -> Action:
        """The action with a value."""
        return filled(self.base, self.slot, value)


@check("semantic.choice_channels")
def choice_channels(context: CheckContext) -> None:
    """Learn the best first choice from metadata, state, ids, forms of texts and seeds."""
    choice = _choice(context)
    explored, played = _first_questions(context, choice, list(range(1001, 1001 + _EXPLORED)))
    rng = context.rng("fresh choices")
    fresh = [rng.randrange(10**4, 2**31) for _ in range(_CONFIRMED)]
    confirmed, played_fresh = _first_questions(context, choice, fresh)
    questions = [*explored, *confirmed]
    split, tried = len(explored), len(confirmed)
    if min(split, tried) < _FEWEST:
        if min(played, played_fresh) >= _EXPLORED:
            raise NotApplicable("on many seeds no first choice is paid more than all others")
        raise EvidenceMissing(
            f"in the time of this check {min(split, tried)} seeds with a best choice could be "
            f"tried, {_FEWEST} are needed: use --profile thorough"
        )
    answers = [str(question.answer) for question in questions]
    if len(set(answers)) < 2:
        raise NotApplicable(f"{choice.slot.name} is best with one value: see semantic.choice_order")
    parts = [question_parts(question) for question in questions]
    by_heart = max((learned_share(parts, name, answers, split) for name in parts[0]), default=0.0)
    common = Counter(answers).most_common(1)[0][1] / len(answers)
    tables = [features(question) for question in questions]
    names = [name for name in tables[0] if len({table.get(name) for table in tables}) > 1]
    rate = allowance("semantic.choice_channels", max(1, len(names)))
    for name in names:
        baseline = channel_baseline(name, tables, common, by_heart)
        share = learned_share(tables, name, answers, split)
        hits = round(share * tried)
        if share >= baseline + _LEAST_GAIN and upper_tail(hits, tried, baseline) < rate:
            raise PropertyViolated(
                f"{name} predicts which {choice.slot.name!r} is paid most in the first step, on "
                f"{hits} of {tried} fresh seeds; without it {baseline * tried:.0f} would be right",
                _episode(choice, questions[-1].answer, questions[-1].seed),
            )


@check("semantic.choice_order")
def choice_order(context: CheckContext) -> None:
    """Learn the best choice of each step by its number alone."""
    choice = _choice(context)
    rng = context.rng("ordered choices")
    seeds = [rng.randrange(10**4, 2**31) for _ in range(_CONFIRMED)]
    learned = _best_by_step(context, choice, list(range(1001, 1021)))
    columns = list(zip(*learned.values(), strict=True))
    script = [max(column, key=column.count) for column in columns]
    known = [
        column.count(value) / len(column) for column, value in zip(columns, script, strict=True)
    ]
    if len(learned) < _SCREENED or min(known) < _ORDERED:
        raise NotApplicable("the best choices of the first steps differ between seeds, or are few")
    if script.count(script[0]) == len(script):
        raise NotApplicable("one choice is best in all steps: see semantic.canary_floor")
    if not _messages_differ(context, list(learned)):
        raise NotApplicable("most seeds begin with the same message")
    if not _is_separate(context, choice, learned):
        raise NotApplicable("a step depends on what was chosen before it")
    confirmed = _best_by_step(context, choice, seeds)
    if len(confirmed) < _FEWEST:
        raise EvidenceMissing(f"only {len(confirmed)} fresh seeds could be tried: use thorough")
    right = sum(row == tuple(script) for row in confirmed.values())
    if upper_tail(right, len(confirmed), 0.5) < allowance("semantic.choice_order"):
        actions = [choice.with_value(value) for value in script]
        raise PropertyViolated(
            f"{choice.slot.name!r} = {', '.join(map(repr, script))} in the first {len(script)} "
            f"steps is paid most on {right} of {len(confirmed)} fresh seeds, whatever is asked",
            Episode.of(seeds[0], actions, "order"),
        )


@check("semantic.usual_choice")
def usual_choice(context: CheckContext) -> None:
    """Count which value is paid most where the choice is the answer: it ends the episode."""
    choice = _choice(context)
    if len(choice.values) < _FEWEST_VALUES:
        raise NotApplicable("the answer is one of two: one of them may well be right more often")
    limit = _USUAL if len(choice.values) > _FEWEST_VALUES else _USUAL_OF_THREE
    rng = context.rng("usual choices")
    seeds = [rng.randrange(10**4, 2**31) for _ in range(_SEEDS_COUNTED)]
    best = {
        seed: choice.best(context, [], seed)
        for seed in context.until_budget(seeds, least=_SEEDS_COUNTED // 2)
    }
    counts = Counter(str(value) for value in best.values() if value is not None)
    if counts.total() < _SEEDS_COUNTED // 4:
        raise NotApplicable("on few seeds one value is paid more than all others")
    known = [seed for seed, value in best.items() if value is not None]
    if not all(_is_answered(context, choice, seed) for seed in known[:_SCREENED]):
        raise NotApplicable("the choice is a move: a wrong one does not end the episode")
    usual, count = counts.most_common(1)[0]
    if count <= counts.total() * limit:
        return

    def is_usual(seed: int) -> bool | None:
        value = choice.best(context, [], seed)
        return None if value is None else str(value) == usual

    test = confirm_share(
        context,
        "semantic.usual_choice",
        is_usual,
        limit,
        plays=len(choice.values),
        most_trials=_TRIALS,
    )
    if test:
        seed, value = next((s, v) for s, v in best.items() if str(v) == usual)
        raise PropertyViolated(
            f"{choice.slot.name!r} = {value!r}, one of {len(choice.values)}, is paid most on "
            f"{count} of {counts.total()} seeds, whatever is asked; {test}",
            Episode.of(seed, [choice.with_value(value)], "usual choice"),
        )


def _is_answered(context: CheckContext, choice: _Choice, seed: int) -> bool:
    """Whether the right value and a wrong one end the episode."""
    places = range(len(choice.values))
    return sum(play(context, [choice.action(place)], seed).done for place in places) > 1


def _choice(context: CheckContext) -> _Choice:
    """The field whose values are paid most differently in the first step."""
    if not context.survey.deterministic or "stochastic" in context.declared.capabilities:
        raise NotApplicable("equal actions are not always paid alike")
    context.require_capability_absent("single_task", "there is one task")
    found: list[tuple[int, _Choice]] = []
    tried: set[tuple[str, ...]] = set()
    for base in templates(context.source, context.pool)[:_MOST_BASES]:
        for slot in slots_of(context.source, base):
            values = tuple(
                value
                for value in slot.few_values(_MOST_VALUES)
                if context.source.valid(filled(base, slot, value))
            )
            if len(values) < 2 or slot.keys in tried:
                continue
            choice = _Choice(base, slot, values)
            seeds = context.until_budget(range(901, 901 + _SCREENED), least=3)
            best = [choice.best(context, [], seed) for seed in seeds]
            paid = sum(value is not None for value in best)
            found.append((paid, choice))
            if paid:  # a field may matter with one kind of action only
                tried.add(slot.keys)
    count, best_choice = max(found, key=lambda pair: pair[0], default=(0, None))
    if best_choice is None or count < _SCREENED // 2:
        raise NotApplicable("no field with few values decides what the first step is paid")
    return best_choice


def _first_questions(
    context: CheckContext, choice: _Choice, seeds: Sequence[int]
) -> tuple[list[Question], int]:
    """The first messages of seeds, with the choice that is paid most; how many were played.

    Seeds on which no choice is paid more than all others ask nothing.
    """
    questions: list[Question] = []
    played = 0
    for seed in context.until_budget(seeds, least=_EXPLORED):
        played += 1
        driver = context.new_driver()
        response = driver.reset(seed=seed)
        state = driver.state().data or {}
        driver.close()
        answer = choice.best(context, [], seed)
        if response.data is None or answer is None:
            continue
        beside = {"metadata": response.data.get("metadata"), "state": told_state(state)}
        questions.append(Question(seed, shown_to_agent(response.data), beside, answer))
    return questions, played


def _best_by_step(
    context: CheckContext, choice: _Choice, seeds: Sequence[int]
) -> dict[int, tuple[Any, ...]]:
    """The best choices of the first steps, by seed; without seeds where a step has none."""
    rows: dict[int, tuple[Any, ...]] = {}
    for seed in context.until_budget(seeds, least=_SCREENED):
        row: list[Any] = []
        for _ in range(_STEPS):
            value = choice.best(context, [choice.with_value(v) for v in row], seed)
            if value is None:
                break
            row.append(value)
        else:
            rows[seed] = tuple(row)
    return rows


def _messages_differ(context: CheckContext, seeds: Sequence[int]) -> bool:
    """Whether more than half of the first messages differ, numbers of tasks aside."""
    driver = context.new_driver()
    shown = [shown_to_agent(driver.reset(seed=seed).data or {}) for seed in seeds]
    driver.close()
    parts = {repr(question_parts(Question(0, message, {}, None))) for message in shown}
    return len(parts) > len(seeds) / 2


def _is_separate(
    context: CheckContext, choice: _Choice, learned: dict[int, tuple[Any, ...]]
) -> bool:
    """Whether the second step is paid for the same choice after a wrong first one."""
    tried = list(learned.items())[:_SCREENED]
    same = 0
    for seed, row in tried:
        wrong = next(value for value in choice.values if value != row[0])
        same += choice.best(context, [choice.with_value(wrong)], seed) == row[1]
    return same > 0.8 * len(tried)


def _episode(choice: _Choice, value: Any, seed: int) -> Episode:
    return Episode.of(seed, [choice.with_value(value)], "best choice")
