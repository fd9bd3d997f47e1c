"""A refused action that changes the board is reported if a text promises that it does not."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.step.refused_unchanged import refused_unchanged
from tests.conformance.small_environment import Env, Message, small_context, small_schema


class Heaps(Env):
    """Take from heaps in turn with an opponent."""

    schema: ClassVar[dict[str, Any]] = small_schema(heap={"type": "integer"})
    told = "An illegal move is refused, and you are to move again."
    replies_always = False
    limit = 8

    def begin(self) -> None:
        self.heaps = [self.rng.randint(4, 9) for _ in range(3)]
        self.note, self.tried = "", []

    def show(self) -> Message:
        return {
            "rules": self.told,
            "heaps": self.heaps[:],
            "tried": self.tried[:],
            "note": self.note,
        }

    def paid(self, action: Message) -> float:
        self.note = self._refusal(action["heap"])
        self.tried.append(action["heap"])
        if not self.note:
            self.heaps[action["heap"]] -= 1
        if not self.note or self.replies_always:
            self.heaps[self.heaps.index(max(self.heaps))] -= 1
        return 0.0

    def _refusal(self, heap: int) -> str:
        return "" if 0 <= heap < 3 and self.heaps[heap] > 0 else "illegal move"

    def oracle(self) -> Message:
        return {"heap": self.heaps.index(max(self.heaps))}


class Replies(Heaps):
    replies_always = True


class NothingSaid(Replies):
    told = "An illegal move is refused."


class NotTold(Replies):
    """No message says that a move was refused."""

    def show(self) -> Message:
        return {**super().show(), "note": ""}


class TimePasses(Replies):
    """Whatever is done, also nothing, a heap shrinks: it is no effect of the move."""

    def _refusal(self, heap: int) -> str:
        return "" if heap == 0 else "illegal move"

    def paid(self, action: Message) -> float:
        self.note = self._refusal(action["heap"])
        self.heaps[self.heaps.index(max(self.heaps))] -= 1
        return 0.0


MOVES = [{"heap": number} for number in (0, 1, 7, -3)]


def test_a_reply_to_a_refused_move_is_reported() -> None:
    refused_unchanged(small_context(Heaps, MOVES))
    with pytest.raises(PropertyViolated, match="calls refused changes heaps") as raised:
        refused_unchanged(small_context(Replies, MOVES))
    assert raised.value.episode is not None


def test_what_changes_by_itself_is_no_effect() -> None:
    refused_unchanged(small_context(TimePasses, MOVES))


def test_without_a_text_nothing_is_tried() -> None:
    with pytest.raises(NotApplicable, match="no text says"):
        refused_unchanged(small_context(NothingSaid, MOVES))


def test_what_no_message_calls_refused_is_not_judged() -> None:
    with pytest.raises(NotApplicable, match="no message says"):
        refused_unchanged(small_context(NotTold, MOVES))
