"""Numbers that are written as words."""

from __future__ import annotations

import pytest

from hallmark_rl.conformance.core.number_words import NUMBER_WORDS, number_of


def test_words_and_digits() -> None:
    assert [number_of(word) for word in NUMBER_WORDS] == [*range(21)]
    assert (number_of("Seven"), number_of("12"), number_of("-0.5")) == (7, 12, -0.5)
    with pytest.raises(ValueError, match="dozen"):
        number_of("dozen")
