"""An episode ends when a shown count reaches what a text says."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.stated_ends import _events, _stated, stated_ends
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Floor(Env):
    """Lay tiles; a strike for a taken cell, and one for a rock, which are counted together."""

    schema: ClassVar[dict[str, Any]] = small_schema(cell={"type": "integer"})
    limit = 40
    text = "The third strike ends the game."
    rocks_end = True

    def begin(self) -> None:
        self.rocks, self.laid = set(self.rng.sample(range(9), 3)), set[int]()
        self.strikes = 0

    def show(self) -> Message:
        return {"text": self.text, "strikes": self.strikes}

    def paid(self, action: Message) -> float:
        cell = action["cell"]
        is_rock = cell in self.rocks
        if is_rock or cell in self.laid or not 0 <= cell < 9:
            self.strikes += 1
            self.over = self.strikes >= 3 and (self.rocks_end or not is_rock)
            return 0.0
        self.laid.add(cell)
        self.over = len(self.laid) == 6
        return 1 / 6

    def oracle(self) -> Message:
        return {"cell": min(set(range(9)) - self.rocks - self.laid)}


class NoEnd(Floor):
    rocks_end = False


class Untold(NoEnd):
    text = "Mind the strikes."


class Patient(Floor):
    text = "The game ends after sixty strikes."


class Named(Floor):
    text = "The fifth penalty ends the game."


def test_a_count_that_ends_nothing_is_reported() -> None:
    stated_ends(small_context(Floor))
    with pytest.raises(PropertyViolated, match="strikes is 3 and the episode goes on"):
        stated_ends(small_context(NoEnd))


@pytest.mark.parametrize("env_class", [Untold, Named])
def test_without_a_shown_count_that_a_text_names_nothing_is_said(env_class: type[Env]) -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        stated_ends(small_context(env_class))


def test_a_count_that_no_play_reaches_says_nothing() -> None:
    numbered = type("Numbered", (Floor,), {"text": "The game ends after 30 strikes."})
    with pytest.raises(NotApplicable, match="in no play did strikes reach"):
        stated_ends(small_context(numbered))


class Trials(Env):
    """A look costs nothing and is counted; the fourth one ends the episode, by intention."""

    schema: ClassVar[dict[str, Any]] = small_schema(do={"enum": ["look", "send"]})
    ends = False

    def begin(self) -> None:
        self.looks = 0

    def show(self) -> Message:
        return {"text": "A fourth look ends the exercise.", "looks": self.looks}

    def paid(self, action: Message) -> float:
        self.looks += action["do"] == "look"
        self.over = action["do"] == "send" or (self.ends and self.looks == 4)
        return float(action["do"] == "send")

    def oracle(self) -> Message:
        return {"do": "send"}


def test_what_ends_most_random_plays_early_is_repeated() -> None:
    context = small_context(Trials)
    context.pool[:] = [{"do": "look"}] + [{"do": "send"}] * 40
    with pytest.raises(PropertyViolated, match="looks is 4 and the episode goes on"):
        stated_ends(context)
    stated_ends(small_context(type("Ending", (Trials,), {"ends": True})))


def test_sentences_about_ends() -> None:
    texts = [
        "The visit ends with the second refusal.",
        "A 4th mistake loses the game.",
        "It ends after three misses in a row.",
        "Three strikes are a lot.",
    ]
    assert {name: count for name, (count, _) in _stated(texts)} == {"refusal": 2, "mistake": 4}


class Cases(Env):
    """Three cases are judged; the message shows the number of the one that is asked, from 1."""

    text = "The episode ends after three cases."

    def begin(self) -> None:
        self.case = 1

    def show(self) -> Message:
        return {"text": self.text, "case": self.case}

    def paid(self, action: Message) -> float:
        self.over = self.case == 3
        self.case += not self.over
        return 1 / 3


class MoreCases(Cases):
    def paid(self, action: Message) -> float:
        self.case += 1
        self.over = self.case == 6
        return 1 / 6


def test_the_number_of_the_case_that_is_asked_is_no_count_of_finished_ones() -> None:
    with pytest.raises(NotApplicable, match="in no play"):
        stated_ends(small_context(Cases))
    with pytest.raises(PropertyViolated, match="case is 4"):
        stated_ends(small_context(MoreCases))


class Wire(Env):
    """A step on a wire is told in a word, or by a truth value, and ends the walk."""

    schema: ClassVar[dict[str, Any]] = small_schema(cell={"type": "integer"})
    limit = 40
    text = "A blast ends the walk."
    told: ClassVar[Message] = {"note": "blast"}
    wire_ends = True

    def begin(self) -> None:
        self.note: Message = {"note": "quiet", "blast": False}

    def show(self) -> Message:
        return {"text": self.text, **self.note}

    def paid(self, action: Message) -> float:
        is_wire = action["cell"] % 3 == 0
        self.note = {"note": "quiet", "blast": False, **(self.told if is_wire else {})}
        self.over = is_wire and self.wire_ends
        return 0.1 * (not is_wire)


@pytest.mark.parametrize("told", [{"note": "Boom, a blast!"}, {"blast": True}])
def test_an_event_that_ends_nothing_is_reported(told: Message) -> None:
    stated_ends(small_context(type("Walk", (Wire,), {"told": told})))
    with pytest.raises(PropertyViolated, match="a message tells 'blast' and the episode goes on"):
        stated_ends(small_context(type("Walk", (Wire,), {"told": told, "wire_ends": False})))


@pytest.mark.parametrize("told", [{"note": "no blast"}, {"note": "a blast of wind is no harm"}])
def test_what_is_not_the_event_ends_nothing(told: Message) -> None:
    with pytest.raises(NotApplicable, match="in no play did blast reach"):
        stated_ends(small_context(type("Walk", (Wire,), {"told": told, "wire_ends": False})))


def test_sentences_about_events() -> None:
    texts = [
        "An offence ends the run.",
        "A gap of 40 is a blackout: the day ends at once.",
        "The game ends with a collision.",
        "The game ends with a full house.",
        "The first strike ends the game.",
        "A wall stops a walk.",
        "The first legal move ends it.",
    ]
    assert [name for name, _ in _events(texts)] == ["offence", "blackout", "collision", "strike"]
