"""Semantics: where a text asks for exactly one command, words around it make it none.

A parser that looks for commands anywhere in a line carries out what is only mentioned, and several
commands for the price of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 3, 0.75
_THING = r"(command|order|instruction)"
_EXACT = re.compile(
    rf"\b(exactly|only|just) (one|a single) {_THING}\b|\bnot exactly (one|a) {_THING}\b"
    rf"|\bone {_THING} (per|in each|in a|in one|a|at a) (line|step|turn|message|time)\b",
    re.I,
)
_IGNORED = re.compile(r"\b(other|further|more|any) (words?|texts?)\b.{0,30}\bignored\b", re.I)


@check("semantic.exact_commands")
def exact_commands(context: CheckContext) -> None:
    """Write the commands of solutions into sentences, and two of them into one."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    texts = task_sentences(context)
    stated = next(filter(_EXACT.search, texts), "")
    if not stated or any(map(_IGNORED.search, texts)):
        raise NotApplicable("no text says that a step or line is exactly one command")
    tried: dict[str, int] = {}
    paid: dict[str, list[Episode]] = {}
    for solution in [*context.solutions, *more_solutions(context, _FURTHER)]:
        for form, actions in _other_forms(context, solution):
            if all(map(context.source.valid, actions)):
                tried[form] = tried.get(form, 0) + 1
                episode = paid_like(context, solution, actions, form)
                paid.setdefault(form, []).extend([episode] if episode else [])
    if not tried:
        raise NotApplicable("the solutions send no commands in a text")
    for form, episodes in paid.items():
        if len(episodes) >= max(_FEWEST, _SHARE * tried[form]):
            raise PropertyViolated(
                f"{form} is paid like the solution on {len(episodes)} of {tried[form]} seeds, "
                f"though a text says {stated[:160]!r}",
                episodes[0],
            )


def _other_forms(context: CheckContext, solution: Rollout) -> Iterator[tuple[str, list[Action]]]:
    """The solution with its commands in sentences, or with its first two in one; by the form."""
    for name in context.source.text_fields():
        texts = [action.get(name) for action in solution.actions]
        if not all(isinstance(text, str) and " " in text.strip() for text in texts[:1]):
            continue
        yield (
            "each command inside of a sentence",
            [
                {**action, name: f"well, {text} please"} if text else action
                for action, text in zip(solution.actions, texts, strict=True)
            ],
        )
        if len(texts) > 2:
            both = {**solution.actions[0], name: f"{texts[0]} {texts[1]}"}
            yield "the first two commands in one", [both, *solution.actions[2:]]
