"""`reasoning_gym:NAME`: the tasks and the scorer of a data set are proved together.

Most tests use a small package of the same name and interface; the last ones the real library.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from hallmark_rl.conformance import gate
from hallmark_rl.conformance.check_command import print_check
from hallmark_rl.conformance.engine.task_set_names import expand
from hallmark_rl.conformance.prove_scorer import prove_scorer
from hallmark_rl.sdk.hallmark import read_hallmark

ROOT = Path(__file__).parents[2]
LIBRARY = """
import os
import sys
from random import Random


class Sums:
    def __init__(self, size, seed):
        if size < 1:
            raise AssertionError("size is at least 1")
        self.size, self.seed = size, seed

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        rng = Random(self.seed + index)
        first, second = rng.randrange(100, 999), rng.randrange(100, 999)
        answer = str(first + second)
        # A tuple: as JSON it would be a list, which is not equal.
        metadata = {"terms": (first, second), "source_index": index, "uses": 0}
        return {"question": f"{first} + {second}?", "answer": answer, "metadata": metadata}

    def score_answer(self, answer, entry):
        terms = entry["metadata"]["terms"]
        return float(isinstance(terms, tuple) and answer.strip() == str(sum(terms)))


class PaysAnything(Sums):
    def score_answer(self, answer, entry):
        return float(bool(answer) == bool(entry["answer"]))


class Counts(Sums):
    def score_answer(self, answer, entry):
        entry["metadata"]["uses"] += 1
        return super().score_answer(answer, entry)


class Hashed(Sums):
    def __getitem__(self, index):
        return {**super().__getitem__(index), "question": f"{index}: " + " ".join({"a", "b", "c"})}


class ByExample(Sums):
    def __getitem__(self, index):
        entry = super().__getitem__(index)
        metadata = {**entry["metadata"], "example_answer": entry["answer"]}
        return {**entry, "answer": None, "metadata": metadata}


class Ends(Sums):
    def __getitem__(self, index):
        os._exit(3)


class Composite:
    def __init__(self, size, seed, datasets):
        self.size = size
        self.parts = [create_dataset(part.name, size, seed, **part.config) for part in datasets]

    def __len__(self):
        return self.size

    def __getitem__(self, index):
        part = index % len(self.parts)
        entry = self.parts[part][index]
        return {**entry, "metadata": {**entry["metadata"], "part": part}}

    def score_answer(self, answer, entry):
        return self.parts[entry["metadata"]["part"]].score_answer(answer, entry)


DATASETS = {
    "sums": Sums, "pays_anything": PaysAnything, "counts": Counts, "hashed": Hashed,
    "by_example": ByExample, "ends": Ends, "composite": Composite,
}


def create_dataset(name, size=500, seed=None, **more):
    return DATASETS[name](size, seed, **more)
"""
COMPOSITE = """
from dataclasses import dataclass


@dataclass
class DatasetSpec:
    name: str
    weight: float
    config: dict
"""


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package called reasoning_gym in the working directory, where it is found first."""
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "reasoning_gym").mkdir()
    (tmp_path / "reasoning_gym" / "factory.py").write_text(LIBRARY)
    init = "from reasoning_gym.factory import create_dataset\n"
    (tmp_path / "reasoning_gym" / "__init__.py").write_text(init)
    (tmp_path / "reasoning_gym" / "composite.py").write_text(COMPOSITE)
    info = tmp_path / "reasoning_gym-9.9.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: reasoning-gym\nVersion: 9.9\n")
    return tmp_path


def verdicts(name: str, *ids: str) -> dict[str, str]:
    report = prove_scorer(f"reasoning_gym:{name}", profile="default", only=ids)
    return {row.id: row.verdict for row in report.rows}


def test_a_sound_data_set_is_proved_with_its_own_entries(library: Path) -> None:
    report = prove_scorer("reasoning_gym:sums", args={"size": 12}, profile="quick")
    assert report.proved, report.headline
    assert report.subject == "reasoning_gym:sums"
    assert {"12 tasks", "reasoning-gym 9.9"} <= set(report.notes)


def test_a_finding_has_a_script_that_needs_the_library_only(library: Path) -> None:
    report = prove_scorer(
        "reasoning_gym:pays_anything", args={"seed": 7}, only=["scorer.constant"], profile="quick"
    )
    (row,) = report.rows
    assert row.verdict == "broken"
    done = subprocess.run([sys.executable, "-c", row.script], capture_output=True, text=True)
    assert done.stdout == "1.0\n", f"{row.script}\n{done.stderr}"
    assert "seed=7" in row.script


def test_the_parts_of_a_composite_are_names_or_dicts(library: Path) -> None:
    args = {"datasets": ["sums", {"name": "pays_anything", "weight": 2}], "size": 12}
    report = prove_scorer("reasoning_gym:composite", args=args, only=["scorer.constant"])
    (row,) = report.rows
    assert row.verdict == "broken"
    done = subprocess.run([sys.executable, "-c", row.script], capture_output=True, text=True)
    assert done.stdout == "1.0\n", f"{row.script}\n{done.stderr}"


def test_an_entry_that_a_call_changes_is_a_finding(library: Path) -> None:
    assert verdicts("counts", "scorer.task_unchanged") == {"scorer.task_unchanged": "broken"}
    assert verdicts("sums", "scorer.task_unchanged") == {"scorer.task_unchanged": "pass"}


