"""Semantics: a sentence with `not` put into it is not paid like the sentence.

A grader that leaves out small words before it compares leaves out the word that denies all others.
"""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.probes.denied_answers import denied_sentences
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 4, 0.8
_NOT_IS_FREE = re.compile(
    r"[\"'`*]not[\"'`*][^.;]*\b(free|ignored|optional|left out|dropped|removed|do(es)? not count)\b"
    r"|\b(stop|small|function|filler) ?words?\b[^.;]*"
    r"\b(free|ignored|optional|left out|dropped|removed|do not count)\b"
    r"|\bignor\w+\b[^.;]*\b(stop|small|function|filler) ?words\b|\bonly (the )?key ?words\b"
    r"|\b(negations?|denials?|polarity)\b[^.;]*\b(free|ignored|do(es)? not (count|matter))\b",
    re.I,
)
"""A sentence by which `not` is one of the words that do not count."""


@check("semantic.denied_sentences")
def denied_sentence(context: CheckContext) -> None:
    """Put `not` and `does not` into the sentences of answers, and other words as a control."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    asked = [solution for solution in solutions if _has_sentence(solution)]
    if len(asked) < _FEWEST:
        raise NotApplicable("few answers are sentences of three or more words that deny nothing")
    if any(map(_NOT_IS_FREE.search, task_sentences(context))):
        raise NotApplicable("a text says that such words do not count")
    tried = 0
    found: list[Episode] = []
    for solution in context.until_budget(asked, least=_FEWEST):
        tried += 1
        episode = _paid_denial(context, solution)
        found += [episode] if episode else []
        if tried - len(found) > (1 - _SHARE) * len(asked):
            return
    if tried < _FEWEST:
        raise NotApplicable("there was time for few answers")
    if len(found) >= max(_FEWEST, _SHARE * tried):
        raise PropertyViolated(
            f"a sentence that is denied is paid like the answer on {len(found)} of {tried} tasks, "
            f"though another word in the same place costs: {found[0].calls[-1].action}",
            found[0],
        )


def _has_sentence(solution: Rollout) -> bool:
    texts = (text for _, text in leaves(solution.actions[-1]) if isinstance(text, str))
    return any(any(denied_sentences(text)) for text in texts)


def _paid_denial(context: CheckContext, solution: Rollout) -> Episode | None:
    """The episode of a denied sentence that is paid, where other words in its place cost."""
    before, last = solution.actions[:-1], solution.actions[-1]
    for path, text in leaves(last):
        for denied in denied_sentences(text) if isinstance(text, str) else ():
            actions = [*before, with_leaf(last, path, denied.text)]
            episode = paid_like(context, solution, actions, "a denied sentence")
            others = ([*before, with_leaf(last, path, other)] for other in denied.others)
            if episode and not any(
                not all(map(context.source.valid, other))
                or paid_like(context, solution, other, "another word")
                for other in others
            ):
                return episode
    return None
