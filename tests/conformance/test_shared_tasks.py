"""Tasks that two splits share, and tasks that only look alike."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any, ClassVar, Literal

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.conformance.properties.variants.shared_tasks import splits_apart
from tests.conformance.small_environment import Env, Message, small_context, small_schema

PLACES = [f"place {number}" for number in range(8)]


class Archive(Env):
    """Find out where one of five things is, by asking for each."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        place={"enum": ["", *PLACES]}, look={"enum": ["", *"abcde"]}
    )
    limit = 6
    shares_tasks = False

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        of = "any" if self.shares_tasks else split
        return super().reset(f"{of} {(seed or 0) % 60}")  # type: ignore[arg-type]

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        self.held = {name: self.rng.choice(PLACES) for name in "abcde"}
        self.wanted = self.rng.choice("abcde")
        self.page = ""

    def show(self) -> Message:
        return {"question": f"Where is {self.wanted}?", "page": self.page}

    def paid(self, action: Message) -> float:
        self.page = self.held.get(action.get("look", ""), "")
        self.over = bool(action["place"])
        return float(action["place"] == self.held[self.wanted])

    def oracle(self) -> Message:
        return {"place": self.held[self.wanted]}


class OneArchive(Archive):
    shares_tasks = True


def test_equal_questions_and_answers_about_different_things_are_no_shared_tasks() -> None:
    context = small_context(Archive)
    context.pool[:0] = [{"place": "", "look": name} for name in "abcde"]
    splits_apart(context)


def test_shared_tasks_are_reported() -> None:
    context = small_context(OneArchive)
    context.pool[:0] = [{"place": "", "look": name} for name in "abcde"]
    with pytest.raises(PropertyViolated, match=r"tasks of reset\(split='test'\) are also tasks"):
        splits_apart(context)


class Sums(Env):
    """Make a target of four numbers; a split has 40 sets of numbers."""

    schema: ClassVar[dict[str, Any]] = small_schema(sum={"type": "array"})
    shares_sets = False
    order_matters = False

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        self.split = split
        return super().reset((seed or 0) % 40)

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        if self.split == "test" and not self.shares_sets:
            self.rng.seed(f"test {self.rng.random()}")
        self.numbers = sorted(self.rng.sample(range(10, 99), 4), reverse=self.split == "test")
        self.target = sum(self.numbers)

    def show(self) -> Message:
        return {"numbers": self.numbers, "target": self.target}

    def paid(self, action: Message) -> float:
        self.over = True
        sent, right = action["sum"], self.numbers
        return float(sent == right if self.order_matters else sorted(sent) == sorted(right))

    def oracle(self) -> Message:
        return {"sum": self.numbers}


class RearrangedSums(Sums):
    shares_sets = True


class OrderedSums(RearrangedSums):
    """The order of the numbers is the task."""

    order_matters = True


class FewSums(RearrangedSums):
    """Few words make all tasks, each task an order of them."""

    def begin(self) -> None:
        self.rng.seed(f"{self.split} {self.rng.random()}")
        self.numbers = self.rng.sample([12, 23, 34, 45, 56, 67], 6)
        self.target = self.rng.randrange(3)


@pytest.mark.parametrize("env_class", [Sums, OrderedSums, FewSums])
def test_tasks_with_other_words_or_other_solutions_are_not_shared(env_class: type[Env]) -> None:
    splits_apart(small_context(env_class))


def test_tasks_in_another_order_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="with the same words in another order"):
        splits_apart(small_context(RearrangedSums))


class Sheets(Sums):
    """The tasks of both splits are the same, on sheets with other names."""

    shares_sets = True

    def begin(self) -> None:
        self.rng.seed(self.rng.random())
        self.numbers = self.rng.sample(range(10, 99), 4)
        self.target = sum(self.numbers)

    def show(self) -> Message:
        return {**super().show(), "sheet": f"{self.split} {self.target % 7}"}


class NamedByTarget(Sheets):
    """What differs is what is asked."""

    def show(self) -> Message:
        self.offset = 5 if self.split == "test" else 0
        return {"numbers": self.numbers, "ask": f"add {self.offset} to the first"}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["sum"] == [self.numbers[0] + self.offset])

    def oracle(self) -> Message:
        return {"sum": [self.numbers[0] + self.offset]}


def test_tasks_under_another_name_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="with another 'sheet'"):
        splits_apart(small_context(Sheets))


def test_tasks_with_another_question_are_not() -> None:
    splits_apart(small_context(NamedByTarget))


class Letters(Env):
    """A long letter about a case; who writes it does not matter. There is no oracle."""

    schema: ClassVar[dict[str, Any]] = small_schema(label={"type": "string"})
    own_cases = False
    names: ClassVar[dict[str, str]] = {"train": "Keller", "test": "Moser"}
    length = 24

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        self.split = split
        return super().reset((seed or 0) % 60)

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        of = self.split if self.own_cases else "both"
        self.rng.seed(f"{of} {self.rng.random()}")
        words = [f"word{self.rng.randrange(400)}" for _ in range(self.length)]
        self.letter = " ".join(words)
        self.label = self.rng.choice(["late", "lost", "broken"])

    def show(self) -> Message:
        return {"letter": f"{self.names[self.split]} writes: {self.letter}", "file": self.file()}

    def file(self) -> str:
        return ""

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["label"] == self.label)

    def oracle(self) -> Message:
        return {"label": self.label}


