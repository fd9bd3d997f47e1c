"""Semantics: forms that a text calls equally good are accepted.

A sentence such as "`[NAME]`, `[name 1]` and `[Date of birth]` are all fine" names forms. A solution
that holds one of them, or a part in the same marks, is written with the others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.probes.changed_values import leaves, with_leaf
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FRESH, _FEWEST = 8, 4
"""Further solutions, and the tasks on which a form must be refused."""
_QUOTED = re.compile(r"`([^`\n]{1,40})`|\"([^\"\n]{1,40})\"")
_SAME = re.compile(
    r"\b(mean(s|ing)? the same|(is|are|count as) the same(?! (?!thing|answer|word"
    r"|value|to|for|as|here)\w)|equivalent|interchangeabl\w+"
    r"|synonym\w*)\b",
    re.I,
)
"""A sentence whose forms say the same; `are the same person` is about something else."""
_FINE = re.compile(
    r"\b(are (all|both|equally)|any (of (them|these) )?(is|will)|equally)"
    r" (fine|good|valid|accepted|allowed|right|do)\b",
    re.I,
)
"""A sentence whose forms are as good as one another, if all of them stand in the same marks."""
_REFUSED = re.compile(r"\b(not|never|no|nor|neither|refused|wrong|invalid|except)\b", re.I)
_EXAMPLES = re.compile(r",? ?(\.\.\.|…)(,| and\b| or\b|\W*$)")
"""What follows the first of many values: `a1`, `a2`, ..."""
_MARKS = {"[": "]", "{": "}", "<": ">", "(": ")"}


@check("semantic.stated_forms")
def stated_forms(context: CheckContext) -> None:
    """Write solutions in each form that a sentence names beside the form that they have."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    groups = [group for text in task_sentences(context) if (group := _group(text))]
    if not groups:
        raise NotApplicable("no text names forms that are equally good")
    refused: dict[str, list[Episode]] = {}
    paid: set[str] = set()
    for solution in [*context.solutions, *more_solutions(context, _FRESH)]:
        for form, action in _in_other_forms(solution, groups):
            if not context.source.valid(action):
                continue
            actions = [*solution.actions[:-1], action]
            if paid_like(context, solution, actions, "another form"):
                paid.add(form)
            else:
                episode = Episode.of(solution.seed, actions, "another form", **solution.options)
                refused.setdefault(form, []).append(episode)
    if not refused and not paid:
        raise NotApplicable("no solution holds one of the forms that a text names")
    for form, episodes in refused.items():
        if form not in paid and len(episodes) >= _FEWEST:
            raise PropertyViolated(
                f"a text calls {form!r} as good as other forms; solutions written with it earn "
                f"less, on all {len(episodes)} tasks",
                episodes[0],
            )


def _group(text: str) -> tuple[str, ...]:
    """The forms that a sentence calls equally good; empty if it is not about forms."""
    forms = tuple(dict.fromkeys(a or b for a, b in _QUOTED.findall(text)))
    if len(forms) < 2 or _REFUSED.search(text) or _EXAMPLES.search(text):
        return ()
    is_marked = len({(form[0], form[-1]) for form in forms}) == 1 and forms[0][0] in _MARKS
    return forms if _SAME.search(text) or (is_marked and _FINE.search(text)) else ()


def _in_other_forms(
    solution: Rollout, groups: list[tuple[str, ...]]
) -> Iterator[tuple[str, Action]]:
    """Last actions in which a form stands in the place of what the solution has, by the form."""
    action = solution.actions[-1]
    for path, value in leaves(action):
        for forms in groups if isinstance(value, str) else ():
            present = _present(value, forms)
            for form in forms:
                text = value if present is None else form.join(present.split(value))
                if text != value:
                    yield form, with_leaf(action, path, text)


def _present(value: str, forms: tuple[str, ...]) -> re.Pattern[str] | None:
    """What of a text the forms can stand for: one of them, or a part in their marks; else None."""
    first, last = forms[0][0], forms[0][-1]
    if _MARKS.get(first) == last:
        pattern = rf"\{first}[^\{last}\n]{{1,40}}\{last}"
    else:
        words = "|".join(re.escape(form) for form in sorted(forms, key=len, reverse=True))
        pattern = rf"(?<!\w)(?:{words})(?!\w)"
    return re.compile(pattern) if re.search(pattern, value) else None
