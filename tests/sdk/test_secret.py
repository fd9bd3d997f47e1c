from __future__ import annotations

import copy
import json
import pickle
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from hallmark_rl.sdk.common.secret import Secret, leaks, secret_texts


def test_a_secret_has_no_text_json_or_pickle() -> None:
    secret = Secret("crane")
    assert "crane" not in f"{secret} {secret!r} {[secret]}"
    for leave in (json.dumps, pickle.dumps, copy.copy):
        with pytest.raises(TypeError):
            leave(secret)
    assert secret.reveal() == "crane"


def test_a_deep_copy_is_a_secret_that_shares_nothing() -> None:
    secret = Secret(["crane"])
    copied = copy.deepcopy([secret])[0]
    copied.reveal().append("x")
    assert secret.reveal() == ["crane"]
    assert "crane" not in repr(copied)


@given(st.text("abcxyz", min_size=4, max_size=8), st.text(max_size=5), st.text(max_size=5))
def test_a_long_secret_is_found_anywhere_in_a_text(secret: str, before: str, after: str) -> None:
    data = {"a": [{"b": before + secret.upper() + after}]}
    assert leaks(data, [secret]) == ["a[0].b"]


def test_a_short_secret_is_found_as_a_whole_word_only() -> None:
    assert leaks({"a": "the target is abc."}, ["abc"]) == ["a"]
    assert leaks({"a": "abcdefgh"}, ["abc"]) == []
    assert leaks(["x", {"abc": 1}], ["abc"]) == ["[1].abc (key)"]
    assert leaks({"a": "abc"}, ["", "abd"]) == []


def test_a_secret_is_not_found_across_two_texts() -> None:
    assert leaks({"a": "one", "b": "two"}, ["one\ntwo"]) == []
    assert leaks({"a": "one\nTWO"}, ["one\ntwo"]) == ["a"]


def test_field_names_are_not_leaks() -> None:
    class Seen(BaseModel):
        score: float = 0.0
        note: str = "score"

    assert leaks(Seen(), ["score"]) == ["note"]


def test_the_secrets_of_a_game_are_found() -> None:
    @dataclass
    class Game:
        words: Secret[list[str]]
        number: Secret[int]
        open: str = "open"

    @dataclass(slots=True)
    class Slotted:
        word: Secret[str]

    assert secret_texts(Game(Secret(["a", "b"]), Secret(3))) == ["a", "b"]
    assert secret_texts(Slotted(Secret("c"))) == ["c"]
    table = (*map(str, range(500)),)
    game = Game({"a": [("hint", Secret("d"))] * 200, "b": {Slotted: Slotted(Secret("e"))}}, table)
    game.itself = game  # type: ignore[attr-defined]
    assert sorted(secret_texts([game, Secret("f")])) == ["d", "e", "f"]
