"""OpenEnv is imported without its web interface, which is imported when it is used."""

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

    def test_the_server_is_imported_without_gradio(self) -> None:
        wanted = "{'gradio', 'pandas', 'openenv.core.env_server.http_server'}"
        assert (
            output_of(f"print(*{wanted} & set(sys.modules))")
            == "openenv.core.env_server.http_server"
        )

    def test_an_environment_is_imported_without_gradio(self) -> None:
        program = "import sys, hallmark_rl.envs.wordle.server.app; print('gradio' in sys.modules)"
        command = [sys.executable, "-c", program]
        done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
        assert done.stdout.strip() == "False"

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

    def test_a_name_that_does_not_exist_is_an_attribute_error(self) -> None:
        program = (
            "import openenv.core.env_server as package\n"
            "try: package.nonsense\n"
            "except AttributeError as error: print(error)"
        )
        assert "nonsense" in output_of(program)

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


def package(folder: Path, server: str) -> Path:
    """A package `openenv` whose server package has this source, and a module `gradio`."""
    inner = folder / "openenv" / "core" / "env_server"
    inner.mkdir(parents=True)
    for place in (inner.parent, inner.parent.parent):
        (place / "__init__.py").write_text("")
    (inner / "__init__.py").write_text(server)
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
