"""How long jobs may take."""

from __future__ import annotations

import time

from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.deadlines import check_seconds, play_seconds, survey_seconds
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.conformance.survey.survey_data import Survey

TARGET = Target("envs/wordle", PROFILES["default"])


def test_slow_checks_and_slow_environments_have_more_time() -> None:
    usual = check_seconds(TARGET, Survey(), "reset.seed_zero")
    assert usual == PROFILES["default"].deadline
    assert check_seconds(TARGET, Survey(), "semantic.adversarial_floor") == 2 * usual
    slow = Survey(reset_s=1.0, step_s=0.5)
    assert check_seconds(TARGET, slow, "reset.seed_zero") == usual + 40
    assert play_seconds(slow) > play_seconds(Survey())


def test_a_survey_takes_at_most_half_of_the_time_budget() -> None:
    assert survey_seconds(TARGET) == 240.0
    short = Target("envs/wordle", PROFILES["default"], ends=time.monotonic() + 20)
    assert 9.0 < survey_seconds(short) <= 10.0
