"""Evidence from the author."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .lake import MEAN_CAUGHT, NAMES, STRATA
from .models import SurveyAction, SurveyObservation
from .server.fish_survey_environment import TOWS

Policy = Callable[[Any, SurveyObservation], SurveyAction]

declared = {"max_steps": 12, "success_reward": 1.0, "levels": tuple(STRATA)}


def oracle(env: Any, observation: SurveyObservation) -> SurveyAction:
    """Tow equally often in every stratum, then add up area times mean catch over 0.6."""
    towed = {haul.stratum for haul in observation.hauls}
    for stratum in observation.strata:
        if stratum.name not in towed:
            tows = TOWS // len(observation.strata)
            return SurveyAction(kind="tow", stratum=stratum.name, tows=tows)
    fish = 0.0
    for stratum in observation.strata:
        caught = [haul.caught for haul in observation.hauls if haul.stratum == stratum.name]
        fish += stratum.hectares * sum(caught) / len(caught) / MEAN_CAUGHT
    return SurveyAction(kind="estimate", fish=fish)


def null(env: Any, observation: SurveyObservation) -> SurveyAction:
    """Estimate that there are no fish."""
    return SurveyAction(kind="estimate", fish=0.0)


def actions() -> st.SearchStrategy[SurveyAction]:
    """Tows in strata that may exist, and estimates."""
    tows = st.builds(
        SurveyAction, kind=st.just("tow"), stratum=st.sampled_from(NAMES), tows=st.integers(1, 12)
    )
    guesses = st.integers(0, 10**7).map(lambda fish: SurveyAction(kind="estimate", fish=fish))
    return st.one_of(tows, tows, guesses)


def invalid() -> list[SurveyAction]:
    """Actions that do nothing, or estimates that are never right."""
    return [
        SurveyAction(kind="tow", stratum="the sea"),
        SurveyAction(kind="tow", stratum=""),
        SurveyAction(kind="estimate", fish=0.0),
        SurveyAction(kind="estimate", fish=1e9),
    ]


def secrets(env: Any) -> list[str]:
    """The stock, as a number of fish."""
    return [str(round(env.reveal().lake.reveal().stock))]


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that try to earn reward without a survey."""
    yield "huge", lambda env, seen: SurveyAction(kind="estimate", fish=1e9)
    yield "tow-nowhere", lambda env, seen: SurveyAction(kind="tow", stratum="everywhere")
    yield (
        "claims",
        lambda env, seen: SurveyAction(kind="estimate", metadata={"close": True, "error": 0.0}),
    )
