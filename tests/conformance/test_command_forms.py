"""Forms of commands are read from match statements and filled from known commands."""

from __future__ import annotations

from pathlib import Path

from hallmark_rl.conformance.actions.command_forms import command_forms, filled_commands
from hallmark_rl.sdk.subject.description import Subject

CODE = """
def obey(words, state):
    match words:
        case ["go", ("north" | "south") as way]:
            return way
        case ["put", item, "in", "chest"]:
            return item
        case ["take", item, "from", "chest"] | ["fetch", item]:
            return item
        case ["look"]:
            return ""
        case [first, *rest] | [first, _]:
            return first
        case {"kind": "x"}:
            return ""
"""


def _forms(folder: Path, code: str) -> list[tuple[str, ...]]:
    (folder / "world.py").write_text(code, encoding="utf-8")
    subject = Subject("x", "x", make=dict, action_type=dict, root=folder)
    return [tuple(part.text for part in form) for form in command_forms(subject)]


def test_sequences_of_words_are_forms(tmp_path: Path) -> None:
    assert _forms(tmp_path, CODE) == [
        ("go", "north"),
        ("go", "south"),
        ("put", "item", "in", "chest"),
        ("take", "item", "from", "chest"),
        ("fetch", "item"),
        ("look",),
    ]
    assert _forms(tmp_path, "x = 1\n") == []


def test_places_are_filled_from_known_commands(tmp_path: Path) -> None:
    (tmp_path / "world.py").write_text(CODE, encoding="utf-8")
    forms = command_forms(Subject("x", "x", make=dict, action_type=dict, root=tmp_path))
    made = filled_commands(forms, ["put crown in chest", "Put mask in chest", "go north"])
    assert {"take crown from chest", "fetch mask", "go south", "look"} <= set(made)
    assert len(made) == len(set(made)) == 9
    assert filled_commands(forms, ["a text that is no command"]) == []
