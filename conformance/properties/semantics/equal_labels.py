"""Semantics: of several labelled questions, not all have the same labels as their right answer.

Where options are listed in the order in which they have to be named, `A B C D` is always right.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.confirm_on_fresh_seeds import confirm_share, solve
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees, texts_in, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST_QUESTIONS, _FEWEST_LABELS = 12, 12, 3
_LARGEST_SHARE = 0.5
"""Share of seeds on which all questions may by chance have that answer."""
_JUDGED = 2
"""Seeds on which another answer must earn less."""
_LABEL = re.compile(r"(?m)^\s*\(?([A-Z]|[a-z]|\d{1,2})[).:]\s")
_WORD = re.compile(r"[A-Za-z]+|\d+")


class _Asked(NamedTuple):
    """A question of an episode: its labels, its text, the step that answers it, and its place."""

    labels: tuple[str, ...]
    text: str
    answer: str
    place: int


@check("semantic.equal_labels")
def equal_labels(context: CheckContext) -> None:
    """Compare the answers to all questions that list options with the same labels."""
    context.require_capability_absent("single_task", "there is one task")
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    asked = [(solution, one) for solution in solutions for one in _questions(context, solution)]
    groups = {one.labels for _, one in asked}
    if not groups:
        raise NotApplicable("no step answers a question that lists labelled options")
    for labels in groups:
        of_group = [(solution, one) for solution, one in asked if one.labels == labels]
        answers = {one.answer for _, one in of_group}
        texts = {one.text for _, one in of_group}
        if len(answers) > 1 or len(texts) < _FEWEST_QUESTIONS:
            continue
        answer = next(iter(answers))
        if not all(_other_costs(context, *pair) for pair in of_group[:_JUDGED]):
            continue
        trial = functools.partial(_is_always_right, context, labels, answer)
        test = confirm_share(
            context, "semantic.equal_labels", trial, _LARGEST_SHARE, name=" ".join(labels)
        )
        if test:
            raise PropertyViolated(
                f"{answer} answers all of {len(texts)} different questions whose options are "
                f"labelled {', '.join(labels)}, and another answer earns less; {test}",
                of_group[0][0].episode("the same labels"),
            )


def _questions(context: CheckContext, solution: Rollout) -> Iterator[_Asked]:
    """The steps of a solution that name labels which the message before lists."""
    episode = Episode.of(solution.seed, solution.actions, "questions", **solution.options)
    messages = context.play_messages(episode)
    for place, action in enumerate(solution.actions[: len(messages)]):
        named = _named(action)
        for _, text in subtrees(messages[place]):
            labels = tuple(_LABEL.findall(text)) if isinstance(text, str) else ()
            if len(set(labels)) >= _FEWEST_LABELS and named and named <= set(labels):
                yield _Asked(labels, text, to_json(action), place)
                break


def _named(action: Action) -> set[str]:
    """The words of the texts of an action; single letters of a text without spaces, as in `BDA`."""
    texts = texts_in(_without_metadata(action))
    words = {word for text in texts for word in _WORD.findall(text)}
    short = len(words) == 1 and all(word.isupper() and len(word) <= 8 for word in words)
    return {letter for word in words for letter in word} if short else words


def _without_metadata(action: Action) -> dict[str, Any]:
    return {name: value for name, value in action.items() if name not in ("metadata", "type")}


def _other_costs(context: CheckContext, solution: Rollout, one: _Asked) -> bool:
    """Whether the same actions earn less with another one in the place of the answer."""
    others = [*context.pool, *(action for each in context.solutions for action in each.actions)]
    other = next((action for action in others if to_json(action) != one.answer), None)
    if other is None:
        return False
    actions = [*solution.actions[: one.place], other, *solution.actions[one.place + 1 :]]
    rewards = [
        response.numeric_reward
        for response in context.play(
            Episode.of(solution.seed, actions, "another answer", **solution.options)
        )
    ]
    return sum(rewards) < solution.total - 1e-6


def _is_always_right(
    context: CheckContext, labels: tuple[str, ...], answer: str, seed: int
) -> bool | None:
    """Whether all such questions of a seed have this answer; None if it asks none."""
    solution = solve(context, seed)
    if solution is None:
        return None
    answers = {one.answer for one in _questions(context, solution) if one.labels == labels}
    return answers == {answer} if answers else None
