"""Text form: every observation can be rendered."""

from __future__ import annotations

import time
from collections.abc import Iterator

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.checking.registry import check
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.text_form.text_module import (
    levels_of,
    observations,
    shown,
    text_function,
)

_SECONDS = 1.0
_STEPS = 12


@check("text.render")
def renders_everything(context: CheckContext) -> None:
    render = text_function(context, "render")
    rendered = 0
    for episode in context.until_budget(_episodes(context), least=12):
        for observation, example in observations(context, episode):
            began = time.process_time()
            try:
                texts = [render(observation) for _ in range(2)]
            except (Exception, SystemExit) as error:
                text = f"render() raises {type(error).__name__}: {str(error)[:200]}"
                raise PropertyViolated(text, example) from None
            if time.process_time() - began > 2 * _SECONDS:
                raise PropertyViolated(f"render() takes more than {_SECONDS:g} s", example)
            if not isinstance(texts[0], str) or not texts[0]:
                text = f"render() returns {shown(repr(texts[0]))}, not a text for the model"
                raise PropertyViolated(text, example)
            if texts[0] != texts[1]:
                raise PropertyViolated(
                    f"render() returns {shown(texts[0])} and then {shown(texts[1])} for one "
                    "observation",
                    example,
                )
            rendered += 1
    context.figures["rendered"] = rendered


def _episodes(context: CheckContext) -> Iterator[Episode]:
    """Episodes of every level, of valid and invalid actions, and of the oracle."""
    seed = context.seeds[0]
    levels = [{} if level is None else {"level": level} for level in levels_of(context)]
    walk = context.random_episode(seed, _STEPS).actions
    for options in levels:
        yield Episode.of(seed, walk, "walk", **options)
    for solution in context.survey.solutions[:2]:
        yield solution.episode("solution")
    yield Episode.of(seed, context.survey.invalid[:_STEPS], "illegal")
    yield from context.corpus(_STEPS)
    for number in context.seeds[1:]:
        yield context.random_episode(number, _STEPS)
