"""A level that is drawn as the one before is reported."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.variants import levels_alike as levels_alike_module
from hallmark_rl.conformance.properties.variants.levels_alike import levels_alike, levels_ignored
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Sums(Env):
    """Numbers are to be added: more of them on each level."""

    schema: ClassVar[dict[str, Any]] = small_schema(total={"type": "integer"})
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2, 3)}
    sizes: ClassVar[dict[int, int]] = {1: 3, 2: 5, 3: 8}
    limits: ClassVar[dict[int, int]] = {1: 9, 2: 9, 3: 9}
    words: ClassVar[dict[int, str]] = {1: "add", 2: "add", 3: "add"}
    attempts: ClassVar[dict[int, int]] = {1: 12, 2: 12, 3: 12}

    def begin(self) -> None:
        self.level = self.options.get("level", 1)
        self.limit = self.attempts[self.level]
        rng = self.rng.__class__(f"{self.level} {self.rng.random()}")
        self.numbers = [rng.randint(1, self.limits[self.level]) for _ in range(self.size())]
        self.task = f"{rng.choice(['please', 'now', 'and'])} {self.words[self.level]}"

    def size(self) -> int:
        return self.sizes[self.level]

    def show(self) -> Message:
        return {"numbers": list(self.numbers), "level": self.level, "task": self.task}

    def paid(self, action: Message) -> float:
        self.over = action["total"] == sum(self.numbers)
        return float(self.over)

    def oracle(self) -> Message:
        return {"total": sum(self.numbers)}


class CutLevel(Sums):
    def size(self) -> int:
        return self.sizes[min(self.level, 2)]


class LargerNumbers(CutLevel):
    limits: ClassVar[dict[int, int]] = {1: 9, 2: 9, 3: 12}


class OtherWords(CutLevel):
    words: ClassVar[dict[int, str]] = {1: "add", 2: "add", 3: "sum"}


class FewerAttempts(CutLevel):
    attempts: ClassVar[dict[int, int]] = {1: 12, 2: 12, 3: 5}


class OtherLabel(CutLevel):
    """One of two short words is shown, and on the last level the other one as well."""

    def begin(self) -> None:
        super().begin()
        self.desk = self.rng.choice(["DE", "CH"] if self.level == 3 else ["DE"])

    def show(self) -> Message:
        return {**super().show(), "desk": self.desk}


class NearerNumbers(CutLevel):
    """Of as many numbers with the same mean, those of the last level lie nearer together."""

    def begin(self) -> None:
        super().begin()
        step = 1 if self.level == 3 else 3
        self.numbers = [10 * self.rng.randint(1, 9) + step * place for place in (-1, 0, 1)]
        self.numbers = [self.numbers[1] - step, self.numbers[1], self.numbers[1] + step]


class HiddenCharacters(CutLevel):
    """A part of a log is hidden by a sign of its own on the last level."""

    def begin(self) -> None:
        super().begin()
        signs = "#.?" if self.level == 3 else "#."
        self.log = "".join(self.rng.choices(signs, k=30))

    def show(self) -> Message:
        return {**super().show(), "log": self.log}


class OtherJudge(CutLevel):
    """A unit is sent with each answer; the last level alone judges it."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        total={"type": "integer"}, unit={"type": "string"}
    )

    def paid(self, action: Message) -> float:
        self.over = True
        is_right = action["unit"] == self.unit() or self.level < 3
        return float(action["total"] == sum(self.numbers) and is_right)

    def unit(self) -> str:
        return f"u{sum(self.numbers) % 7}"

    def oracle(self) -> Message:
        return {"total": sum(self.numbers), "unit": self.unit()}


class Misspelt(CutLevel):
    """A misspelt word is corrected; letters are exchanged once, or more often at the last level."""

    schema: ClassVar[dict[str, Any]] = small_schema(word={"type": "string"})
    pairs: ClassVar[dict[int, int]] = {1: 1, 2: 1, 3: 4}

    def size(self) -> int:
        return 3

    def begin(self) -> None:
        super().begin()
        self.word = "".join(self.rng.sample("abcdefghijkl", 10))
        letters = list(self.word)
        for place in range(0, 2 * self.pairs[self.level], 2):
            letters[place : place + 2] = letters[place : place + 2][::-1]
        self.shown = "".join(letters)

    def show(self) -> Message:
        return {"word": self.shown, "level": self.level}

    def paid(self, action: Message) -> float:
        self.over = True
        return float(action["word"] == self.word)

    def oracle(self) -> Message:
        return {"word": self.word}


