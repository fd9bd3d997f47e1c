"""What is read about actions in an environment's files and messages."""

from __future__ import annotations

from pathlib import Path

from hallmark_rl.conformance.actions.message_words import fill_template, message_words
from hallmark_rl.conformance.actions.source_words import SourceWords, source_words
from hallmark_rl.sdk.subject.description import Subject

CODE = """
import json, re
from enum import Enum
from typing import Literal

raise SystemExit("this file is read, not run")

class Mood(str, Enum):
    CALM = "calm"
    LOUD = "loud"

Side = Literal["port", "starboard"]
ORDER = re.compile("(go|stop) [0-9]")
HANDLERS = {"open": 1, "close": 2}

def play(action):
    order = json.loads(action.text)["order"]
    if order in ("lift", "lower") or order == "wait":
        return order.get("weight")
    match order:
        case "turn":
            return 0
    raise ValueError("unknown order; valid: lift, lower")

move = Play(text="lift", weight=3)
"""
README = """# Crane
Send `hoist` or "swing". Example: {"text": "lift", "weight": 2}

```
> lower away
```
```bash
hoistctl --all
```
```
rm -rf outputs
git push
```
"""


class Play:
    """Stands for an action model."""


def words_of(folder: Path) -> SourceWords:
    return source_words(Subject("crane", str(folder), action_type=Play, root=folder))


def test_code_is_read_and_not_run(tmp_path: Path) -> None:
    (tmp_path / "env.py").write_text(CODE)
    found = words_of(tmp_path)
    expected = {"calm", "port", "open", "close", "lift", "lower", "wait", "turn"}
    assert expected <= set(found.words)
    assert found.patterns == ["(go|stop) [0-9]"]
    assert {"order", "weight"} <= set(found.keys)
    assert found.reads_json
    assert {"text": "lift", "weight": 3} in found.examples


def test_texts_are_read_but_not_what_is_meant_for_a_shell(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(README)
    found = words_of(tmp_path)
    assert {"hoist", "swing", "lower away"} <= set(found.words)
    assert {"text": "lift", "weight": 2} in found.examples
    assert not any(word.startswith(("rm", "git", "hoistctl")) for word in found.words)


def test_the_authors_evidence_is_not_read(tmp_path: Path) -> None:
    (tmp_path / "proof.py").write_text("ANSWERS = {'xyzzy': 1}")
    (tmp_path / "broken.py").write_text("def (")
    assert words_of(tmp_path).words == []


def test_words_of_a_refusal() -> None:
    assert {"go", "look", "take"} <= set(message_words("Unknown. Valid commands: go, look, take."))
    assert "north" in message_words("You can't go there, expected one of north|south")
    assert "begin" in message_words("say 'begin' first")
    assert '{"op": "add"}' in message_words('send JSON like {"op": "add"}')
    assert fill_template("move <direction>", ["north", "up"]) == ["move north", "move up"]


BLOCKS = """# Triage

For each prompt:

    label: safe
    reason: education

Start it with

    pip install triage
    python -m triage

```
label: unsafe
```
```python
triage.run()
```
"""


def test_blocks_of_code_may_be_answers_and_commands_of_a_shell_are_none(tmp_path: Path) -> None:
    (tmp_path / "README.md").write_text(BLOCKS, encoding="utf-8")
    found = source_words(Subject("x", "x", make=dict, action_type=dict, root=tmp_path))
    assert found.blocks == ["label: unsafe", "label: safe\nreason: education"]
    assert "label: safe\nreason: education" in found.words
    assert not any("pip" in word or "python" in word for word in found.words)
