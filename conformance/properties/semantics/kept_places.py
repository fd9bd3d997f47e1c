"""Semantics: in an episode of several questions, the right option does not keep its place.

If the options are shuffled once for an episode, who has found the place of the first right option
knows those of all further questions.
"""

from __future__ import annotations

import itertools
from collections import Counter
from dataclasses import dataclass, field

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, fresh_seeds, upper_tail
from hallmark_rl.conformance.checking.policies import oracle_rollout
from hallmark_rl.conformance.checking.probes.answer_patterns import (
    Question,
    is_choice,
    option_lists,
)
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_EPISODES, _FEWEST = 40, 12
_FEWEST_QUESTIONS = 3
_MOST_STEPS = 60
_SHARED = 0.5
"""Share of the options that the question before may have shown too."""
_KEPT = 0.9
"""Share of the questions whose right option must be at the place of the one before."""
_ALWAYS = 0.8
"""If one place is right more often than this, other properties report that."""


@dataclass
class _Places:
    """The places of the right options at one path of the message.

    Attributes:
        kept: how often the place was that of the question before.
        chance: how often it would be by chance.
        places: how often each place was right.
        example: an episode in which the place was kept throughout.
    """

    kept: int = 0
    count: int = 0
    chance: float = 0.0
    places: Counter[int] = field(default_factory=Counter)
    example: Rollout | None = None


@check("semantic.kept_places")
def kept_places(context: CheckContext) -> None:
    """Find the place of the oracle's choice in each list of options that an episode shows."""
    context.require_capability_absent("single_task", "there is one task")
    if not any(len(solution.actions) >= _FEWEST_QUESTIONS for solution in context.solutions):
        raise NotApplicable("the oracle takes fewer than three steps")
    found: dict[tuple[str, str], _Places] = {}
    played = 0
    seeds = fresh_seeds(context.seed, "kept places")
    for _ in context.until_budget(range(_EPISODES), least=_FEWEST):
        responses: list[Response] = []
        rollout = oracle_rollout(context, next(seeds), _MOST_STEPS, responses)
        if rollout.error or rollout.total <= context.floor:
            continue
        played += 1
        _add(found, rollout, responses)
        if played == _FEWEST and not found:
            break
    if not found:
        raise NotApplicable("no episode shows new options in each of several steps")
    if played < _FEWEST:
        raise EvidenceMissing(f"{played} episodes could be played, {_FEWEST} are needed")
    rate = allowance("semantic.kept_places", len(found))
    for (name, path), places in found.items():
        usual = places.places.most_common(1)[0][1] / places.places.total()
        if places.kept < _KEPT * places.count or usual > _ALWAYS or places.example is None:
            continue
        if upper_tail(places.kept, places.count, places.chance / places.count) <= rate:
            raise PropertyViolated(
                f"the right {name!r} is at the place in {path} of the question before in "
                f"{places.kept} of {places.count} questions; by chance it would be in "
                f"{places.chance:.0f}",
                places.example.episode("solution"),
            )


def _add(
    found: dict[tuple[str, str], _Places], rollout: Rollout, responses: list[Response]
) -> None:
    """Add what one episode of the oracle shows."""
    asked: dict[tuple[str, str], list[tuple[int, list[object]]]] = {}
    for action, response in zip(rollout.actions, responses, strict=False):
        shown = shown_to_agent(response.data or {})
        options = option_lists(shown)
        for name, value in action.items():
            question = Question(0, shown, {}, value, options)
            for path, items in options.items():
                place = question.place(path)
                if place is not None and name not in ("metadata", "type"):
                    asked.setdefault((name, path), []).append((place, items))
    for key, questions in asked.items():
        new = [items for _, items in questions]
        if len(new) < _FEWEST_QUESTIONS or not _are_questions(key[1], new):
            continue
        places = found.setdefault(key, _Places())
        places.places.update(place for place, _ in questions)
        before = [place for place, _ in questions]
        kept = sum(one == other for one, other in itertools.pairwise(before))
        places.kept += kept
        places.count += len(before) - 1
        places.chance += sum(1 / len(items) for items in new[1:])
        if kept == len(before) - 1:
            places.example = rollout


def _are_questions(path: str, lists: list[list[object]]) -> bool:
    """Whether each step shows options of its own, and not a history or a state that goes on."""
    if len({repr(items) for items in lists}) < len(lists):
        return False
    shared = [
        sum(item in before for item in items) > _SHARED * len(items)
        for before, items in itertools.pairwise(lists)
    ]
    return is_choice(path, lists) or not any(shared)
