"""What a wrong answer costs does not tell how much of it is right."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.secrecy.charged_mistakes import charged_mistakes
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Lock(Env):
    """Read the note, then dial the code; a try takes a minute for each ring."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})

    def begin(self) -> None:
        self.code = "".join(self.rng.choice("0123456789") for _ in range(4))
        self.minutes, self.matches, self.is_read = 0, 0, False

    def show(self) -> Message:
        return {"minutes": self.minutes, "note": self.code if self.is_read else ""}

    def minutes_of(self, matches: int) -> int:
        return 4

    def paid(self, action: Message) -> float:
        command, _, code = action["text"].partition(" ")
        if command != "dial":
            self.is_read = True
            self.minutes += 1
            return 0.0
        pairs = zip(code, self.code, strict=False)
        self.matches = next((n for n, (a, b) in enumerate(pairs) if a != b), 4)
        self.minutes += self.minutes_of(self.matches)
        self.over = code == self.code
        return float(self.over)

    def oracle(self) -> Message:
        return {"text": f"dial {self.code}" if self.is_read else "read"}


class StopsEarly(Lock):
    def minutes_of(self, matches: int) -> int:
        return min(4, matches + 1)


class Mastermind(Lock):
    """A reply for mistakes is part of the game: nothing but an attempt changes it."""

    def show(self) -> Message:
        return {**super().show(), "matches": self.matches}


class OneTry(StopsEarly):
    """A wrong code ends the episode: nothing can be done with what the clock tells."""

    def paid(self, action: Message) -> float:
        reward = super().paid(action)
        self.over = self.over or action["text"].startswith("dial")
        return reward


class Listed(StopsEarly):
    """The code is a list of colours."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        colours={"type": "array", "items": {"type": "string"}}
    )

    def begin(self) -> None:
        super().begin()
        self.code = "".join(self.rng.sample("rgbyw", 4))

    def paid(self, action: Message) -> float:
        code = "".join(action["colours"])
        return super().paid({"text": f"dial {code}" if code else "read"})

    def oracle(self) -> Message:
        return {"colours": list(self.code) if self.is_read else []}


class Walk(StopsEarly):
    """The text is a walk that ends at the first wrong turn, as the map shows."""

    def show(self) -> Message:
        return {**super().show(), "map": "." * self.matches + "@"}


@pytest.mark.parametrize("telling", [StopsEarly, Listed])
def test_a_cost_that_depends_on_the_right_part_is_reported(telling: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match="minutes tells whether it begins like the right"):
        charged_mistakes(small_context(telling))


def test_equal_costs_and_replies_of_a_guessing_game_pass() -> None:
    charged_mistakes(small_context(Lock))
    charged_mistakes(small_context(Mastermind))
    with pytest.raises(NotApplicable, match="leaves the episode open"):
        charged_mistakes(small_context(Walk))
    with pytest.raises(NotApplicable, match="leaves the episode open"):
        charged_mistakes(small_context(OneTry))
