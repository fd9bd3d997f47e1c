"""Which actions choose by a label, and what a message lists for each label."""

from __future__ import annotations

from hallmark_rl.conformance.checking.probes.choice_labels import choice_fields

LETTERS = {"properties": {"letter": {"enum": ["A", "B", "C"], "type": "string"}, "metadata": {}}}
NUMBER = {"properties": {"machine": {"type": "integer", "minimum": 0, "exclusiveMaximum": 5}}}
OPENINGS = [{"options": {"A": f"x{n}", "B": f"y{n}", "C": f"z{n}"}} for n in range(4)]


def test_letters_of_shown_options_are_labels() -> None:
    (field,) = choice_fields(LETTERS, OPENINGS)
    assert [(o.label, o.shown) for o in field.options(OPENINGS[1])] == [
        ("A", "x1"),
        ("B", "y1"),
        ("C", "z1"),
    ]
    assert field.action("B") == {"letter": "B"}


def test_the_order_of_a_mapping_is_known() -> None:
    (field,) = choice_fields(LETTERS, OPENINGS)
    options = field.options({"options": {"C": "z", "A": "x", "B": "y"}})
    assert [(option.label, option.place) for option in options] == [("A", 1), ("B", 2), ("C", 0)]


def test_numbers_of_things_that_look_alike_need_no_list() -> None:
    (field,) = choice_fields(NUMBER, [{"left": 3}])
    assert [option.label for option in field.options({"left": 2})] == [0, 1, 2, 3, 4]


def test_other_numbers_and_words_are_no_labels() -> None:
    number = {"properties": {"level": {"type": "integer", "minimum": 0, "maximum": 5}}}
    words = {"properties": {"move": {"enum": ["left", "right"]}}}
    beside = {"properties": {**NUMBER["properties"], "amount": {"type": "integer"}}}
    assert choice_fields(number, [{"left": 3}]) == []
    assert choice_fields(words, OPENINGS) == []
    assert choice_fields(beside, [{"left": 3}]) == []


def test_options_that_are_always_the_same_are_no_question() -> None:
    assert choice_fields(LETTERS, [OPENINGS[0]] * 4) == []


def test_rows_that_look_alike_name_the_choices() -> None:
    number = {"properties": {"advert": {"type": "integer"}, "metadata": {}}}
    rows = [{"advert": n, "clicks": 0} for n in range(3)]
    (field,) = choice_fields(number, [{"table": rows}] * 2)
    assert field.listed_alike
    assert field.labels == (0, 1, 2)
    told_apart = [{"advert": n, "price": n + 5} for n in range(3)]
    assert choice_fields(number, [{"table": told_apart}] * 2) == []
    varied = [[{"advert": n, "clicks": k} for n in range(3)] for k in range(2)]
    assert choice_fields(number, [{"table": table} for table in varied]) == []
    assert field.rows({"table": rows}) == {"0": rows[0], "1": rows[1], "2": rows[2]}


def test_numbers_that_may_have_an_order_are_no_labels() -> None:
    for name, rest in (("pit", {"stones": 4}), ("hour", {"free": True}), ("cell", {"mark": ""})):
        schema = {"properties": {name: {"type": "integer"}, "metadata": {}}}
        rows = [{name: n, **rest} for n in range(9)]
        assert choice_fields(schema, [{"board": rows}] * 2) == []
