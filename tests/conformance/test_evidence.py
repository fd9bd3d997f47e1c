"""Which texts of a solution's last action are secrets, and which the messages before it tell."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from hallmark_rl.conformance.core.results import NotApplicable
from hallmark_rl.conformance.survey import evidence
from hallmark_rl.conformance.survey.survey_data import Rollout


def secrets(
    monkeypatch: pytest.MonkeyPatch,
    messages: dict[int, list[dict[str, Any]]],
    *answers: Any,
    properties: dict[str, Any] | None = None,
) -> list[list[str]]:
    """The secrets of solutions on seeds 0, 1...; `messages` has what each seed's reset and steps
    show. Only the last step of a solution is its answer. `properties` are the action's fields."""

    def open_driver(*_: object, **__: object) -> Any:
        replies: list[dict[str, Any]] = []

        def reset(seed: int) -> Any:
            replies.extend(messages[seed])
            return step()

        def step(action: object = None) -> Any:
            return SimpleNamespace(data=replies.pop(0))

        return SimpleNamespace(reset=reset, step=step, close=lambda: None)

    monkeypatch.setattr(evidence, "open_driver", open_driver)
    survey = SimpleNamespace(
        learned=[], pool=[], schema={"properties": properties or {}}, use_async=False
    )
    known: Any = object.__new__(evidence.Evidence)
    known.subject, known.survey = SimpleNamespace(observation_type=None), survey
    rollouts = [
        Rollout(seed, [*[{"look": 1}] * (len(messages[seed]) - 1), answer], [1.0], True)
        for seed, answer in enumerate(answers)
    ]
    return [texts for _, texts in known.secrets_of(rollouts)]


def test_an_answer_of_one_value_is_a_secret_where_a_short_text_shows_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = {0: [{"hint": "it is crane"}], 1: [{"hint": "it is slate"}]}
    assert secrets(monkeypatch, shown, {"word": "crane"}, {"word": "slate"}) == [
        ["crane"],
        ["slate"],
    ]


@pytest.mark.parametrize("other", [(3, 4), ("send", "keep")])
def test_what_the_first_message_says_is_no_secret_where_another_value_is_asked_too(
    monkeypatch: pytest.MonkeyPatch, other: tuple[Any, Any]
) -> None:
    shown = {0: [{"text": "about R2707"}], 1: [{"text": "about R1999"}]}
    answers = [{"order": "R2707", "amount": other[0]}, {"order": "R1999", "amount": other[1]}]
    if isinstance(other[0], str):
        assert secrets(monkeypatch, shown, *answers) == [["send"], ["keep"]]
    else:
        with pytest.raises(NotApplicable):
            secrets(monkeypatch, shown, *answers)


def test_what_earlier_steps_have_found_is_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [{"token": "tk-08aa"}, {"token": "tk-77cc"}]
    found = {
        seed: [{"task": "log in"}, {"body": {"token": answer["token"]}}]
        for seed, answer in enumerate(answers)
    }
    with pytest.raises(NotApplicable):
        secrets(monkeypatch, found, *answers)
    betrayed = {
        seed: [{"task": "log in"}, {"hint": f"say {answer['token']}"}]
        for seed, answer in enumerate(answers)
    }
    assert secrets(monkeypatch, betrayed, *answers) == [["tk-08aa"], ["tk-77cc"]]


def test_answers_that_the_action_model_names_are_choices_and_no_secrets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = {0: [{"piece": "a bottle of glass"}], 1: [{"piece": "an old tin of metal"}]}
    answers = [{"bin": "glass"}, {"bin": "metal"}]
    assert secrets(monkeypatch, shown, *answers) == [["glass"], ["metal"]]
    described = {"bin": {"type": "string", "description": "paper, glass or metal"}}
    with pytest.raises(NotApplicable):
        secrets(monkeypatch, shown, *answers, properties=described)