class OwnLetters(Letters):
    own_cases = True


class OneWriter(Letters):
    names: ClassVar[dict[str, str]] = {"train": "The bank", "test": "The bank"}

    def file(self) -> str:
        return f"{self.split}-{self.letter[4:6]}"


class ShortLetters(OneWriter):
    """The same few words may be different tasks, which only a solution shows."""

    length = 3


def _without_oracle(env_class: type[Env]) -> CheckContext:
    context = small_context(env_class)
    context.survey.solutions = []
    subject = replace(context.subject, proof=None)
    return CheckContext(subject, context.survey, context.profile)


def test_tasks_with_other_names_in_them_are_reported() -> None:
    with pytest.raises(PropertyViolated, match="with other names, such as"):
        splits_apart(small_context(Letters))


def test_other_tasks_with_other_names_are_not() -> None:
    splits_apart(small_context(OwnLetters))


def test_long_tasks_under_another_number_are_reported_without_an_oracle() -> None:
    with pytest.raises(PropertyViolated, match="with another 'file', such as"):
        splits_apart(_without_oracle(OneWriter))
    splits_apart(_without_oracle(OwnLetters))


class Rates(Sums):
    """Five rates of one of forty markets, a third of which belong to both splits."""

    def begin(self) -> None:
        super().begin()
        number = self.rng.randrange(40)
        own = self.split if number % 3 else "train"
        self.rng.seed(f"{own} {number}")
        self.numbers = [self.rng.uniform(0.1, 0.9) for _ in range(5)]

    def show(self) -> Message:
        return {"rates": [float(f"{number:.5f}") for number in self.numbers]}


class OwnRates(Rates):
    def begin(self) -> None:
        super().begin()
        self.rng.seed(f"{self.split} {self.numbers}")
        self.numbers = [self.rng.uniform(0.1, 0.9) for _ in range(5)]


def test_equal_tasks_of_many_digits_are_reported_without_an_oracle() -> None:
    with pytest.raises(PropertyViolated, match=r"are also tasks of reset"):
        splits_apart(_without_oracle(Rates))
    splits_apart(_without_oracle(OwnRates))


def test_short_tasks_need_an_oracle() -> None:
    with pytest.raises(EvidenceMissing, match="write oracle"):
        splits_apart(_without_oracle(ShortLetters))


class Designs(Sums):
    """A third of the sheets of the one split are those of the other, under other titles."""

    def begin(self) -> None:
        super().begin()
        if self.split == "test" and self.rng.random() < 0.4:
            self.rng.seed(0)
        number = self.rng.randrange(40)
        self.rng.seed(f"{self.split if self.split == 'train' or number % 3 else 'train'} {number}")
        self.numbers = self.rng.sample(range(10, 99), 4)

    def show(self) -> Message:
        return {"numbers": self.numbers, "title": f"{self.split} {self.rng.randrange(999)}"}


class OwnDesigns(Designs):
    def begin(self) -> None:
        super().begin()
        self.rng.seed(f"{self.split} {self.numbers}")
        self.numbers = self.rng.sample(range(10, 99), 4)


def test_some_tasks_under_another_title_are_enough() -> None:
    splits_apart(small_context(OwnDesigns))
    with pytest.raises(PropertyViolated, match="with another 'title'"):
        splits_apart(small_context(Designs))


class Pools(Env):
    """Nine places of a pool are counted, and their sum is reported; 40 of 160 are held out."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        look={"type": "integer", "minimum": -1, "maximum": 8}, total={"type": "integer"}
    )
    own_order = False

    def reset(
        self, seed: int | None = None, split: Literal["train", "test"] = "train", **options: Any
    ) -> Message:
        return super().reset(seed, split=split)

    def list_splits(self) -> list[str]:
        return ["train", "test"]

    def begin(self) -> None:
        pools = list(range(160))
        split = self.options["split"]
        random.Random(f"coast {split if self.own_order else ''}").shuffle(pools)
        pool = self.rng.choice(pools[:40] if split == "test" else pools[100:])
        self.counts = [random.Random(f"{pool} {place}").randrange(10, 100) for place in range(9)]
        self.seen: list[int] = []

    def show(self) -> Message:
        return {"seen": list(self.seen)}

    def paid(self, action: Message) -> float:
        if action["look"] >= 0:
            self.seen.append(self.counts[action["look"]])
            return 0.0
        self.over = True
        return float(action.get("total") == sum(self.counts))

    def oracle(self) -> Message:
        if len(self.seen) < 9:
            return {"look": len(self.seen)}
        return {"look": -1, "total": sum(self.seen)}


class ShuffledForEachSplit(Pools):
    own_order = True


def test_some_long_episodes_that_are_the_same_are_shared_tasks() -> None:
    with pytest.raises(PropertyViolated, match="show throughout the oracle's episode what tasks"):
        splits_apart(small_context(ShuffledForEachSplit))


def test_long_episodes_of_other_tasks_are_not() -> None:
    splits_apart(small_context(Pools))
