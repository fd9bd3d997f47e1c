"""Secrecy: replies to texts that mean nothing do not describe the right one of several candidates.

Each reply may name one part only, such as another example each time; together they describe it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.error_rate import allowance, upper_tail
from hallmark_rl.conformance.checking.policies import more_solutions
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import shown_to_agent
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.oracle_search.action_slots import filled, slots_of, templates
from hallmark_rl.conformance.survey.survey_data import Rollout

_TEXTS = ("zzq", "qqx", "xzz", "zxq", "qzz", "xxq", "qxz", "zqq")
"""Texts that mean nothing, one after another."""
_FURTHER, _FEWEST = 40, 24
_HITS = 0.8
"""Share of seeds on which the described candidate must be the right one."""
_FEWEST_CANDIDATES, _MOST_CANDIDATES = 3, 40
_CLAIMS = 6
_WORD = re.compile(r"[^\W_]+")


class _Case(NamedTuple):
    """One seed: whether the described candidate is the right one, the chance of that, a replay."""

    is_right: bool
    chance: float
    episode: Episode


@check("secrecy.pointing_replies")
def pointing_replies(context: CheckContext) -> None:
    """Send texts that mean nothing, and see which candidate has most words of the replies."""
    context.require_deterministic()
    senseless = list(_senseless(context))
    if not senseless:
        raise NotApplicable("an action has no text that is free")
    cases: dict[str, list[_Case]] = {}
    played = 0
    first = context.solutions
    for further in (False, True):
        solutions = more_solutions(context, _FURTHER) if further else first
        for solution in context.until_budget(solutions, least=_FEWEST):
            played += 1
            for path, case in _described(context, solution, senseless):
                cases.setdefault(path, []).append(case)
        suspects = {p for p, each in cases.items() if _share(each) >= _HITS and len(each) > 3}
        cases = {path: each for path, each in cases.items() if path in suspects}
        if not cases:
            if any(_candidates(context, solution) for solution in first):
                return
            raise NotApplicable("no answer names one of several candidates that are shown")
    if played < _FEWEST:
        raise EvidenceMissing(f"{played} seeds could be solved, {_FEWEST} are needed")
    rate = allowance("secrecy.pointing_replies", _CLAIMS)
    for path, each in list(cases.items())[:_CLAIMS]:
        confirmed = each[len(first) :]
        hits = sum(case.is_right for case in confirmed)
        chance = sum(case.chance for case in confirmed) / max(1, len(confirmed))
        if upper_tail(hits, len(confirmed), chance) < rate:
            raise PropertyViolated(
                f"the replies to {len(_TEXTS)} texts that mean nothing describe the right one of "
                f"{path} on {hits} of {len(confirmed)} fresh seeds; by chance they would on "
                f"{chance * len(confirmed):.0f}",
                next(case.episode for case in confirmed if case.is_right),
            )


def _senseless(context: CheckContext) -> Iterator[list[Action]]:
    """Rows of actions whose text means nothing, one row for each text of an action."""
    for action in templates(context.source, context.pool):
        for slot in slots_of(context.source, action):
            if "string" in slot.kinds and not slot.choices:
                row = [filled(action, slot, text) for text in _TEXTS]
                if all(context.source.valid(each) for each in row):
                    yield row
                    break


def _described(
    context: CheckContext, solution: Rollout, senseless: list[list[Action]]
) -> Iterator[tuple[str, _Case]]:
    """For each list of candidates: whether the replies have most words of the right one."""
    for path, (parts, right) in _candidates(context, solution).items():
        for row in senseless[:2]:
            episode = Episode.of(solution.seed, row, "no meaning", **solution.options)
            trace = context.play(episode)
            known = dict(subtrees(trace[0].data or {}))
            said = {
                word
                for response in trace[1:]
                for place, text in subtrees(shown_to_agent(response.data or {}))
                if isinstance(text, str) and text != known.get(place) and not response.done
                for word in _words(text)
            }
            scores = [len(words & said) / len(words) for words in parts]
            best = [place for place, score in enumerate(scores) if score == max(scores) > 0]
            if best and len(best) < len(parts):
                chance = len(best) / len(parts)
                yield path, _Case(right in best, chance, episode)
                break


def _candidates(
    context: CheckContext, solution: Rollout
) -> dict[str, tuple[list[frozenset[str]], int]]:
    """Lists of objects of which the last action names one: what each consists of, and which."""
    opening = context.play(Episode.of(solution.seed, [], "opening", **solution.options))[0]
    answer = {
        part.casefold()
        for text in map(str, solution.actions[-1].values())
        for part in (text, *_WORD.findall(text), text.partition(" ")[2])
    }
    found = {}
    for path, value in subtrees(shown_to_agent(opening.data or {})):
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            continue
        if not _FEWEST_CANDIDATES <= len(value) <= _MOST_CANDIDATES:
            continue
        for key in value[0]:
            names = [str(item.get(key)).casefold() for item in value]
            named = [place for place, name in enumerate(names) if name in answer]
            if len({*names}) == len(names) and len(named) == 1:
                rest = [{k: v for k, v in item.items() if k != key} for item in value]
                parts = [frozenset(_words(item)) for item in rest]
                if all(parts):
                    found[path] = parts, named[0]
                break
    return found


def _words(value: Any) -> set[str]:
    """The words of the texts of a value."""
    texts = (part for _, part in subtrees(value) if isinstance(part, str))
    return {word.casefold() for text in texts for word in _WORD.findall(text)}


def _share(cases: list[_Case]) -> float:
    return sum(case.is_right for case in cases) / len(cases)
