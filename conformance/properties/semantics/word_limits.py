"""Semantics: a limit of words counts them, whatever white space stands between them.

A count of what single blanks separate takes a text of many lines for one word.
"""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import first_message, task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST = 8, 4
_WORDS = 300
"""Words that are added: more than any limit of a short text."""
_LIMIT = re.compile(
    r"\bword (limit|count|budget)\b|\bmaximum number of words\b"
    r"|\b(at most|up to|within|no more than|fewer than|under|maximum of) (\w+ )?(\d+ )?words\b"
    r"|\b\d+ words (or fewer|at most)\b",
    re.I,
)
_NAMED = re.compile(r"(^|[._])((max|most)_?words|words?_?(limit|max|budget|cap))($|[._])", re.I)
_SPACES = {"line breaks": "\n", "tabs": "\t", "line breaks and carriage returns": "\r\n"}


@check("semantic.word_limits")
def word_limits(context: CheckContext) -> None:
    """Add words to right texts, with blanks and with other white space between them."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    shown = first_message(context, context.solutions[0])
    named = any(_NAMED.search(path) for path, _ in subtrees(shown) if path)
    if not named and not any(map(_LIMIT.search, task_sentences(context))):
        raise NotApplicable("no text and no field states a limit of words")
    paid: dict[str, list[Episode]] = {name: [] for name in _SPACES}
    tried = 0
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=_FEWEST):
        for field, text in solution.actions[-1].items():
            if not isinstance(text, str) or len(text.split()) < 2:
                continue
            if _with_words(context, solution, field, " "):
                continue  # words are not limited here
            tried += 1
            for name, space in _SPACES.items():
                found = _with_words(context, solution, field, space)
                if found:
                    paid[name].append(found)
    if not tried:
        raise NotApplicable("no answer is a text that loses its reward by many words more")
    for name, episodes in paid.items():
        if len(episodes) >= _FEWEST and 2 * len(episodes) >= tried:
            raise PropertyViolated(
                f"a right text with {_WORDS} words more is refused with blanks between them, and "
                f"paid with {name}, on {len(episodes)} of {tried} tasks",
                episodes[0],
            )


def _with_words(context: CheckContext, solution: Rollout, field: str, space: str) -> Episode | None:
    """The episode of a solution's text with many words behind it, if it is paid like the solution.

    The words are tried behind the text as it is, and with the same white space in it.
    """
    own = str(solution.actions[-1][field])
    for text in (own, space.join(own.split(" "))):
        longer = space.join([text, *["furthermore"] * _WORDS])
        actions = [*solution.actions[:-1], {**solution.actions[-1], field: longer}]
        if found := paid_like(context, solution, actions, "many words more"):
            return found
    return None
