"""Hypothesis takes the characters of UTF-8 from us, and they are right."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from hypothesis.internal import charmap

from hallmark_rl.conformance.processes.utf8_characters import know_utf8_characters


def test_hypothesis_does_not_search_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a search over one code point, which would find no more than that one."""
    charmap.intervals_from_codec.cache_clear()
    with monkeypatch.context() as patch:
        patch.setattr(charmap, "sys", SimpleNamespace(maxunicode=0))
        know_utf8_characters()
        encodable, changed = charmap.intervals_from_codec("utf-8")
    assert (encodable.intervals, changed.intervals) == (((0, 0xD7FF), (0xE000, 0x10FFFF)), ())


def test_they_are_all_that_can_be_encoded() -> None:
    for first, last in ((0, 0xD7FF), (0xE000, 0x10FFFF)):
        text = "".join(map(chr, range(first, last + 1)))
        assert text.encode("utf-8").decode("utf-8") == text
    for surrogate in range(0xD800, 0xE000):
        with pytest.raises(UnicodeEncodeError):
            chr(surrogate).encode("utf-8")
