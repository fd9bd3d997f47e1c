"""A solution in the last allowed step is paid, but may be paid less than an early one."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from hallmark_rl.conformance.client.response import Response
from hallmark_rl.conformance.core.episode_data import Action
from hallmark_rl.conformance.core.results import PropertyViolated
from hallmark_rl.conformance.properties.reward import late_solutions
from hallmark_rl.conformance.survey.survey_data import Rollout
from tests.conformance.small_environment import Env, Message, small_context, small_schema

LIMIT = 3
WRONG, LOOK, RIGHT, OTHER = ({"text": text} for text in ("wrong", "look", "right", "other"))
Late = Callable[[int], tuple[list[Action], float]]
"""From a number of wrong moves to all actions of an episode and the pay of the last one."""


def check(pay: Callable[[int], float], monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a game that pays `pay(wrong)` for the right answer after so many wrong ones."""
    check_late(lambda wrong: ([*[WRONG] * wrong, RIGHT], pay(wrong)), LIMIT, monkeypatch)


def check_late(late: Late, limit: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Check a game by what the oracle does in it after wrong moves."""

    def play_policy(subject: Any, survey: Any, wrong: int, seed: int, most: int) -> Rollout:
        actions, paid = late(wrong)
        return Rollout(seed, actions, [0.0] * (len(actions) - 1) + [paid], True)

    def play_actions(subject: Any, survey: Any, actions: list[Any], seed: int) -> Rollout:
        return Rollout(seed, actions, [0.0, late(1)[1]], True)

    monkeypatch.setattr(late_solutions, "delayed_oracle", lambda *_, wrong, pick: wrong)
    monkeypatch.setattr(late_solutions, "play_policy", play_policy)
    monkeypatch.setattr(late_solutions, "play_actions", play_actions)
    monkeypatch.setattr(late_solutions, "actions_off_the_solution", lambda *_: [WRONG])
    context: Any = SimpleNamespace(
        declared=SimpleNamespace(max_steps=limit),
        solutions=[play_policy(None, None, 0, seed, limit) for seed in range(4)],
        until_budget=lambda items, least: items,
        require_capability_absent=lambda *_: None,
        scale=1.0,
        floor=0.0,
        subject=SimpleNamespace(url="http://x"),
        survey=None,
        play=lambda episode: [Response({}), Response({"text": "wrong"})],
    )
    late_solutions.late_solution(context)


def test_a_pay_that_each_wrong_answer_halves_is_sound(monkeypatch: pytest.MonkeyPatch) -> None:
    check(lambda wrong: 0.5**wrong, monkeypatch)


@pytest.mark.parametrize("before", [1.0, 0.5])
def test_a_pay_that_vanishes_in_the_last_step_is_reported(
    before: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(PropertyViolated, match="step 3 of 3 pays 0"):
        check(lambda wrong: before**wrong if wrong < LIMIT - 1 else 0.0, monkeypatch)


def test_a_part_of_the_pay_that_vanishes_in_the_last_step_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with pytest.raises(
        PropertyViolated, match=r"step 3 of 3 pays 0\.3; one step earlier it pays 1"
    ):
        check(lambda wrong: 1.0 if wrong < LIMIT - 1 else 0.3, monkeypatch)


def unpaid_after_two(last: Action) -> Late:
    """A look-up and the right answer; after two wrong moves `last` ends the episode unpaid."""

    def late(wrong: int) -> tuple[list[Action], float]:
        moves = [WRONG] * wrong
        return ([*moves, LOOK, RIGHT], 1.0) if wrong < 2 else ([*moves, last], 0.0)

    return late


def test_an_oracle_that_wrong_moves_mislead_is_no_late_solution(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    check_late(unpaid_after_two(OTHER), 4, monkeypatch)


def test_an_episode_that_is_cut_short_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PropertyViolated, match="step 3 of 4 pays 0; one step earlier it pays 1"):
        check_late(unpaid_after_two(LOOK), 4, monkeypatch)


def test_an_episode_that_wrong_moves_end_earlier_is_not_cut_at_the_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def late(wrong: int) -> tuple[list[Action], float]:
        moves = [WRONG] * wrong
        return ([*moves, LOOK, RIGHT], 1.0) if wrong < 3 else ([WRONG, WRONG, LOOK], 0.0)

    check_late(late, 5, monkeypatch)


def test_wrong_moves_that_do_damage_are_compared_with_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second set of wrong moves drops what is needed, however many they are."""
    limit = 4

    def play_policy(subject: Any, survey: Any, late: Any, seed: int, most: int) -> Rollout:
        wrong, pick = late if isinstance(late, tuple) else (0, 0)
        paid = 0.0 if pick == 1 or (pick == 2 and wrong == 1) else 1.0
        if is_reported and wrong == 2:
            paid = 0.0
        actions = [*[WRONG] * wrong, LOOK, RIGHT]
        return Rollout(seed, actions, [0.0] * (len(actions) - 1) + [paid], True)

    def run() -> None:
        late_solutions.late_solution(context)

    monkeypatch.setattr(late_solutions, "delayed_oracle", lambda *_, wrong, pick: (wrong, pick))
    monkeypatch.setattr(late_solutions, "play_policy", play_policy)
    monkeypatch.setattr(late_solutions, "_unpaid_second_attempt", lambda *_: None)
    is_reported = False
    context: Any = SimpleNamespace(
        declared=SimpleNamespace(max_steps=limit),
        solutions=[play_policy(None, None, None, 0, limit)],
        until_budget=lambda items, least: items,
        require_capability_absent=lambda *_: None,
        scale=1.0,
        floor=0.0,
        subject=SimpleNamespace(url="http://x"),
        survey=None,
    )
    run()
    is_reported = True
    with pytest.raises(PropertyViolated, match="step 4 of 4 pays 0"):
        run()


class Walk(Env):
    """Walk to a place, and be there at the end of a text that holds several moves."""

    schema: ClassVar[dict[str, Any]] = small_schema(moves={"type": "string"})
    declared: ClassVar[dict[str, Any]] = {"max_steps": 4}
    shows = True

    def begin(self) -> None:
        self.goal, self.place = self.rng.randrange(2, 6), 0

    def show(self) -> Message:
        return {"goal": self.goal, "place": self.place * self.shows}

    def paid(self, action: Message) -> float:
        self.place += action["moves"].count("R") - action["moves"].count("L")
        self.over = self.place == self.goal
        return float(self.over)

    def oracle(self) -> Message:
        return {"moves": "R" * self.goal}


class Blind(Walk):
    shows = False


class Recorded(Blind):
    """What was sent is kept in a list, and the parts of the reward are shown."""

    def begin(self) -> None:
        super().begin()
        self.rows: list[str] = []

    def show(self) -> Message:
        return {**super().show(), "rows": list(self.rows), "columns": {"won": float(self.over)}}

    def paid(self, action: Message) -> float:
        self.rows.append(action["moves"])
        return super().paid(action)


def test_a_move_is_no_wrong_answer() -> None:
    pool = [{"moves": moves} for moves in ("L", "LL", "R")]
    late_solutions.late_solution(small_context(Walk, pool=pool))
    for env_class in (Blind, Recorded):
        with pytest.raises(PropertyViolated, match="after a wrong answer, the right answer is not"):
            late_solutions.late_solution(small_context(env_class, pool=pool))
