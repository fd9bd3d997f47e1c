"""Replies of a run: whatever a program writes is either a valid reply or a fault."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.sandbox.api.outcome import RunError
from hallmark_rl.sandbox.host.reply_parser import ReplyParser
from hallmark_rl.sandbox.protocol import framing
from hallmark_rl.sandbox.protocol.codec import dumps


def _frames(*forms: Any) -> bytes:
    return b"".join(framing.frame(dumps(form)) for form in forms)


@given(st.lists(st.binary(max_size=300)))
def test_any_bytes_end_in_a_status_or_a_fault(chunks: list[bytes]) -> None:
    replies = ReplyParser(2, 1000)
    for chunk in chunks:
        if not replies.closed:
            replies.feed(chunk)
    if not replies.closed:
        replies.feed(b"")
    assert replies.closed
    assert len(replies.results) <= 2


_SCRAPS = st.recursive(
    st.one_of(st.none(), st.integers(), st.sampled_from(["ok", "error", "end", "call", "crash"])),
    lambda inner: st.lists(inner, max_size=6),
    max_leaves=12,
)


@given(st.lists(_SCRAPS, max_size=6))
def test_any_forms_end_in_a_status_or_a_fault(forms: list[Any]) -> None:
    replies = ReplyParser(2, 10_000)
    replies.feed(_frames(*forms))
    assert len(replies.results) <= 2
    assert replies.status in (None, "ok", "error", "forbidden", "memory")


@pytest.mark.parametrize(
    "forms",
    [
        [["ok", 1], ["ok", 2], ["ok", 3]],
        [["ok", 1], ["end", "ok", None]],
        [["end", "passed", None]],
        [["ok"]],
        [["error", "T", "m", 1]],
        [["error", 1, "m", 1, 1]],
        [["call", [[], {}]]],
        [["ok", 1], ["ok", 2], ["end", "ok", None], ["ok", 3]],
        ["ok"],
        [[]],
        [["end", "forbidden", None]],
    ],
)
def test_invalid_replies_are_a_fault(forms: list[Any]) -> None:
    replies = ReplyParser(2, 10_000)
    replies.feed(_frames(*forms))
    assert replies.fault


def test_a_flood_is_not_kept() -> None:
    replies = ReplyParser(1, 1000)
    for _ in range(100):
        if not replies.closed:
            replies.feed(b"\xff" * 65_536)
    assert replies.oversize
    assert len(replies._buffer) < 200_000


def test_a_frame_that_never_ends_is_a_fault() -> None:
    replies = ReplyParser(1, 1000)
    replies.feed(framing.HEADER.pack(1 << 31) + b"[")
    replies.feed(b"")
    assert replies.fault


_CHARACTERS = st.one_of(st.characters(), st.characters(categories=["Cs", "Cc"]))


@given(st.text(_CHARACTERS, max_size=20), st.text(_CHARACTERS, max_size=40))
def test_errors_are_printable_text(kind: str, message: str) -> None:
    replies = ReplyParser(1, 10_000)
    replies.feed(_frames(["error", kind, message, None, None]))
    assert not replies.fault
    error = replies.results[0].error
    assert error is not None
    for text in (error.type, error.message):
        assert text.replace("\n", "").replace("\t", "").isprintable()  # no lone surrogate either


def test_a_lone_surrogate_in_an_error_is_escaped() -> None:
    replies = ReplyParser(1, 10_000)
    replies.feed(_frames(["error", "E", "a\ud800\x1b[2J\nb", None, None]))
    assert replies.results[0].error == RunError("E", "a\\ud800\\x1b[2J\nb")


@pytest.mark.parametrize("end", ["", "\\", '"'])
def test_a_reply_of_escapes_is_refused_in_linear_time(end: str) -> None:
    """With a search that starts again at each quotation mark, this takes more than a minute."""
    replies = ReplyParser(1, 1 << 18)
    text = "[" * 90_000 + '"' + '\\"' * 100_000 + end
    replies.feed(framing.frame(text.encode()))
    assert replies.closed
    assert replies.oversize


@pytest.mark.parametrize("part", ["[]", [[]], 7, None])
def test_a_violation_of_an_unknown_kind_is_a_fault(part: Any) -> None:
    replies = ReplyParser(0, 1000)
    replies.feed(_frames(["end", "forbidden", None, [[part], "m", 1, 1]]))
    assert replies.fault
