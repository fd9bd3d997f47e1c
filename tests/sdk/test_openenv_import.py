"""OpenEnv is imported without its web page, and the page is there as soon as somebody asks."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

IMPORT = """import sys
from hallmark_rl.sdk.subject.openenv_import import import_openenv
import_openenv()
"""
ROOT = Path(__file__).resolve().parents[2]


def said(program: str, *, path: Path | None = None, **variables: str) -> str:
    """What a program prints in an interpreter of its own, in which OpenEnv is imported first."""
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
    """With the OpenEnv that is installed."""

    def test_the_server_is_there_and_gradio_is_not(self) -> None:
        wanted = "{'gradio', 'pandas', 'openenv.core.env_server.http_server'}"
        assert said(f"print(*{wanted} & set(sys.modules))") == "openenv.core.env_server.http_server"

    def test_the_page_comes_with_the_first_of_its_names(self) -> None:
        program = (
            "from openenv.core.env_server import WebInterfaceManager as asked\n"
            "import openenv.core.env_server as package\n"
            "import openenv.core.env_server.web_interface as page\n"
            "print(asked is page.WebInterfaceManager,\n"
            "  package.create_web_interface_app is page.create_web_interface_app,\n"
            "  'gradio' in sys.modules)"
        )
        assert said(program) == "True True True"

    def test_a_name_that_does_not_exist_is_an_attribute_error(self) -> None:
        program = (
            "import openenv.core.env_server as package\n"
            "try: package.nonsense\n"
            "except AttributeError as error: print(error)"
        )
        assert "nonsense" in said(program)

    def test_an_app_that_wants_the_page_gets_it(self) -> None:
        program = (
            "from hallmark_rl.envs.wordle.server.app import app\n"
            "print(any(getattr(route, 'path', '').startswith('/web') for route in app.routes))"
        )
        assert said(program, ENABLE_WEB_INTERFACE="true") == "True"

    def test_gradio_that_somebody_has_imported_stays(self) -> None:
        program = "import gradio\n" + IMPORT + "print(gradio is sys.modules['gradio'])"
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, check=True, cwd=ROOT
        )
        assert done.stdout.strip() == "True"


def package(folder: Path, server: str) -> Path:
    """An OpenEnv whose server package has this source, and a gradio beside it."""
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


def test_a_release_that_insists_on_gradio_gets_it(tmp_path: Path) -> None:
    path = package(tmp_path, "from .web_interface import WebInterfaceManager\n")
    assert said(SHOW, path=path) == "True <class 'gradio.Page'>"


def test_a_release_that_does_without_gets_it_later(tmp_path: Path) -> None:
    path = package(tmp_path, DOES_WITHOUT)
    assert said(SHOW, path=path) == "False <class 'gradio.Page'>"


def test_without_gradio_the_page_stays_absent(tmp_path: Path) -> None:
    path = package(tmp_path, DOES_WITHOUT)
    (path / "gradio.py").write_text("raise ModuleNotFoundError('No module named gradio')")
    assert said(SHOW, path=path) == "False None"
