"""Numbers that are written as words."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, ORDINAL_WORDS, number_of


def test_words_and_digits() -> None:
    assert [number_of(word) for word in NUMBER_WORDS] == [*range(21)]
    assert [number_of(word) for word in ORDINAL_WORDS] == [*range(13)]
    assert (number_of("Seven"), number_of("12"), number_of("-0.5")) == (7, 12, -0.5)
    assert (number_of("22nd"), number_of("3rd")) == (22, 3)
    for text in ("dozen", "th", ""):
        with pytest.raises(ValueError, match="could not convert"):
            number_of(text)
