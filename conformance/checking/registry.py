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
        needs_fresh_process: whether a fresh process (see `CheckContext`) is kept for the check.
        odd_actions: whether odd actions are tried beside ordinary ones.
        long_episodes: whether episodes are also played to their ends.
    """

    whole: Check | None = None
    episode: EpisodeCheck | None = None
    needs_fresh_process: bool = False
    odd_actions: bool = False
    long_episodes: bool = False


CHECKS: dict[str, RegisteredCheck] = {}
"""The registered checks by the property's id."""


def check(property_id: str, *, needs_fresh_process: bool = False) -> Callable[[Check], Check]:
    """Register a function that checks a property once.

    It returns if the property holds, and raises `PropertyViolated`, `NotApplicable` or
    `EvidenceMissing` if not. `needs_fresh_process` keeps a fresh process ready
    for the check. Raises ValueError if the id is not in the catalogue or has a check already.
    """

    def register(function: Check) -> Check:
        _add(property_id, RegisteredCheck(whole=function, needs_fresh_process=needs_fresh_process))
        return function

    return register


def each_episode(
    property_id: str,
    *,
    needs_fresh_process: bool = False,
    odd_actions: bool = False,
    long_episodes: bool = False,
) -> Callable[[EpisodeCheck], EpisodeCheck]:
    """Register a function that checks a property on one episode.

    It is called with stored failures, the corpus and episodes that Hypothesis draws. `odd_actions`
    adds actions that the action model accepts and that make no sense, `long_episodes` episodes that
    are played to their ends; `needs_fresh_process` is as in `check`.
    """

    def register(function: EpisodeCheck) -> EpisodeCheck:
        registered = RegisteredCheck(
            episode=function,
            needs_fresh_process=needs_fresh_process,
            odd_actions=odd_actions,
            long_episodes=long_episodes,
        )
        _add(property_id, registered)
        return function

    return register


def _add(property_id: str, registered: RegisteredCheck) -> None:
    if property_id not in catalogue():
        raise ValueError(f"{property_id} is not in the catalogue: add it to its chapter's file")
    if property_id in CHECKS:
        raise ValueError(f"{property_id} has two checks: remove one")
    CHECKS[property_id] = registered
