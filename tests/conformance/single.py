"""A factory that returns one instance for all, and code that raises, for the tests."""

from __future__ import annotations

from tests.conformance.guess import GuessEnvironment

_ONLY: list[GuessEnvironment] = []


def the_only_one() -> GuessEnvironment:
    """The same instance on every call."""
    if not _ONLY:
        _ONLY.append(GuessEnvironment())
    return _ONLY[0]


class NotAlwaysMade(GuessEnvironment):
    """The third instance in a process cannot be made."""

    made = 0

    def __init__(self) -> None:
        super().__init__()
        NotAlwaysMade.made += 1
        if NotAlwaysMade.made > 2:
            raise RuntimeError("no more rooms")
