"""Step: an episode ends when a shown count or an event reaches what a text says.

A sentence such as "The third strike ends the game" names a count that is shown; one such as "An
offence ends the run" names an event that a message tells with a short text or a truth value.
However the episode got there, it must be over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.checking.task_texts import task_sentences
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.json_tree import subtrees
from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, ORDINAL_WORDS, number_of
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_EPISODES, _STEPS, _REPEATED = 120, 60, 12
_NUMBERED_FROM = 1
"""The first value of a count that numbers what is under way: case 4 is not the end of four."""
_WORDS = (*NUMBER_WORDS[1:7], *ORDINAL_WORDS[1:7])
_COUNT = rf"(?P<count>{'|'.join(_WORDS)}|\d{{1,2}}(?:st|nd|rd|th)?)"
_ENDS = r"(ends?|loses?|closes|stops|is over|are over|is lost|is the last)\b"
_REACHED = re.compile(
    rf"\b(?:the|a|an) {_COUNT} (?P<name>[a-z]+)s? (?:always |then )?{_ENDS}"
    rf"|\b{_ENDS}[^.,;:]{{0,30}}\b(?:after|at|with|on) (?:the )?{_COUNT.replace('count', 'count2')}"
    rf" (?P<name2>[a-z]+?)s?\b(?! (?:in a row|each|per))",
    re.I,
)
_EVENT = re.compile(
    r"\b(?:an?|any|the first) (?P<name>[a-z]{3,}) (?:always |then |also )?(?:ends|stops) the [a-z]+"
    r"|\bis an? (?P<name2>[a-z]{3,}): (?:then )?the [a-z]+ (?:ends|is over|stops)\b"
    r"|\bends (?:at once )?(?:with|at|after|on) (?:an?|any) (?P<name3>[a-z]{3,})\b(?! [a-z])",
    re.I,
)
_EVENT_WORDS = 5
_NO_EVENT = {"no", "not", "without", "never", "almost", "nearly", "avoided", "risk"}


@check("step.stated_ends")
def stated_ends(context: CheckContext) -> None:
    """Play at random, and look at each count that a text gives a last value."""
    context.require_capability_absent("continuing", "episodes have no end")
    stated = dict(_stated(task_sentences(context)))
    shown = _counts(context.play(Episode.of(context.seeds[0], [], "opening"))[0].data or {})
    ends = {
        path: (count + (shown[path] == _NUMBERED_FROM), text)
        for path in shown
        for name, (count, text) in stated.items()
        if _is_named(path, name) and shown[path] < count
    }
    events = dict(_events(task_sentences(context)))
    if not ends and not events:
        raise NotApplicable("no text says at which value of a shown count an episode ends")
    reached: set[str] = set()
    for episode in context.until_budget(_episodes(context), least=_EPISODES // 4):
        trace = context.play(episode)
        told = {name for name in events if _tells(trace[0].data or {}, name)}
        for number, response in enumerate(trace):
            message = response.data or {}
            counts = _counts(message)
            over = [
                (path, f"{path} is {counts[path]}", text)
                for path, (count, text) in ends.items()
                if counts.get(path, 0) >= count
            ]
            happened = {name for name in events if name not in told and _tells(message, name)}
            over += [(name, f"a message tells {name!r}", events[name]) for name in happened]
            told |= happened
            for name, what, text in over:
                reached.add(name)
                if not response.done:
                    raise PropertyViolated(
                        f"{what} and the episode goes on, though a text says {text[:160]!r}",
                        Episode(episode.calls[: number + 1], "what ends the episode"),
                    )
    if not reached:
        raise NotApplicable(f"in no play did {', '.join([*ends, *events])} reach what ends it")


def _stated(texts: list[str]) -> Iterator[tuple[str, tuple[int, str]]]:
    """What ends an episode, by the name of what is counted: the value, and the sentence."""
    for text in texts:
        for match in _REACHED.finditer(text):
            number = int(number_of(match["count"] or match["count2"]))
            yield (match["name"] or match["name2"]).lower(), (number, text)


def _events(texts: list[str]) -> Iterator[tuple[str, str]]:
    """The events that end an episode: their names, and the sentences."""
    for text in texts:
        for match in _EVENT.finditer(text):
            name = next(filter(None, match.groups())).lower()
            if name not in _WORDS:
                yield name, text


def _tells(message: dict[str, Any], event: str) -> bool:
    """Whether a short text of a message ends with an event, or a truth value is named after it."""
    for path, value in subtrees(message):
        if value is True and path.rpartition(".")[2].lower() == event:
            return True
        if isinstance(value, str):
            words = re.findall(r"[a-z0-9]+", value.lower())
            if words[-1:] == [event] and len(words) <= _EVENT_WORDS and not _NO_EVENT & {*words}:
                return True
    return False


def _counts(message: dict[str, Any]) -> dict[str, int]:
    return {path: value for path, value in subtrees(message) if type(value) is int}


def _is_named(path: str, name: str) -> bool:
    """Whether a count is named after a thing: `strikes`, `strike_count` or `wrong_strikes`."""
    words = path.rpartition(".")[2].lower().split("_")
    return bool({name, f"{name}s", f"{name}es"} & {*words}) and not {"left", "max"} & {*words}


def _episodes(context: CheckContext) -> Iterator[Episode]:
    """One action again and again; then random ones: valid, invalid, and those that solve a seed."""
    for action in [*context.survey.invalid[:1], *context.pool[:_REPEATED]]:
        yield Episode.of(context.seeds[0], [action] * _STEPS, "repetition")
    solved = [action for each in context.survey.solutions for action in each.actions]
    groups = [group for group in (context.pool, solved, context.survey.invalid) if group]
    for number in range(_EPISODES if groups else 0):
        seed = context.seeds[number % len(context.seeds)]
        rng = context.rng(f"stated ends {number}")
        weights = [rng.random() for _ in groups]
        chosen = rng.choices(groups, weights, k=_STEPS)
        actions = [rng.choice(group) for group in chosen]
        yield Episode.of(seed, actions, "walk")
