"""The rules that sentences state, and answers that break them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.checking.probes.stated_rules import (
    Rule,
    connection,
    numbers_used_once,
    only_one,
    positive_amounts,
    rules_about_repeats,
    series_of,
    with_all_alike,
    with_gaps,
    with_numbers_again,
)


@pytest.mark.parametrize(
    ("sentence", "run"),
    [
        ("Nobody works two nights in a row.", 2),
        ("Never use the same colour three times in a row", 3),
        ("At most two consecutive shifts may be by one person", 3),
        ("No more than 3 lights in a row are red; more than three in a row is an error", 4),
        ("Two nights back to back are not allowed: no one works back-to-back", 2),
        ("Name five different papers", 0),
        ("Each word counts once", 0),
        ("A word cannot be used twice", 0),
        ("The list has no duplicates.", 0),
    ],
)
def test_a_sentence_states_a_rule(sentence: str, run: int) -> None:
    assert [rule.run for rule in rules_about_repeats(["Hello.", sentence])] == [run]


@pytest.mark.parametrize(
    "sentence",
    [
        "Three right answers in a row end the game.",
        "Neighbouring regions have different colours.",
        "The task is different for each seed.",
        "Each level is different from the others.",
        "Once the door is open, walk through.",
    ],
)
def test_other_sentences_state_none(sentence: str) -> None:
    assert rules_about_repeats([sentence]) == []


@given(st.lists(st.sampled_from("abc"), min_size=2, max_size=8), st.sampled_from([0, 2, 3]))
def test_what_breaks_a_rule_breaks_it(values: list[str], run: int) -> None:
    rule = Rule(run, "")
    action = {"names": values}
    (series,) = series_of(action)
    for changed in rule.breaking(action, series):
        assert not rule.is_kept(changed["names"])
        assert len(changed["names"]) == len(values)
    assert action == {"names": values}


def test_series_are_lists_columns_and_objects() -> None:
    action = {
        "rows": [{"a": 1, "b": "x"}, {"a": 2, "b": "y"}],
        "names": ["p", "q"],
        "plan": {"mon": "Ada", "tue": "Bo"},
        "mixed": ["p", 1],
        "one": ["p"],
        "metadata": {"x": [1, 2]},
    }
    found = {series.name: series.values for series in series_of(action)}
    assert found == {
        "rows[].a": [1, 2],
        "rows[].b": ["x", "y"],
        "names": ["p", "q"],
        "plan": ["Ada", "Bo"],
    }


def test_gaps_are_between_the_ends() -> None:
    assert with_gaps(["a", "b", "c", "d"]) == [["a", "c", "d"], ["a", "b", "d"]]
    assert with_gaps("a -> b -> c") == ["a -> c"]
    assert with_gaps("a,b,c,d") == ["a,c,d", "a,b,d"]
    assert with_gaps("cold cord word") == ["cold word"]
    assert with_gaps("cold\ncord\nword") == ["cold\nword"]
    assert with_gaps("go north, then east, then wait") == []
    assert with_gaps("one") == with_gaps(3) == with_gaps([]) == []


def test_sentences_about_connections_and_amounts() -> None:
    assert connection(["Hi.", "Only one letter changes at a time."]).startswith("Only")
    assert connection(["Stations are linked by direct connections."])
    assert not connection(["The task is to connect to the server."])
    assert positive_amounts(["Order at least one pack."])
    assert positive_amounts(["Amounts are never negative."])
    assert not positive_amounts(["Order what is needed."])


def test_values_of_the_form_of_the_answers_own_are_added() -> None:
    shown = '{"orders": ["R-1234: lamp, 12.50", "R-77: vase, 5.00"], "today": "2024-05-31", "n": 7}'
    action = {"kind": "reply", "text": "For R-77 we refund 5.00."}
    assert [a["text"] for a in with_all_alike(action, shown)] == [
        "For R-77 we refund 5.00. R-1234 12.50"
    ]
    for start, end in (("Due: <a>", "</a>."), (r"So \boxed{", "} it is")):
        marked = {"text": f"{start}R-77{end}"}
        assert list(with_all_alike(marked, shown)) == [{"text": f"{start}R-77 R-1234{end}"}]
    assert list(with_all_alike({"text": "R-77"}, shown)) == []
    assert list(with_all_alike({"text": "no value here"}, shown)) == []


def test_sentences_that_allow_one_value_only() -> None:
    assert only_one(["Name exactly one order."])
    assert only_one(["The name and nothing else."])
    assert not only_one(["Name the orders.", "One other order is there."])
    assert not only_one(
        ["A section makes exactly one point, and the text counts.", "Each line names exactly one."]
    )
    assert not only_one(["Nothing but the figures in the question tells which alert is due."])


def test_numbers_that_are_used_once() -> None:
    for said in ("Each of the four numbers is used exactly once", "No number may be used twice"):
        assert numbers_used_once(["Make 24.", said]) == said
    assert numbers_used_once(["Each card is used once", "All numbers are whole"]) == ""


def test_an_expression_with_a_number_again_has_its_value() -> None:
    made = [action["text"] for action in with_numbers_again({"text": "8 / (3 - 2.5)", "row": 1})]
    assert len(made) == 6
    assert all(eval(text) == pytest.approx(16) for text in made)
    for text in ("8", "x + 1", "f(1, 2)", "", "(1 + 2", "1 if 2 else 3", "[1, 2]", "0 + 1"):
        assert not list(with_numbers_again({"text": text}))


@given(st.text())
def test_any_text_as_an_expression(text: str) -> None:
    assert all(len(action["text"]) > len(text) for action in with_numbers_again({"text": text}))
