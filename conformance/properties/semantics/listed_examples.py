"""Semantics: a pattern that only lists the examples that are shown is not paid like a solution.

Where a text says that an answer is judged on strings that are not shown, the shown ones are joined
to a regular expression. If that is paid, the answer is judged on the shown strings after all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import oracle_margin, play
from hallmark_rl.conformance.checking.probes.changed_values import Path, leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_STRINGS = r"(?:strings?|words?|texts?|lines?|examples?|inputs?|names?|samples?)"
_HIDDEN = re.compile(
    rf"\b(?:hidden|unseen|held[- ]out|secret|unshown)(?: \w+){{0,2}} {_STRINGS}\b"
    rf"|\b{_STRINGS}\b[^.;]{{0,60}}"
    r"\b(?:not (?:been )?(?:shown|seen)|none of which (?:is|are) shown)\b"
    r"|\b(?:graded|judged|scored|tested|checked|measured) (?:on|by|against|with)\b[^.;:]{0,60}"
    r"\b(?:not (?:been )?(?:shown|seen)|hidden|unseen|held[- ]out)\b",
    re.I,
)
"""A sentence by which an answer is judged on strings that the agent does not see."""
_SPECIAL = re.compile(r"([.^$*+?{}\[\]\\|()])")
_FEWEST_STRINGS, _LONGEST_STRING = 3, 60
_FEWEST = 3
"""Tasks on which the pattern must be paid; it must be on all that are tried."""
_SHARE = 0.7
"""Share of the solution's return that the pattern must earn."""
_LEAST = 0.5
"""What the pattern must earn where the solutions were found by a search, which may earn little."""


@check("semantic.listed_examples")
def listed_examples(context: CheckContext) -> None:
    """Answer with the strings of a shown list, joined by `|`."""
    said = next(filter(_HIDDEN.search, task_sentences(context)), "")
    if not said:
        raise NotApplicable("no text says that an answer is judged on strings that are not shown")
    paid: dict[tuple[Path, str, str], list[Rollout]] = {}
    tried = 0
    for solution in context.until_budget(context.solutions[:8], least=_FEWEST):
        patterns = list(_patterns(context, solution))
        tried += bool(patterns)
        for key, action, other in patterns:
            rollout = _answered(context, solution, action)
            if rollout.error or rollout.total < _least(context, solution):
                continue
            if rollout.total > _answered(context, solution, other).total + oracle_margin(context):
                paid.setdefault(key, []).append(rollout)
    if not tried:
        raise NotApplicable("no list of strings is shown, or the answer is no text that holds them")
    if tried < _FEWEST:
        raise EvidenceMissing(f"only {tried} tasks could be tried: use --profile thorough")
    for (_, name, _), rollouts in paid.items():
        if len(rollouts) == tried:
            raise PropertyViolated(
                f"a pattern that lists the strings of {name} and no others earns "
                f"{rollouts[0].total:.4g} on all {tried} tasks, though a text says {said[:160]!r}: "
                f"{rollouts[0].actions[-1]}",
                rollouts[0].episode("listed examples"),
            )


def _least(context: CheckContext, solution: Rollout) -> float:
    """What a pattern must earn; a long one may earn less than the shortest."""
    least = _SHARE * solution.total
    return max(least, _LEAST) if context.survey.found else least


def _answered(context: CheckContext, solution: Rollout, action: dict[str, Any]) -> Rollout:
    actions = [*solution.actions[:-1], action]
    return play(context, actions, solution.seed, **solution.options)


def _patterns(
    context: CheckContext, solution: Rollout
) -> Iterator[tuple[tuple[Path, str, str], dict[str, Any], dict[str, Any]]]:
    """Last actions in which a text is the shown strings of a list, by the list and the form.

    With each comes the same of the strings read backwards, which are no examples of anything.
    """
    last = [each.actions[-1] for each in context.solutions]
    for path, value in leaves(solution.actions[-1]):
        if not isinstance(value, str) or len({repr(dict(leaves(a)).get(path)) for a in last}) == 1:
            continue
        for name, strings in subtrees(first_message(context, solution)):
            if not _are_examples(strings):
                continue
            for form in ("{}", "^(?:{})$"):
                action, other = (
                    with_leaf(solution.actions[-1], path, form.replace("{}", _joined(each)))
                    for each in (strings, [string[::-1] for string in strings])
                )
                if context.source.valid(action) and context.source.valid(other):
                    yield (path, name, form), action, other


def _joined(strings: list[str]) -> str:
    """A pattern that matches these strings."""
    return "|".join(_SPECIAL.sub(r"\\\1", string) for string in strings)


def _are_examples(value: Any) -> bool:
    """Whether a value is a list of several different short strings."""
    return (
        isinstance(value, list)
        and len(value) >= _FEWEST_STRINGS
        and all(isinstance(item, str) and 0 < len(item) <= _LONGEST_STRING for item in value)
        and len(set(value)) == len(value)
    )
