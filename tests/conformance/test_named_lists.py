"""Lists that fit the placeholders of commands."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.named_lists import fill_by_name, named_lists, singular

CODE = """
from typing import Literal

__all__ = ["Env", "Other"]
SLOTS = {"people": {"2": "two", "3": "three"}, "day": ["monday", "friday"]}
CITIES: tuple[str, ...] = ("Graz", "Porto")
ROOMS = frozenset({"hall", "attic"})
GOODS = "ale bread cheese".split()
TOWNS = "Lund|Old Town".split("|")
Colour = Literal["red", "green"]
MIXED = ("a", 1)
WORDS = ["w%d" % n for n in range(5)]
LONG = {"x" * 40: 1, "y": 2}
"""
README = """Slots: `people`, `day`.

- Tools: saw, plane and file

Note: a word.

| Tiles | price |
|---|---|
| `clay` | 2 |
| sea marble | 8 |
"""


def read(folder: Path) -> dict[str, list[str]]:
    (folder / "env.py").write_text(CODE, encoding="utf-8")
    (folder / "README.md").write_text(README, encoding="utf-8")
    subject = SimpleNamespace(root=folder, env_class=None, action_type=None, manifest={})
    return named_lists(subject)  # type: ignore[arg-type]


def test_constants_and_listings_have_names(tmp_path: Path) -> None:
    found = read(tmp_path)
    assert sorted(found.pop("room")) == ["attic", "hall"]
    assert found == {
        "slot": ["people", "day"],
        "people": ["2", "3"],
        "day": ["monday", "friday"],
        "city": ["Graz", "Porto"],
        "good": ["ale", "bread", "cheese"],
        "town": ["Lund", "Old Town"],
        "colour": ["red", "green"],
        "tool": ["saw", "plane", "file"],
        "tile": ["clay", "sea marble"],
    }


def test_templates_are_filled_by_the_names_of_their_places(tmp_path: Path) -> None:
    lists = read(tmp_path)
    assert set(fill_by_name("ask SLOT", lists)) == {"ask people", "ask day"}
    assert set(fill_by_name("go <city>", lists)) == {"go Graz", "go Porto"}
    assert set(fill_by_name("go {city name} now", lists)) == set()
    assert set(fill_by_name("use TOOL_1", lists)) <= {"use saw", "use plane", "use file"}
    assert all(
        text in ("set people=2", "set people=3", "set day=monday", "set day=friday")
        for text in fill_by_name("set SLOT=VALUE", lists)
    )
    assert set(fill_by_name("sell GOOD N", lists)) <= {
        f"sell {good} {number}" for good in lists["good"] for number in "12305"
    }


@pytest.mark.parametrize("template", ["ask WHOM", "SLOT", "Say SLOT", "go", "set day=VALUE", ""])
def test_what_is_not_known_is_not_filled(template: str, tmp_path: Path) -> None:
    assert fill_by_name(template, read(tmp_path)) == []


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("CITIES", "city"),
        ("boxes", "box"),
        ("GLASSES", "glass"),
        ("glass", "glass"),
        ("day", "day"),
    ],
)
def test_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@given(st.text(max_size=60), st.dictionaries(st.text(max_size=5), st.lists(st.text(max_size=5))))
def test_any_template_and_lists(template: str, lists: dict[str, list[str]]) -> None:
    made = fill_by_name(template, lists)
    assert made == fill_by_name(template, lists)
    assert len(made) <= 6
