"""`hallmark wrap harbor:FOLDER`: environments whose agents run scripts beside hidden tests."""

from __future__ import annotations

import base64
import gc
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("openenv")

from typer.testing import CliRunner

from hallmark_rl.sandbox.isolation import seccomp
from hallmark_rl.sandbox.trials.trial_limits import TrialLimits
from hallmark_rl.sdk.common.errors import SetupError
from hallmark_rl.sdk.harbor import harbor_episodes, trial
from hallmark_rl.sdk.harbor.harbor_episodes import HarborEpisode, shown_output
from hallmark_rl.sdk.harbor.harbor_task import read_task
from hallmark_rl.sdk.harbor.solution_script import solution_script
from hallmark_rl.sdk.harbor.tamper_recipes import recipes_of
from hallmark_rl.sdk.harbor.trial import Trial, TrialProblem
from hallmark_rl.sdk.subject.load import Subject, load_subject
from hallmark_rl.sdk.wrap import app
from tests.defects.harbor.tasks import DEFECTS, SOUND, SOUND_PROGRAM, write_task
from tests.namespaces_here import ROOT, require_namespaces

SMALL = TrialLimits(memory_mb=128, processes=24, open_files=64, file_mb=8, files_mb=16)


@pytest.fixture(scope="module", autouse=True)
def _namespaces() -> None:
    require_namespaces()


