"""Every module can be imported by each Python that the project names."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

import pytest

from hallmark_rl.extras import PACKAGES
from tests.test_architecture import modules

OPTIONAL = sorted({name for names in PACKAGES.values() for name in names})
IMPORT_ALL = """
import contextlib, importlib, sys

from hallmark_rl.sdk.environment.openenv_import import import_openenv

names, optional = sys.argv[1].split(), sys.argv[2].split()
with contextlib.suppress(ImportError):
    import_openenv()
for name in names:
    try:
        importlib.import_module(name)
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in optional:
            print(name, repr(error))
    except BaseException as error:
        print(name, repr(error))
print("all tried")
"""


TRAINING = PACKAGES["train"]
"""These take ten seconds to import. The modules that use them are imported by `tests/train`."""


def import_all(without: Iterable[str] = ()) -> list[str]:
    """What a new process prints that imports every module, but not the packages `without`."""
    block = f"import sys\nsys.modules.update(dict.fromkeys({sorted(without)!r}))\n"
    names = " ".join(f"hallmark_rl.{name}" for name, _ in modules())
    command = [sys.executable, "-c", block + IMPORT_ALL, names, " ".join(OPTIONAL)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return [*done.stdout.splitlines(), *done.stderr.splitlines()]


def test_every_module_can_be_imported_without_the_packages_of_the_trainer() -> None:
    """A module may lack the packages of an extra that is not installed, or of the trainer."""
    assert import_all(TRAINING) == ["all tried"]


@pytest.mark.slow
def test_every_module_can_be_imported() -> None:
    assert import_all() == ["all tried"]
