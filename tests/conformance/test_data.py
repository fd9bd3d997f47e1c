"""The catalogue, and the parts that need no environment."""

from __future__ import annotations

import datetime
import json
import random
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hallmark_rl.conformance.actions.json_schema import HypothesisDraw, SeededDraw, generate
from hallmark_rl.conformance.catalogue import catalogue
from hallmark_rl.conformance.checking.context import Lab
from hallmark_rl.conformance.checking.probes.encodings import disguises, find
from hallmark_rl.conformance.checking.registry import entries
from hallmark_rl.conformance.core.diff import content_difference, content_differences, difference
from hallmark_rl.conformance.core.episode import Episode, script
from hallmark_rl.conformance.core.results import Broken
from hallmark_rl.conformance.processes.forking import in_fork
from hallmark_rl.conformance.properties.reward.columns import columns_of
from hallmark_rl.conformance.reporting import Report, Row, write_all
from hallmark_rl.conformance.reporting.waivers import WaiverError, Waivers
from hallmark_rl.conformance.survey.declared import read_declared
from hallmark_rl.sdk.subject.description import Subject


def test_every_property_has_a_check_and_every_check_a_property() -> None:
    assert set(entries()) == set(catalogue())
    assert len(catalogue()) >= 70


def test_every_property_says_what_why_and_how_to_mend() -> None:
    for entry in catalogue().values():
        assert entry.level in ("MUST", "SHOULD")
        for text in (entry.rule, entry.why, entry.mend):
            assert text.endswith("."), entry.id


SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["kind", "amount", "lines"],
    "properties": {
        "kind": {"enum": ["a", "b"]},
        "amount": {"type": "integer", "minimum": 3, "exclusiveMaximum": 9},
        "note": {"anyOf": [{"type": "string", "maxLength": 4}, {"type": "null"}]},
        "lines": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/Line"}},
    },
    "$defs": {
        "Line": {
            "type": "object",
            "required": ["code"],
            "properties": {"code": {"type": "string", "pattern": "^[A-Z]{2}$"}},
        }
    },
}


@settings(deadline=None)
@given(st.data())
def test_drawn_values_fit_their_schema(data: st.DataObject) -> None:
    import jsonschema

    jsonschema.validate(generate(SCHEMA, HypothesisDraw(data.draw), {}), SCHEMA)


@pytest.mark.parametrize("seed", range(30))
def test_seeded_values_fit_their_schema_and_repeat(seed: int) -> None:
    import jsonschema

    first, again = (generate(SCHEMA, SeededDraw(random.Random(seed)), {}) for _ in range(2))
    assert first == again
    jsonschema.validate(first, SCHEMA)


plain = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=True) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(deadline=None)
@given(plain)
def test_a_value_does_not_differ_from_itself(value: Any) -> None:
    assert difference(value, value) is None


@settings(deadline=None)
@given(plain, plain)
def test_a_difference_is_seen_from_both_sides(one: Any, other: Any) -> None:
    assert (difference(one, other) is None) == (difference(other, one) is None)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"episode_id": "a1"}, {"episode_id": "b2"}),
        ({"made": "2026-01-01T10:00:00"}, {"made": "2026-01-01T10:00:01"}),
        (
            {"text": "reset @ 2026-01-01T10:00:00.1Z ok"},
            {"text": "reset @ 2027-01-01T10:00:00.2Z ok"},
        ),
        ({"elapsed_ms": 1.5}, {"elapsed_ms": 2.5}),
        ({"elapsed_ms": 1}, {"elapsed_ms": 2}),
        ({"started": 1790000000.5}, {"started": 1790000001.5}),
        ({"made": 1790000000123}, {"made": 1790000000456}),
        ({"date": "2026-01-01"}, {"date": "2026-01-02"}),
        ({"key": "3f2a9c01d4e5"}, {"key": "77aa9c01d4e5"}),
        ({"ticket_id": "TKT-3f2a9c"}, {"ticket_id": "TKT-1b2c3d"}),
    ],
)
def test_ids_and_times_are_told_from_content(one: Any, other: Any) -> None:
    assert difference(one, other) is not None
    assert content_difference(one, other) is None


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"reward": 1}, {"reward": True}),
        ({"hint": "a"}, {"hint": "b"}),
        ([1], [1, 2]),
        (1, None),
        ({"task_id": "easy"}, {"task_id": "hard"}),
        ({"customer_id": "C-17"}, {"customer_id": "C-18"}),
        ({"request": "Refund me."}, {"request": "Help me."}),
        ({"time": "morning"}, {"time": "noon"}),
        ({"time": 3}, {"time": 4}),
        ({"word": "deadbeef"}, {"word": "feedface"}),
        ({"account": "12345678"}, {"account": "87654321"}),
        ({"score": 10**10}, {"score": 10**11}),
    ],
)
def test_content_is_not_taken_for_an_id(one: Any, other: Any) -> None:
    assert content_difference(one, other) is not None


