"""Stand-ins take the place of a package, and import it when they are used."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.sdk.environment.postponed_import import PostponedClass, postponed_imports

POSTPONED = {"heavy_package": (), "heavy_package.parts": ("Engine",)}


@pytest.fixture
def heavy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    package = tmp_path / "heavy_package"
    package.mkdir()
    (package / "__init__.py").write_text("from heavy_package import parts\nNAME = 'heavy'\n")
    source = "class Engine:\n    KIND = 'steam'\n"
    source += "    def __init__(self, power=1):\n        self.power = power\n"
    (package / "parts.py").write_text(source)
    monkeypatch.syspath_prepend(tmp_path)
    yield
    for name in POSTPONED:
        sys.modules.pop(name, None)


@pytest.fixture
def engine(heavy: None) -> Any:
    with postponed_imports(POSTPONED):
        bound = importlib.import_module("heavy_package.parts").Engine
    assert type(bound) is PostponedClass
    assert not set(POSTPONED) & set(sys.modules)
    return bound


def test_a_call_imports_the_package(engine: Any) -> None:
    assert "heavy_package" in repr(engine)
    assert "heavy_package" not in sys.modules
    made = engine(power=3)
    assert (type(made), made.power) == (sys.modules["heavy_package"].parts.Engine, 3)


def test_it_can_be_subclassed_compared_and_read(engine: Any) -> None:
    class Diesel(engine):  # type: ignore[misc]
        """An engine."""

    real = sys.modules["heavy_package"].parts.Engine
    assert Diesel.__mro__[1] is real
    assert isinstance(Diesel(), engine)
    assert not isinstance(3, engine)
    assert issubclass(Diesel, engine)
    assert engine.KIND == "steam"


@pytest.mark.usefixtures("heavy")
@pytest.mark.parametrize(
    "program", ["from heavy_package import NAME", "import heavy_package.other"]
)
def test_another_name_is_an_import_error(program: str) -> None:
    with postponed_imports(POSTPONED), pytest.raises(ImportError):
        exec(program, {})
    assert importlib.import_module("heavy_package").NAME == "heavy"


@pytest.mark.usefixtures("heavy")
def test_a_package_that_is_imported_already_is_used() -> None:
    real = importlib.import_module("heavy_package")
    with postponed_imports(POSTPONED):
        assert importlib.import_module("heavy_package") is real
        assert importlib.import_module("heavy_package.parts").Engine is real.parts.Engine
    assert sys.modules["heavy_package"] is real
