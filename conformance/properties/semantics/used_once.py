"""Semantics: what a text says can be used once is not paid for a second use.

In solutions of several steps, a later step names what an earlier step has used already, in place
of its own. Where the solution needs that step, it is not paid like the solution.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 8, 3
"""Further solutions, and the tasks that are tried."""
_PAID = 2
"""Tasks on which a second use is paid."""
_MOST_PAIRS = 12
_ONCE = re.compile(
    r"^(?!.*\bif\b).*(?:\b(?:can|may|must)\b[^.;]{0,50}(?<!at least )(?<!at )(?<!than )"
    r"|\b(?:only|at most|just|no more than|not more than) )"
    r"\bonce\b(?=\s*(?:[.;,:)]|$|and\b|only\b))",
    re.I,
)


@check("semantic.used_once")
def used_once(context: CheckContext) -> None:
    """Use in a step of a solution what a step before has used, where a text says `once`."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    said = list(filter(_ONCE.search, task_sentences(context)))
    if not said:
        raise NotApplicable("no text says that something can be used once")
    tried, paid = 0, list[tuple[Episode, str]]()
    solutions = [*context.solutions, *more_solutions(context, _FRESH)]
    for solution in context.until_budget(solutions, least=2 * _FEWEST):
        pairs = list(itertools.islice(_again(solution, said), _MOST_PAIRS))
        tried += bool(pairs)
        found = (_paid_again(context, solution, *pair) for pair in pairs)
        paid += itertools.islice(filter(None, found), 1)
        if len(paid) == _PAID:
            episode, sentence = paid[0]
            raise PropertyViolated(
                f"a text says {sentence[:120]!r}; a solution in which a step uses what a step "
                f"before has used is paid, on {_PAID} of {tried} tasks",
                episode,
            )
    if not tried:
        raise NotApplicable("no solution uses several of what a text says can be used once")
    if tried < _FEWEST:
        raise EvidenceMissing(f"only {tried} tasks could be tried: use --profile thorough")


def _again(solution: Rollout, said: list[str]) -> Iterator[tuple[int, Action, str]]:
    """A later step, what it is with the value of a step before, and the text about its field."""
    for before, later in itertools.combinations(range(len(solution.actions)), 2):
        one, other = solution.actions[before], solution.actions[later]
        if one.keys() != other.keys():
            continue
        differing = [name for name in one if one[name] != other[name]]
        for name in differing if len(differing) > 1 else ():
            sentence = _said_of(name, one[name], said)
            if sentence:
                yield later, {**other, name: one[name]}, sentence


def _said_of(name: str, value: object, said: list[str]) -> str:
    """The first sentence that names a field, if its value is a text or a number; else empty."""
    if isinstance(value, bool) or not isinstance(value, str | int) or value == "":
        return ""
    word = re.compile(rf"\b{re.escape(name.removesuffix('_id').replace('_', ' '))}s?\b", re.I)
    return next(filter(word.search, said), "")


def _paid_again(
    context: CheckContext, solution: Rollout, later: int, action: Action, sentence: str
) -> tuple[Episode, str] | None:
    """The solution with that step, if it is paid, and is not paid with the step left out."""
    before, after = solution.actions[:later], solution.actions[later + 1 :]
    episode = paid_like(context, solution, [*before, action, *after], "used again")
    if episode is None or paid_like(context, solution, [*before, *after], "left out"):
        return None
    return episode, sentence
