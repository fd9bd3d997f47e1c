"""Whole sentences must not score like the passages in them, nor other tasks' items count."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.semantics.listed_candidates import listed_candidates
from tests.conformance.small_environment import Env, Message, small_context, small_schema

NAMES = ("Ada Bell", "Carl Dorn", "Eva Frey", "Gus Hahn", "Ida Jung", "Kai Lenz", "Mia Noll")


class Redaction(Env):
    """Two names are to be blacked out; a passage that is not in the letter is ignored."""

    schema: ClassVar[dict[str, Any]] = small_schema(
        passages={"type": "array", "items": {"type": "string"}}, signed={"type": "boolean"}
    )
    limit = 1
    too_much = 1.0

    def begin(self) -> None:
        self.names = self.rng.sample(NAMES, 2)

    def show(self) -> Message:
        one, other = self.names
        return {"letter": f"The well is dry. We saw {one} at noon. Later {other} came. It rained."}

    def paid(self, action: Message) -> float:
        letter = str(self.show()["letter"])
        black = [passage for passage in action["passages"] if passage in letter]
        covered = sum(any(name in passage for passage in black) for name in self.names)
        excess = any(passage not in self.names for passage in black)
        return max(0.0, covered / 2 - self.too_much * excess)

    def oracle(self) -> Message:
        return {"passages": self.names, "signed": True}


class SentencesArePaid(Redaction):
    too_much = 0.0


def test_sentences_that_score_like_passages_are_reported() -> None:
    listed_candidates(small_context(Redaction))
    with pytest.raises(PropertyViolated, match="the whole sentences score like the passages"):
        listed_candidates(small_context(SentencesArePaid))
