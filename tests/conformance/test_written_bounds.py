"""Texts and comparisons must put a bound on the same side."""

from __future__ import annotations

import contextlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.core.results import NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.semantics.written_bounds import written_bounds


def _check(folder: Path, code: str) -> None:
    (folder / "env.py").write_text(code)
    subject = SimpleNamespace(root=folder, env_class=None, action_type=None)
    context: Any = SimpleNamespace(subject=subject)
    written_bounds(context)


SAME = [
    ("amounts of at least {limit}", "amount >= limit"),
    ("amounts of at least {limit}", "limit <= amount"),
    ("amounts of at least {limit}", "amount < limit"),
    ("{limit} euros or more", "amount >= limit"),
    ("amounts below {limit}", "amount < limit"),
    ("more than {limit}", "amount > limit"),
    ("more than {limit}", "amount <= limit"),
    ("at most {limit}", "amount <= limit"),
    ("{limit} km or less", "limit < amount"),
]


@pytest.mark.parametrize(("text", "code"), SAME)
def test_a_comparison_as_the_text_says_is_sound(tmp_path: Path, text: str, code: str) -> None:
    _check(tmp_path, f"text = f'{text}'\nresult = {code}\n")


@pytest.mark.parametrize(("text", "code"), SAME)
def test_the_other_sign_is_reported(tmp_path: Path, text: str, code: str) -> None:
    other = {">=": ">", "<=": "<", ">": ">=", "<": "<="}
    left, sign, right = code.split()
    with pytest.raises(PropertyViolated, match=r"env.py:1 says .*limit.* on the other side"):
        _check(tmp_path, f"text = f'{text}'\nresult = {left} {other[sign]} {right}\n")


def test_numbers_and_templates_are_read(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match="t > 39"):
        _check(tmp_path, "RULES = 'temperature 39.0 or more: two points'\nx = t > 39.0\n")
    with pytest.raises(PropertyViolated, match=r"t > game\.limit"):
        _check(tmp_path, "RULES = 'at least {limit} points'\nx = t > game.limit\n")


def test_a_query_beside_its_question_is_compared_with_it(tmp_path: Path) -> None:
    both = "A = ('more than {n}?', 'price > {n}')\nB = ('at least {n}?', 'price >= {n}')\n"
    _check(tmp_path, both)
    with pytest.raises(PropertyViolated, match=r"says 'at least \{n\}\?'.*'price > \{n\}'"):
        _check(tmp_path, both.replace(">=", ">"))


@pytest.mark.parametrize(
    "code",
    [
        pytest.param("t = f'at least {limit}'\nx = a > other\n", id="another variable"),
        pytest.param("t = f'{limit} of them'\nx = a > limit\n", id="no words"),
        pytest.param("t = f'not more than {a}, never above {limit}'\nx = b >= limit\n", id="not"),
        pytest.param("t = f'at most {limit} tries'\nn += 1\nx = n >= limit\n", id="a counter"),
        pytest.param("t = f'at most {limit} tries'\nx = len(tries) >= limit\n", id="a length"),
        pytest.param("t = 'at least 2 of them'\nx = a > 2\n", id="a small number"),
    ],
)
def test_what_says_nothing_is_left_out(tmp_path: Path, code: str) -> None:
    with pytest.raises(NotApplicable):
        _check(tmp_path, code)


def test_a_bound_that_is_compared_in_both_ways_is_left_out(tmp_path: Path) -> None:
    _check(tmp_path, "t = f'at least {limit}'\nx = a > limit\ny = b >= limit\n")


@given(code=st.text(max_size=60))
def test_no_text_makes_it_fail(tmp_path_factory: pytest.TempPathFactory, code: str) -> None:
    folder = tmp_path_factory.mktemp("any")
    with contextlib.suppress(NotApplicable, PropertyViolated):
        _check(folder, f"text = {code!r}\nresult = amount > limit\n")
