"""`hallmark wrap scorer:...`: environments of sound and of defective answer scorers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("openenv")
pytest.importorskip("jsonschema")

from typer.testing import CliRunner

from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.sdk.wrap import app
from hallmark_rl.sdk.wrapping import scorer_env
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem

ROOT = Path(__file__).parents[2]
SOUND = """
def score(answer, task):
    return float(answer.strip() == task["answer"])
"""
ROWS = [{"prompt": f"What is {n} + {n * n}?", "answer": str(n + n * n)} for n in range(2, 22)]
Wrap = Callable[..., tuple[Path, list[str]]]


@pytest.fixture
def wrapped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Wrap:
    """`wrapped(name, source, rows)` writes an environment of a scorer; returns it and notes."""
    monkeypatch.chdir(tmp_path)

    def wrap(
        name: str,
        source: str = SOUND,
        rows: Sequence[dict[str, Any]] = ROWS,
        *,
        spec: str = "scorer:marker.py:score",
        declared: dict[str, Any] | None = None,
        **files: str,
    ) -> tuple[Path, list[str]]:
        for file, text in {"marker": source, **files}.items():
            Path(f"{file}.py").write_text(text)
        Path("tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
        proof = None
        if declared is not None:
            proof = Path("declared.py")
            proof.write_text(f"declared = {declared!r}")
        _, notes = scorer_env.wrap_scorer(
            spec, Path(name), tasks=Path("tasks.jsonl"), args={}, proof=proof
        )
        return tmp_path / name, notes

    return wrap


def command(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, list(arguments))
    return done.exit_code, " ".join(done.output.split())


def answered(subject: Subject, answer: str | None, split: str = "train", index: int = 0) -> Any:
    """The observation after an answer to a task; None answers it as the proof does."""
    env = subject.factory()
    observation = env.reset(seed=0, split=split, index=index)
    assert observation.error is None
    if answer is None:
        return env.step(subject.proof.oracle(env, observation))
    return env.step(subject.action_type(answer=answer))


def prove(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "hallmark_rl", "prove", folder.name, *options]
    return subprocess.run(
        [*command, "--profile", "quick"],
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture(scope="module")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment of a sound scorer, made by the command."""
    folder = tmp_path_factory.mktemp("sound")
    (folder / "marker.py").write_text(SOUND)
    (folder / "tasks.jsonl").write_text("".join(json.dumps(row) + "\n" for row in ROWS))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        code, output = command(
            "scorer:marker:score", "--tasks", "tasks.jsonl", "--out", "scored_sums"
        )
    assert code == 0, output
    assert "wrote scored_sums/tasks/test.jsonl" in output
    assert "note" not in output
    assert "prove scored_sums" in output
    return folder / "scored_sums"


def test_right_answers_are_paid_and_others_are_not(sound: Path) -> None:
    subject = load_subject(str(sound))
    env = subject.factory()
    assert {split: env.num_tasks(split) for split in env.list_splits()} == {"train": 15, "test": 5}
    for split in env.list_splits():
        for index in range(env.num_tasks(split)):
            solved = answered(subject, None, split, index)
            assert (solved.reward, solved.success, solved.done) == (1.0, True, True)
    assert answered(subject, "").reward == 0.0
    prompts = {env.reset(seed=seed).prompt for seed in range(30)}
    assert len(prompts) > 5
    assert prompts <= {row["prompt"] for row in ROWS}


@pytest.mark.parametrize("text", ["\x00", "é" * 20_000, "{answer}", "\\boxed{1}", "1e999"])
def test_no_text_is_a_fault_of_a_sound_scorer(sound: Path, text: str) -> None:
    observation = answered(load_subject(str(sound)), text)
    assert (observation.error, observation.reward) == (None, 0.0)


def test_properties_about_pay_hold_for_a_sound_scorer(sound: Path) -> None:
    done = prove(sound, "-k", "actions_accepted or oracle_max or floor_gap or in_range")
    assert done.returncode == 0, done.stdout
    assert "48 of 48 (100%)" in done.stdout


PAYS_BLANK = SOUND.replace("float(", "float(not answer or ")


def test_a_scorer_that_pays_empty_answers_is_noted(wrapped: Wrap) -> None:
    rows = [*ROWS[:10], {"prompt": "What is 5 + 6?", "answer": " 11 "}]
    _, notes = wrapped("scored_blank", PAYS_BLANK, rows)
    assert any("pays an empty answer" in note for note in notes)
    assert any("1 of 11 right answers do not earn 1: task 11 (0)" in note for note in notes)


