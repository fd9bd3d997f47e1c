"""The functions that check the properties, by id."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass

from hallmark_rl.conformance import properties
from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.core.episode import Episode

Check = Callable[[Lab], None]
EpisodeCheck = Callable[[Lab, Episode], None]


@dataclass(frozen=True)
class Entry:
    """How one property is checked: as a whole, or episode by episode."""

    whole: Check | None = None
    episode: EpisodeCheck | None = None
    clean: bool = False
    odd: bool = False


_ENTRIES: dict[str, Entry] = {}


def check(name: str, *, clean: bool = False) -> Callable[[Check], Check]:
    """Register the check of a property. `clean` keeps an unplayed process at hand."""

    def register(function: Check) -> Check:
        _add(name, Entry(whole=function, clean=clean))
        return function

    return register


def each_episode(
    name: str, *, clean: bool = False, odd: bool = False
) -> Callable[[EpisodeCheck], EpisodeCheck]:
    """Register a check of single episodes: stored ones, the corpus, and what Hypothesis draws.

    `odd` adds actions that the model accepts and that mean nothing.
    """

    def register(function: EpisodeCheck) -> EpisodeCheck:
        _add(name, Entry(episode=function, clean=clean, odd=odd))
        return function

    return register


def entries() -> dict[str, Entry]:
    """Every check, loaded."""
    for module in pkgutil.walk_packages(properties.__path__, f"{properties.__name__}."):
        importlib.import_module(module.name)
    return _ENTRIES


def _add(name: str, entry: Entry) -> None:
    if name not in catalogue():
        raise ValueError(f"{name} is not in the catalogue")
    if name in _ENTRIES:
        raise ValueError(f"{name} has two checks")
    _ENTRIES[name] = entry
