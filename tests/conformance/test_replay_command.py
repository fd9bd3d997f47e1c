"""A file that `hallmark replay` cannot use is described in one plain line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer

from hallmark_rl.conformance.replay_command import read_record, replay

GOOD: dict[str, Any] = {
    "property": "reset.seed_zero",
    "subject": "envs/wordle",
    "proof": "",
    "env_args": "{'size': 3}",
    "seed": 4,
    "observed": "more than is needed",
    "episode": {
        "label": "drawn",
        "calls": [{"op": "reset", "options": {"seed": 0}}, {"op": "step", "action": {"word": "a"}}],
    },
}


def test_a_record_is_read_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "record.json"
    file.write_text(json.dumps(GOOD))
    assert read_record(file) == GOOD
    file.write_text(json.dumps({name: GOOD[name] for name in ("property", "subject", "episode")}))
    assert set(read_record(file)) == {"property", "subject", "episode"}


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"\xff", "it cannot be read"),
        (b"", "it is not JSON"),
        (b"[" * 100_000, "it cannot be read"),
        (b"[1]", "it holds no JSON object"),
        ({"property": ["x"]}, "property: input should be a valid string"),
        ({"property": "reset.nope"}, "property: reset.nope is not in the catalogue"),
        ({"subject": 3}, "subject: input should be a valid string"),
        ({"episode": 5}, "episode: is no object"),
        ({"episode": {}}, "episode.calls: field required"),
        ({"episode": {"calls": [3]}}, "episode.calls.0: is no object"),
        ({"episode": {"calls": [{"op": "jump"}]}}, "episode.calls.0.op: "),
        ({"seed": "x"}, "seed: "),
        ({"env_args": "[1"}, "env_args: it holds no literal"),
        ({"env_args": "[1]"}, "env_args: it holds no dict"),
    ],
)
def test_what_is_wrong_with_a_record_is_one_line(
    content: bytes | dict[str, Any], problem: str, tmp_path: Path, capsys: Any
) -> None:
    file = tmp_path / "record.json"
    whole = content if isinstance(content, bytes) else json.dumps(GOOD | content).encode()
    file.write_bytes(whole)
    with pytest.raises(typer.Exit) as ended:
        replay(file, "")
    assert ended.value.exit_code == 2
    line = capsys.readouterr().err
    assert line.startswith(f"{file} is not a recorded failure of this suite: {problem}")
    assert line.count("\n") == 1
    assert not any(word in line for word in ("Error(", "_Call", "_Episode", "{'"))