@settings(deadline=None)
@given(st.text("abcdefghijklmnopqrstuvwxyz", min_size=5, max_size=12))
def test_a_secret_is_found_in_every_disguise(secret: str) -> None:
    for form in disguises(secret).values():
        assert find(secret, f"it is [{form}], is it not?")


@settings(deadline=None)
@given(st.text("abcde", min_size=4, max_size=8))
def test_a_secret_is_not_found_where_it_is_not(secret: str) -> None:
    assert not find(secret, "xyz uvw 0123456789 " * 3)


def test_declarations_are_read_in_the_words_of_authors() -> None:
    declared = {"step_limit": 7, "capabilities": ["No-Done"], "deterministic": False}
    proof = SimpleNamespace(declared=declared)
    manifest = {"validation": {"reward": {"range": [-1, 2], "floor_margin": 0.3}}}
    found = read_declared(Subject("x", "x", proof=proof, manifest=manifest))  # type: ignore[arg-type]
    assert found.max_steps == 7
    assert found.capabilities == {"continuing", "stochastic"}
    assert (found.low, found.high, found.margin) == (-1, 2, 0.3)


def test_a_script_is_a_program() -> None:
    episode = Episode.of(3, [{"text": "x" * 5000}], option=True)
    compile(script(episode, "a.b", "envs/wordle", proof="p.py"), "<script>", "exec")
    assert len(script(episode, "a.b", "envs/wordle")) < 1000


def test_episodes_survive_json() -> None:
    episode = Episode.of(3, [{"a": 1}], "label", episode_id="x")
    assert Episode.from_dict(json.loads(json.dumps(episode.to_dict()))) == episode


def required(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "required": list(properties), "properties": properties}


TEXT = required(text={"type": "string"})
SARIF = required(
    version={"const": "2.1.0"},
    runs={
        "type": "array",
        "minItems": 1,
        "items": required(
            tool=required(
                driver=required(
                    name={"type": "string"},
                    rules={"type": "array", "items": required(id={}, shortDescription=TEXT)},
                )
            ),
            results={
                "type": "array",
                "items": required(
                    ruleId={"type": "string"},
                    level={"enum": ["none", "note", "warning", "error"]},
                    message=TEXT,
                    locations={
                        "type": "array",
                        "items": required(
                            physicalLocation=required(
                                artifactLocation=required(uri={"format": "uri-reference"}),
                                region=required(startLine={"type": "integer", "minimum": 1}),
                            )
                        ),
                    },
                ),
            },
        ),
    },
)
"""What SARIF 2.1.0, and GitHub's code scanning beyond it, want of a report like this."""


def rows() -> list[Row]:
    return [
        Row(
            "reset.seed_zero", "fail", "seed 0 <b>twice</b>", script="print(1)\n", verdict="broken"
        ),
        Row("reset.not_done", "pass", verdict="pass"),
        Row("semantic.oracle_max", "unproved", "write oracle()", verdict="unproved"),
    ]


