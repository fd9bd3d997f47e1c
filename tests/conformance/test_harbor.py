"""`harbor:FOLDER`: Harbor tasks whose scripts run without an image are proved."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from hallmark_rl.conformance import gate
from hallmark_rl.conformance.catalogue import harbor_catalogue
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.harbor_session import HarborSession
from hallmark_rl.conformance.engine.subject_kind import chapters_of, kind_of
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.stamp_harbor import harbor_to_stamp
from hallmark_rl.sdk.harbor.harbor_task import find_tasks, read_task
from hallmark_rl.sdk.harbor.reward_files import Verdict, read_rewards
from hallmark_rl.sdk.harbor.trial import Ran, Trial, open_trial
from tests.defects.bank_figures import Judged, print_figures
from tests.defects.harbor.bank import cases, prove_task
from tests.defects.harbor.tasks import DEFECTS, SOUND, SOUND_PROGRAM, write_task
from tests.namespaces_here import require_namespaces

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module", autouse=True)
def _namespaces() -> None:
    require_namespaces()


def proved(folder: Path, *ids: str) -> dict[str, Result]:
    """The results of properties on the tasks of a folder."""
    names = ids or tuple(harbor_catalogue())
    session = HarborSession(Target(f"harbor:{folder}", PROFILES["quick"]), names)
    session.start()
    return {name: session.result(name) for name in names}


@pytest.mark.parametrize(
    "files",
    [
        pytest.param(SOUND, id="text"),
        pytest.param(SOUND_PROGRAM, id="program", marks=pytest.mark.slow),
    ],
)
def test_a_sound_task_has_all_properties(files: Mapping[str, str], tmp_path: Path) -> None:
    results = proved(write_task(tmp_path, files))
    assert {name: result.message for name, result in results.items() if result.message} == {}
    assert {result.status for result in results.values()} == {"pass"}


@pytest.mark.parametrize("name", DEFECTS)
def test_a_defective_task_breaks_the_property_that_names_it(name: str, tmp_path: Path) -> None:
    property_, files = DEFECTS[name]
    result = proved(write_task(tmp_path, files), property_)[property_]
    assert result.status == "fail", result


def test_counts_beside_the_reward_are_no_rewards(tmp_path: Path) -> None:
    counted = SOUND["tests/test.sh"] or ""
    for number in "01":
        counted = counted.replace(
            f"echo {number} > /logs/verifier/reward.txt",
            f'echo \'{{"reward": {number}, "checks": 12}}\' > /logs/verifier/reward.json',
        )
    folder = write_task(tmp_path, {**SOUND, "tests/test.sh": counted})
    only = ("harbor.solution", "harbor.reward_range", "harbor.forged_reward")
    assert {result.status for result in proved(folder, *only).values()} == {"pass"}
    write_task(folder, {"tests/test.sh": counted.replace('"reward"', '"passed"')})
    assert proved(folder, "harbor.reward_range")["harbor.reward_range"].status == "fail"


def test_what_other_runners_would_pay_for_is_advice(tmp_path: Path) -> None:
    """Harbor removes former reward files itself; a task need not."""
    files = {**SOUND, "tests/test.sh": (SOUND["tests/test.sh"] or "").replace("rm -rf", "true")}
    results = proved(write_task(tmp_path, files), "harbor.forged_reward", "harbor.kept_rewards")
    assert results["harbor.forged_reward"].status == "pass"
    assert results["harbor.kept_rewards"].status == "fail"
    assert harbor_catalogue()["harbor.kept_rewards"].level == "SHOULD"


def test_the_bank_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    names = [case.id for case in cases()]
    assert len(names) == len(set(names)) == 2 + len(DEFECTS)
    files = DEFECTS["no-instruction"][1]
    missed = Judged("missed", ("harbor.files",), lambda: prove_task(SOUND, ["harbor.files"]))
    loud = Judged("loud", (), lambda: prove_task(files, ["harbor.files"]))
    assert print_figures(cases(), ["no-instruction"], "tasks") == 0
    assert "the cause: 1 of 1" in capsys.readouterr().out
    assert print_figures([missed, loud], ["*"], "tasks") == 1
    said = capsys.readouterr().out
    assert "MISSED" in said
    assert "FALSE ALARM" in said
    assert "the cause: 0 of 1" in said
    assert "sound tasks without an alarm: 0 of 1" in said


def test_every_property_has_a_defect() -> None:
    assert {property_ for property_, _ in DEFECTS.values()} == set(harbor_catalogue())


def test_the_script_of_a_finding_plays_the_trial(tmp_path: Path) -> None:
    folder = write_task(tmp_path, DEFECTS["keeps-a-former-reward"][1])
    result = proved(folder, "harbor.forged_reward")["harbor.forged_reward"]
    done = subprocess.run([sys.executable, "-c", result.script], capture_output=True, text=True)
    assert done.stdout == "reward 1\n", f"{result.script}\n{done.stderr}"


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("task.toml", '[environment]\ndocker_image = "a/b:1"\n', "it needs the image a/b:1"),
        ("task.toml", "[environment]\ngpus = 1\n", "it needs a GPU"),
        ("task.toml", '[environment]\nos = "windows"\n', "it needs Windows"),
        ("task.toml", '[verifier]\nuser = "judge"\n', "it runs as a user of the image"),
        ("task.toml", '[verifier]\nenvironment_mode = "separate"\n', "an image of its own"),
        ("task.toml", '[[steps]]\nname = "a"\n', "it has several steps"),
        ("environment/docker-compose.yaml", "services: {main: {}, db: {}}\n", "the service db of"),
        ("environment/docker-compose.yaml", "services: [\n", "the services of"),
        ("environment/Dockerfile", "FROM a\nRUN apt-get install -y gcc\n", "Dockerfile cannot be"),
        ("environment/Dockerfile", "FROM a\nFROM b\n", "its Dockerfile has several stages"),
        ("environment/Dockerfile", "FROM a\nUSER me\n", "its Dockerfile has the step USER me"),
        ("environment/Dockerfile", "FROM a\nCOPY --from=x /a /b\n", "the step COPY --from=x"),
        ("environment/Dockerfile", "FROM a\nWORKDIR /usr/src/app\n", "image: it uses /usr"),
        ("environment/Dockerfile", "FROM a\nCOPY absent.txt /app/\n", "Dockerfile cannot be"),
        ("solution/solve.sh", "#!/bin/bash\nno-such-program x > sum.txt\n", "command not found"),
        ("tests/test.sh", "#!/no/such/shell\n", "need an image or network"),
    ],
)  # fmt: skip
def test_what_needs_an_image_or_network_is_unproved(
    name: str, content: str, words: str, tmp_path: Path
) -> None:
    folder = write_task(tmp_path, {**SOUND, name: content})
    only = ("harbor.solution", "harbor.nothing", "harbor.forged_reward", "harbor.tampering")
    for result in proved(folder, *only).values():
        assert result.status == "unproved", result
        assert words in result.message


@pytest.mark.parametrize(
    ("image", "status"),
    [
        ("FROM a\nCOPY numbers.txt /app/\n", "pass"),
        ("FROM a\nWORKDIR /app\nCOPY . .\nRUN rm notes.txt\n", "pass"),
        ("FROM a\nWORKDIR /app\nCOPY . .\nRUN mv notes.txt /opt/\n", "fail"),
        ("FROM a\nCOPY --from=x /a /b\n", "fail"),
    ],
)
def test_the_solution_is_hidden_if_the_image_does_not_hold_it(
    image: str, status: str, tmp_path: Path
) -> None:
    notes = DEFECTS["solution-in-the-image"][1]["environment/notes.txt"]
    files = {**SOUND, "environment/Dockerfile": image, "environment/notes.txt": notes}
    name = "harbor.solution_hidden"
    assert proved(write_task(tmp_path, files), name)[name].status == status


def test_a_search_of_the_image_that_does_not_end_in_time_is_no_pass(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(self: Trial, script: str, seconds: float | None = None) -> Ran:
        return Ran(None, "", "did not end in time")

    monkeypatch.setattr(Trial, "act", act)
    files = {**SOUND, **DEFECTS["solution-in-the-image"][1]}
    for name in ("harbor.solution_hidden", "harbor.forged_reward"):
        result = proved(write_task(tmp_path / name, files), name)[name]
        assert result.status == "unproved"
        assert "did not end in time" in result.message


def test_a_compose_file_of_the_main_container_alone_asks_for_nothing(tmp_path: Path) -> None:
    compose = "services:\n  main:\n    image: ${MAIN_IMAGE_NAME}\n    command: [sleep, infinity]\n"
    files = {**SOUND, "environment/docker-compose.yaml": compose}
    assert (
        proved(write_task(tmp_path, files), "harbor.solution")["harbor.solution"].status == "pass"
    )


def test_commands_and_variables_of_the_image_are_followed(tmp_path: Path) -> None:
    image = (
        "FROM a\nENV WHO=me\nWORKDIR /job/place\nCOPY numbers.txt other.txt\nCOPY . /data/\n"
        "RUN mkdir all\nCOPY *.txt all\nRUN cat > made.txt <<END\n$WHO\nEND\nLABEL x=y\n"
        "RUN mkdir /opt/kit && ls /workplace/ && echo kit > /opt/kit/name && touch /opt/kit/made\n"
        "RUN mkdir -p /var/log/kit && echo log > /var/log/kit/log\n"
        'ENV PATH="/job/bin:${PATH}"\n'
    )
    folder = write_task(tmp_path, {**SOUND, "environment/Dockerfile": image})
    with open_trial(read_task(folder)) as trial:
        ran = trial.act(
            "cat /opt/kit/name /var/log/kit/log; rm /opt/kit/made; pwd; cat made.txt; "
            "head -1 other.txt; ls all /data; echo $WHO $PATH; ls /tests; "
            "touch /workplace/made && ls /workplace"
        )
    assert ran.output.startswith(
        "kit log /job/place me 3 /data: Dockerfile numbers.txt all: numbers.txt me"
    )
    assert " me /job/bin:/" in ran.output
    assert ran.output.endswith(" made")
    assert not ran.problem


@pytest.mark.parametrize(
    "workdir", ["/app/../../../outside", "../../outside", "/.upload/x", "/tests"]
)
def test_a_working_folder_lies_in_the_trial(workdir: str, tmp_path: Path) -> None:
    settings = f'[environment]\nworkdir = "{workdir}"\nenv = {{ A = "1", B = "${{HOME}}" }}\n'
    task = read_task(write_task(tmp_path, {**SOUND, "task.toml": settings}))
    assert task.workdir == "/outside" or "it needs an image" in task.unprovable
    assert task.own_variables("agent").get("B") is None


def test_scripts_cannot_reach_this_machine(tmp_path: Path) -> None:
    folder = write_task(tmp_path, SOUND)
    secret = tmp_path / "secret.txt"
    secret.write_text("of this machine")
    with socket.create_server(("127.0.0.1", 0)) as server, open_trial(read_task(folder)) as trial:
        port = server.getsockname()[1]
        ran = trial.act(
            f"cat {secret}; touch /usr/x /etc/x; mount -t tmpfs x /app && echo mounted; "
            f"timeout 2 bash -c 'echo > /dev/tcp/127.0.0.1/{port}' && echo connected; touch made"
        )
        assert "of this machine" not in ran.output
        assert "connected" not in ran.output
        assert "mounted" not in ran.output
        assert ran.output.count("Read-only file system") == 2
        assert trial.act("id -u").output == "0"
        store = Path(f"/proc/{trial._process.pid}/root{trial._store}")
        made = store / trial._binds["/app"] / "made"
        assert made.stat().st_uid != 0, "the root of a trial is nobody here"
        assert not any(Path(trial._store).iterdir()), "its files are nowhere on this machine"


def test_a_script_has_processes_of_its_own(tmp_path: Path) -> None:
    kill = f"kill -0 {os.getpid()} && echo reached"
    with open_trial(read_task(write_task(tmp_path, SOUND))) as trial:
        ran = trial.act(f"readlink /proc/self/ns/pid; echo /proc/[0-9]*; {kill}")
    namespace, *seen = ran.output.partition(" bash")[0].partition("/bin/bash")[0].split()
    assert namespace.startswith("pid:[")
    assert namespace != os.readlink("/proc/self/ns/pid")
    assert {Path(path).name for path in seen} <= set("123456789")
    assert "reached" not in ran.output
    assert "No such process" in ran.output


def test_what_a_script_starts_ends_with_it(tmp_path: Path) -> None:
    settings = SOUND["task.toml"].replace("[agent]\ntimeout_sec = 20", "[agent]\ntimeout_sec = 2")
    folder = write_task(tmp_path, {**SOUND, "task.toml": settings})
    late = "setsid bash -c 'sleep 1; echo 1 > /app/late' & disown; echo started"
    with open_trial(read_task(folder)) as trial:
        assert trial.act(late).output == "started"
        assert trial.act("sleep 30").status is None
        assert trial.act("ls /app").output == "numbers.txt", "it went on after its end"


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        ("ln -s /etc/hostname reward.txt", "reward.txt is no regular file"),
        ("mkfifo reward.txt", "reward.txt is no regular file"),
        ("mkdir reward.json", "reward.json is no regular file"),
        ("echo many > reward.txt", "reward.txt holds no reward"),
        ("echo nan > reward.txt", "reward.txt holds nan"),
        ("echo 1 > reward.txt; echo '[1]' > reward.json", "reward.json holds no reward"),
        ("echo '{\"a\": true}' > reward.json", "reward.json holds True"),
        ("echo '{\"a\": 1e999}' > reward.json", "reward.json holds inf"),
        ("true > reward.txt", "reward.txt holds no reward"),
        ("true", "the verifier wrote no reward file"),
    ],
)
def test_what_is_no_reward_is_none(commands: str, words: str, tmp_path: Path) -> None:
    verdict = left(commands, tmp_path)
    assert verdict.problem.startswith(words)
    assert verdict.pay == 0.0


def left(commands: str, folder: Path) -> Verdict:
    """What a test that only does this leaves as a reward."""
    write_task(folder, {**SOUND, "tests/test.sh": f"#!/bin/bash\ncd /logs/verifier\n{commands}\n"})
    with open_trial(read_task(folder)) as trial:
        return trial.verify()


def test_json_counts_before_text() -> None:
    assert read_rewards({"reward.txt": "1\n"}).pay == 1.0
    assert read_rewards({"reward.txt": "1", "reward.json": '{"a": 0, "b": 0.5}'}).pay == 0.25
    both = read_rewards({"reward.txt": "1", "reward.json": '{"a": 1, "reward": 0}'})
    assert (both.text, both.pay) == ("a 1, reward 0", 0.0)


def test_a_folder_of_tasks_is_proved_as_one(tmp_path: Path) -> None:
    write_task(tmp_path / "sound", SOUND)
    write_task(tmp_path / "image", {**SOUND, "task.toml": '[environment]\ndocker_image = "a"\n'})
    assert [task.name for task in find_tasks(tmp_path)] == ["image", "sound"]
    only = "harbor.solution", "harbor.files"
    results = proved(tmp_path, *only)
    assert results["harbor.files"].status == "pass"
    assert results["harbor.solution"].status == "unproved"
    assert "1 of 2 tasks: image: it needs the image a" in results["harbor.solution"].message
    write_task(tmp_path / "wrong", DEFECTS["wrong-solution"][1])
    found = proved(tmp_path, "harbor.solution")["harbor.solution"]
    assert found.status == "fail"
    assert found.message.startswith("wrong: the reference solution earns reward 0")


@pytest.mark.parametrize(
    ("files", "words"),
    [({}, "holds no task.toml"), ({"task.toml": "x ="}, "task.toml cannot be read")],
)
def test_a_folder_without_a_task_is_refused(
    files: Mapping[str, str], words: str, tmp_path: Path
) -> None:
    with pytest.raises(SubjectFailed, match=words):
        proved(write_task(tmp_path, files))
    with pytest.raises(SubjectFailed, match="there is no folder"):
        proved(tmp_path / "absent")


def test_a_task_has_a_kind_a_chapter_and_a_stamp(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert kind_of("harbor:a/b") == "harbor"
    assert chapters_of("harbor:a/b") == ("harbor",)
    folder = write_task(tmp_path / "task", SOUND)
    subject = harbor_to_stamp(f"harbor:{folder}")
    assert subject.folder == folder
    assert subject.files == tuple(sorted(SOUND))
    before = subject.content()
    (folder / "tests" / "test.sh").write_text("#!/bin/bash\n")
    assert subject.content() != before
    monkeypatch.chdir(tmp_path)
    assert gate.main(["harbor:absent"]) == 2
    assert "there is no folder absent" in capsys.readouterr().err
    command = [sys.executable, "-m", "hallmark_rl", "prove", f"harbor:{folder}", "--env-arg", "a=1"]
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, capture_output=True, text=True, env=variables)
    assert done.returncode == 2
    assert "a Harbor task has none" in done.stderr
