"""What is shown, handed in as it is."""

from __future__ import annotations

import re
import string
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.copied_values import copied_values
from tests.conformance.small_environment import Env, Message, small_context, small_schema
from tests.conformance.small_sorting import Sorted, Sorting


class Echo(Sorted):
    def show(self) -> Message:
        return {**super().show(), "task": "Repeat these names."}


def test_a_task_that_is_done_already_is_solved_by_a_copy() -> None:
    copied_values(small_context(Sorting))
    with pytest.raises(PropertyViolated, match="names of the first message, copied"):
        copied_values(small_context(Sorted))
    with pytest.raises(NotApplicable, match="to copy"):
        copied_values(small_context(Echo))


class Reaching(Sorted):
    """The names are the target that is to be reached."""

    def show(self) -> Message:
        return {"task": "Reach the target.", "target": list(self.names)}


def test_a_target_that_is_shown_may_be_set() -> None:
    with pytest.raises(NotApplicable, match="nothing that the answer could be a copy of"):
        copied_values(small_context(Reaching))


class Dictionary(Env):
    """Translate two words with a glossary of six; `is_lax` is for every translation at once."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string", "maxLength": 200})
    limit = 1
    is_lax = True

    def begin(self) -> None:
        letters = string.ascii_lowercase
        self.glossary = {
            f"word{number}": "".join(self.rng.choices(letters, k=6)) for number in range(6)
        }
        self.wanted = self.rng.sample(sorted(self.glossary), 4)

    def show(self) -> Message:
        return {"words": " ".join(self.wanted), "glossary": self.glossary}

    def paid(self, action: Message) -> float:
        given, right = action["text"].split(), self.oracle()["text"].split()
        return float(set(right) <= set(given) if self.is_lax else given == right)

    def oracle(self) -> Message:
        return {"text": " ".join(self.glossary[word] for word in self.wanted)}


class StrictDictionary(Dictionary):
    is_lax = False


def test_all_values_of_a_shown_object_at_once_are_no_answer() -> None:
    copied_values(small_context(StrictDictionary))
    with pytest.raises(PropertyViolated, match="glossary, joined of the first message"):
        copied_values(small_context(Dictionary))


class Drill(Env):
    """Write a pattern for words of two letters; four are shown, and others are tried as well."""

    schema: ClassVar[dict[str, Any]] = small_schema(pattern={"type": "string"})
    limit = 1
    tries_others = True

    def begin(self) -> None:
        self.letters = self.rng.sample(string.ascii_lowercase, 2)
        self.words = ["".join(self.rng.choices(self.letters, k=5)) + "." for _ in range(20)]
        self.wrong = ["".join(self.rng.sample("0123456789", 5)) for _ in range(4)]

    def show(self) -> Message:
        return {"matching": self.words[:4], "others": self.wrong}

    def paid(self, action: Message) -> float:
        tried = self.words if self.tries_others else self.words[:4]
        try:
            hits = [bool(re.fullmatch(action["pattern"], word)) for word in tried]
            misses = [not re.fullmatch(action["pattern"], word) for word in self.wrong]
        except re.error:
            return 0.0
        return float(all(hits) and all(misses))

    def oracle(self) -> Message:
        return {"pattern": f"[{''.join(self.letters)}]+\\."}


class ShownOnly(Drill):
    tries_others = False


class SpeaksOfRepeats(ShownOnly):
    def show(self) -> Message:
        return {**super().show(), "task": "Use classes and repeats: copy no word."}


@pytest.mark.parametrize("env_class", [ShownOnly, SpeaksOfRepeats])
def test_a_pattern_of_the_shown_words_alone_is_reported(env_class: type[Env]) -> None:
    copied_values(small_context(Drill))
    with pytest.raises(PropertyViolated, match="matching, as a pattern of the first message"):
        copied_values(small_context(env_class))


class Bank(Env):
    """Fill two or three gaps from a bank of words, which is shuffled."""

    schema: ClassVar[dict[str, Any]] = small_schema(text={"type": "string", "maxLength": 200})
    limit = 1
    shuffles = True

    def begin(self) -> None:
        words = self.rng.sample([a + b for a in string.ascii_lowercase for b in "xyz"], 7)
        self.right = words[: self.rng.randrange(2, 4)]
        self.bank = self.rng.sample(words, 7) if self.shuffles else words

    def show(self) -> Message:
        return {"stanza": f"{len(self.right)} gaps", "bank": self.bank, "key": sorted(self.right)}

    def paid(self, action: Message) -> float:
        return float(action["text"] == ", ".join(self.right))

    def oracle(self) -> Message:
        return {"text": ", ".join(self.right)}


class RightWordsFirst(Bank):
    shuffles = False


def test_the_first_items_of_a_list_are_not_the_right_ones() -> None:
    copied_values(small_context(Bank))
    with pytest.raises(PropertyViolated, match="bank, joined, as many of its first items"):
        copied_values(small_context(RightWordsFirst))


class Draft(Env):
    """Put a drafted list in order: a third of the drafts are in order already."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        rota={"type": "array", "items": {"type": "string"}}
    )
    limit = 1
    task = "The draft has a mistake: no draft is in order."
    is_spoilt = False

    def begin(self) -> None:
        names = self.rng.sample(string.ascii_lowercase, 6)
        self.names = sorted(names) if self.rng.random() < 0.34 and not self.is_spoilt else names

    def show(self) -> Message:
        return {"task": self.task, "draft": list(self.names)}

    def paid(self, action: Message) -> float:
        return float(action["rota"] == sorted(self.names))

    def oracle(self) -> Message:
        return {"rota": sorted(self.names)}


class SpoiltDraft(Draft):
    is_spoilt = True


class SomeDraftsAreRight(Draft):
    task = "Put the draft in order."


def test_a_draft_that_is_called_mistaken_is_hardly_ever_right() -> None:
    copied_values(small_context(SpoiltDraft))
    copied_values(small_context(SomeDraftsAreRight))
    with pytest.raises(PropertyViolated, match="draft of the first message, copied into 'rota'"):
        copied_values(small_context(Draft))
