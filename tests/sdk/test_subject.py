"""Loading subjects: layouts, and one clear sentence for what cannot be loaded."""

from __future__ import annotations

import inspect
import re
import shutil
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from hallmark_rl.sdk.subject.load import SubjectError, load_subject
from hallmark_rl.sdk.subject.model_types import models_of

MODELS = """
from openenv.core.env_server.types import Action, Observation
class Poke(Action):
    text: str = ""
class Seen(Observation):
    text: str = ""
"""
ENVIRONMENT = """
from openenv.core.env_server.interfaces import Environment
from openenv.core.env_server.types import State
{models}
class PokeEnvironment(Environment):
    def reset(self, seed=None, episode_id=None, **kwargs):
        return Seen(text="hello")
    def step(self, action: Poke, timeout_s=None, **kwargs) -> Seen:
        return Seen(text=action.text, reward=0.0)
    @property
    def state(self):
        return State()
"""
APP = """
from openenv.core.env_server.http_server import create_app
{imports}
app = create_app(PokeEnvironment, Poke, Seen, env_name="poke")
"""


def write(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


LAYOUTS = {
    "package": {
        "__init__.py": "",
        "server/__init__.py": "",
        "models.py": MODELS,
        "server/poke_environment.py": ENVIRONMENT.format(models="from ..models import Poke, Seen"),
        "server/app.py": APP.format(
            imports="from ..models import Poke, Seen\nfrom .poke_environment import PokeEnvironment"
        ),
    },
    "flat": {
        "openenv.yaml": "name: poke\napp: server.app:app\n",
        "models.py": MODELS,
        "server/environment.py": ENVIRONMENT.format(models="from models import Poke, Seen"),
        "server/app.py": APP.format(
            imports="from models import Poke, Seen\nfrom server.environment import PokeEnvironment"
        ),
    },
    "installed": {
        "openenv.yaml": "name: poke-env\napp: server.app:app\n",
        "models.py": MODELS,
        "server/environment.py": ENVIRONMENT.format(
            models="from poke_env.models import Poke, Seen"
        ),
        "server/app.py": APP.format(
            imports="from poke_env.models import Poke, Seen\n"
            "from poke_env.server.environment import PokeEnvironment"
        ),
    },
    "inner package": {
        "openenv.yaml": "name: inner_poke\napp: server.app:main\n",
        "server/app.py": "# openenv\nfrom inner_poke.server.app import app\n",
        "inner_poke/__init__.py": "",
        "inner_poke/models.py": MODELS,
        "inner_poke/server/__init__.py": "",
        "inner_poke/server/game.py": ENVIRONMENT.format(
            models="from inner_poke.models import Poke, Seen"
        ),
        "inner_poke/server/app.py": APP.format(
            imports="from inner_poke.models import Poke, Seen\n"
            "from inner_poke.server.game import PokeEnvironment"
        ),
    },
    "class only": {"game.py": ENVIRONMENT.format(models=MODELS)},
    "nested": {
        "README.md": "",
        "inner/openenv.yaml": "name: inner\napp: server.app:app\n",
        "inner/server/app.py": ENVIRONMENT.format(models=MODELS) + APP.format(imports=""),
    },
}


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_layout_that_authors_use_is_loaded(
    layout: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = layout.replace(" ", "_")
    folder = write(tmp_path / f"poke_{name}", LAYOUTS[layout])
    monkeypatch.syspath_prepend(str(tmp_path))
    with fresh_modules():
        subject = load_subject(str(folder))
        assert subject.env_class is not None
        assert subject.env_class.__name__ == "PokeEnvironment"
        assert subject.action_type.__name__ == "Poke"
        assert subject.factory().reset().text == "hello"


@pytest.mark.parametrize("proof", ["from models import Poke", "from .models import Poke"])
@pytest.mark.parametrize("app", ["from models import Poke, Seen", "from .models import Poke, Seen"])
def test_the_proof_has_the_models_of_the_environment(app: str, proof: str, tmp_path: Path) -> None:
    files = {
        "openenv.yaml": "name: poke\napp: app:app\n",
        "models.py": MODELS,
        "app.py": ENVIRONMENT.format(models=app) + APP.format(imports=""),
        "proof.py": f"{proof}\n",
    }
    with fresh_modules():
        subject = load_subject(str(write(tmp_path / "poke", files)))
        assert subject.proof is not None
        assert subject.proof.Poke is subject.action_type


def fresh_modules():  # type: ignore[no-untyped-def]
    """Load a layout without modules that others of the same names have brought."""
    import contextlib
    import sys

    def forget() -> None:
        for name in list(sys.modules):
            top = name.partition(".")[0]
            if top in ("models", "server", "game", "app", "inner") or "poke" in name:
                del sys.modules[name]

    @contextlib.contextmanager
    def cleaned():  # type: ignore[no-untyped-def]
        path = list(sys.path)
        forget()
        try:
            yield
        finally:
            sys.path[:] = path
            forget()

    return cleaned()


PROBLEMS = {
    "import hallmark_missing_package": "line 2, needs the package 'hallmark_missing_package'",
    "def broken(:": "app.py, line 2, fails with SyntaxError",
    'import os\nos.environ["POKE_API_KEY"]': "needs a secret: set the environment variable POKE",
    'import os\nos.environ["POKE_MODE"]': "needs the environment variable POKE_MODE: set it",
    "import openenv.no_such_part": "'openenv.no_such_part', which the installed package 'openenv'",
    "raise SystemExit(3)": "sys.exit(3)",
    'open("/nonexistent/words.txt")': "looks for a file that is not there",
}


@pytest.mark.parametrize("line", PROBLEMS)
def test_what_cannot_be_loaded_is_diagnosed_in_a_sentence(line: str, tmp_path: Path) -> None:
    folder = write(tmp_path / "broken_env", {"server/app.py": f"# openenv\n{line}\n"})
    with fresh_modules(), pytest.raises(SubjectError, match=re.escape(PROBLEMS[line])):
        load_subject(str(folder))


def test_a_folder_without_an_environment_is_said_to_be_one(tmp_path: Path) -> None:
    with pytest.raises(SubjectError, match="holds no OpenEnv environment"):
        load_subject(str(tmp_path))


def test_a_class_that_openenv_cannot_serve_is_named(tmp_path: Path) -> None:
    like = "class {name}:\n    def reset(self): ...\n    def step(self, action): ...\n"
    files = {"a.py": like.format(name="GameClient"), "env/game.py": like.format(name="GameEnv")}
    folder = write(tmp_path / "plain_game", files)
    with pytest.raises(SubjectError, match=r"env/game.py has a class GameEnv with reset\(\)"):
        load_subject(str(folder))


def test_a_file_and_class_in_a_package_is_loaded_as_part_of_it(tmp_path: Path) -> None:
    folder = write(tmp_path / "poke_filed", LAYOUTS["package"])
    with fresh_modules():
        subject = load_subject(f"{folder}/server/poke_environment.py:PokeEnvironment")
        assert subject.factory().reset().text == "hello"


def test_a_module_and_class_is_loaded_with_arguments() -> None:
    subject = load_subject("tests.conformance.guess:GuessEnvironment", env_args={"defect": "leak"})
    assert subject.factory().defect == "leak"


def test_an_unknown_spec_names_the_three_kinds() -> None:
    with pytest.raises(SubjectError, match="neither a folder, nor module:Class, nor"):
        load_subject("nowhere")


def test_a_server_has_nothing_in_process() -> None:
    subject = load_subject("http://localhost:1")
    with pytest.raises(SubjectError, match="running server"):
        subject.factory()


def test_a_folder_is_loaded_twice_in_one_process(tmp_path: Path) -> None:
    """The file of the app runs again; the classes of the first time stay what they are."""
    folder = write(tmp_path / "poke_twice", LAYOUTS["flat"])
    with fresh_modules():
        first, second = load_subject(str(folder)), load_subject(str(folder))
        assert first.server is not None
        assert second.server is not None
        assert first.action_type is second.action_type


def test_two_folders_with_modules_of_one_name_do_not_mix(tmp_path: Path) -> None:
    one = write(tmp_path / "poke_one", LAYOUTS["flat"])
    two = write(tmp_path / "poke_two", LAYOUTS["flat"])
    (two / "models.py").write_text(MODELS + "\nWHICH = 'two'\n")
    with fresh_modules():
        for folder in (one, two, one):
            found = load_subject(str(folder)).env_class
            assert found is not None
            assert Path(inspect.getfile(found)).resolve().is_relative_to(folder)
            assert Path(inspect.getfile(models_of(found)[0])).is_relative_to(folder)


def test_a_shipped_environment_and_a_copy_of_its_folder_do_not_mix(tmp_path: Path) -> None:
    shipped, copy = Path("envs/wordle").resolve(), tmp_path / "wordle"
    shutil.copytree(shipped, copy)
    with mock.patch.dict(sys.modules), fresh_modules():
        for folder in (copy, shipped, shipped, copy):
            subject = load_subject(str(folder))
            assert subject.server is not None
            for part in (subject.env_class, subject.proof.oracle):  # type: ignore[union-attr]
                assert Path(inspect.getfile(part)).resolve().is_relative_to(folder)  # type: ignore[arg-type]


def test_a_file_of_a_folder_is_imported_as_its_layout_wants(tmp_path: Path) -> None:
    folder = write(tmp_path / "poke_flat_file", LAYOUTS["flat"])
    with fresh_modules():
        subject = load_subject(f"{folder}/server/environment.py:PokeEnvironment")
        assert subject.factory().reset().text == "hello"


def test_an_app_without_an_environment_is_not_blamed_for_other_ways_to_import_it(
    tmp_path: Path,
) -> None:
    files = {
        "openenv.yaml": "name: poke\napp: server.app:app\n",
        "server/__init__.py": "",
        "server/app.py": "from .game import Game\n",
        "server/game.py": "class Game:\n    def reset(self): ...\n    def step(self, a): ...\n",
        "client.py": "class Remote:\n    def reset(self): ...\n    def step(self, a): ...\n",
    }
    folder = write(tmp_path / "poke_plain", files)
    with fresh_modules(), pytest.raises(SubjectError, match=r"server/game.py has a class Game "):
        load_subject(str(folder))


def test_ways_to_import_an_app_without_an_environment_leave_nothing_behind(
    tmp_path: Path,
) -> None:
    tried = "try:\n    from models import Poke, Seen\n"
    tried += "except ModuleNotFoundError:\n    from server.models import Poke, Seen\n"
    folder = write(
        tmp_path / "poke_env",
        {
            "openenv.yaml": "name: poke\n",
            "server/app.py": "from server import environment\napp = None  # openenv\n",
            "server/models.py": MODELS,
            "server/environment.py": ENVIRONMENT.format(models=tried),
        },
    )
    # In a process of its own: other tests may have left a `server` or `models` in this one.
    program = (
        "import sys\n"
        "from hallmark_rl.sdk.subject.load import load_subject\n"
        f"print(load_subject({str(folder)!r}).action_type.__module__)\n"
        f"print({str(folder / 'server')!r} in sys.path)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.stdout.endswith("server.models\nFalse\n"), done
