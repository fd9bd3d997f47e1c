"""Answers that break a rule which the texts state are not paid."""

from __future__ import annotations

import itertools
import re
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.broken_rules import stated_rules
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = {"type": "array", "items": {"type": "string"}}
PEOPLE = ("Ada", "Bo", "Cleo", "Dev")


class Roster(Env):
    """One person for each of six nights; two people cannot work in each night."""

    schema: ClassVar[dict[str, Any]] = small_schema(names=NAMES)
    rule: ClassVar[str] = "Nobody works two nights in a row."

    def begin(self) -> None:
        self.free = [self.rng.sample(PEOPLE, 3) for _ in range(6)]

    def show(self) -> Message:
        return {"task": self.rule, "free": self.free}

    def paid(self, action: Message) -> float:
        self.over = True
        names = action["names"]
        fits = len(names) == 6 and all(n in f for n, f in zip(names, self.free, strict=True))
        return float(fits and self.kept(names))

    def kept(self, names: list[str]) -> bool:
        return all(one != other for one, other in itertools.pairwise(names))

    def oracle(self) -> Message:
        names: list[str] = []
        for free in self.free:
            names.append(next(name for name in free if name not in names[-1:]))
        return {"names": names}


class RosterWithoutRule(Roster):
    def kept(self, names: list[str]) -> bool:
        return True


class Papers(Env):
    """Three different papers out of the five that fit."""

    schema: ClassVar[dict[str, Any]] = small_schema(ids=NAMES)
    rule: ClassVar[str] = "Name three different papers."

    def begin(self) -> None:
        self.fitting = [f"p{number}" for number in self.rng.sample(range(100, 999), 5)]

    def show(self) -> Message:
        return {"task": self.rule, "fitting": self.fitting}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.enough([one for one in action["ids"] if one in self.fitting]))

    def enough(self, ids: list[str]) -> bool:
        return len(set(ids)) >= 3

    def oracle(self) -> Message:
        return {"ids": self.fitting[:3]}


class PapersCountedTwice(Papers):
    def enough(self, ids: list[str]) -> bool:
        return len(ids) >= 3


class Words(Env):
    """One word of the list in each step; four different ones are wanted."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    rule: ClassVar[str] = "Find four words; each word counts once."

    def begin(self) -> None:
        self.words = self.rng.sample(["tarn", "rant", "crate", "trace", "react", "cart"], 5)
        self.found: list[str] = []

    def show(self) -> Message:
        return {"task": self.rule, "words": self.words, "found": list(self.found)}

    def paid(self, action: Message) -> float:
        if action["word"] in self.words and self.counts(action["word"]):
            self.found.append(action["word"])
        self.over = len(self.found) >= 4
        return float(self.over)

    def counts(self, word: str) -> bool:
        return word not in self.found

    def oracle(self) -> Message:
        return {"word": self.words[len(self.found)]}


class WordsCountedTwice(Words):
    def counts(self, word: str) -> bool:
        return True


class Order(Env):
    """Packs of what is needed within a budget."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        lines={
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"article": {"type": "string"}, "packs": {"type": "integer"}},
                "required": ["article", "packs"],
            },
        }
    )
    rule: ClassVar[str] = "Order at least one pack in each line."

    def begin(self) -> None:
        self.prices = {name: self.rng.randint(2, 9) for name in ("pens", "ink", "glue", "tape")}
        self.need = {name: self.rng.randint(1, 5) for name in ("pens", "ink")}
        self.budget = sum(self.prices[name] * count for name, count in self.need.items())

    def show(self) -> Message:
        return {"task": self.rule, "need": self.need, "prices": self.prices, "most": self.budget}

    def paid(self, action: Message) -> float:
        self.over = True
        lines = [(line["article"], line["packs"]) for line in action["lines"]]
        if not all(name in self.prices and self.allowed(packs) for name, packs in lines):
            return 0.0
        cost = sum(self.prices[name] * packs for name, packs in lines)
        met = all(dict(lines).get(name, 0) >= count for name, count in self.need.items())
        return float(met and cost <= self.budget)

    def allowed(self, packs: int) -> bool:
        return packs > 0

    def oracle(self) -> Message:
        return {"lines": [{"article": n, "packs": c} for n, c in self.need.items()]}


class OrderBelowZero(Order):
    def allowed(self, packs: int) -> bool:
        return True


class Ladder(Env):
    """From one number to another; neighbouring numbers differ by one."""

    schema: ClassVar[dict[str, Any]] = small_schema(steps={"type": "string"})
    rule: ClassVar[str] = "Exactly one digit changes between two numbers that follow each other."

    def begin(self) -> None:
        self.start = self.rng.randint(100, 999)
        self.goal = int("".join(str((int(digit) + 3) % 10) for digit in str(self.start)))

    def show(self) -> Message:
        return {"task": self.rule, "start": self.start, "goal": self.goal}

    def paid(self, action: Message) -> float:
        self.over = True
        steps = [part.strip() for part in action["steps"].split(",")]
        ends = steps[0] == f"{self.start:03}" and steps[-1] == f"{self.goal:03}"
        return float(ends and self.joined(steps))

    def joined(self, steps: list[str]) -> bool:
        pairs = itertools.pairwise(steps)
        return all(sum(a != b for a, b in zip(*pair, strict=False)) == 1 for pair in pairs)

    def oracle(self) -> Message:
        start, goal = f"{self.start:03}", f"{self.goal:03}"
        return {"steps": ", ".join(goal[:place] + start[place:] for place in range(4))}


