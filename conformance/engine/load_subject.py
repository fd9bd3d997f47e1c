"""Load the subject in the fork server, with everything that its forks will need."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.client.open_driver import address_of
from hallmark_rl.conformance.client.websocket import server_problem
from hallmark_rl.conformance.processes.forking import freeze_objects
from hallmark_rl.conformance.processes.own_constants import leave_out_own_constants
from hallmark_rl.conformance.processes.symlinks import link_contents
from hallmark_rl.conformance.processes.utf8_characters import know_utf8_characters
from hallmark_rl.sdk.environment.openenv_import import import_openenv
from hallmark_rl.sdk.subject.description import Subject
from hallmark_rl.sdk.subject.diagnosis import SubjectError, diagnosis
from hallmark_rl.sdk.subject.load import load_subject

MISSING_FILE = "file that is not there"
"""Part of the diagnosis of a subject that looks for its files in another directory."""


def load(config: Mapping[str, Any]) -> tuple[Subject | None, str]:
    """Load the subject; it and an empty text, or None and the diagnosis.

    If a file is missing, loads it again with the subject's folder as the working directory.

    Args:
        config: `spec`, `proof`, `env_args`, `folder` and `headers` of the subject, and `home`, an
            empty folder to work in (empty text if the working directory must not change).
    """
    subject, problem = _load_once(config)
    notes = problem if subject is None else " ".join(subject.notes)
    if MISSING_FILE in notes and enter_subject_folder(config):
        subject, problem = _load_once(config)
    return subject, problem


def enter_subject_folder(config: Mapping[str, Any]) -> bool:
    """Change to a folder with links to the subject's files; False if that is not possible.

    Containers start in the folder of the environment, and authors rely on it. The links keep what
    the environment writes out of its real folder.
    """
    home, folder = config["home"], Path(config["spec"])
    if not home or not folder.is_dir() or os.getcwd() == home:
        return False
    os.chdir(link_contents(folder, Path(home)))
    return True


def warm_up() -> object:
    """Do once what every fork would do on its own; returns an object that must be kept alive.

    On its first run Hypothesis registers numpy's generators and collects garbage: a pass over all
    loaded objects, which in a fork also copies their memory pages. Of one number in twenty it asks
    for the constants in the source of modules. Sandboxes start an interpreter.
    """
    from hypothesis import strategies

    from hallmark_rl.conformance.actions.json_schema import samples

    know_utf8_characters()
    leave_out_own_constants()
    with contextlib.suppress(Exception):
        samples(strategies.text(), 2)
        samples(strategies.lists(strategies.integers(), min_size=200, max_size=200), 2)
    freeze_objects()
    if "hallmark_rl.sandbox.host.sandbox" in sys.modules:
        from hallmark_rl.sandbox import ZygotePrewarmer

        with contextlib.suppress(Exception):  # sandboxes start without it, more slowly
            return ZygotePrewarmer()
    return None


def _load_once(config: Mapping[str, Any]) -> tuple[Subject | None, str]:
    proof, folder = config.get("proof"), config.get("folder")
    try:
        import_openenv()
        subject = load_subject(
            config["spec"],
            proof=Path(proof) if proof else None,
            env_args=config.get("env_args"),
            folder=Path(folder) if folder else None,
            headers=config.get("headers"),
        )
        if subject.url is not None:
            problem = server_problem(address_of(subject))
            if problem:
                return None, problem
        from hallmark_rl.conformance.properties import load_checks

        load_checks()
    except SubjectError as error:
        return None, str(error)
    except BaseException as error:
        return None, diagnosis(config["spec"], error)
    return subject, ""
