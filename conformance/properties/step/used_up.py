"""Step: an episode ends when something that it needs is used up, as a text says.

A sentence such as "A day without a ration ends the trek" names a resource that is shown. Each
action that takes one must have that consequence when none is left, and not take "one of none".
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.client.refusals import refusal
from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.json_tree import numbers_in, to_json
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_FEWEST = 2
"""Seeds on which an action must go on without the resource."""
_ACTIONS, _LENGTH, _WALKS = 12, 60, 40
_END = (
    r"\b(ends?|is over|is lost|loses?|fails?|failure|stops?|dies?|starves?|crash(es)?|aborts?"
    r"|turns? back|gives? up|is stranded|game over)\b"
)
_RULES = (
    re.compile(
        rf"\bwithout (?:an?|any|the|enough|one)?\s*(?P<name>[a-z]+)\b[^.;]{{0,40}}{_END}", re.I
    ),
    re.compile(
        rf"\b(?:when|if|once|as soon as|where)\b[^.;]{{0,20}}\b(?P<name>[a-z]+)\s+"
        r"(?:(?:is|are) (?:gone|empty|used up|exhausted|zero|0|at 0|at zero)|runs? (?:out|dry)"
        rf"|reach(?:es)? (?:0|zero)|hits? (?:0|zero))\b[^.;]{{0,60}}{_END}",
        re.I,
    ),
    re.compile(
        r"\b(?:with no|no|out of|the last(?: unit of)?)\s+(?P<name>[a-z]+)\s+"
        rf"(?:(?:is |are )?left\b)?[^.;]{{0,40}}{_END}",
        re.I,
    ),
    re.compile(
        rf"{_END}[^.;]{{0,30}}\b(?:when|if|once|as soon as)\b[^.;]{{0,20}}\b(?P<name>[a-z]+)\s+"
        r"(?:(?:is|are) (?:gone|empty|used up|exhausted|zero|0|at 0|at zero)|runs? (?:out|dry)"
        r"|reach(?:es)? (?:0|zero)|hits? (?:0|zero))",
        re.I,
    ),
)
_NOT = re.compile(r"\b(not|never|cannot|nothing|does not|do not)\b|n['’]t\b", re.I)


@check("step.used_up")
def used_up(context: CheckContext) -> None:
    """Take what uses a resource up until none is left, and then once more."""
    context.require_capability_absent("continuing", "episodes have no end")
    first = _numbers(context.play(Episode.of(context.seeds[0], [], "opening"))[0])
    named = {
        path: text
        for name, text in _stated(task_sentences(context))
        for path in first
        if _is_named(path, name)
    }
    if not named:
        raise NotApplicable("no text says that an episode ends when something shown is used up")
    taking: dict[tuple[str, str], set[str]] = {}
    found: dict[tuple[str, str], list[tuple[set[str], Episode]]] = {}
    tried = False
    for episode in context.until_budget(_episodes(context), least=_ACTIONS):
        trace = context.play(episode)
        for number, (before, after) in enumerate(itertools.pairwise(trace), start=1):
            action = to_json(episode.calls[number].action or {})
            old, new = _numbers(before), _numbers(after)
            moved = {path for path in new if path in old and new[path] != old[path]}
            for path in named:
                if old.get(path, 0) >= 1 and new.get(path) == old[path] - 1:
                    known = taking.setdefault((path, action), moved - {path})
                    taking[path, action] = known & moved
                elif old.get(path) == 0 == new.get(path) and not after.done and after.data:
                    tried = True
                    refused = refusal(trace[0], before, after, episode.calls[number].action)
                    if not refused and _is_paid_alike(before, after):
                        shown = Episode(episode.calls[: number + 1], "one of none")
                        found.setdefault((path, action), []).append((moved, shown))
    for (path, action), examples in found.items():
        effects = taking.get((path, action))
        alike = {each.seed: each for moved, each in examples if effects and effects <= moved}
        if len(alike) >= _FEWEST:
            raise PropertyViolated(
                f"{path} is 0, {action} takes one of it where it can, and the episode goes on, "
                f"though a text says {named[path][:160]!r}; so on {len(alike)} seeds",
                next(iter(alike.values())),
            )
    if not tried:
        raise NotApplicable(f"in no play did an episode go on with {', '.join(named)} at 0")


def _stated(texts: list[str]) -> Iterator[tuple[str, str]]:
    """What is used up where a sentence says that this ends the episode, with the sentence."""
    for text in texts:
        for rule in _RULES:
            for match in rule.finditer(text):
                if not _NOT.search(match[0]):
                    yield match["name"].lower(), text


def _is_named(path: str, name: str) -> bool:
    """Whether a number is named after a thing: `rations`, `ration_count`, `fuel_left`."""
    words = path.rpartition(".")[2].lower().split("_")
    stem = name.removesuffix("s")
    is_other = {"max", "price", "cost", "capacity", "limit", "used", "spent", "drop"} & {*words}
    return bool({name, stem, f"{stem}s", f"{name}es"} & {*words}) and not is_other


def _numbers(response: Response) -> dict[str, float]:
    return {
        path: value
        for path, value in numbers_in(response.data or {})
        if not path.startswith(("metadata", "reward"))
    }


def _is_paid_alike(before: Response, after: Response) -> bool:
    """Whether the step was not fined, which may be what having none costs."""
    return after.numeric_reward >= min(0.0, before.numeric_reward)


def _episodes(context: CheckContext) -> Iterator[Episode]:
    """One action again and again on two seeds, after another one too; then random ones."""
    pool: list[Action] = context.pool[:_ACTIONS]
    for action in pool:
        for seed in context.seeds[:_FEWEST]:
            yield Episode.of(seed, [action] * _LENGTH, "repetition")
    for first, action in itertools.permutations(pool[: _ACTIONS // 2], 2):
        for seed in context.seeds[:_FEWEST]:
            yield Episode.of(seed, [first, *[action] * _LENGTH], "repetition")
    for solution in context.survey.solutions[:4]:
        yield solution.episode("solution")
    for number in range(_WALKS):
        seed = context.seeds[number % len(context.seeds)]
        yield context.random_episode(seed, _LENGTH, f"walk {number}")
