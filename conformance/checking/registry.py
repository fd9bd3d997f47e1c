"""Decorators that register the functions which check the properties."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.episode_data import Episode

Check = Callable[[CheckContext], None]
EpisodeCheck = Callable[[CheckContext, Episode], None]


@dataclass(frozen=True)
class RegisteredCheck:
    """How a property is checked: once (`whole`), or on one episode after another (`episode`).

    Attributes:
        clean: whether a process in which nothing was played is kept ready to play episodes.
        odd: whether odd actions are tried beside ordinary ones.
    """

    whole: Check | None = None
    episode: EpisodeCheck | None = None
    clean: bool = False
    odd: bool = False


CHECKS: dict[str, RegisteredCheck] = {}
"""The registered checks by the property's id."""


def check(property_id: str, *, clean: bool = False) -> Callable[[Check], Check]:
    """Register a function that checks a property once.

    It returns if the property holds, and raises `PropertyViolated`, `NotApplicable` or
    `EvidenceMissing` if not. `clean` keeps a process ready in which nothing was played. Raises
    ValueError if the id is not in the catalogue or has a check already.
    """

    def register(function: Check) -> Check:
        _add(property_id, RegisteredCheck(whole=function, clean=clean))
        return function

    return register


def each_episode(
    property_id: str, *, clean: bool = False, odd: bool = False
) -> Callable[[EpisodeCheck], EpisodeCheck]:
    """Register a function that checks a property on one episode.

    It is called with stored failures, the corpus and episodes that Hypothesis draws. `odd` adds
    actions that the action model accepts and that make no sense; `clean` is as in `check`.
    """

    def register(function: EpisodeCheck) -> EpisodeCheck:
        _add(property_id, RegisteredCheck(episode=function, clean=clean, odd=odd))
        return function

    return register


def _add(property_id: str, registered: RegisteredCheck) -> None:
    if property_id not in catalogue():
        raise ValueError(f"{property_id} is not in the catalogue: add it to its chapter's file")
    if property_id in CHECKS:
        raise ValueError(f"{property_id} has two checks: remove one")
    CHECKS[property_id] = registered
