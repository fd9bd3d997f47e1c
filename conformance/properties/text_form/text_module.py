"""What the checks of text.py share: its functions, its levels, and episodes to render."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.client.in_process import InProcessDriver, make_action
from hallmark_rl.conformance.client.response import simplify
from hallmark_rl.conformance.core.episode_data import Action, Episode
from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated

_REFUSAL = "UnparsableCompletion"
"""Name of the only exception that `parse` may raise."""
_COUNT = 8
_SEED = 7

Demonstrations = list[list[tuple[str, str]]]
"""Episodes as lists of (prompt, answer)."""


@dataclass(frozen=True)
class Parsed:
    """What `parse` made of a text.

    Attributes:
        action: the fields of the action; None if the text was refused.
        problem: what is wrong with the result; empty if nothing is.
    """

    action: Action | None = None
    problem: str = ""


def text_function(context: CheckContext, name: str) -> Callable[..., Any]:
    """A function of text.py.

    Raises:
        NotApplicable: there is no text.py.
        PropertyViolated: text.py has no such function.
    """
    if context.subject.text is None:
        raise NotApplicable("there is no text.py")
    function = getattr(context.subject.text, name, None)
    if not callable(function):
        raise PropertyViolated(f"text.py has no function {name}()")
    made: Callable[..., Any] = function
    return made


def parse_text(context: CheckContext, text: str) -> Parsed:
    """Parse a text in this process, and validate the action."""
    parse = text_function(context, "parse")
    try:
        action = parse(text)
    except (Exception, SystemExit) as error:
        is_text = not any("\ud800" <= character <= "\udfff" for character in text)
        if type(error).__name__ == _REFUSAL or (isinstance(error, ValueError) and not is_text):
            return Parsed()  # no tokenizer decodes to lone surrogates, and no model takes them
        return Parsed(problem=f"raises {type(error).__name__}: {str(error)[:200]}")
    model = context.subject.action_type
    if isinstance(model, type) and not isinstance(action, model):
        return Parsed(problem=f"returns a {type(action).__name__}, not a {model.__name__}")
    try:
        fields = action.model_dump() if hasattr(action, "model_dump") else action
        make_action(model, fields)
    except Exception as error:
        text = f"returns an action that its model rejects: {type(error).__name__}"
        return Parsed(problem=f"{text}: {str(error)[:200]}")
    return Parsed(simplify(fields))


def shown(text: str) -> str:
    """A text for a message: its repr, cut in the middle."""
    if len(text) <= 120:
        return repr(text)
    return f"{text[:60]!r}... ({len(text)} characters) ...{text[-30:]!r}"


def levels_of(context: CheckContext) -> list[Any]:
    """The levels that text.py names, else those that are declared; at least None."""
    levels = getattr(context.subject.text, "LEVELS", None) or context.declared.levels
    return list(levels) or [None]


def demonstrations_of(
    context: CheckContext, level: Any, seed: int = _SEED, quality: float = 1.0
) -> Demonstrations | None:
    """Demonstrations of a level; None if text.py says with `ValueError` that there are none.

    Raises:
        NotApplicable: there is no text.py, or it has no demonstrations.
        PropertyViolated: they raise another exception, or have another form.
    """
    if context.subject.text is None:
        raise NotApplicable("there is no text.py")
    if not callable(getattr(context.subject.text, "demonstrations", None)):
        raise NotApplicable("text.py has no demonstrations")
    function = text_function(context, "demonstrations")
    try:
        made = function(level=level, count=_COUNT, seed=seed, quality=quality)
    except ValueError:
        return None
    except (Exception, SystemExit) as error:
        text = f"demonstrations(level={level!r}) raises {type(error).__name__}: {error}"
        raise PropertyViolated(text) from None
    try:
        episodes = [[(prompt, answer) for prompt, answer in turns] for turns in made]
    except (TypeError, ValueError):
        text = f"demonstrations(level={level!r}) returns no lists of (prompt, answer)"
        raise PropertyViolated(text) from None
    for turns in episodes:
        for turn in turns:
            if not all(isinstance(part, str) for part in turn):
                text = f"demonstrations(level={level!r}) has a turn {shown(repr(turn))}, not texts"
                raise PropertyViolated(text)
    if len(episodes) != _COUNT or not all(episodes):
        text = f"demonstrations(level={level!r}, count={_COUNT}) returns {len(episodes)} episodes"
        empty = sum(not turns for turns in episodes)
        raise PropertyViolated(f"{text}, {empty} of them without a turn")
    return episodes


@functools.lru_cache(maxsize=2)
def demonstrated_levels(context: CheckContext) -> dict[Any, Demonstrations]:
    """The demonstrations of each level that has some."""
    found = {level: demonstrations_of(context, level) for level in levels_of(context)}
    return {level: episodes for level, episodes in found.items() if episodes is not None}


def observations(context: CheckContext, episode: Episode) -> Iterator[tuple[Any, Episode]]:
    """Each observation of an episode before its end, as an object, with the calls so far."""
    driver = context.new_driver()
    if not isinstance(driver, InProcessDriver):
        raise NotApplicable("the subject is a running server: its observations are no objects")
    try:
        for number, call in enumerate(episode.calls):
            response = context.call(driver, call)
            if response.data is None or response.done:
                return
            yield response.raw, Episode(episode.calls[: number + 1], episode.label)
    finally:
        driver.close()