def wrap(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(app, [*arguments])
    return done.exit_code, " ".join(done.output.split())


@pytest.fixture(scope="module")
def tasks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two sound tasks, one with a `/solution/answer.txt`, and two that cannot be used."""
    folder = tmp_path_factory.mktemp("harbor") / "tasks"
    write_task(
        folder / "sum", {**SOUND, "instruction.md": "Write 12 to /app/sum.txt. Nothing else."}
    )
    kept = {"solution/answer.txt": "12\n", "solution/solve.sh": "cp /solution/answer.txt sum.txt\n"}
    settings = '[solution.env]\nWHO = "it\'s me"\n'
    write_task(folder / "copied", {**SOUND, **kept, "task.toml": settings})
    write_task(folder / "adder", SOUND_PROGRAM)
    write_task(folder / "image", {**SOUND, "task.toml": '[environment]\ndocker_image = "a"\n'})
    write_task(folder / "wrong", DEFECTS["wrong-solution"][1])
    return folder


@pytest.fixture(scope="module")
def wrapped(tasks: Path) -> Path:
    folder = tasks.parent / "sums_env"
    code, output = wrap(f"harbor:{tasks}", "--out", str(folder), "--max-steps", "3")
    assert code == 0, output
    assert "image is left out: it needs the image a" in output
    assert "wrong is left out: its solution is paid 0, and nothing 0" in output
    return folder


@pytest.fixture(scope="module")
def subject(wrapped: Path) -> Subject:
    return load_subject(str(wrapped))


@pytest.fixture
def task_folder(tmp_path: Path) -> Path:
    return write_task(tmp_path / "task", SOUND)


@pytest.fixture
def episode(task_folder: Path) -> Iterator[HarborEpisode]:
    made = HarborEpisode(read_task(task_folder), SMALL, 5.0)
    yield made
    made._trial.close()


def test_the_solution_is_paid_and_nothing_is_not(wrapped: Path, subject: Subject) -> None:
    splits = {path.name: sorted(item.name for item in path.iterdir()) for path in
              (wrapped / "tasks").iterdir()}  # fmt: skip
    assert sorted(splits) == ["test", "train"]
    assert sorted(splits["train"] + splits["test"]) == ["adder", "copied", "sum"]
    env, proof = subject.make(), subject.proof
    for split, names in splits.items():
        for index in range(len(names)):
            first = env.reset(seed=1, split=split, index=index)
            assert first.instruction
            assert first.folder == "/app"
            assert env.step(proof.oracle(env, first)).reward == 1.0
            first = env.reset(seed=1, split=split, index=index)
            done = env.step(proof.null(env, first))
            assert (done.done, done.reward, done.success) == (True, 0.0, False)


def test_scripts_keep_files_and_the_tests_run_after_the_last_step(subject: Subject) -> None:
    env, action = subject.make(), subject.action_type
    env.reset(seed=1)
    seen = env.step(action(command="echo 12 > sum.txt; echo said; exit 3"))
    assert (seen.output, seen.status, seen.done, seen.reward) == ("said\n", 3, False, 0.0)
    seen = env.step(action(command="cat sum.txt; touch ~/made"))
    assert (seen.output, seen.status) == ("12\n", 0)
    seen = env.step(action(command="ls ~"))
    assert "made" in seen.output
    assert seen.done


def test_the_text_form_reads_a_script_and_submits(wrapped: Path, subject: Subject) -> None:
    text = subject.text
    assert text.parse("I look.\n```bash\nls\ncat x\n```\n") == subject.action_type(
        command="ls\ncat x"
    )
    assert text.parse("```bash\necho SUBMIT\n```").submit is False
    assert text.parse("```\nls\n```\nSUBMIT").submit is True
    assert text.parse("SUBMIT now").submit is False
    (trace,) = text.demonstrations(level=1, count=1, seed=0, quality=1.0)
    assert trace[0][1].endswith("SUBMIT")


@pytest.mark.parametrize(
    "script",
    [
        pytest.param("ls /tests /solution /logs/verifier; cat /tests/test.sh", id="paths"),
        pytest.param("find / -name test.sh -not -path '/proc/*' -not -path '/usr/share/*';"
                     " find / -name solve.sh", id="find"),
        pytest.param("cat /proc/1/environ /proc/*/environ | tr '\\0' '\\n'; env", id="variables"),
        pytest.param("grep -r 'sum of the numbers\\|awk .{s' / --include=* -s -l -m1 2>/dev/null"
                     " --exclude-dir=proc --exclude-dir=usr --exclude-dir=etc --exclude-dir=dev"
                     " --exclude-dir=opt --exclude-dir=sys", id="content"),
    ],
)  # fmt: skip
def test_an_agent_finds_neither_tests_nor_secrets_of_the_server(
    script: str, task_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_the_secret")
    episode = HarborEpisode(read_task(task_folder), TrialLimits(), 20.0)
    said = episode.run(script).text
    assert "hf_the_secret" not in said
    assert "test.sh\n" not in said.replace("'/tests/test.sh'", "")
    assert "solve.sh" not in said
    assert "/logs/verifier/reward" not in said


def test_what_an_agent_leaves_at_the_tests_place_is_gone(tmp_path: Path) -> None:
    """The same leavings pay where they stay, as in a trial of Harbor."""
    task = read_task(write_task(tmp_path, DEFECTS["keeps-a-former-reward"][1]))
    forge = "mkdir -p /logs/verifier; echo 1 > /logs/verifier/reward.txt"
    with trial.open_trial(task) as open_to_all:
        open_to_all.act(forge)
        assert open_to_all.verify(remove_former=False).pay == 1.0
    episode = HarborEpisode(task, SMALL, 5.0)
    episode.run(forge)
    assert episode.pay() == 0.0


def test_no_recipe_pays_in_a_sound_task(task_folder: Path) -> None:
    task = read_task(task_folder)
    recipes = list(recipes_of(task))
    assert len(recipes) > 25
    episode = HarborEpisode(task, TrialLimits(), 20.0)
    for _, commands in recipes:
        episode.run(commands)
    assert episode.pay() == 0.0


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("import time; x = [bytearray(70 << 20) for _ in range(3)]; time.sleep(9)", "128 MB"),
        ("""import os, time
for _ in range(8):
    if not os.fork():
        x = bytearray(os.urandom(40 << 20)); time.sleep(9)
time.sleep(9)""", "128 MB"),
        ("import time; time.sleep(60)", "did not end in time"),
        ("while True: print('x' * 1000)", "wrote more than 64 MB of output"),
    ],
    ids=["memory", "memory-of-many", "time", "output"],
)  # fmt: skip
def test_a_script_that_takes_too_much_is_ended(
    script: str, words: str, episode: HarborEpisode
) -> None:
    ran = episode.run(
        f"python3 -c {script!r}" if "\n" not in script else f"python3 - <<'E'\n{script}\nE"
    )
    assert ran.status is None
    assert words in ran.ended
    assert len(ran.text) <= 1 << 16
    assert episode.run("echo on").text == "on\n", "the episode goes on"


def test_shared_pages_count_once(episode: HarborEpisode) -> None:
    script = """import os, time
x = bytearray(os.urandom(60 << 20))
for _ in range(6):
    if not os.fork():
        time.sleep(0.5); os._exit(0)
for _ in range(6):
    os.wait()
print('shared')"""
    assert episode.run(f"python3 - <<'E'\n{script}\nE").text == "shared\n"


def test_processes_and_files_are_limited(episode: HarborEpisode) -> None:
    script = """import os
made = 0
try:
    for _ in range(200):
        if not os.fork():
            os.pause() if hasattr(os, 'pause') else __import__('signal').pause()
        made += 1
except OSError as error:
    print(made < 24, error.strerror)"""
    assert episode.run(f"python3 - <<'E'\n{script}\nE").text.startswith("True Resource temporarily")
    ran = episode.run("head -c 9000000 /dev/zero > big; echo $?; ls -s big")
    assert ran.text.endswith("File too large\n1\n8192 big\n")
    assert (
        "No space left on device"
        in episode.run("for n in 1 2 3 4 5; do head -c 7000000 /dev/zero > $n; done").text
    )


@pytest.mark.parametrize(
    "script",
    [
        "import os; os.memfd_create('x')",
        "import mmap; mmap.mmap(-1, 4096)",
        "import ctypes; assert ctypes.CDLL(None).shmget(0, 1 << 30, 0o1600) >= 0",
        "import ctypes; assert ctypes.CDLL(None).unshare(0x10000000) == 0",
        "import ctypes; assert ctypes.CDLL(None).mount(b'x', b'/app', b'tmpfs', 0, 0) == 0",
    ],
)
def test_memory_that_nobody_counts_is_refused(script: str, episode: HarborEpisode) -> None:
    assert episode.run(f"python3 -c {script!r}").status == 1
    assert episode.run("python3 -c 'import mmap; mmap.mmap(-1, 4096, flags=2)'").status == 0


def test_process_1_which_a_script_can_trace_is_confined(episode: HarborEpisode) -> None:
    said = episode.run(
        "grep -E 'Seccomp:|NoNewPrivs' /proc/1/status; grep processes /proc/1/limits"
    )
    assert said.text.split()[:4] == ["NoNewPrivs:", "1", "Seccomp:", "2"]
    assert said.text.split()[6:8] == ["24", "24"]


def test_links_that_a_script_leaves_lead_nowhere(tmp_path: Path, task_folder: Path) -> None:
    """Programs of this machine may lie below a folder that belongs to the trial, such as /tmp."""
    kit, outside = tmp_path / "kit", tmp_path / "outside"
    for folder in (kit, outside):
        folder.mkdir()
    (kit / "tool").write_text("of this machine")
    made = Trial(read_task(task_folder), SMALL, hidden=True)
    made._binds["/" + tmp_path.parts[1]] = made._binds["/tmp"]
    made._programs = [*made._programs, str(kit)]
    top = Path(*tmp_path.parts[:3])
    assert made.act(f"cat {kit}/tool").text == "of this machine"
    made.act(f"mv {top} {top}.away; ln -s {outside} {top}")
    assert made.act(f"cat {kit}/tool; readlink {top}").text == "of this machine"
    assert not list(outside.iterdir()), "nothing is made on this machine"
    made.act(f"mv {top} {top}.too; touch {top}")
    assert made.act(f"cat {kit}/tool").text == "of this machine"


def test_a_script_cannot_answer_for_the_trial(episode: HarborEpisode) -> None:
    """What process 1 of the trial has open belongs to the script too."""
    ran = episode.run(
        "for n in /proc/1/fd/*; do echo forged > $n 2>/dev/null; done; ls /proc/1/fd | tr '\\n' ' '"
    )
    assert ran.text.split()[-3:] == ["0", "1", "2"]


@pytest.mark.parametrize("without", ["filter", "place"])
def test_nothing_runs_with_less_isolation(
    without: str, task_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if without == "filter":
        monkeypatch.setattr(seccomp, "supported", lambda: False)
        words = "no filter of system calls"
    else:
        monkeypatch.setattr(trial, "PROGRAMS", (str(task_folder.parent),))
        words = "which its scripts can read"
    with pytest.raises(SetupError, match=words):
        HarborEpisode(read_task(task_folder), SMALL, 5.0)


def test_a_host_without_namespaces_is_refused(wrapped: Path) -> None:
    """In a user namespace that may have no others, as in an ordinary container."""
    program = f"""\
import os
from hallmark_rl.sandbox.isolation import namespaces
namespaces.enter(["user"])
open("/proc/sys/user/max_user_namespaces", "w").write("0")
from hallmark_rl.sdk.subject.load import load_subject
env = load_subject({str(wrapped)!r}).make()
print(env.reset(seed=1).error)
"""
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False
    )
    if "max_user_namespaces" in done.stderr:
        pytest.skip("the number of namespaces cannot be limited here")
    assert "bad_reset" in done.stdout, done.stderr
    assert "is not run without namespaces" in done.stdout
    assert "unshare" in done.stdout


def test_a_trial_ends_with_its_owner(task_folder: Path) -> None:
    task = read_task(task_folder)
    kept = Trial(task, SMALL)
    child = os.fork()
    if not child:
        del kept
        gc.collect()
        os._exit(0)
    os.waitpid(child, 0)
    assert kept.act("echo on").text == "on\n", "a fork leaves it alone"
    process, store = kept._process, Path(kept._store)
    process.kill()
    process.wait()
    with pytest.raises(TrialProblem, match="gave no answer"):
        kept.act("echo on")
    with pytest.raises(TrialProblem, match="is closed"):
        kept.act("echo on")
    assert not store.exists()
    other = Trial(task, SMALL)
    process, store = other._process, Path(other._store)
    del other
    gc.collect()
    assert process.poll() is not None
    assert not store.exists()


def test_nothing_is_left_when_the_owner_is_killed(task_folder: Path) -> None:
    program = f"""\
import os, signal, threading
from pathlib import Path
from hallmark_rl.sdk.harbor.harbor_task import read_task
from hallmark_rl.sdk.harbor.trial import Trial
trial = Trial(read_task(Path({str(task_folder)!r})))
print(trial._process.pid, trial._store, flush=True)
threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGKILL)).start()
trial.act("sleep 30", 40.0)
"""
    variables = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], env=variables, capture_output=True, text=True, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    pid, store = done.stdout.split()
    ends = time.monotonic() + 20
    while Path(f"/proc/{pid}").exists() and time.monotonic() < ends:
        time.sleep(0.1)
    assert not Path(f"/proc/{pid}").exists()
    assert not Path(store).exists()
    assert "Traceback" not in done.stderr


def test_what_is_long_is_shown_from_its_end() -> None:
    assert shown_output("a" * 100) == "a" * 100
    shown = shown_output("a" * 9000 + "end")
    assert shown.startswith("[1003 characters are left out]\naaa")
    assert shown.endswith("aend")
    assert len(shown) < 8100


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["harbor:absent"], "there is no folder absent"),
        (["harbor:empty"], "it is no Harbor task"),
        (["harbor:wrong"], "wrong is left out: its solution is paid 0, and nothing 0"),
        (["harbor:no-solution"], "no-solution is left out: it has no solution/solve.sh"),
        (["harbor:half"], "half is left out: its solution is paid 0.5, not 1"),
        (["harbor:wrong", "--tasks", "x.jsonl"], "takes --out and --max-steps only"),
        (["harbor:wrong", "--env-arg", "a=1"], "takes --out and --max-steps only"),
        (["harbor:wrong", "--solved", "1"], "--solved is for gym:ID and pettingzoo:MODULE only"),
    ],
)
def test_wrong_input_is_named(
    arguments: list[str], says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    write_task(tmp_path / "wrong", DEFECTS["wrong-solution"][1])
    write_task(tmp_path / "half", DEFECTS["part-of-the-reward"][1])
    write_task(tmp_path / "no-solution", {**SOUND, "solution/solve.sh": None})
    code, output = wrap(*arguments, "--out", "an_env")
    assert code == 2
    assert says in output
    assert not Path("an_env").exists()


def test_a_folder_of_tasks_is_read_as_splits(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="holds no folder of tasks"):
        harbor_episodes.read_harbor_tasks(tmp_path)
    write_task(tmp_path / "test" / "a", SOUND)
    write_task(tmp_path / "train" / "b", SOUND)
    found = harbor_episodes.read_harbor_tasks(tmp_path)
    assert found.list_splits() == ["train", "test"]
    script = solution_script(found.task("train", 0).payload)
    packed = base64.b64decode(
        script.partition("<<'END'")[2].partition("\n")[2].partition("\nEND")[0]
    )
    assert packed[4:8] == bytes(4), "a demonstration does not depend on the clock"
    write_task(tmp_path / "train" / "b", {"task.toml": "[environment]\ngpus = 1\n"})
    with pytest.raises(ValueError, match="cannot be played: it needs a GPU"):
        harbor_episodes.read_harbor_tasks(tmp_path)
