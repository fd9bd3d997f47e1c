"""Hashes of the answer among the values that are shown."""

from __future__ import annotations

import hashlib
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.checking.probes.digests import hash_of, hashed_texts, is_digest
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.secrecy.answer_digests import answer_digests
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Etag(Env):
    """One of six queues; the tag is a hash of the number and, unless `is_sound`, of the queue."""

    schema: ClassVar[dict[str, Any]] = small_schema(queue={"enum": list("abcdef")})
    limit = 1
    is_sound = False

    def begin(self) -> None:
        self.number, self.queue = f"M{self.rng.randrange(10**4)}", self.rng.choice("abcdef")

    def show(self) -> Message:
        parts = [self.number] if self.is_sound else [self.number, self.queue]
        tag = hashlib.md5("|".join(parts).encode(), usedforsecurity=False).hexdigest()
        return {"number": self.number, "tag": tag[:12], "text": f"about {self.queue}"}

    def paid(self, action: Message) -> float:
        return float(action["queue"] == self.queue)

    def oracle(self) -> Message:
        return {"queue": self.queue}


class SoundEtag(Etag):
    is_sound = True


def test_a_hash_of_the_answer_and_a_shown_number_is_found() -> None:
    answer_digests(small_context(SoundEtag))
    with pytest.raises(PropertyViolated, match="tag is the md5 of number, the answer's queue"):
        answer_digests(small_context(Etag))


def test_hashes_are_told_from_words_and_small_numbers() -> None:
    assert all(map(is_digest, ("7aeb6dfb1420", 3_735_928_559)))
    assert not any(map(is_digest, ("deadline", "a", 12, True, "no-hash-at-all", None)))
    ways = {str(way) for way in hashed_texts({"queue": "a"}, {"number": "M1"})}
    assert {"the answer's queue", "number, the answer's queue"} <= ways
    assert hash_of("x", ["zzzzzzzzzzzz"]) is None
