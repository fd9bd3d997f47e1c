"""Step: a refused action leaves the board as it is, if the README or a message promises that.

Lists and objects of the message must stay as they are, such as a board or the cards in hand. Single
numbers and texts may change: a refusal may be counted or cost something.
"""

from __future__ import annotations

import re

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent, task_sentences
from hallmark_rl.conformance.client.refusals import COUNTER_NAME, VERDICT, is_told_refused
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.diff import differences
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_SEEDS, _FEWEST = 8, 3
"""Seeds that are tried, and on which a refused action must change something."""
_MOVES, _FEWEST_MOVES = 40, 12
"""Actions of a seed: at most, and whatever the time."""
_REFUSED = re.compile(
    r"\b(?:illegal|invalid|refused|rejected|not (?:allowed|legal|possible|valid)|impossible|no move"
    r"|cannot be (?:read|done|made|carried out)|unreadable|unknown)\b",
    re.I,
)
_UNCHANGED = re.compile(
    r"\b(?:changes?|moves?|does|do|alters?) nothing\b|\bnothing (?:changes|happens|moves|is done)\b"
    r"|\b(?:has|have|without) (?:no |any )?effect\b|\b(?:is|are) ignored\b"
    r"|\b(?:are|is) to (?:move|play|act) again\b|\b(?:may|can|must) (?:move|play|try) again\b"
    r"|\b(?:stays?|remains?|leaves?\b[^.]*) (?:as (?:it|they) (?:is|are)|unchanged|the same)\b"
    r"|\b(?:board|position|game|state) stays\b|\bstill your (?:turn|move)\b|\bnot carried out\b",
    re.I,
)
_NOT = re.compile(r"\b(?:unless|except|otherwise|but (?:the|your|an?) )", re.I)
"""Sentences that speak of a refusal, promise that it changes nothing, or make an exception."""


@check("step.refused_unchanged")
def refused_unchanged(context: CheckContext) -> None:
    """Play actions that the message calls refused, at the start and after a solution's step."""
    context.require_deterministic()
    sentences = (text for text in task_sentences(context) if not _NOT.search(text))
    text = next((s for s in sentences if _REFUSED.search(s) and _UNCHANGED.search(s)), "")
    if not text:
        raise NotApplicable("no text says that a refused action changes nothing")
    moves = [move for move in context.survey.invalid if context.source.valid(move)]
    moves += [move for move in context.pool if move not in moves]
    refused = 0
    found: dict[int | None, tuple[Episode, str]] = {}
    for seed in context.until_budget(context.seeds[:_SEEDS], least=_FEWEST):
        for before in _beginnings(context, seed):
            passing: set[tuple[str, str]] = set()
            told: list[tuple[Episode, set[tuple[str, str]]]] = []
            for move in context.until_budget(moves[:_MOVES], least=_FEWEST_MOVES):
                episode = Episode.of(seed, [*before, move], "a refused action")
                trace = context.play(episode)
                if len(trace) < len(before) + 2 or trace[-1].done or trace[-1].data is None:
                    continue
                changed = _changed(trace[-2], trace[-1])
                if is_told_refused(trace[0], trace[-2], trace[-1]):
                    told.append((episode, changed))
                else:
                    passing |= changed
            refused += len(told)
            for episode, changed in told:
                if changed - passing:  # what another action brings too comes by itself
                    found.setdefault(seed, (episode, min(changed - passing)[0]))
        if len(found) >= _FEWEST:
            episode, path = next(iter(found.values()))
            raise PropertyViolated(
                f"an action that the message calls refused changes {path}, on {len(found)} seeds, "
                f"though a text says {text[:160]!r}",
                episode,
            )
    if not refused:
        raise NotApplicable("no message says that an action was refused")


def _beginnings(context: CheckContext, seed: int | None) -> list[list[Action]]:
    """Nothing, and the first step of the seed's solution."""
    steps = [s.actions[:1] for s in context.survey.solutions if s.seed == seed and s.actions[1:]]
    return [[], *steps[:1]]


def _changed(before: Response, after: Response) -> set[tuple[str, str]]:
    """The fields whose lists or objects differ in more than an added end, and what they are now."""
    left, right = shown_to_agent(before.data or {}), shown_to_agent(after.data or {})
    changed = set()
    for item in differences(left, right):
        field = re.split(r"[.\[]", item.path, maxsplit=1)[0]
        old, new = left.get(field), right.get(field)
        is_inside = isinstance(old, list | dict) and isinstance(new, list | dict)
        is_record = isinstance(old, list) and isinstance(new, list) and new[: len(old)] == old
        if field in VERDICT or item.volatile or not is_inside or is_record:
            continue
        if not COUNTER_NAME.search(item.path):
            changed.add((field, to_json(new)))
    return changed
