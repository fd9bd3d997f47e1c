"""Finding a secret in a text."""

from __future__ import annotations

import base64
import gzip
import json
import zlib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.encodings import (
    decoded_parts,
    encoded_forms,
    find_disguised,
    find_encoded,
    forms_of_the_task,
)


@settings(deadline=None)
@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=12))
def test_a_secret_is_found_in_every_form(secret: str) -> None:
    for form in encoded_forms(secret).values():
        assert find_encoded(secret, f"it is [{form}], is it not?")


@settings(deadline=None)
@given(st.text("abcde", min_size=4, max_size=8))
def test_a_secret_is_not_found_in_other_text(secret: str) -> None:
    assert not find_encoded(secret, "xyz uvw 0123456789 " * 3)


def test_words_in_reverse_order_are_found() -> None:
    secret = "the bridge opens at noon"
    assert find_encoded(secret, "Good morning. noon at opens bridge the") == (
        "with its words in reverse order"
    )


BLOB = json.dumps({"task": 4, "answer": "lighthouse keeper"}).encode()


@pytest.mark.parametrize(
    "encoded",
    [
        base64.b64encode(BLOB),
        base64.urlsafe_b64encode(BLOB),
        base64.b64encode(base64.b64encode(BLOB)),
        base64.b32encode(BLOB),
        BLOB.hex().encode(),
        base64.b64encode(zlib.compress(BLOB)),
        base64.b64encode(gzip.compress(BLOB, mtime=0)),
    ],
)
def test_a_secret_is_found_in_an_encoded_text_that_holds_more(encoded: bytes) -> None:
    form = find_encoded("lighthouse keeper", f"token={encoded.decode()} end")
    assert form.startswith("plainly in a text in ") or form == "in hexadecimal"


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_encoded_bytes_can_be_searched(raw: bytes) -> None:
    text = f"{base64.b64encode(raw).decode()} {raw.hex()} {base64.b32encode(raw).decode()}"
    assert isinstance(decoded_parts(text), tuple)


@pytest.mark.parametrize(
    ("secret", "text", "form"),
    [
        ("the bridge opens at noon", "at bridge noon opens the", "words in another order"),
        ("lighthouse", "order: eghhilostu", "letters in another order"),
        ("lighthouse", "key ojjkwkrxvh", ""),
        ("lamp", "key palm", ""),
        ("a dog", "dog a", ""),
        ("lighthouse", "key oljkwkrxvh", "moved by 3 places"),
    ],
)
def test_disguised_secrets(secret: str, text: str, form: str) -> None:
    found = find_disguised(secret, text)
    assert (form in found) if form else not found


def test_json_that_differs_in_case_is_another_value() -> None:
    record = json.dumps({"mode": "boost", "rooms": ["attic"]})
    assert find_encoded(record, f"document: {record.upper()}") == ""
    assert find_encoded(record, f"document: {record}") == "plainly"
    assert find_encoded("{the mode is BOOST}", "note: {The mode is boost}") == "plainly"


@pytest.mark.parametrize(
    ("sentence", "forms"),
    [
        ("Four kinds occur: anagrams and reversals.", {"reversed"}),
        ("Read it backwards.", {"reversed", "with its words in reverse order"}),
        ("The cipher moves every letter.", {"in rot13"}),
        ("Decode the base64 text.", {"in base64", "urlsafe base64"}),
        ("The token is hexadecimal.", {"in hexadecimal"}),
        ("Its sha256 is checked.", set()),
        ("Say which word is meant.", set()),
    ],
)
def test_forms_that_a_task_is_about_are_read_from_its_texts(sentence: str, forms: set[str]) -> None:
    found = forms_of_the_task([sentence])
    assert forms <= found
    assert bool(forms) is bool(found)
