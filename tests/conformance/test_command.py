"""The command lines of the suite: messages, exit statuses, reports, and imports."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from hallmark_rl.cli import main
from hallmark_rl.conformance.reporting import Report, Row

ROOT = Path(__file__).parents[2]


def call(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )


REFUSED = {
    "no/such": "there is no such folder",
    "README.md": "this is a file: write its folder, or README.md:NameOfTheClass",
    "localhost:8000": "an address begins with http://: write http://localhost:8000",
    "tests.conformance.guess.Guess": "a class is written tests.conformance.guess:Guess",
    "tests.conformance.gues:Guess": "there is no module tests.conformance.gues",
    "tests.conformance.guess:Gues": "has no 'Gues'; it has GuessEnvironment",
}
ONE_BY_ONE = """
import sys, pytest
for spec in sys.argv[1:]:
    chosen = [f"--env={spec}"] if spec else []
    chosen += ["-k", "reset.not_done", "-p", "no:cacheprovider"]
    status = pytest.main(["conformance/", *chosen])
    print(f"\\n[{int(status)}]", flush=True)
print({"jsonschema", "numpy", "openenv"} & set(sys.modules))
"""


def test_an_environment_that_is_not_there_is_refused_with_advice(tmp_path: Path) -> None:
    """Runs of pytest in one process: none of them gets as far as a check."""
    (tmp_path / "conftest.py").write_text("raise SystemExit(77)\n")
    messages = {
        "": "name the environment: --env FOLDER",
        str(tmp_path): "holds no OpenEnv environment",  # and its conftest.py is not loaded
        **REFUSED,
    }
    done = subprocess.run(
        [sys.executable, "-c", ONE_BY_ONE, *messages],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    *outputs, rest = done.stdout.split("\n[4]\n")
    assert (len(outputs), rest) == (len(messages), "set()\n"), done.stdout
    for (spec, message), output in zip(messages.items(), outputs, strict=True):
        assert message in output, (spec, output)


def test_the_report_of_a_refused_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text("# openenv\nraise RuntimeError('no licence file')\n")
    common = ["-p", "no:cacheprovider", "--replays", str(tmp_path), "--report-dir", str(tmp_path)]
    chosen = ["--env", str(tmp_path), "-k", "not_done"]
    done = call("-m", "pytest", "conformance/", *chosen, *common)
    assert done.returncode == 4
    report = json.loads((tmp_path / "report.json").read_text())
    assert report["stopped"].startswith("it was not started: ")
    assert report["stopped"] in report["headline"]
    assert report["unchecked"] > 0
    assert not report["proved"]


def test_a_run_selects_reports_and_exits(tmp_path: Path) -> None:
    spec = ["--env", "tests.conformance.guess:GuessEnvironment", "--profile", "quick"]
    common = ["-p", "no:cacheprovider", "--replays", str(tmp_path), "--report-dir", str(tmp_path)]
    done = call("-m", "pytest", "conformance/", "-k", "seed_zero", *spec, *common)
    assert done.returncode == 0, done.stdout
    assert (tmp_path / "report.html").is_file()
    broken = ["--env-arg", "defect=seed_zero", "--junitxml", str(tmp_path / "junit.xml")]
    done = call("-m", "pytest", "conformance/", "-k", "seed_zero", *spec, *common, *broken)
    assert done.returncode == 1
    assert "reset.seed_zero" in (tmp_path / "junit.xml").read_text()
    assert main(["replay", str(tmp_path / "guess" / "x")]) == 2
    stored = next(tmp_path.glob("*/reset.seed_zero.json"))
    replayed = call("-m", "conformance", "replay", str(stored))
    assert replayed.returncode == 1, replayed.stdout + replayed.stderr
    assert "still broken: reset.seed_zero" in replayed.stdout


@pytest.mark.parametrize("content", ["[]", "{", '{"property": "reset.seed_zero", "subject": "x"}'])
def test_a_file_that_is_no_recording_is_refused(
    content: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "x.json").write_text(content)
    assert main(["replay", str(tmp_path / "x.json")]) == 2
    errors = capsys.readouterr().err
    assert "is not a recorded failure of this suite" in errors
    assert "Traceback" not in errors


def test_the_printed_script_shows_the_failure_and_checks_it(tmp_path: Path) -> None:
    """The step changes the action: a violation that no printed message shows."""
    spec = ["--env", "tests.conformance.guess:GuessEnvironment", "--env-arg", "defect=mutates"]
    spec += ["--profile", "quick"]
    common = ["-p", "no:cacheprovider", "--replays", str(tmp_path), "--report-dir", str(tmp_path)]
    call("-m", "pytest", "conformance/", "-k", "action_unchanged", *spec, *common)
    row = json.loads((tmp_path / "report.json").read_text())["rows"][0]
    assert row["verdict"] == "broken"
    played = call("-c", row["script"])
    assert f"step.action_unchanged: fail: {row['message']}" in played.stdout, played.stderr


def test_xdist_workers_write_one_report(tmp_path: Path) -> None:
    """The exit status with workers is the one without, here for an unproved MUST property."""
    pytest.importorskip("xdist")
    spec = ["--env", "tests.conformance.guess:GuessEnvironment", "--profile", "quick", "-n", "2"]
    common = ["-p", "no:cacheprovider", "--replays", str(tmp_path), "--report-dir", str(tmp_path)]
    done = call("-m", "pytest", "conformance/", "-k", "oracle_max or not_done", *spec, *common)
    assert done.returncode == 6, done.stdout
    assert "write oracle(env, observation) -> action in proof.py" in done.stdout
    rows = json.loads((tmp_path / "report.json").read_text())["rows"]
    assert {row["id"]: row["verdict"] for row in rows} == {
        "reset.not_done": "pass",
        "semantic.oracle_max": "unproved",
    }


def test_a_waiver_accepts_a_failure_and_must_be_needed(tmp_path: Path) -> None:
    """A waived failure is accepted; a waiver for a property that holds is an error."""
    spec = ["--env", "tests.conformance.guess:GuessEnvironment", "--env-arg", "defect=seed_zero"]
    waivers = tmp_path / "waivers.toml"
    common = ["-p", "no:cacheprovider", "--replays", str(tmp_path), "--report-dir", str(tmp_path)]
    run = ["-m", "pytest", "conformance/", "-k", "seed_zero or not_done", *spec, *common]
    run += ["--waivers", str(waivers), "--profile", "quick"]
    entry = '["{}"]\nreason = "known"\nexpires = 2999-01-01\n'
    waivers.write_text(entry.format("reset.seed_zero"))
    assert call(*run).returncode == 0
    waivers.write_text(entry.format("reset.seed_zero") + entry.format("reset.not_done"))
    done = call(*run)
    assert done.returncode == 1
    assert "waiver reset.not_done: the property holds, remove the entry" in done.stdout
    waivers.write_text('[[waiver]]\nproperty = "reset.not_done"\n')
    done = call(*run)
    assert (done.returncode, "INTERNALERROR" in done.stdout + done.stderr) == (4, False)


def test_explain_finds_a_part_of_an_id(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "seed_zero"]) == 0
    assert "Seed 0 fixes the episode like any other seed." in capsys.readouterr().out


def test_checking_a_stamp_imports_neither_openenv_nor_the_suite(tmp_path: Path) -> None:
    code = (
        "import sys\n"
        "from hallmark_rl.conformance.gate import main; main([sys.argv[1], '--check'])\n"
        "plugin = 'hallmark_rl.conformance.pytest_plugin.plugin'\n"
        "heavy = {'openenv', 'pytest', 'hypothesis', plugin} & set(sys.modules)\n"
        "sys.exit(3 if heavy else 0)"
    )
    done = call("-c", code, str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "was not proved" in done.stderr


def test_push_refuses_an_environment_without_a_stamp(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["push", str(tmp_path)]) == 1
    assert "not pushed" in capsys.readouterr().err


def test_unwritable_folders_do_not_prevent_the_verdict(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    spec = ["--env", "tests.conformance.guess:GuessEnvironment", "--profile", "quick"]
    spec += ["--env-arg", "defect=seed_zero", "-k", "seed_zero", "-p", "no:cacheprovider"]
    nowhere = str(tmp_path / "file" / "below")
    done = call(
        "-m", "pytest", "conformance/", *spec, "--replays", nowhere, "--report-dir", nowhere
    )
    assert done.returncode == 1
    assert "breaks 1 property that MUST hold" in done.stdout
    assert "no report was written" in done.stdout
    assert "INTERNALERROR" not in done.stdout + done.stderr


def test_unchecked_properties_mean_not_proved(tmp_path: Path) -> None:
    """A run that `-x` or Ctrl-C stops early proves nothing."""
    row = Row("reset.not_done", "pass", verdict="pass")
    report = Report("x", "x", "quick", 0, 0.0, [row], unchecked=3)
    assert not report.proved
    assert report.headline == "x is not proved: 3 properties were not checked"
