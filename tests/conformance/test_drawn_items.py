"""An item of a list that is never drawn is reported."""

from __future__ import annotations

import importlib.util
import itertools
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance.checking.check_context import CheckContext
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import EvidenceMissing, NotApplicable, PropertyViolated
from hallmark_rl.conformance.properties.reset.drawn_items import drawn_items
from hallmark_rl.conformance.survey.survey_data import Survey
from hallmark_rl.sdk.subject.description import Subject

SOURCE = """
import random

TOWNS = {towns}
ROADS = (("north road", 3), ("south road", 4), ("mill lane", 2), ("high street", 1))
STATES = ["open", "held", "lost", "void"]


class Desk:
    def reset(self, seed=None, **options):
        rng = random.Random(seed)
        town = {draw}
        road = {road}
        return {{"task": f"Go to {{town}} by {{road}}.", "state": STATES[0]}}

    def step(self, action):
        return {{"reward": 0.0, "done": True}}
"""
TOWNS = '["Aarau", "Bern", "Chur", "Davos", "Embrach"]'
ROAD = "rng.choice(ROADS)[0]"
_numbers = itertools.count()


def _check(folder: Path, draw: str, road: str = ROAD, towns: str = TOWNS) -> None:
    path = folder / "desk.py"
    path.write_text(SOURCE.format(draw=draw, road=road, towns=towns))
    spec = importlib.util.spec_from_file_location(f"drawn_items_desk_{next(_numbers)}", path)
    assert spec is not None
    assert spec.loader is not None
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    subject = Subject("x", "x", make=module.Desk, action_type=dict, root=folder)
    survey = Survey(schema={"type": "object", "properties": {}})
    drawn_items(CheckContext(subject, survey, PROFILES["default"]))


@pytest.mark.parametrize(
    "draw",
    [
        "rng.choice(TOWNS)",
        "TOWNS[rng.randrange(len(TOWNS))]",
        "rng.sample(TOWNS, 2)",
        "rng.choice(TOWNS[:3])",
    ],
)
def test_lists_drawn_whole_or_to_a_written_length_are_sound(tmp_path: Path, draw: str) -> None:
    _check(tmp_path, draw)


def test_texts_with_placeholders_are_found_when_these_are_filled(tmp_path: Path) -> None:
    towns = '["Aarau {number}", "Bern at {number} m", "Chur", "Davos", "{number} Embrach"]'
    _check(tmp_path, "rng.choice(TOWNS).format(number=rng.randint(1, 99))", towns=towns)
    with pytest.raises(PropertyViolated, match="number} Embrach"):
        _check(tmp_path, "rng.choice(TOWNS[:-1]).format(number=rng.randint(1, 99))", towns=towns)


@pytest.mark.parametrize(
    ("draw", "missing"),
    [
        ("TOWNS[rng.randrange(len(TOWNS) - 1)]", "'Embrach'"),
        ("rng.choice(TOWNS[1:])", "'Aarau'"),
        ("TOWNS[rng.randint(1, len(TOWNS) - 1)]", "'Aarau'"),
    ],
)
def test_an_item_that_never_comes_up_is_reported(tmp_path: Path, draw: str, missing: str) -> None:
    with pytest.raises(PropertyViolated, match=f"{missing} of TOWNS never came up"):
        _check(tmp_path, draw)


def test_the_first_text_of_each_row_counts(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match="'high street' of ROADS never came up"):
        _check(tmp_path, "rng.choice(TOWNS)", "rng.choice(ROADS[:-1])[0]")


def test_a_rare_item_is_not_reported(tmp_path: Path) -> None:
    _check(tmp_path, "rng.choices(TOWNS, [400, 400, 400, 12, 0])[0]")


def test_lists_that_are_not_drawn_from_are_left_out(tmp_path: Path) -> None:
    with pytest.raises(NotApplicable, match="draws from no list"):
        _check(tmp_path, "seed", "seed")


def test_items_that_are_hardly_shown_are_not_judged(tmp_path: Path) -> None:
    with pytest.raises(EvidenceMissing, match="too few items"):
        _check(tmp_path, "len(rng.choice(TOWNS))", "len(rng.choice(ROADS)[0])")


def test_all_but_the_last_one_is_no_written_length(tmp_path: Path) -> None:
    with pytest.raises(PropertyViolated, match="'Embrach' of TOWNS never came up"):
        _check(tmp_path, "rng.choice(TOWNS[:-1])")
