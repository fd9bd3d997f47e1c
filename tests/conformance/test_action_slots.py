"""The places of an action that take a value, and how a value is made to fit one."""

from __future__ import annotations

from hallmark_rl.conformance.actions.action_source import ActionSource
from hallmark_rl.conformance.oracle_search.action_slots import Slot, conversions, slots_of


def test_a_value_is_made_to_fit_its_slot() -> None:
    text, number = Slot(("a",), frozenset({"string"})), Slot(("a",), frozenset({"integer"}))
    assert conversions(17, text) == {"text": "17"}
    assert conversions("17", number) == {"number": 17}
    assert conversions(["a", "b"], text) == {"joined": "a, b", "JSON": '["a", "b"]'}
    assert conversions("x", Slot(("a",), frozenset({"string"}), ("y", "z"))) == {}
    assert conversions({"a": 1}, number) == {}
    for text in ("1e9999", "inf", "nan"):  # ids of hexadecimal digits look like the first
        assert conversions(text, number) == {}


def test_prefixes_are_read_from_quoted_commands() -> None:
    schema = {"properties": {"text": {"type": "string"}, "kind": {"enum": ["go to"]}}}
    words = ["guess: word", "look at ITEM", "stop", "guess: other", "a b"]
    source = ActionSource(schema, None, tokens={"text": words, "kind": ["go to"]})
    slots = {slot.name: slot for slot in slots_of(source, {})}
    assert slots["text"].prefixes == ("guess: ", "look ")
    assert slots["kind"].prefixes == ()
    assert conversions(7, slots["text"])["after guess: "] == "guess: 7"
    assert "after look " not in conversions(["a"], slots["text"])
