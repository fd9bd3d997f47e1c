"""The wheel in a project of its own, with the checkout on no path.

The project has folders `sandbox/`, `sdk/`, `envs/`, `train/` and `conformance/`, and other
distributions install packages `envs` and `sandbox`: nothing may collide with them.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest

pytest.importorskip("hatchling")
pytest.importorskip("openenv")

from tests.conformance.test_action import stamp

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = ("sandbox", "sdk", "envs", "train", "conformance")
SUITE_LINE = 'pip install "hallmark-rl[openenv,conformance]"'


@dataclass(frozen=True)
class Trial:
    """A virtual environment with the wheel, and a project."""

    bin: Path
    site: Path
    project: Path

    def call(self, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a program of the environment in the project."""
        env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        env |= {"PATH": f"{self.bin}:/usr/bin:/bin", **more}
        return subprocess.run(
            [str(self.bin / command[0]), *command[1:]],
            cwd=self.project,
            env=env,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )

    def ok(self, *command: str) -> str:
        """The output of a program that must succeed."""
        done = self.call(*command)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    def pip(self, *words: str) -> None:
        """Change the environment with the pip of the Python that runs this test."""
        pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
        command = [*pip, "--python", str(self.bin / "python"), *words]
        done = subprocess.run(command, cwd=self.project, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"


def build(source: Path, to: Path, target: str) -> Path:
    """Build a `wheel` or an `sdist` of a source tree."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(to)],
        cwd=source,
        check=True,
        capture_output=True,
    )
    return next(to.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, tmp_path_factory.mktemp("wheel"), "wheel")


def distribution(folder: Path, package: str) -> Path:
    """A wheel that installs one top-level package, as another project's might."""
    info = f"other_{package}-1.dist-info"
    files = {
        f"{package}/__init__.py": "owner = 'other'\n",
        f"{package}/deep/__init__.py": f"name = {package!r}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: other-{package}\nVersion: 1\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{info}/RECORD"])
    path = folder / f"other_{package}-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def hashes(folder: Path) -> dict[str, str]:
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def bare(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Trial:
    """The wheel with its base dependencies, between two other distributions; a new project."""
    folder = tmp_path_factory.mktemp("trial")
    subprocess.run(
        [sys.executable, "-m", "venv", "--without-pip", str(folder / "venv")], check=True
    )
    site = next((folder / "venv" / "lib").glob("python*/site-packages"))
    project = folder / "project"
    project.mkdir()
    for name in FOLDERS:
        (project / name).mkdir()
        (project / name / "__init__.py").write_text(f"owner = 'project'\nname = {name!r}\n")
    trial = Trial(folder / "venv" / "bin", site, project)
    others = [str(distribution(folder, package)) for package in ("envs", "sandbox")]
    install = ("install", "--no-compile")  # what is imported is compiled then
    trial.pip(*install, "--no-index", others[0])
    trial.pip(*install, "--constraint", str(ROOT / "constraints.txt"), str(wheel))
    trial.pip(*install, "--no-index", others[1])
    return trial


@pytest.fixture(scope="module")
def trial(bare: Trial) -> Trial:
    """The same with the extras: the packages of the Python that runs this test."""
    folders = [path for path in sys.path if path.endswith("site-packages")]
    (bare.site / "extras.pth").write_text("\n".join(folders))
    where = bare.ok("python", "-c", "import hallmark_rl; print(hallmark_rl.__file__)")
    assert Path(where.strip()).is_relative_to(bare.site)
    return bare


def test_the_wheel_holds_one_package_with_its_data(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hallmark_rl"}
    tracked = subprocess.run(
        ["git", "ls-files", "hallmark_rl/*.py", "hallmark_rl/py.typed", *FOLDERS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    expected = {
        path if path.startswith("hallmark_rl/") else f"hallmark_rl/{path}" for path in tracked
    }
    held = {name for name in names if name.startswith("hallmark_rl/")}
    assert expected - held == set()
    assert not [name for name in held - expected if not (ROOT / name).is_file()]
    for end in (".toml", ".j2", ".txt", ".json", ".yaml", ".jsonl.gz", "py.typed"):
        assert any(name.endswith(end) for name in held), end
    assert not [name for name in names if "__pycache__" in name or name.endswith((".pyc", ".pyo"))]


def test_the_source_distribution_gives_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    source = build(ROOT, tmp_path / "sdist", "sdist")
    with tarfile.open(source) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    again = build(next((tmp_path / "source").iterdir()), tmp_path / "wheel", "wheel")
    first, second = zipfile.ZipFile(wheel), zipfile.ZipFile(again)
    assert sorted(first.namelist()) == sorted(second.namelist())
    assert {i.filename: i.CRC for i in first.infolist() if "dist-info" not in i.filename} == {
        i.filename: i.CRC for i in second.infolist() if "dist-info" not in i.filename
    }


def test_without_extras_each_command_works_or_names_them(bare: Trial) -> None:
    (bare.project / "p.py").write_text("print(6 * 7)\n")
    assert "42" in bare.ok("hallmark", "run", "p.py", "--require", "process")
    bare.ok("hallmark", "probe", "--require", "process")
    bare.ok("hallmark", "new", "my_env", "--into", "envs")
    assert "reset.seed_zero" in bare.ok("hallmark", "list", "reset")
    bare.ok("hallmark", "explain", "reset.seed_zero")
    names = ("new", "wrap", "prove", "gate", "check", "explain", "replay", "train", "audit")
    names += ("stage", "push")
    helps = f"from hallmark_rl.cli import main\nprint([main([n, '--help']) for n in {names}])"
    printed = bare.ok("python", "-P", "-c", helps)
    assert printed.count("Exit codes:") == len(names)
    assert printed.rstrip().endswith(str([0] * len(names)))
    unproved = bare.call("hallmark", "check", "envs/my_env")
    assert unproved.returncode == 1
    assert "run: hallmark gate envs/my_env" in unproved.stderr
    for words, end in (
        (["prove", "envs/my_env"], SUITE_LINE),
        (["gate", "envs/my_env"], SUITE_LINE),
        (["wrap", "envs/my_env"], 'pip install "hallmark-rl[openenv]"'),
        (["train"], 'pip install "hallmark-rl[train,openenv]"'),
    ):
        done = bare.call("hallmark", *words)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert done.stderr.rstrip().endswith(end)


def test_a_scaffold_is_proved_and_pushed(trial: Trial) -> None:
    prove = ["hallmark", "prove", "envs/my_env", "--profile", "quick"]
    assert "my_env satisfies" in trial.ok(*prove, "-k", "reset.seed_zero", "--", "--durations=1")
    refused = trial.call("hallmark", "push", "envs/my_env")
    assert (refused.returncode, "not pushed" in refused.stderr) == (1, True)
    stamp(trial.project / "envs" / "my_env")
    assert "unchanged since" in trial.ok("hallmark", "check", "envs/my_env")
    dry = trial.ok("hallmark", "push", "envs/my_env", "--repo-id", "me/env", "--dry-run")
    assert "not pushed to me/env: --dry-run" in dry


def test_a_scorer_is_proved_and_stamped(trial: Trial) -> None:
    """`hallmark gate` with the fewest properties; a scaffold's take half a minute."""
    (trial.project / "marker.py").write_text(SCORER)
    tasks = [{"prompt": f"{n} + {n} =", "answer": str(n + n)} for n in range(8)]
    (trial.project / "sums").mkdir()
    (trial.project / "sums" / "tasks.jsonl").write_text("\n".join(map(json.dumps, tasks)) + "\n")
    trial.ok("hallmark", "gate", "scorer:marker:score", "--tasks", "sums/tasks.jsonl")
    assert "unchanged since" in trial.ok("hallmark", "check", "sums")


SCORER = """
declared = {"equivalents": ["spacing"]}


def score(answer, task):
    return float(answer.strip() == task["answer"])
"""


@pytest.mark.slow
def test_a_scaffold_is_stamped(trial: Trial) -> None:
    trial.ok("hallmark", "gate", "envs/my_env")
    assert "unchanged since" in trial.ok("hallmark", "check", "envs/my_env")


@pytest.mark.slow
def test_a_scaffold_is_staged_built_and_proved_over_the_wire(trial: Trial) -> None:
    """The server runs from a fresh environment with what the staged folder names, and no more."""
    printed = trial.ok("hallmark", "stage", "envs/my_env", "--out", "staged", "--try")
    assert "32 sessions at a time: 64 episodes, none lost" in printed
    assert re.search(r"a person can play at http://127\.0\.0\.1:\d+/play\n", printed)
    assert printed.rstrip().endswith("staged works")
    assert "unchanged since" in trial.ok("hallmark", "check", "staged")


def test_a_recorded_failure_is_played_again_as_the_report_says(trial: Trial) -> None:
    broken = trial.project / "envs" / "broken_env"
    trial.ok("hallmark", "new", "broken_env", "--into", "envs")
    models = broken / "models.py"
    code = broken / "server" / "broken_env_environment.py"
    assert models.is_file()
    text = code.read_text()
    code.write_text(text + BREAK)
    app = broken / "server" / "app.py"
    app.write_text(app.read_text().replace("BrokenEnvEnvironment", "Forgetful"))
    prove = ["hallmark", "prove", "envs/broken_env", "--profile", "quick", "-k", "seed_zero"]
    done = trial.call(*prove)
    assert done.returncode == 1, done.stdout + done.stderr
    command = done.stdout.partition("replay: ")[2].splitlines()[0]
    assert command.startswith("hallmark replay replays/broken_env/")
    again = trial.call(*command.split())
    assert (again.returncode, "still broken" in again.stdout) == (1, True), again.stderr


BREAK = '''

class Forgetful(BrokenEnvEnvironment):
    """Takes seed 0 for no seed."""

    def reset(self, seed=None, **options):
        return super().reset(seed=seed or None, **options)
'''


def test_pytest_proves_by_package_and_beside_own_tests(trial: Trial) -> None:
    pytest_ = ["python", "-P", "-m", "pytest", "-p", "no:cacheprovider", "-q"]
    chosen = ["-k", "reset.seed_zero or own"]
    package = ["--pyargs", "hallmark_rl.conformance", "--env", "envs/my_env"]
    assert "1 passed" in trial.ok(*pytest_, *package, "--profile", "quick", *chosen)
    (trial.project / "test_own.py").write_text("def test_own(): pass\n")
    own = ["test_own.py", "--hallmark-env", "envs/my_env", "--hallmark-profile", "quick"]
    assert "2 passed" in trial.ok(*pytest_, *own, *chosen)


def test_an_environment_of_openenv_is_wrapped(trial: Trial) -> None:
    folder = trial.project / "envs" / "foreign_env"
    shutil.copytree(trial.project / "envs" / "my_env", folder)
    (folder / "proof.py").unlink()
    printed = trial.ok("hallmark", "wrap", "envs/foreign_env")
    assert (folder / "proof.py").is_file()
    assert "hallmark prove envs/foreign_env" in printed


@pytest.mark.parametrize("name", ["wordle", pytest.param("coding", marks=pytest.mark.slow)])
def test_shipped_environments_are_proved_where_they_are_installed(name: str, trial: Trial) -> None:
    folder = str(trial.site / "hallmark_rl" / "envs" / name)
    prove = ["hallmark", "prove", folder, "--profile", "quick", "-k", "reset.seed_zero"]
    assert f"{name} satisfies" in trial.ok(*prove)
    status = [
        trial.call("python", "-m", "hallmark_rl", "check", path).returncode
        for path in (folder, str(ROOT / "envs" / name))
    ]
    assert status[0] == status[1]


def test_a_program_has_a_package_and_files(trial: Trial) -> None:
    (trial.project / "sum.py").write_text(
        "import numpy as np\nprint(np.array(open('in.txt').read().split(), dtype=int).sum())\n"
    )
    (trial.project / "in.txt").write_text("40 2")
    words = ["--package", "numpy", "--file", "in.txt", "--require", "process"]
    assert "42" in trial.ok("hallmark", "run", "sum.py", *words)


def test_tasks_are_audited(trial: Trial) -> None:
    tasks = trial.site / "hallmark_rl" / "envs" / "coding" / "tasks" / "level2"
    name = min(path.stem for path in tasks.glob("*.py"))
    assert "1 tasks, 0 failed" in trial.ok("hallmark", "audit", "run", name)


def test_a_policy_is_trained(trial: Trial) -> None:
    pytest.importorskip("trl")
    (trial.project / "small.yaml").write_text("environment: {processes: 1}\n")
    train = ["hallmark", "train", "--env", "envs/my_env", "--out", "runs/my_env"]
    trial.ok(*train, "--preset", "smoke", "--config", "small.yaml", "--steps", "1")
    summary = json.loads((trial.project / "runs" / "my_env" / "summary.json").read_text())
    assert summary


def test_other_packages_keep_their_files_and_may_go(trial: Trial) -> None:
    """The last test: it uninstalls the other distributions."""
    import_all = "import envs, sandbox, sdk, train, conformance, hallmark_rl.sandbox.run; "
    owners = "print(*[m.owner for m in (envs, sandbox, sdk, train, conformance)])"
    assert trial.ok("python", "-c", import_all + owners).split() == ["project"] * 5
    installed = "import envs.deep, sandbox.deep; print(envs.owner, sandbox.owner, envs.deep.name)"
    assert trial.ok("python", "-P", "-c", installed).split() == ["other", "other", "envs"]
    for package in ("envs", "sandbox"):
        files = hashes(trial.site / package)
        assert set(files) == {"__init__.py", "deep/__init__.py"}
        assert files["__init__.py"] == hashlib.sha256(b"owner = 'other'\n").hexdigest()
    before = hashes(trial.site / "hallmark_rl")
    trial.pip("uninstall", "-y", "other-envs", "other-sandbox")
    assert hashes(trial.site / "hallmark_rl") == before
    assert "42" in trial.ok("hallmark", "run", "p.py", "--require", "process")
    assert "unchanged since" in trial.ok("hallmark", "check", "envs/my_env")
