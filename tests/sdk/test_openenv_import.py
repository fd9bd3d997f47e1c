"""OpenEnv is imported without what few environments use, which is imported when it is used."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

IMPORT = """import sys
from hallmark_rl.sdk.environment.openenv_import import import_openenv
import_openenv()
"""
ROOT = Path(__file__).resolve().parents[2]


def output_of(program: str, *, path: Path | None = None, **variables: str) -> str:
    """The output of a program that runs in a new interpreter after `import_openenv()`."""
    places = [str(place) for place in (path, ROOT) if place is not None]
    done = subprocess.run(
        [sys.executable, "-c", IMPORT + program],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(places), **variables},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


@pytest.mark.skipif(find_spec("gradio") is None, reason="OpenEnv is not installed")
class TestInstalled:
    """With the installed OpenEnv."""

    def test_what_few_environments_use_is_imported_on_use(self) -> None:
        program = (
            "import hallmark_rl.envs.wordle.server.app, types\n"
            "heavy = {'gradio', 'pandas', 'openai', 'fastmcp', 'mcp'}\n"
            "print(sorted(heavy & set(sys.modules)))\n"
            "def stands_in(value):\n"
            "  module = isinstance(value, types.ModuleType) and value.__name__.split('.')[0]\n"
            "  return type(value).__name__ == 'PostponedClass' or module in heavy\n"
            "holders = [name for name, module in list(sys.modules.items())\n"
            "  if any(stands_in(value) for value in list(vars(module).values()))]\n"
            "print(all(name.startswith('openenv.core.') for name in holders), len(holders) > 1)\n"
            "import openenv.core.env_server as package\n"
            "try: package.nonsense\n"
            "except AttributeError as error: print(error)\n"
            "from openenv.core.llm_client import OpenAIClient\n"
            "client = OpenAIClient('http://localhost', 8000, model='small')._client\n"
            "print(type(client) is sys.modules['openai'].AsyncOpenAI)"
        )
        empty, stand_ins, nonsense, judge = output_of(program).splitlines()
        assert (empty, stand_ins, judge) == ("[]", "True True", "True")
        assert "nonsense" in nonsense

    @pytest.mark.slow
    def test_an_environment_with_tools_works(self) -> None:
        program = (
            "from fastmcp import FastMCP\n"
            "from openenv.core.env_server.mcp_environment import MCPEnvironment\n"
            "from openenv.core.env_server.mcp_types import CallToolAction\n"
            "from openenv.core.env_server.types import Observation, State\n"
            "server = FastMCP('sums')\n"
            "@server.tool\n"
            "def add(a: int, b: int) -> int: return a + b\n"
            "class Sums(MCPEnvironment):\n"
            "  def reset(self, seed=None, episode_id=None, **options): return Observation()\n"
            "  def _step_impl(self, action, timeout_s=None, **options): return Observation()\n"
            "  @property\n"
            "  def state(self): return State()\n"
            "action = CallToolAction(tool_name='add', arguments={'a': 2, 'b': 3})\n"
            "print(Sums(server).step(action).result.data)"
        )
        assert output_of(program) == "5"

    @pytest.mark.slow
    def test_everything_is_imported_at_once_if_asked(self) -> None:
        program = "print('fastmcp' in sys.modules, 'gradio' in sys.modules)"
        assert output_of(program, HALLMARK_IMPORT_ALL="1") == "True True"

    @pytest.mark.slow
    def test_using_a_name_of_the_web_interface_imports_it(self) -> None:
        program = (
            "from openenv.core.env_server import WebInterfaceManager as asked\n"
            "import openenv.core.env_server as package\n"
            "import openenv.core.env_server.web_interface as page\n"
            "print(asked is page.WebInterfaceManager,\n"
            "  package.create_web_interface_app is page.create_web_interface_app,\n"
            "  'gradio' in sys.modules)"
        )
        assert output_of(program) == "True True True"

    @pytest.mark.slow
    def test_an_app_with_the_web_interface_gets_it(self) -> None:
        program = (
            "from hallmark_rl.envs.wordle.server.app import app\n"
            "print(any(getattr(route, 'path', '').startswith('/web') for route in app.routes))"
        )
        assert output_of(program, ENABLE_WEB_INTERFACE="true") == "True"

    @pytest.mark.slow
    def test_gradio_stays_if_it_was_imported_before(self) -> None:
        program = "import gradio\n" + IMPORT + "print(gradio is sys.modules['gradio'])"
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
        )
        assert done.stdout.strip() == "True"


def package(folder: Path, server: str, judge: str = "") -> Path:
    """A package `openenv` whose server package has this source, and a module `gradio`."""
    inner = folder / "openenv" / "core" / "env_server"
    inner.mkdir(parents=True)
    for place in (inner.parent, inner.parent.parent):
        (place / "__init__.py").write_text("")
    (inner / "__init__.py").write_text(server)
    (inner.parent / "rubrics.py").write_text("import openenv.core.judge\n")
    (inner.parent / "judge.py").write_text(judge)
    (inner / "web_interface.py").write_text("import gradio\nWebInterfaceManager = gradio.Page\n")
    (folder / "gradio.py").write_text("class Page: ...\n")
    return folder


DOES_WITHOUT = (
    "try:\n    from .web_interface import WebInterfaceManager\n"
    "except ModuleNotFoundError:\n    WebInterfaceManager = None\n"
)
SHOW = (
    "import openenv.core.env_server as package\n"
    "before = 'gradio' in sys.modules\n"
    "print(before, package.WebInterfaceManager)"
)


def test_a_release_that_requires_gradio_gets_it(tmp_path: Path) -> None:
    path = package(tmp_path, "from .web_interface import WebInterfaceManager\n")
    assert output_of(SHOW, path=path) == "True <class 'gradio.Page'>"


def test_a_release_that_can_do_without_gradio_gets_it_on_use(tmp_path: Path) -> None:
    path = package(tmp_path, DOES_WITHOUT)
    assert output_of(SHOW, path=path) == "False <class 'gradio.Page'>"


def test_without_gradio_the_web_interface_is_none(tmp_path: Path) -> None:
    path = package(tmp_path, DOES_WITHOUT)
    (path / "gradio.py").write_text("raise ModuleNotFoundError('No module named gradio')")
    assert output_of(SHOW, path=path) == "False None"


def test_a_release_that_needs_another_name_of_a_postponed_package_gets_it(tmp_path: Path) -> None:
    path = package(tmp_path, DOES_WITHOUT, judge="from openai import Another\n")
    (path / "openai.py").write_text("class Another: ...\n")
    program = "import openenv.core.judge as judge\nprint(judge.Another)"
    assert output_of(program, path=path) == "<class 'openai.Another'>"


def test_what_is_wrong_with_openenv_is_raised(tmp_path: Path) -> None:
    path = package(tmp_path, "raise ValueError('broken release')\n")
    with pytest.raises(AssertionError, match="ValueError: broken release"):
        output_of("", path=path)
