"""Reward: no episode earns more than the texts say that an episode can earn."""

from __future__ import annotations

import re
from collections.abc import Iterable

from hallmark_rl.conformance.checking.broad_episodes import RANDOM, broad_episodes
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import play, step_limit
from hallmark_rl.conformance.checking.probes.changed_plays import PlayChanger
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_NUMBER = r"(?P<number>\d+(?:\.\d+)?)(?![\d/%]| ?(?:%|per ?cent|steps?|moves?|turns?|times?))"
_WHOLE = (
    r"(?:(?:an?|the|one|each|every|whole|entire|perfect|best|flawless|complete|possible|cleared"
    r"|solved)\s+)*(?:episode|game|day|night|week|season|shift|round|run|play|plan|journey|match)"
)
_MOST = r"(?:at most|never more than|no more than|not more than|up to)"
_PAYS = r"(?:earns?|pays?|yields?|is worth|adds? up to|sums? (?:up )?to)"
_ALL = r"\b(?:all|the) \w+ (?:rounds|parts|steps|days|questions|games)(?: together)?"
_STATED = (
    rf"\brewards?\b[^.;:]*\b(?:add|sum)s? (?:up )?to (?:{_MOST} )?{_NUMBER}",
    rf"\brewards?\b[^.;:]*\b(?:add|sum)s? up to [^.;:]{{1,60}}, {_MOST} {_NUMBER}",
    rf"\b{_WHOLE}\b[^.;:,]{{0,40}}\b{_PAYS} {_MOST} {_NUMBER}",
    rf"\b{_WHOLE}\b[^.;:,]{{0,40}}\b{_PAYS} {_NUMBER} (?:at most|in all|in total|altogether)",
    rf"\b(?:perfect|flawless|best(?: possible)?|cleared) \w+ {_PAYS} {_NUMBER}",
    rf"{_ALL} {_PAYS} (?:{_MOST} {_NUMBER}|(?P<other>\d+(?:\.\d+)?) (?:at most|in all|in total))",
    rf"\b(?:so|thus|hence) {_NUMBER} for (?:an?|the) (?:perfect|flawless) \w+",
    rf"\b(?:most|maximum) (?:that )?an? (?:episode|game) (?:can|may) (?:earn|pay) is {_NUMBER}",
)
_STATED_PATTERNS = [re.compile(text, re.I) for text in _STATED]
_UNIT = re.compile(r"\b(points?|cents?|coins?|euros?|dollars?|score)\b|[$€£]", re.I)
"""What is counted beside the reward, in another unit perhaps."""
_STARTS, _CHANGES, _FEWEST = 2, 120, 40


@check("reward.stated_total")
def stated_total(context: CheckContext) -> None:
    """Play, change the plays that earn most, and compare what they earn with what is stated."""
    context.require_capability_absent("continuing", "the reward of a continuing task is per step")
    stated = read_total(task_sentences(context))
    if stated is None:
        raise NotApplicable("no text says what an episode can earn at most")
    most, sentence = stated

    def require(rollout: Rollout) -> None:
        if not rollout.error and rollout.total > most + 1e-6 * max(1.0, most):
            raise PropertyViolated(
                f"{len(rollout.actions)} actions earn {rollout.total:.4g}, though a text says "
                f"{sentence.strip()[:160]!r}",
                rollout.episode("more than is stated"),
            )

    played = [solution for solution in context.solutions if solution.actions]
    for rollout in played:
        require(rollout)
    for episode in context.until_budget(broad_episodes(context), least=RANDOM):
        if episode.seed is not None and episode.actions:
            rollout = play(context, list(episode.actions), episode.seed)
            require(rollout)
            played.append(rollout)
    played.sort(key=lambda rollout: rollout.total, reverse=True)
    others = [action for rollout in played[:_CHANGES] for action in rollout.actions]
    for start in played[:_STARTS]:
        best = start
        changer = PlayChanger(start.actions, [*others, *context.pool], context.rng("total"))
        longest = min(step_limit(context), 2 * len(start.actions) + _FEWEST)
        for _ in context.until_budget(range(_CHANGES), least=_FEWEST):
            actions = changer.changed(best.actions)[:longest]
            if actions and all(map(context.source.valid, actions)):
                rollout = play(context, actions, start.seed, **start.options)
                require(rollout)
                best = max(best, rollout, key=lambda each: each.total)


def read_total(sentences: Iterable[str]) -> tuple[float, str] | None:
    """The most that an episode can earn, as a sentence states it; None if none does.

    Of several such sentences the largest number counts, and none if one speaks of points or money.
    """
    found = [
        (float(match["number"] or match["other"]), sentence)
        for sentence in sentences
        for pattern in _STATED_PATTERNS
        if (match := pattern.search(sentence))
    ]
    if not found or any(_UNIT.search(sentence) for _, sentence in found):
        return None
    return max(found)
