"""Semantics: a place that a reply names is counted as the texts say."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH = 12
_FEWEST, _FEWEST_PLACES = 8, 3
"""Replies that name a place, and different places that they must name."""
_SHARE = 0.9
"""Share of the replies that must count from the same number."""
_BASE = re.compile(
    r"\b(?:position|place|index|indices|item|line|word|digit|note|letter|wrong)\w*\b.*"
    r"\b(?:count|number|index)(?:ed|s|ing)? (?:\w+ )?(?:from|starting (?:at|with)) "
    r"(0|1|zero|one)\b"
    r"|\b(0|1|zero|one)-(?:based|indexed)\b",
    re.I,
)
_FIELD = re.compile(r"(^|[._])(position|place|index|first_wrong|wrong_at)$", re.I)
_VALUES = {"0": 0, "zero": 0, "1": 1, "one": 1}


@check("semantic.named_places")
def named_places(context: CheckContext) -> None:
    """Spoil each place of right answers, and compare it with the number that the reply names."""
    context.require_capability_absent("stochastic", "single replies depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    base, sentence = _stated_base(task_sentences(context, solutions[0]))
    found: list[tuple[int, int, Episode]] = []
    for solution in context.until_budget(solutions, least=6):
        found += _named(context, solution, solutions)
    places = {place for place, _, _ in found}
    if len(found) < _FEWEST or len(places) < _FEWEST_PLACES:
        raise NotApplicable("too few replies to spoilt answers name a place")
    count = Counter(number - place for place, number, _ in found)
    first, often = count.most_common(1)[0]
    if often < _SHARE * len(found):
        raise NotApplicable("the numbers in replies to spoilt answers do not follow the place")
    if first != base:
        place, number, episode = next(item for item in found if item[1] - item[0] == first)
        raise PropertyViolated(
            f"where item {place + base} of a right answer is spoilt, the reply names {number} (so "
            f"on {often} of {len(found)} answers), though the texts say {sentence[:160]!r}",
            episode,
        )


def _stated_base(sentences: list[str]) -> tuple[int, str]:
    """The number that the first position has (0 or 1), and the sentence that states it."""
    stated: dict[int, str] = {}
    for sentence in sentences:
        match = _BASE.search(sentence)
        if match:
            stated.setdefault(_VALUES[(match[1] or match[2]).lower()], sentence)
    if len(stated) != 1:
        raise NotApplicable("no text says from which number places are counted")
    return next(iter(stated.items()))


def _named(
    context: CheckContext, solution: Rollout, others: list[Rollout]
) -> Iterator[tuple[int, int, Episode]]:
    """Spoilt places with the number that the reply names, where it names one."""
    right = solution.actions[-1]
    for name, value in right.items():
        items = _parts(value)
        if name in ("metadata", "type") or len(items) < _FEWEST_PLACES:
            continue
        known = {part for other in others for part in _parts(other.actions[-1].get(name))}
        for place, item in enumerate(items):
            wrong = next((part for part in sorted(known, key=repr) if part not in items), None)
            if wrong is None:
                continue
            spoilt = [*items[:place], wrong, *items[place + 1 :]]
            sent = spoilt if isinstance(value, list) else _joined(str(value), spoilt)
            action: Action = {**right, name: sent}
            if not context.source.valid(action):
                continue
            actions = [*solution.actions[:-1], action]
            episode = Episode.of(solution.seed, actions, "a spoilt place", **solution.options)
            trace = context.play(episode)
            number = _new_number(trace[-2].data, trace[-1].data, len(items), (item, wrong))
            if number is not None and trace[-1].numeric_reward <= context.floor:
                yield place, number, episode


def _parts(value: object) -> list[str | int]:
    """The items of a list, or the words of a text."""
    if isinstance(value, list) and all(isinstance(item, str | int) for item in value):
        return value
    return [*re.findall(r"[^\s,;]+", value)] if isinstance(value, str) else []


def _joined(text: str, parts: list[str | int]) -> str:
    """Other words with the separators of a text."""
    separators = re.split(r"[^\s,;]+", text)
    joined = (f"{before}{part}" for before, part in zip(separators, parts, strict=False))
    return "".join(joined) + separators[-1]


def _new_number(
    before: object, after: object, most: int, sent: tuple[object, object]
) -> int | None:
    """The only number up to `most` that a reply adds, in a text or in a field for a place."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return None
    old = {text for _, text in subtrees(shown_to_agent(before)) if isinstance(text, str)}
    numbers: list[int] = []
    for path, value in subtrees(shown_to_agent(after)):
        if isinstance(value, str) and value not in old:
            numbers += [int(n) for n in re.findall(r"(?<![\w.])\d{1,3}(?![\w.]*\d)", value)]
        elif type(value) is int and _FIELD.search(path):
            numbers.append(value)
    fit = {number for number in numbers if number <= most and str(number) not in map(str, sent)}
    return fit.pop() if len(fit) == 1 else None
