"""How a zygote comes by its subject: imported once, and warm for everything its forks will do."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.processes.symlinks import show
from hallmark_rl.sdk.subject.diagnosis import diagnosis
from hallmark_rl.sdk.subject.load import Subject, SubjectError, load_subject
from hallmark_rl.sdk.subject.openenv_import import import_openenv

MISSES_A_FILE = "file that is not there"
"""Stands in the diagnosis of a subject that looks for its files in another directory."""


def load(config: Mapping[str, Any]) -> tuple[Subject | None, str]:
    """The subject, or the diagnosis; from inside of its folder if a file is missing elsewhere."""
    subject, problem = _imported(config)
    notes = problem if subject is None else " ".join(subject.notes)
    if MISSES_A_FILE in notes and enter(config):
        subject, problem = _imported(config)
    return subject, problem


def enter(config: Mapping[str, Any]) -> bool:
    """Work in a folder that shows the subject's files and takes what is written.

    Containers are started in the folder of the environment, and authors rely on it.
    """
    home, folder = config["home"], Path(config["spec"])
    if not home or not folder.is_dir() or os.getcwd() == home:
        return False
    os.chdir(show(folder, Path(home)))
    return True


def warm() -> object:
    """Do once what every fork would do: Hypothesis looks about, sandboxes start an interpreter.

    Its first run registers the generators of numpy, for which it collects garbage: a pass over
    everything that is loaded, which in a fork is also a copy of it. Returns what must be kept.
    """
    from hypothesis import strategies

    from hallmark_rl.conformance.actions.json_schema import samples

    with contextlib.suppress(Exception):
        samples(strategies.text(), 2)
    if "hallmark_rl.sandbox.host.sandbox" in sys.modules:
        from hallmark_rl.sandbox import ZygotePrewarmer

        with contextlib.suppress(Exception):  # sandboxes start without it as well
            return ZygotePrewarmer()
    return None


def _imported(config: Mapping[str, Any]) -> tuple[Subject | None, str]:
    proof = config.get("proof")
    try:
        import_openenv()
        subject = load_subject(
            config["spec"],
            proof=Path(proof) if proof else None,
            env_args=config.get("env_args"),
        )
        from hallmark_rl.conformance.checking.registry import entries

        entries()
    except SubjectError as error:
        return None, str(error)
    except BaseException as error:
        return None, diagnosis(config["spec"], error)
    return subject, ""
