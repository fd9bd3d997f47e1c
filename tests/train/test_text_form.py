"""Errors in an author's text.py name the function, the text and the row."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.train.config import RunRefused
from hallmark_rl.train.environments.rollout_env import Assignment, EnvSlot, RolloutEpisode
from hallmark_rl.train.environments.text_form import draw_demonstrations, has_demonstrations
from hallmark_rl.train.pipeline import run
from tests.train import toys
from tests.train.conftest import Start

GOOD = [[("1", "1")], [("2", "2")], [("3", "3")]]


def text_form(**changes: Any) -> Any:
    names = {name: getattr(toys, name) for name in dir(toys) if not name.startswith("_")}
    return SimpleNamespace(**{**names, **changes})


def returning(rows: Any) -> Any:
    return text_form(demonstrations=lambda **_: rows)


def draw(text: Any) -> Any:
    return draw_demonstrations(text, level=1, count=3, seed=0, quality=1.0)


def test_good_demonstrations_are_returned() -> None:
    assert draw(returning(GOOD)) == GOOD


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        (None, "returned NoneType instead of a list of 3"),
        (GOOD[:2], "returned 2 rows instead of a list of 3"),
        ([*GOOD[:2], []], r"row 2: \[\] is not a list"),
        ([GOOD[0], "12", GOOD[2]], "row 1: '12' is not a list"),
        ([GOOD[0], [("1", 1)], GOOD[2]], r"row 1: \('1', 1\) is not a pair of texts"),
        ([GOOD[0], GOOD[1], [("1", "x")]], "row 2: answer 'x' has 'x', which is not in ALPHABET"),
        ([GOOD[0], GOOD[1], [("y1", "1")]], "row 2: prompt 'y1' has 'y', which is not in ALPHABET"),
    ],
)
def test_a_wrong_demonstration_is_named(rows: Any, message: str) -> None:
    with pytest.raises(RunRefused, match=rf"text.py: demonstrations\(level=1.*{message}"):
        draw(returning(rows))


def test_a_demonstration_that_does_not_parse_is_named() -> None:
    def parse(completion: str) -> str:
        if completion == "2":
            raise KeyError("two")
        return completion

    text = text_form(demonstrations=lambda **_: GOOD, parse=parse)
    with pytest.raises(RunRefused, match=r"row 1: parse\('2'\) raised KeyError: 'two'"):
        draw(text)


def test_demonstrations_that_raise_are_named() -> None:
    def broken(**_: Any) -> Any:
        raise IndexError("list index out of range")

    text = text_form(demonstrations=broken)
    for call in (lambda: draw(text), lambda: has_demonstrations(text, 1)):
        with pytest.raises(RunRefused, match=r"demonstrations\(level=1.*IndexError: list index"):
            call()


def test_a_level_without_demonstrations_is_no_error() -> None:
    def none(**_: Any) -> Any:
        raise ValueError("no demonstrations")

    assert not has_demonstrations(text_form(demonstrations=none), 1)


def play(text: Any, completion: str = "7") -> RolloutEpisode:
    slot = EnvSlot(toys.Sound(), text)
    slot.start(Assignment("train", 2, 31))
    return slot.episode if slot.episode.done else slot.step(completion)


def test_parse_and_render_that_raise_name_text_and_task() -> None:
    def broken(value: Any) -> Any:
        raise ZeroDivisionError("division by zero")

    parsed = play(text_form(parse=broken), "my answer")
    assert parsed.failure == "text.parse:ZeroDivisionError"
    assert parsed.detail == (
        "text.py: parse('my answer') raised ZeroDivisionError: division by zero "
        "(train level 2 seed 31, turn 1)"
    )
    rendered = play(text_form(render=broken))
    assert rendered.failure == "text.render:ZeroDivisionError"
    assert "render(Observation(text=" in str(rendered.detail)
    assert "(train level 2 seed 31, turn 0)" in str(rendered.detail)
    silent = play(text_form(render=lambda observation: None))
    assert silent.failure == "text.render:no text"
    assert "returned None instead of a text" in str(silent.detail)


def test_a_class_of_the_authors_own_refuses_a_completion_by_its_name() -> None:
    class UnparsableCompletion(Exception):
        pass

    def refuse(completion: str) -> str:
        raise UnparsableCompletion

    episode = play(text_form(parse=refuse))
    assert (episode.success, episode.failure) == (False, None)
    assert episode.turns[0].error == "unparsable"


def test_a_run_names_the_function_the_text_and_the_task(start: Start) -> None:
    def parse(completion: str) -> str:
        return completion[100]

    text = text_form(parse=parse, demonstrations=lambda **_: (_ for _ in ()).throw(ValueError()))
    with pytest.raises(
        RunRefused, match=r"text.py: parse\('.*raised IndexError.*test level 1 seed"
    ):
        run(start(toys.Echo, text=text))


def test_a_text_form_that_lacks_names_is_refused(start: Start) -> None:
    text = SimpleNamespace(render=toys.render, parse=toys.parse)
    with pytest.raises(RunRefused, match="no SYSTEM, ALPHABET, MAX_TURN_CHARS, LEVELS"):
        run(start(toys.Echo, text=text))