@pytest.mark.slow
def test_a_scorer_that_pays_empty_answers_is_reported(wrapped: Wrap) -> None:
    folder, _ = wrapped("scored_blank", PAYS_BLANK, ROWS[:10])
    done = prove(folder, "-k", "floor_gap")
    assert done.returncode == 1, done.stdout
    assert "semantic.floor_gap" in done.stdout


@pytest.mark.slow
def test_a_scorer_that_looks_for_the_answer_is_reported(wrapped: Wrap) -> None:
    source = SOUND.replace('answer.strip() == task["answer"]', 'task["answer"] in answer')
    done = prove(wrapped("scored_inside", source)[0])
    assert done.returncode == 1, done.stdout
    assert "lists every answer" in done.stdout


@pytest.mark.slow
def test_the_whole_suite_holds_for_a_sound_scorer(sound: Path) -> None:
    done = prove(sound)
    assert done.returncode == 0, done.stdout
    assert "satisfies all" in done.stdout


ODD = {
    "float('nan')": "reward column 'scored' returned nan",
    "'1'": "returned \"str '1'\", which is not a finite number",
    "None": "which is not a finite number",
    "7.5": "reward column 'scored' returned 7.5, which is outside its range",
    "{'other': 1.0}": "reward column 'scored' returned None",
    "1 / 0": "ZeroDivisionError in advance()",
    "exit(3)": "SystemExit in advance()",
}


def test_what_is_no_score_is_a_fault_of_the_environment(wrapped: Wrap) -> None:
    source = f"""
def score(answer, task):
    if answer in {list(ODD)!r}:
        return eval(answer)
    return float(answer == task["answer"])
"""
    subject = load_subject(str(wrapped("scored_odd", source)[0]))
    for answer, says in ODD.items():
        observation = answered(subject, answer)
        assert says in observation.error.message
        assert observation.error.blame == "environment"
        assert observation.reward is None


def test_columns_of_a_scorer_are_columns_of_the_reward(wrapped: Wrap) -> None:
    source = """
async def score(answer, task):
    right = answer.strip() == task["answer"]
    return {"is right": right, "length": len(answer), "score": 2.0 * right - 0.5 * (not answer)}
"""
    subject = load_subject(str(wrapped("scored_columns", source)[0]))
    assert subject.env_class is not None
    kinds = {c.name: (c.kind, c.weight) for c in subject.env_class.reward.columns}
    assert kinds == {"is_right": ("process", 0), "length": ("process", 0), "scored": ("outcome", 1)}
    solved = answered(subject, None)
    assert (solved.reward, solved.success) == (2.0, True)
    assert solved.columns["length"] == len(subject.proof.oracle(None, solved).answer)
    assert answered(subject, "").reward == -0.5


def test_columns_without_a_whole_score_are_summed(wrapped: Wrap) -> None:
    source = """
def score(answer, task):
    brief = 0.5 * (len(answer) < 9)
    return {"right": answer == task["answer"], "brief": brief, "rude": -("!" in answer)}
"""
    subject = load_subject(str(wrapped("scored_sum", source)[0]))
    assert answered(subject, None).reward == 1.5
    assert answered(subject, "no").reward == 0.5
    assert answered(subject, None).success
    assert not answered(subject, "no").success


def test_a_form_that_the_scorer_expects_is_learnt(wrapped: Wrap) -> None:
    source = """
import re
def reward(completions, solution, **columns):
    found = [re.findall("<answer>(.*?)</answer>", text[0]["content"]) for text in completions]
    return [float(texts == [right]) for texts, right in zip(found, solution)]
"""
    rows = [
        {"prompt": [{"role": "user", "content": row["prompt"]}], "solution": row["answer"]}
        for row in ROWS
    ]
    folder, notes = wrapped("scored_trl", source, rows, spec="trl:marker:reward")
    subject = load_subject(str(folder))
    assert notes == []
    assert answered(subject, None).reward == 1.0
    assert answered(subject, "<answer>0</answer>").reward == 0.0
    assert "<answer>ANSWER</answer>" in subject.text.SYSTEM
    (((shown, answer),),) = subject.text.demonstrations(level=1, count=1, seed=0, quality=1.0)
    assert shown in {row["prompt"] for row in ROWS}
    assert answer.startswith("<answer>")
    assert set(shown + answer) <= set(subject.text.ALPHABET)


def test_worked_solutions_are_kept_as_right_answers(wrapped: Wrap) -> None:
    source = """
def last(text):
    return text.split("####")[-1]

def score(answer, task):
    return float(last(answer) == last(task["answer"]))
"""
    rows = [{**row, "answer": f"Add them.\n#### {row['answer']}"} for row in ROWS]
    folder, notes = wrapped("scored_worked", source, rows, declared={"maximum": 1})
    assert notes == []
    assert answered(load_subject(str(folder)), None).success


