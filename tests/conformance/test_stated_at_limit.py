"""What an episode pays that its step limit ends."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reward.stated_at_limit import _stated, stated_at_limit
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Rounds(Env):
    """Three rounds are won or lost; a player may wait."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["wait", "win", "lose"]})
    limit = 6
    text = "A game that is not finished after 6 steps counts as lost, -1."
    at_limit = -1.0
    begun_at_limit = 0.0

    def begin(self) -> None:
        self.won, self.played = 0, 0

    def show(self) -> Message:
        return {"text": self.text, "played": self.played}

    def paid(self, action: Message) -> float:
        self.played += action["do"] != "wait"
        self.won += action["do"] == "win"
        if self.played == 3:
            self.over = True
            return 1.0 if self.won == 3 else -1.0
        if self.count < self.limit:
            return 0.0
        return self.begun_at_limit if self.won == 2 and self.begun_at_limit else self.at_limit

    def oracle(self) -> Message:
        return {"do": "win"}


def variant(**fields: Any) -> type[Env]:
    return type("Variant", (Rounds,), fields)


UNPAID = "After the 6th step the game ends without pay."


def test_a_stalled_game_that_should_count_as_lost() -> None:
    stated_at_limit(small_context(Rounds))
    with pytest.raises(PropertyViolated, match="step 6 ends the episode and pays 0, 0 in all"):
        stated_at_limit(small_context(variant(at_limit=0.0)))


def test_an_unfinished_solution_that_the_limit_pays() -> None:
    stated_at_limit(small_context(variant(at_limit=0.0, text=UNPAID)))
    stated_at_limit(small_context(variant(at_limit=-0.5, text=UNPAID)))
    with pytest.raises(PropertyViolated, match=r"step 6 ends the episode and pays 0\.7"):
        stated_at_limit(small_context(variant(at_limit=0.0, begun_at_limit=0.7, text=UNPAID)))


def test_what_pays_at_each_step_may_pay_at_the_last() -> None:
    class Salary(Rounds):
        text = UNPAID

        def paid(self, action: Message) -> float:
            return 0.1

    stated_at_limit(small_context(Salary))


def test_without_a_statement_or_a_play_of_that_length_nothing_is_said() -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        stated_at_limit(small_context(variant(text="The game has three rounds.")))
    with pytest.raises(NotApplicable, match="no play lasted 9 steps"):
        stated_at_limit(small_context(variant(text="After 9 steps the game ends without pay.")))


def test_sentences_about_the_limit() -> None:
    texts = [
        "After 24 lines the episode ends without a commit, and pays nothing.",
        "The talk ends without pay after eight sentences.",
        "After 25 steps the session ends with 0.",
        "After 9 steps the session ends with -0.5.",
        "After the 7th step each round pays nothing.",
        "After 3 steps you are tired.",
        "After 5 rounds it ends with 0.25.",
    ]
    stated = {count: number for count, (number, _) in _stated(texts)}
    assert stated == {24: 0, 8: 0, 25: 0, 9: -0.5, 5: 0.25}
