"""Scripts that are learned from solutions and filled in from a first message."""

from __future__ import annotations

from typing import Any

from hallmark_rl.conformance.checking.probes.script_rules import learn_script

YEARS = {"mother": 1900, "aunt": 1870, "cousin": 1840}


def _question(number: int) -> dict[str, Any]:
    relation = list(YEARS)[number % 3]
    return {"question": f"When was the {relation} of N{number} born?", "price": 40 + 10 * number}


def test_a_value_that_goes_with_one_word_is_learned() -> None:
    examples = [
        (_question(n), [{"kind": "answer", "value": list(YEARS.values())[n % 3]}])
        for n in range(12)
    ]
    script = learn_script(examples)
    assert script is not None
    assert script.actions(_question(100)) == [{"kind": "answer", "value": 1870}]
    assert script.actions({"question": "When was the uncle of N1 born?", "price": 1}) is None


def test_a_fixed_share_of_a_shown_number_is_learned() -> None:
    examples = [(_question(n), [{"cents": (40 + 10 * n) * 2 // 5}]) for n in range(12)]
    script = learn_script(examples)
    assert script is not None
    assert script.actions(_question(50)) == [{"cents": 216}]


def test_values_that_follow_from_nothing_shown_are_not_learned() -> None:
    assert learn_script([(_question(n), [{"value": n * n % 17}]) for n in range(16)]) is None


def test_solutions_of_different_forms_give_no_script() -> None:
    examples = [(_question(n), [{"value": 1}] * (1 + n % 3)) for n in range(12)]
    assert learn_script(examples) is None
    assert learn_script([]) is None


def test_numbers_on_a_line_over_a_shown_number_are_learned() -> None:
    whole = learn_script([(_question(n), [{"mile": 200 - 2 * n + (n == 3)}]) for n in range(16)])
    assert whole is not None
    assert whole.actions({**_question(50), "price": 60}) == [{"mile": 196}]
    wind = [(n, 4 + 0.25 * n + 0.01 * (n % 3)) for n in range(16)]
    script = learn_script([({"wind": 1.0 * n}, [{"mile": mile}]) for n, mile in wind])
    assert script is not None
    [action] = script.actions({"wind": 100.0}) or []
    assert abs(action["mile"] - 29) < 0.2
    scattered = [({"wind": 1.0 * n}, [{"mile": n * 7.3 % 11}]) for n in range(16)]
    assert learn_script(scattered) is None


def test_a_number_inside_of_a_text_or_its_last_digits_are_learned() -> None:
    tickets = [({"ticket": f"{7 * n % 31 + 100}-{n % 9 + 1:02d}"}, n % 9 + 1) for n in range(20)]
    script = learn_script([(shown, [{"track": track}]) for shown, track in tickets])
    assert script is not None
    assert script.actions({"ticket": "815-04"}) == [{"track": 4}]
    numbered = [({"ticket": 100 * (n * 7 % 31 + 1) + n}, [{"track": n}]) for n in range(20)]
    script = learn_script(numbered)
    assert script is not None
    assert script.actions({"ticket": 77_777}) == [{"track": 77}]


def test_of_several_lines_the_nearest_is_learned() -> None:
    readings = [(round(0.013 * n, 1), 0.013 * n, 5 + 0.4 * n) for n in range(24)]
    examples = [({"a": rough, "b": fine}, [{"mile": mile}]) for rough, fine, mile in readings]
    script = learn_script(examples)
    assert script is not None
    [action] = script.actions({"a": 0.1, "b": 0.13}) or []
    assert abs(action["mile"] - 9) < 1e-6


def test_numbers_beyond_all_floats_are_learned_from_without_an_error() -> None:
    for odd in (10**400, -(10**400), float("nan"), float("inf")):
        examples = [
            ({"wind": n, "odd": odd}, [{"mile": n * n % 17, "far": odd}]) for n in range(12)
        ]
        assert learn_script(examples) is None