class LadderWithGaps(Ladder):
    def joined(self, steps: list[str]) -> bool:
        return True


class Sums(Env):
    """Three different numbers are to be added to a total, each of them once."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string"})
    rule: ClassVar[str] = "Each of the numbers is used exactly once."

    def begin(self) -> None:
        self.numbers = self.rng.sample(range(2, 60), 3)

    def show(self) -> Message:
        return {"task": self.rule, "numbers": self.numbers, "total": sum(self.numbers)}

    def paid(self, action: Message) -> float:
        self.over = True
        text = action["text"]
        used = [int(number) for number in re.findall(r"\d+", text)]
        if not re.fullmatch(r"[\d+*/() -]{1,60}", text) or not self.kept(used):
            return 0.0
        return float(abs(eval(text) - sum(self.numbers)) < 1e-9)

    def kept(self, used: list[int]) -> bool:
        return sorted(used) == sorted(self.numbers)

    def oracle(self) -> Message:
        return {"text": " + ".join(map(str, self.numbers))}


class SumsComparedAsSets(Sums):
    def kept(self, used: list[int]) -> bool:
        return {*used} == {*self.numbers}


class Reply(Env):
    """A reply that names one of the orders that are shown."""

    schema: ClassVar[dict[str, Any]] = small_schema(reply={"type": "string"})
    rule: ClassVar[str] = "Name the right order and no other."

    def begin(self) -> None:
        self.orders = [f"R-{number}" for number in self.rng.sample(range(100, 999), 4)]

    def show(self) -> Message:
        return {"task": self.rule, "orders": self.orders, "broken": self.orders[2]}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(self.right([word for word in self.orders if word in action["reply"]]))

    def right(self, named: list[str]) -> bool:
        return named == [self.orders[2]]

    def oracle(self) -> Message:
        return {"reply": f"We are sorry for {self.orders[2]}."}


class ReplyWithAll(Reply):
    def right(self, named: list[str]) -> bool:
        return self.orders[2] in named


PAIRS = [
    (Reply, ReplyWithAll, "an answer that also names all shown values of the same form is paid"),
    (Roster, RosterWithoutRule, r"2 equal values in a row in 'names' is paid .* on 2 tasks"),
    (Papers, PapersCountedTwice, r"a value twice in 'ids' is paid .* on 4 tasks"),
    (Words, WordsCountedTwice, "the first action in place of all others is paid"),
    (Order, OrderBelowZero, "an entry more, with an amount below zero, is paid"),
    (Sums, SumsComparedAsSets, "a number that is used again is paid like the solution"),
    (Ladder, LadderWithGaps, "'steps' without one of its items, whichever it is, is paid"),
]


@pytest.mark.parametrize(("sound", "broken", "text"), PAIRS)
def test_a_rule_that_is_not_checked_is_reported(
    sound: type[Env], broken: type[Env], text: str
) -> None:
    stated_rules(small_context(sound))
    with pytest.raises(PropertyViolated, match=text) as caught:
        stated_rules(small_context(broken))
    assert sound.rule[-15:] in str(caught.value)  # type: ignore[attr-defined]
    assert caught.value.episode is not None


@pytest.mark.parametrize("broken", [broken for _, broken, _ in PAIRS])
def test_a_rule_that_nothing_states_is_not_looked_for(broken: type[Env]) -> None:
    silent = type("Silent", (broken,), {"rule": "Do it."})
    with pytest.raises(NotApplicable, match="no text states a rule"):
        stated_rules(small_context(silent))


def test_a_rule_that_solutions_break_is_another_one() -> None:
    class Doubled(PapersCountedTwice):
        def oracle(self) -> Message:
            return {"ids": [*self.fitting[:2], self.fitting[0]]}

    with pytest.raises(NotApplicable):
        stated_rules(small_context(Doubled))


def test_gaps_that_are_refused_at_one_place_are_not_reported() -> None:
    class FirstStepChecked(LadderWithGaps):
        def joined(self, steps: list[str]) -> bool:
            return Ladder.joined(self, steps[:2])

    stated_rules(small_context(FirstStepChecked))


def test_words_of_a_sentence_that_nobody_judges_are_no_items() -> None:
    class Quoted(Ladder):
        """Only the number in quotes counts; the task's text has a rule about other things."""

        def paid(self, action: Message) -> float:
            self.over = True
            return float(action["steps"].split('"')[1:2] == [str(self.goal)])

        def oracle(self) -> Message:
            return {"steps": f'It is the "{self.goal}"'}

    with pytest.raises(NotApplicable):
        stated_rules(small_context(Quoted))
