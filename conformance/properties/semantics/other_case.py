"""Semantics: a wrong text does not become right when it is written in capitals.

A verifier that looks for a forbidden letter or word in one case only, and otherwise does not tell
small letters from capitals, is told nothing by a text in the other case.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees, texts_in
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_SOLUTIONS, _WRONG = 8, 12
_FEWEST = 3
"""Seeds on which a wrong text must be right in another case."""
_LONGEST = 400
_WORD = re.compile(r"[^\W\d_]{2,}")


@check("semantic.other_case")
def other_case(context: CheckContext) -> None:
    """Write texts that are not right in capitals and in small letters."""
    context.require_deterministic()
    context.require_capability_absent("stochastic", "single returns depend on chance")
    tried = 0
    found: list[tuple[Episode, str]] = []
    solutions = [*context.solutions, *more_solutions(context, _SOLUTIONS)]
    for solution in context.until_budget(solutions, least=4):
        for field, right in _text_fields(solution):
            wrong = [
                text
                for text in itertools.islice(_wrong_texts(context, solution, right), _WRONG)
                if not _paid(context, solution, field, text)
            ]
            tried += bool(wrong)
            hit = next(filter(None, (_in_case(context, solution, field, t) for t in wrong)), None)
            if hit is not None:
                found.append(hit)
                break
    if not tried:
        raise NotApplicable("no solution is a text of several words of which a wrong form is known")
    if len(found) >= _FEWEST:
        episode, text = found[0]
        raise PropertyViolated(
            f"on {len(found)} seeds a text that is not paid is paid like the right one in other "
            f"letters: {text[:120]!r}",
            episode,
        )


def _text_fields(solution: Rollout) -> Iterator[tuple[str, str]]:
    """The texts of two words or more in the last action, not all in capitals."""
    for name, value in solution.actions[-1].items():
        is_text = isinstance(value, str) and len(value) <= _LONGEST and name != "metadata"
        if is_text and len(_WORD.findall(value)) > 1 and value != value.upper():
            yield name, value


def _wrong_texts(context: CheckContext, solution: Rollout, right: str) -> Iterator[str]:
    """Texts that may be wrong: with another item of a shown list in the place of one, and copies.

    None of them is the right one in other letters.
    """
    message = first_message(context, solution)
    lists = [
        [item for item in value if isinstance(item, str)]
        for _, value in subtrees(message)
        if isinstance(value, list)
    ]
    made: dict[str, None] = {}
    for items in lists:
        for item in items:
            place = re.search(rf"(?<!\w){re.escape(item)}(?!\w)", right) if item else None
            if place:
                made |= {
                    f"{right[: place.start()]}{other}{right[place.end() :]}": None
                    for other in items
                    if other != item
                }
    rng = context.rng(f"wrong texts {solution.seed}")
    changed = list(made)
    rng.shuffle(changed)
    copies = [text for text in texts_in(message) if len(_WORD.findall(text)) > 1]
    others = [r.actions[-1] for r in context.solutions if r.seed != solution.seed]
    copies += [text for action in others for text in texts_in(action)][:2]
    for text in [*changed[: _WRONG - 3], *copies, *changed[_WRONG - 3 :]]:
        if len(text) <= _LONGEST and text.casefold() != right.casefold():
            yield text


def _in_case(
    context: CheckContext, solution: Rollout, field: str, text: str
) -> tuple[Episode, str] | None:
    """The episode with a wrong text that is paid in capitals or in small letters, and the text."""
    for form in (text.upper(), text.lower()):
        episode = _paid(context, solution, field, form) if form != text else None
        if episode is not None:
            return episode, form
    return None


def _paid(context: CheckContext, solution: Rollout, field: str, text: str) -> Episode | None:
    """The solution with another text in its last action, if that is paid like it."""
    actions = [*solution.actions[:-1], {**solution.actions[-1], field: text}]
    return paid_like(context, solution, actions, "other letters")