def test_tasks_that_differ_from_process_to_process_are_a_finding(library: Path) -> None:
    report = prove_scorer("reasoning_gym:hashed", only=["scorer.hash_seed", "scorer.clock"])
    rows = {row.id: row for row in report.rows}
    assert rows["scorer.hash_seed"].verdict == "broken"
    assert "made with the same arguments, task" in rows["scorer.hash_seed"].message
    assert rows["scorer.clock"].verdict == "pass"


def test_a_right_answer_in_the_metadata_is_found(library: Path) -> None:
    assert verdicts("by_example", "scorer.references") == {"scorer.references": "pass"}


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("sum", {}, "reasoning-gym has no data set 'sum': sums"),
        ("sums", {"size": 0}, "create_dataset('sums', size=0, seed=0) raises AssertionError"),
        ("sums", {"terms": 3}, "raises TypeError"),
        ("ends", {}, "its process ended"),
        ("composite", {"datasets": [{"config": {}}]}, "is neither a name nor name, weight and"),
        ("composite", {"datasets": [7]}, "7 is neither a name nor name, weight and config"),
    ],
)
def test_a_data_set_that_cannot_be_made_says_why(
    name: str, args: dict[str, object], text: str, library: Path
) -> None:
    with pytest.raises(ValueError, match=re.escape(text)) as raised:
        prove_scorer(f"reasoning_gym:{name}", args=args)
    assert "\n" not in str(raised.value)


def test_a_missing_library_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "reasoning_gym.py").write_text("raise ModuleNotFoundError('none', name='x')\n")
    with pytest.raises(ValueError, match=r'none: pip install "hallmark-rl\[reasoning-gym\]"$'):
        prove_scorer("reasoning_gym:sums")


def test_tasks_belong_to_functions_only(library: Path) -> None:
    with pytest.raises(ValueError, match="tasks belong to a function"):
        prove_scorer("reasoning_gym:sums", [{"answer": "1"}])
    with pytest.raises(ValueError, match="tasks belong to a function"):
        prove_scorer("scorer:marker:score")


def test_a_pattern_names_data_sets(library: Path) -> None:
    assert expand("reasoning_gym:*s") == ["reasoning_gym:counts", "reasoning_gym:ends",
                                          "reasoning_gym:sums"]  # fmt: skip
    assert expand("reasoning_gym:sums") == ["reasoning_gym:sums"]
    with pytest.raises(ValueError, match="none of 7 task sets has such a name"):
        expand("reasoning_gym:z*")


def test_several_are_proved_although_one_ends_and_a_second_run_goes_on(library: Path) -> None:
    def prove(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "hallmark_rl", "prove", "reasoning_gym:[eps]*", *words]
        command += ["-k", "constant", "--profile", "quick", "--report-dir", "reports"]
        return subprocess.run(
            [*command, "--env-arg", "size=8"], env=os.environ, capture_output=True, text=True
        )

    done = prove()
    lines = {line.split(": ")[0]: line for line in done.stdout.splitlines()}
    assert len(lines) == 3, done.stderr
    assert ": broken," in lines["reasoning_gym:pays_anything"]
    assert ": proved," in lines["reasoning_gym:sums"]
    assert lines["reasoning_gym:sums"].endswith("(3 of 3)")
    assert ": status 2," in lines["reasoning_gym:ends"]
    assert "its process ended" in done.stderr
    report = json.loads(Path("reports/reasoning_gym-sums/report.json").read_text())
    assert report["proved"]

    again = prove("--resume")
    assert again.returncode == done.returncode
    first, *rest = again.stdout.splitlines()
    assert first == "2 of 3 were proved before"
    assert [line.split(": ")[0] for line in rest] == ["reasoning_gym:ends"]

    info = library / "reasoning_gym-9.9.dist-info" / "METADATA"
    info.write_text(info.read_text().replace("9.9", "9.10"))
    assert "were proved before" not in prove("--resume").stdout, "another version of the library"


def test_a_stamp_covers_the_tasks_and_the_library(
    library: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    command = ["reasoning_gym:sums", "--env-arg", "size=12", "--out", "stamped"]
    assert gate.main(command) == 0
    stamp = read_hallmark(Path("stamped"))
    assert stamp is not None
    assert (stamp.subject, stamp.args) == ("reasoning_gym:sums", {"size": 12})
    assert stamp.files == ("package:reasoning_gym", "tasks.jsonl")
    assert len(Path("stamped/tasks.jsonl").read_text().splitlines()) == 12
    assert print_check("stamped") == 0

    source = library / "reasoning_gym" / "factory.py"
    source.write_text(LIBRARY + "# changed\n")
    assert print_check("stamped") == 1
    error = capsys.readouterr().err
    assert "have changed since they were proved" in error
    assert "gate reasoning_gym:sums --env-arg=size=12 --out stamped" in error


@pytest.mark.slow
def test_no_stamp_for_a_defective_data_set(library: Path) -> None:
    assert gate.main(["reasoning_gym:pays_anything", "--out", "stamped"]) == 1
    assert read_hallmark(Path("stamped")) is None


@pytest.mark.parametrize(
    ("name", "only", "verdict"),
    [
        ("fraction_simplification", "scorer.references", "pass"),
        ("game_of_life_halting", "scorer.constant", "broken"),
    ],
)
def test_the_real_library(name: str, only: str, verdict: str) -> None:
    pytest.importorskip("reasoning_gym")
    report = prove_scorer(f"reasoning_gym:{name}", args={"size": 12}, only=[only])
    assert [row.verdict for row in report.rows] == [verdict]
