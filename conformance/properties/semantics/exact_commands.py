"""Semantics: where a text asks for exactly one command, words around it make it none.

A parser that looks for commands anywhere in a line carries out what is only mentioned, and several
commands for the price of one. So does one that splits a text at line breaks or other separators.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.policies import more_solutions, paid_like
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.survey.survey_data import Rollout

_FURTHER, _FEWEST, _SHARE = 8, 4, 0.75
_THING = r"(command|order|instruction)"
_TURN = r"(line|step|turn|message|time)"
_EXACT = re.compile(
    rf"\b(exactly|only|just) (one|a single) {_THING}\b|\bnot exactly (one|a) {_THING}\b"
    rf"|\bone {_THING} (per|in each|in a|in one|each|every|a|at a) {_TURN}\b",
    re.I,
)
_ONE_A_TURN = re.compile(
    rf"\b(one|a single|a) (command|order|instruction|move) "
    rf"(per|in each|in every|in one|each|every|at a) {_TURN}\b"
    rf"|\b(each|every|a|per) {_TURN}:? (is|holds|takes|has|carries out|runs|allows)?[ ,]?"
    rf"(exactly |only |just )?(one|a single) (command|order|instruction|move)\b",
    re.I,
)
_SEVERAL = re.compile(
    rf"\b(several|many|multiple|more than one|two or more|one or more|some|up to \w+) {_THING}s?\b"
    rf"|\b{_THING}s (may|can) be (joined|chained|combined|separated)\b"
    rf"|\bseparate[ds]? {_THING}s?\b|\b{_THING}s (are )?separated\b",
    re.I,
)
_FORBIDDEN = re.compile(
    r"\b(not|never|no|neither|cannot|without|instead of|wrong|illegal)\b|n't\b", re.I
)
"""Sentences that name several commands in one text, and words with which they forbid them."""
_IGNORED = re.compile(r"\b(other|further|more|any) (words?|texts?)\b.{0,30}\bignored\b", re.I)
_LINE, _OTHER_TURN = re.compile(r"\blines?\b", re.I), re.compile(r"\b(step|turn|message)s?\b", re.I)
"""A sentence about each line says nothing of how many lines a text may have."""
_BREAK = "\n"
_SEPARATORS = {"a line break": _BREAK, "';'": "; ", "'&&'": " && "}


class _Form(NamedTuple):
    """A solution that is written in another way: its actions, and those that must earn less."""

    name: str
    actions: list[Action]
    controls: tuple[list[Action], ...] = ()


@check("semantic.exact_commands")
def exact_commands(context: CheckContext) -> None:
    """Write the commands of solutions into sentences, and several of them into one text."""
    context.require_capability_absent("stochastic", "single returns depend on chance")
    texts = task_sentences(context)
    exact = next(filter(_EXACT.search, texts), "")
    stated = exact or next(filter(_ONE_A_TURN.search, texts), "")
    if not stated or any(_IGNORED.search(text) or _allows_several(text) for text in texts):
        raise NotApplicable("no text says that a step or line is exactly one command")
    tried: dict[str, int] = {}
    paid: dict[str, list[Episode]] = {}
    solutions = [*context.solutions, *more_solutions(context, _FURTHER)]
    for solution in context.until_budget(solutions, least=_FEWEST):
        forms = list(_in_sentences(context, solution)) if exact else []
        for form in [*forms, *_joined(context, solution, _separators(stated))]:
            if not all(map(context.source.valid, form.actions)):
                continue
            tried[form.name] = tried.get(form.name, 0) + 1
            episode = paid_like(context, solution, form.actions, form.name)
            needed = (not paid_like(context, solution, c, "fewer") for c in form.controls)
            if episode and all(needed):
                paid.setdefault(form.name, []).append(episode)
    if not tried:
        raise NotApplicable("the solutions send no commands in a text")
    for name, episodes in paid.items():
        if len(episodes) >= max(_FEWEST, _SHARE * tried[name]):
            raise PropertyViolated(
                f"{name} is paid like the solution on {len(episodes)} of {tried[name]} seeds, "
                f"though a text says {stated[:160]!r}",
                episodes[0],
            )


def _allows_several(text: str) -> bool:
    """Whether a sentence says that one text may hold several commands."""
    return bool(_SEVERAL.search(text)) and not _FORBIDDEN.search(text)


def _in_sentences(context: CheckContext, solution: Rollout) -> Iterator[_Form]:
    """The solution with its commands in sentences, or with its first two in one."""
    for name in context.source.text_fields():
        texts = [action.get(name) for action in solution.actions]
        if not all(isinstance(text, str) and " " in text.strip() for text in texts[:1]):
            continue
        within = [
            {**action, name: f"well, {text} please"} if text else action
            for action, text in zip(solution.actions, texts, strict=True)
        ]
        yield _Form("each command inside of a sentence", within)
        if len(texts) > 2:
            both = {**solution.actions[0], name: f"{texts[0]} {texts[1]}"}
            yield _Form("the first two commands in one", [both, *solution.actions[2:]])


def _separators(stated: str) -> dict[str, str]:
    """What two commands may not be joined by, given the sentence that asks for one; by name."""
    of_lines = _LINE.search(stated) and not _OTHER_TURN.search(stated)
    return {
        sign: separator
        for sign, separator in _SEPARATORS.items()
        if separator != _BREAK or not of_lines
    }


def _joined(
    context: CheckContext, solution: Rollout, separators: dict[str, str]
) -> Iterator[_Form]:
    """The solution with its first two commands, or all, in one text with a separator.

    Each of the joined commands must be needed: else it might not be read at all.
    """
    actions = solution.actions
    for name in context.source.text_fields():
        sent = [action.get(name) for action in actions]
        texts = [text for text in sent if isinstance(text, str) and text.strip()]
        if len(texts) < max(2, len(sent)) or len({*texts}) < 2:
            continue
        for sign, separator in separators.items():
            for count, what in {len(texts): "all commands", 2: "the first two commands"}.items():
                one = {**actions[0], name: separator.join(texts[:count])}
                rest = actions[count:]
                form = f"the text of {what}, joined by {sign},"
                controls = ([actions[0], *rest], [actions[count - 1], *rest])
                yield _Form(form, [one, *rest], controls)
