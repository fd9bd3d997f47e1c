"""Finding a secret in a text."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.encodings import encoded_forms, find_encoded


@settings(deadline=None)
@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=12))
def test_a_secret_is_found_in_every_form(secret: str) -> None:
    for form in encoded_forms(secret).values():
        assert find_encoded(secret, f"it is [{form}], is it not?")


@settings(deadline=None)
@given(st.text("abcde", min_size=4, max_size=8))
def test_a_secret_is_not_found_in_other_text(secret: str) -> None:
    assert not find_encoded(secret, "xyz uvw 0123456789 " * 3)