def test_reports_are_written_and_escape_what_they_quote(tmp_path: Path) -> None:
    report = Report("envs/wordle", "x", "quick", 0, 1.0, rows())
    written = write_all(report, tmp_path)
    data = json.loads(written["report.json"].read_text())
    assert data["proved"] is False
    assert data["counts"]["broken"] == 1
    page = written["report.html"].read_text()
    assert "<b>twice</b>" not in page
    assert "http-equiv" not in page
    assert "src=" not in page
    results = json.loads(written["report.sarif"].read_text())["runs"][0]["results"]
    assert [one["ruleId"] for one in results] == ["reset.seed_zero", "semantic.oracle_max"]
    sarif = json.loads(written["report.sarif"].read_text())
    jsonschema.validate(sarif, SARIF)
    place = sarif["runs"][0]["results"][0]["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "envs/wordle/openenv.yaml"
    assert "1 broken" in written["badge.svg"].read_text()
    assert "reset.seed_zero" in written["report.md"].read_text()


def test_waivers_need_reasons_and_complain_when_useless(tmp_path: Path) -> None:
    path = tmp_path / "waivers.toml"
    path.write_text(
        '["reset.seed_zero"]\nreason = "known"\nexpires = 2099-01-01\n'
        '["reset.not_done"]\nreason = "old"\nexpires = 2020-01-01\n'
        '["no.such"]\nreason = "?"\nexpires = 2099-01-01\n'
    )
    waivers = Waivers.read(path)
    waivers.today = datetime.date(2026, 1, 1)
    assert waivers.covers("reset.seed_zero")
    assert not waivers.covers("reset.not_done")
    complaints = waivers.complaints(["reset.seed_zero"])
    assert len(complaints) == 2
    assert waivers.complaints([])[0].endswith("it expired on 2020-01-01")
    path.write_text('["reset.seed_zero"]\nexpires = 2099-01-01\n')
    for wrong in (
        '[[waiver]]\nreason = "x"\n',
        "a = 1\n",
        '["a.b"]\nexpires = 2026-01-01T10:00:00\n',
    ):
        path.write_text(wrong)
        with pytest.raises(WaiverError, match="needs a reason and `expires = YYYY-MM-DD`"):
            Waivers.read(path)
    path.write_text('["reset.seed_zero"]\nexpires = 2026-01-01\n')
    with pytest.raises(WaiverError, match="needs a reason"):
        Waivers.read(path)


def test_flags_among_the_columns_count_only_where_they_are_paid() -> None:
    said = {"right": 1.0, "late": -0.1, "forced": True, "total": 0.9}
    assert columns_of({"reward": 0.9, "reward_components": said}) == {"right": 1.0, "late": -0.1}
    paid = {"right": True, "late": -0.1}
    assert columns_of({"reward": 0.9, "reward_components": paid}) == {"right": 1.0, "late": -0.1}


def test_a_fork_works_whatever_was_made_of_the_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout", None)
    monkeypatch.setattr("sys.stderr", None)
    assert in_fork(lambda: 3) == 3


def test_an_id_of_digits_only_is_an_id_beside_one_with_letters() -> None:
    """One in forty-three of `uuid4().hex[:8]` has no letter in it."""
    assert content_difference({"alert_id": "45498636"}, {"alert_id": "8049a357"}) is None
    assert content_difference({"code": "45498636"}, {"code": "12345678"}) is not None
    assert content_difference({"word": "45498636"}, {"word": "cabbages"}) is not None


def test_the_path_of_a_temporary_file_is_no_content() -> None:
    text = 'File "/tmp/work_{}/script.py", line {}: invalid syntax'
    here = text.format("4dhq0jmb", 1)
    assert content_difference({"stderr": here}, {"stderr": text.format("iluv83m2", 1)}) is None
    assert content_difference({"stderr": here}, {"stderr": text.format("iluv83m2", 2)}) is not None


@pytest.mark.parametrize("meanwhile", ["a1b2c3d4", "12345678"])
def test_an_id_that_looks_like_a_number_is_known_by_the_control(meanwhile: str) -> None:
    """Where the same field is an id under the same conditions, or is always the same number."""
    plays = SimpleNamespace(
        subject=SimpleNamespace(url=None),
        slow=False,
        pristine=lambda episode, again: [{"alert_id": meanwhile, "level": 1}],
    )
    expected = [{"alert_id": "12345678", "level": 1}]

    def require(seen: dict[str, Any]) -> None:
        Lab.require_same(plays, Episode.of(1, []), expected, [seen], "twice")  # type: ignore[arg-type]

    if meanwhile == "12345678":
        with pytest.raises(Broken, match="alert_id"):
            require({"alert_id": "87654321", "level": 1})
    else:
        require({"alert_id": "87654321", "level": 1})
        with pytest.raises(Broken, match="level"):
            require({"alert_id": "87654321", "level": 2})


def test_an_id_without_letters_is_known_by_the_other_plays() -> None:
    first = {"alert_id": "12345678", "order": "20240001"}
    same, number, letters = dict(first), {**first, "alert_id": "87654321"}, dict(first)
    letters["alert_id"] = "a1b2c3d4"
    assert content_differences(first, [same, number, letters]) == []
    assert [one.path for one in content_differences(first, [same, number])] == ["alert_id"]
    other = {**letters, "order": "20240002"}
    assert [one.path for one in content_differences(first, [number, other])] == ["order"]
