"""A subject imports its own `sandbox`, `envs`... when Python runs in the checkout."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("openenv")

import hallmark_rl.sandbox
from hallmark_rl.sdk.subject.load import SubjectError, load_subject
from hallmark_rl.sdk.subject.name_conflicts import SubjectFinder

ROOT = Path(__file__).resolve().parents[2]
SHORT_NAMES = ("conformance", "envs", "sandbox", "sdk", "train")
APP = """
from openenv.core.env_server import create_app
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import Action, Observation, State
from envs.x.y import owner as in_envs
from sandbox import owner as in_sandbox
from sdk.inner import owner as in_sdk

class Poke(Action):
    text: str = ""
class Seen(Observation):
    text: str = ""
class PokeEnvironment(Environment):
    def reset(self, seed=None, episode_id=None, **kwargs):
        from conformance.late import owner as in_conformance
        return Seen(text=" ".join([in_envs, in_sandbox, in_sdk, in_conformance]))
    def step(self, action: Poke, timeout_s=None, **kwargs) -> Seen:
        return Seen(text=action.text, reward=0.0)
    @property
    def state(self):
        return State()

app = create_app(PokeEnvironment, Poke, Seen, env_name="poke")
"""


def write_subject(folder: Path, owner: str) -> Path:
    """A subject with packages (some without `__init__.py`) of the checkout's names."""
    own = f"owner = {owner!r}\n"
    files = {
        "openenv.yaml": "name: poke\napp: server.app:app\n",
        "server/app.py": APP,
        "sandbox/__init__.py": own,
        "envs/x/y.py": own,
        "sdk/inner.py": own,
        "conformance/late.py": own,
        "train.py": own,
        "proof.py": "from train import owner\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.fixture
def in_checkout(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The checkout as working directory and first on the path; imports are undone afterwards."""
    monkeypatch.chdir(ROOT)
    monkeypatch.syspath_prepend(str(ROOT))
    modules, finders = dict(sys.modules), list(sys.meta_path)
    sys.meta_path[:] = [entry for entry in finders if not isinstance(entry, SubjectFinder)]
    yield
    for name in set(sys.modules) - set(modules):
        if name.partition(".")[0] in (*SHORT_NAMES, "server", "poke"):
            del sys.modules[name]
    sys.modules.update(modules)
    sys.meta_path[:] = finders


def all_from(owner: str) -> str:
    return " ".join([owner] * 4)


@pytest.mark.usefixtures("in_checkout")
@pytest.mark.parametrize("loaded_before", [(), ("sandbox", "envs.wordle", "sdk.common.errors")])
def test_a_subject_imports_its_own_packages(loaded_before: tuple[str], tmp_path: Path) -> None:
    for name in loaded_before:
        importlib.import_module(name)
    subject = load_subject(str(write_subject(tmp_path, "subject")))
    assert subject.factory().reset().text == all_from("subject")
    assert subject.proof is not None
    assert subject.proof.owner == "subject"
    assert hallmark_rl.sandbox.Sandbox.__module__.startswith("hallmark_rl.")


@pytest.mark.usefixtures("in_checkout")
def test_subjects_that_are_loaded_one_after_the_other_do_not_share_packages(tmp_path: Path) -> None:
    first, second = (write_subject(tmp_path / name, name) for name in ("first", "second"))
    for folder in (first, second, first):
        assert load_subject(str(folder)).factory().reset().text == all_from(folder.name)


@pytest.mark.usefixtures("in_checkout")
def test_an_earlier_package_does_not_hide_a_folder_without_init(tmp_path: Path) -> None:
    first, second = (write_subject(tmp_path / name, name) for name in ("first", "second"))
    (first / "__init__.py").write_text("")
    for folder in ("envs", "envs/x", "sdk", "server", "conformance"):
        (first / folder / "__init__.py").write_text("")
    for folder in (first, second, first):
        assert load_subject(str(folder)).factory().reset().text == all_from(folder.name)


@pytest.mark.usefixtures("in_checkout")
def test_the_checkout_and_earlier_subjects_are_hidden_from_a_subject_without_the_package(
    tmp_path: Path,
) -> None:
    load_subject(str(write_subject(tmp_path / "first", "first")))
    folder = tmp_path / "second"
    (folder / "server").mkdir(parents=True)
    (folder / "server" / "app.py").write_text("# openenv\nfrom sandbox import Sandbox\n")
    with pytest.raises(SubjectError, match="needs the package 'sandbox'"):
        load_subject(str(folder))


@pytest.mark.usefixtures("in_checkout")
def test_the_checkout_keeps_its_short_names_after_a_subject_without_such_packages(
    tmp_path: Path,
) -> None:
    short = importlib.import_module("sandbox.run")
    (tmp_path / "app.py").write_text("# openenv\nfrom sandbox import Sandbox\n")
    with pytest.raises(SubjectError):
        load_subject(str(tmp_path))
    assert sys.modules["sandbox.run"] is short
    assert importlib.import_module("sandbox") is hallmark_rl.sandbox


@pytest.mark.usefixtures("in_checkout")
def test_a_class_in_a_file_imports_its_own_packages(tmp_path: Path) -> None:
    importlib.import_module("sandbox")
    folder = write_subject(tmp_path, "subject")
    subject = load_subject(f"{folder / 'server' / 'app.py'}:PokeEnvironment")
    assert subject.factory().reset().text == all_from("subject")


@pytest.mark.parametrize("flags", [[], pytest.param(["-P"], marks=pytest.mark.slow)])
def test_a_process_in_the_checkout_loads_the_subjects_own_packages(
    flags: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    folder = write_subject(tmp_path, "subject")
    program = (
        "import sandbox.run, envs, runpy\n"
        "runpy.run_module('tests.sdk.print_subject', run_name='__main__')"
    )
    for command in (["-m", "tests.sdk.print_subject"], ["-c", program]):
        done = subprocess.run(
            [sys.executable, *flags, *command, str(folder)],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.stdout.strip() == all_from("subject"), done.stderr
