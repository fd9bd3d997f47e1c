"""`SubjectError`, and one sentence on why an environment could not be loaded."""

from __future__ import annotations

import os
import re
import sys
import traceback

MISSING_PACKAGE = "which is neither installed nor in the folder"
"""Part of the diagnosis where an import needs what this interpreter does not have."""


class SubjectError(Exception):
    """An environment cannot be used; the message says why and what to do."""


def diagnosis(what: str, error: BaseException) -> str:
    """One sentence on why loading failed, with the remedy where it is known.

    Args:
        what: what was being loaded; the subject of the sentence.
        error: the exception that was raised.
    """
    text = " ".join(str(error).split())[:300]
    if isinstance(error, SubjectError):
        return text
    if isinstance(error, ModuleNotFoundError) and error.name:
        package = error.name.partition(".")[0]
        if package != error.name and package in sys.modules:
            return (
                f"{what} imports {error.name!r}, which the installed package {package!r} does not "
                f"have: install the version that has it or, if a folder {package}/ of the "
                "environment's own is meant, give that another name"
            )
        return (
            f"{what} needs the package {package!r}, {MISSING_PACKAGE}: "
            "pip install what provides it, or add the missing file"
        )
    if isinstance(error, SystemExit):
        return f"{what} left with sys.exit({error.code!r}) while it was being loaded"
    secret = re.search(r"\b[A-Z][A-Z0-9_]*(?:KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS)\b", text)
    if secret:
        return f"{what} needs a secret: set the environment variable {secret.group(0)} ({text})"
    if isinstance(error, KeyError) and _from_environ(error):
        return f"{what} needs the environment variable {error.args[0]}: set it"
    if re.search(r"api[ _-]?key|access token|credential|not authenticated", text, re.IGNORECASE):
        return f"{what} needs a secret: {type(error).__name__}: {text}"
    if re.search(r"\bHF_\w*OFFLINE\b|TRANSFORMERS_OFFLINE|offline mode is enabled", text, re.I):
        return (
            f"{what} loads from a hub, which is offline while an environment is proved: load it "
            f"beforehand, ship it with the environment, or declare the capability network ({text})"
        )
    if isinstance(error, FileNotFoundError):
        return f"{what} looks for a file that is not there: {text}"
    return f"{what} fails with {type(error).__name__}: {text}"


def _from_environ(error: BaseException) -> bool:
    """Whether `os.environ[...]` raised the error."""
    frames = traceback.extract_tb(error.__traceback__)
    return bool(frames) and frames[-1].filename in (os.__file__, "<frozen os>")