def test_splits_that_tasks_name_are_kept() -> None:
    rows = [{**row, "split": "train" if n % 3 else "dev"} for n, row in enumerate(ROWS)]
    splits = scorer_env.split_rows(rows, prompt="prompt", split="split", notes=[])
    assert {name: len(part) for name, part in splits.items()} == {"train": 13, "dev": 7}
    assert all(row["split"] == name for name, part in splits.items() for row in part)


def test_a_prompt_is_never_in_two_splits() -> None:
    rows = [{**row, "id": n} for row in ROWS for n in range(3)]
    notes: list[str] = []
    splits = scorer_env.split_rows([*rows, rows[0]], prompt="prompt", split="", notes=notes)
    train, test = ({row["prompt"] for row in splits[name]} for name in ("train", "test"))
    assert not train & test
    assert len(test) == 5
    assert len(splits["train"]) + len(splits["test"]) == len(rows)
    assert notes == ["1 tasks stand twice: each is kept once"]


def test_tasks_without_right_answers_have_no_oracle(wrapped: Wrap) -> None:
    source = "def score(answer, task):\n    return min(len(set(answer)), 50) / 50\n"
    rows = [{"prompt": row["prompt"]} for row in ROWS]
    folder, notes = wrapped("scored_free", source, rows)
    assert any("no oracle" in note for note in notes)
    subject = load_subject(str(folder))
    assert not hasattr(subject.proof, "oracle")
    assert 0 < answered(subject, "some words").reward < 1


TASKS = ["--tasks", "tasks.jsonl", "--out", "an_env"]
MARKER = "scorer:marker.py:score"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([MARKER, "--tasks", "tasks.jsonl"], "needs --out FOLDER"),
        ([MARKER, "--out", "an_env"], "needs --tasks FILE"),
        ([MARKER, *TASKS, "--tasks", "none.jsonl"], "none.jsonl cannot"),
        ([MARKER, *TASKS, "--tasks", "empty.jsonl"], "holds no tasks"),
        ([MARKER, *TASKS, "--tasks", "list.jsonl"], "line 1 is no object"),
        ([MARKER, *TASKS, "--tasks", "no_prompt.jsonl"], "task 2 has no prompt"),
        ([MARKER, *TASKS, "--tasks", "no_train.jsonl"], "none is 'train'"),
        (["scorer:marker.py:other", *TASKS], "has no other"),
        (["scorer:nothing:score", *TASKS], "no module nothing"),
        (["scorer:broken.py:score", *TASKS], "raises it"),
        (["scorer:raising.py:score", *TASKS], "gives no score to any"),
        (["scorer:marker.py", *TASKS], "write scorer:module:function"),
        ([MARKER, *TASKS, "--out", "json"], "choose another name"),
        ([MARKER, *TASKS, "--out", "taken"], "exists already"),
        ([MARKER, *TASKS, "--out", "An-env"], "cannot be a package"),
        ([MARKER, *TASKS, "--solved", "1"], "--solved is for gym:ID"),
        (["reasoning_gym:chain_sum", *TASKS], "leave out --tasks"),
        (["verifiers:some", "--env-arg", "runtime=subprocess", "--out", "x"], "cannot be wrapped"),
        (["taken", "--tasks", "tasks.jsonl"], "is a folder: it takes no option"),
        (["scorers:marker.py:score", "--out", "an_env"], "begins with none of scorer:, trl:"),
    ],
)
def test_wrong_input_is_named(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    files = {
        "marker.py": SOUND,
        "broken.py": "raise ValueError('raises it')",
        "raising.py": "def score(answer, task):\n    raise KeyError('gold')\n",
        "tasks.jsonl": json.dumps(ROWS[0]) + "\n" + json.dumps(ROWS[1]),
        "empty.jsonl": "\n",
        "list.jsonl": "[1]\n",
        "no_prompt.jsonl": json.dumps(ROWS[0]) + '\n{"prompt": " ", "answer": "5"}\n',
        "no_train.jsonl": json.dumps({**ROWS[0], "split": "dev"}),
        "taken/proof.py": "",
    }
    (tmp_path / "taken").mkdir()
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    code, output = command(*arguments)
    assert code == 2
    assert says in output
    assert not (tmp_path / "an_env").exists()


def test_a_program_that_measures_nothing_is_a_clear_error(
    wrapped: Wrap, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hallmark_rl.sdk.wrapping.scorer_env._MEASURE", "hallmark_rl.no_such")
    with pytest.raises(WrapProblem, match=r"could not be measured: .*no_such"):
        wrapped("scored_none")
