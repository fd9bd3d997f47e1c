"""Things that are said to be held out and come up in training are reported."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants.held_out_names import held_out_names
from tests.conformance.small_environment import Env, Message, small_context, small_schema

_COUNTRIES = [f"{a}{b}land" for a in ("Al", "Be", "Co", "Du") for b in ("ba", "ri", "to")]


class Debate(Env):
    """A claim about a country is looked up; a quarter of the countries is held out."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        text={"type": "string", "description": "The name of a country, or the verdict"}
    )
    rule = "A quarter of the countries is held out for `test`."

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        return super().reset(seed, split=split)

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def countries(self) -> list[str]:
        return _COUNTRIES[6:] if self.options["split"] == "test" else _COUNTRIES[:6]

    def begin(self) -> None:
        self.country = self.rng.choice(self.countries())
        self.looked = False

    def show(self) -> Message:
        return {"rule": self.rule, "claim": f"{self.country} has a coast."}

    def paid(self, action: Message) -> float:
        self.looked = self.looked or action["text"] == self.country
        self.over = action["text"] == "true"
        return float(self.over and self.looked)

    def oracle(self) -> Message:
        return {"text": "true" if self.looked else self.country}


class OfTheEpisode(Debate):
    """What is held out is drawn from the seed of the episode."""

    def countries(self) -> list[str]:
        drawn = self.rng.sample(_COUNTRIES, len(_COUNTRIES))
        return drawn[:3] if self.options["split"] == "test" else drawn[3:]


class HeldOutTasks(OfTheEpisode):
    """Only debates are held out, and they may be about the same countries."""

    rule = "A quarter of the debates is held out for `test`."


def test_things_that_come_up_in_both_splits_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="are also in those of reset"):
        held_out_names(small_context(OfTheEpisode))


def test_things_that_are_held_out_are_not() -> None:
    held_out_names(small_context(Debate))


def test_tasks_that_are_held_out_may_name_the_same_things() -> None:
    with pytest.raises(NotApplicable, match="which an action names are held out"):
        held_out_names(small_context(HeldOutTasks))
