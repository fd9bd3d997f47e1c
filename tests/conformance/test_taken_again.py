"""What a message shows as taken is not paid again."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.taken_again import _is_taken, taken_again
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Cabins(Env):
    """Give each of four parties a cabin that is large enough; a cabin takes one party."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        cabin={"type": "integer", "minimum": 0, "maximum": 5}
    )
    limit = 4
    checks = True

    def begin(self) -> None:
        self.beds = [self.rng.randrange(4, 7) for _ in range(6)]
        self.parties = [self.rng.randrange(1, 5) for _ in range(4)]
        self.taken: set[int] = set()

    def show(self) -> Message:
        states = ["taken" if number in self.taken else "free" for number in range(6)]
        cabins = [
            f"cabin {number} with {beds} beds, {state}"
            for number, (beds, state) in enumerate(zip(self.beds, states, strict=True))
        ]
        return {"cabins": cabins, "parties": self.parties}

    def paid(self, action: Message) -> float:
        cabin, party = action["cabin"], self.parties.pop(0)
        self.over = not self.parties
        if self.beds[cabin] < party or (self.checks and cabin in self.taken):
            return 0.0
        self.taken.add(cabin)
        return 0.25

    def oracle(self) -> Message:
        return {"cabin": min(set(range(6)) - self.taken)}


class AnyCabin(Cabins):
    checks = False


class Objects(AnyCabin):
    """The cabins are objects with names of their own, and the action is a text."""

    schema: ClassVar[dict[str, Any]] = small_schema(command={"type": "string"})

    def show(self) -> Message:
        return {"cabins": [{"id": f"c{n}", "free": n not in self.taken} for n in range(6)]}

    def paid(self, action: Message) -> float:
        verb, _, name = action["command"].partition(" ")
        if verb != "use" or name not in {f"c{number}" for number in range(6)}:
            self.parties.pop(0)
            self.over = not self.parties
            return 0.0
        return super().paid({"cabin": int(name[1:])})

    def oracle(self) -> Message:
        return {"command": f"use c{super().oracle()['cabin']}"}


class SoundObjects(Objects):
    checks = True


class Dormitory(AnyCabin):
    """A cabin that is taken may be used again, as the oracle does."""

    def oracle(self) -> Message:
        return {"cabin": 0}


class Untold(AnyCabin):
    def show(self) -> Message:
        return {"parties": self.parties}


@pytest.mark.parametrize("env_class", [AnyCabin, Objects])
def test_what_is_taken_and_paid_again_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="shows as taken is paid again") as raised:
        taken_again(small_context(env_class))
    assert raised.value.episode is not None


@pytest.mark.parametrize("env_class", [Cabins, SoundObjects])
def test_what_is_refused_when_it_is_taken_is_sound(env_class: type[Env]) -> None:
    taken_again(small_context(env_class))


def test_without_an_oracle_random_episodes_are_looked_at() -> None:
    context = small_context(AnyCabin)
    context.survey.solutions.clear()
    with pytest.raises(PropertyViolated, match="shows as taken is paid again"):
        taken_again(context)


def test_nothing_is_said_where_the_oracle_does_it_or_nothing_shows_what_is_taken() -> None:
    with pytest.raises(NotApplicable, match="the oracle itself"):
        taken_again(small_context(Dormitory))
    with pytest.raises(NotApplicable, match="no message shows"):
        taken_again(small_context(Untold))


def test_what_says_that_something_is_taken() -> None:
    assert _is_taken("bay 3: taken")
    assert _is_taken({"state": "Sold", "price": 3})
    assert _is_taken({"is_done": True})
    assert _is_taken({"free": False})
    assert not _is_taken("bay 3: not taken")
    assert not _is_taken({"state": "free", "note": "was sold last year"})
    assert not _is_taken({"done": False, "free": True})
    assert not _is_taken(7)