class AllAlike(CutLevel):
    sizes: ClassVar[dict[int, int]] = {1: 4, 2: 4, 3: 4}


class Opponents(AllAlike):
    """A word names the level, and nothing else differs."""

    def show(self) -> Message:
        names = {1: "beginner", 2: "club", 3: "perfect"}
        return {**super().show(), "opponent": names[self.level]}


class Operations(Opponents):
    """What the word says is what is to be done."""

    def paid(self, action: Message) -> float:
        self.over = action["total"] == self.oracle()["total"]
        return float(self.over)

    def oracle(self) -> Message:
        return {"total": sum(self.numbers) * self.level}


class ManyValues(Sums):
    """A board of 300 numbers, some of which differ by chance between any two levels."""

    sizes: ClassVar[dict[int, int]] = {1: 5, 2: 5, 3: 5}

    def begin(self) -> None:
        super().begin()
        rng = self.rng.__class__(f"{self.level} {self.rng.random()}")
        self.board = {f"cell {place}": rng.randrange(100) for place in range(300)}

    def show(self) -> Message:
        return {**super().show(), "board": self.board}


class TwoLevels(AllAlike):
    declared: ClassVar[dict[str, Any]] = {"levels": (1, 2)}


class OneLevel(AllAlike):
    declared: ClassVar[dict[str, Any]] = {"levels": (1,)}


class TwoThatDiffer(Sums):
    declared: ClassVar[dict[str, Any]] = {"levels": (2, 3)}


def test_levels_that_differ_are_sound() -> None:
    levels_alike(small_context(Sums))


def test_a_level_drawn_as_the_one_before_is_reported() -> None:
    with pytest.raises(PropertyViolated, match=r"between level=2 and level=3 .* level=1 and"):
        levels_alike(small_context(CutLevel))


@pytest.mark.parametrize("env_class", [LargerNumbers, OtherWords, FewerAttempts])
def test_whatever_tells_levels_apart_is_seen(env_class: type[Env]) -> None:
    levels_alike(small_context(env_class))


def test_words_that_are_less_like_the_answer_tell_a_level() -> None:
    with pytest.raises(PropertyViolated, match=r"differs between level=1 and level=2 .* likeness"):
        levels_alike(small_context(Misspelt))


@pytest.mark.parametrize("env_class", [AllAlike, Opponents, TwoLevels, ManyValues])
def test_a_level_that_changes_nothing_is_reported(env_class: type[Env]) -> None:
    with pytest.raises(PropertyViolated, match=r"nothing .* differs between level=1 and level=\d"):
        levels_ignored(small_context(env_class))


@pytest.mark.parametrize(
    "env_class",
    [
        LargerNumbers,
        OtherWords,
        FewerAttempts,
        OtherLabel,
        Operations,
        NearerNumbers,
        HiddenCharacters,
        OtherJudge,
    ],
)
def test_levels_of_which_only_the_last_differs_are_not_ignored(env_class: type[Env]) -> None:
    two = type("Two", (env_class,), {"sizes": {1: 5, 2: 5, 3: 5}})
    levels_ignored(small_context(two))


def test_few_levels_are_compared_with_none() -> None:
    levels_ignored(small_context(TwoThatDiffer))
    with pytest.raises(NotApplicable, match="fewer than two levels"):
        levels_ignored(small_context(OneLevel))
    levels_alike(small_context(AllAlike))
    with pytest.raises(NotApplicable, match="fewer than three levels"):
        levels_alike(small_context(TwoThatDiffer))


class HarderOpponent(CutLevel):
    """A mistake ends the episode more often on the last level, and only a mistake does."""

    sizes: ClassVar[dict[int, int]] = {1: 3, 2: 3, 3: 3}

    def paid(self, action: Message) -> float:
        is_right = action["total"] == sum(self.numbers)
        ends = self.rng.random() < {1: 0.3, 2: 0.5, 3: 0.9}[self.level]
        self.over = is_right or ends
        return float(is_right)


def test_levels_differ_where_mistakes_end_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    levels_ignored(small_context(HarderOpponent))
    monkeypatch.setattr(levels_alike_module, "weak_play", lambda *_: {})
    with pytest.raises(PropertyViolated, match="nothing that is shown"):
        levels_ignored(small_context(HarderOpponent))
