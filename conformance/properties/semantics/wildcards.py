"""Semantics: a wildcard in place of an answer is not paid like the answer.

A grader that compares with a regular expression, a glob or SQL's LIKE, or that skips a sign which
stands for "unknown", takes `.*`, `?` or `%` for whatever was asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, oracle_margin, play
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_ALONE, _EACH = ("*", ".*", "%", "?"), ("?", ".", "_", "*", "#")
"""What may stand for a whole text, and for each letter or digit of it."""
_LETTER = "q"
"""The control, which stands for nothing."""
_SIGN = re.compile(r"[^\W_]")
"""A letter or digit: without one the control cannot be put in the place of a word."""
_PATTERN = re.compile(r"\\[dswDSWb]|\[[^\]]+\](?:[*+?{]|$)|\{\d+(?:,\d*)?\}|\(\?")
_MOST_WORDS, _LONGEST = 8, 120
_FRESH, _FEWEST = 4, 4
_SHARE = 0.7
"""Share of the seeds on which a wildcard must be paid."""


class _Place(NamedTuple):
    """A text field of the actions, or a word of its last line; `word` is -1 for all of it."""

    field: str
    word: int

    def with_form(self, actions: list[Action], form: str, *, each: bool) -> list[Action]:
        """The actions with a form in this place, or in the place of each letter and digit there."""
        return [
            {**action, self.field: self._changed(action[self.field], form, each)}
            if isinstance(action.get(self.field), str)
            else action
            for action in actions
        ]

    def without(self, actions: list[Action]) -> list[Action]:
        """The actions without the text or the word in this place."""
        return [
            {**action, self.field: self._left_out(action[self.field])}
            if isinstance(action.get(self.field), str)
            else action
            for action in actions
        ]

    def _left_out(self, text: str) -> str:
        if self.word < 0:
            return ""
        head, newline, line = text.rpartition("\n")
        words = line.split(" ")
        return head + newline + " ".join([*words[: self.word], *words[self.word + 1 :]])

    def _changed(self, text: str, form: str, each: bool) -> str:
        head, newline, line = text.rpartition("\n") if self.word >= 0 else ("", "", text)
        words = line.split(" ") if self.word >= 0 else [line]
        place = max(0, self.word)
        if place < len(words):
            words[place] = _SIGN.sub(form, words[place]) if each else form
        return head + newline + " ".join(words)


@check("semantic.wildcards")
def wildcards(context: CheckContext) -> None:
    """Put wildcards in the place of texts and words of solutions, and a letter as a control."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [s for s in context.solutions if s.total > context.floor]
    places = list(_places(solutions[:2]))
    if not places:
        raise NotApplicable("no solution sends a short text")
    forms = [*((form, False) for form in _ALONE), *((form, True) for form in _EACH)]
    judged = False
    solutions = [*solutions, *more_solutions(context, _FRESH)]
    for place in context.until_budget(places, least=4):
        if _is_paid(context, solutions[0], place, _LETTER, each=True):
            continue
        if _earns_all(context, solutions[0], place.without(solutions[0].actions)):
            continue  # a sign that is left out as punctuation leaves out the word
        judged = True
        for form, each in forms:
            if not _is_paid(context, solutions[0], place, form, each=each):
                continue
            paid = [s for s in solutions if _is_paid(context, s, place, form, each=each)]
            letters = [s for s in solutions if _is_paid(context, s, place, _LETTER, each=True)]
            if len(paid) >= max(_FEWEST, _SHARE * len(solutions)) and 3 * len(letters) < len(paid):
                actions = place.with_form(paid[0].actions, form, each=each)
                raise PropertyViolated(
                    f"{form!r} in the place of the answer is paid like it on {len(paid)} of "
                    f"{len(solutions)} seeds: {actions[-1][place.field]!r} for "
                    f"{paid[0].actions[-1].get(place.field)!r}",
                    play(context, actions, paid[0].seed).episode("a wildcard"),
                )
    if not judged:
        raise NotApplicable("no text of a solution is judged")


def _places(solutions: list[Rollout]) -> Iterator[_Place]:
    """The text fields of solutions' last actions, and the words of their last lines."""
    seen: set[_Place] = set()
    for solution in solutions:
        for field, text in solution.actions[-1].items():
            if not isinstance(text, str) or not 1 < len(text.strip()) <= _LONGEST:
                continue
            if _PATTERN.search(text):
                continue  # the answer is a regular expression, in which `.*` has its meaning
            words = text.rpartition("\n")[2].split(" ")
            signed = [n for n, word in enumerate(words[:_MOST_WORDS]) if _SIGN.search(word)]
            several = signed if len(words) > 1 else []
            for place in (_Place(field, -1), *(_Place(field, word) for word in several)):
                if place not in seen:
                    seen.add(place)
                    yield place


def _is_paid(
    context: CheckContext, solution: Rollout, place: _Place, form: str, *, each: bool
) -> bool:
    """Whether a solution with a form in a place, in all its steps, earns what it earns."""
    actions = place.with_form(solution.actions, form, each=each)
    return _earns_all(context, solution, actions)


def _earns_all(context: CheckContext, solution: Rollout, actions: list[Action]) -> bool:
    """Whether other actions than a solution's earn what it earns."""
    if actions == solution.actions or not all(map(context.source.valid, actions)):
        return False
    rollout = play(context, actions, solution.seed)
    return not rollout.error and rollout.total >= solution.total - oracle_margin(context)
