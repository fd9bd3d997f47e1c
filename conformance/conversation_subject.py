"""`hallmark prove verifiers:PACKAGE` of an environment with a conversation: it is wrapped first."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path

from hallmark_rl.sdk.subject.env_args import read_env_args
from hallmark_rl.sdk.wrapping.conversation_env import wrap_conversation

PREFIX = "verifiers:"
_FOLDER = Path(".hallmark", "environments")


def wrapped_conversation(spec: str, env_arg: Sequence[str]) -> tuple[Path, list[str]] | None:
    """Write the environment that `hallmark wrap` makes of a subject below `.hallmark`.

    Args:
        spec: the subject.
        env_arg: settings of the task set, as NAME=VALUE.

    Returns:
        Its folder, which replaces the one of an earlier call, and notes for the author; None if the
        subject is none with a conversation.

    Raises:
        ValueError: the package cannot be used; one sentence says why.
        OSError: a file cannot be written.
    """
    if not spec.startswith(PREFIX) or not spec.removeprefix(PREFIX).strip("*"):
        return None
    name = spec.rsplit("/", 1)[-1].removeprefix(PREFIX).partition("@")[0]
    folder = _FOLDER / f"{name.replace('-', '_').lower()}_env"
    if folder.exists():
        shutil.rmtree(folder)
    folder.parent.mkdir(parents=True, exist_ok=True)
    made = wrap_conversation(spec, folder, args=read_env_args(env_arg))
    return None if made is None else (folder, made[1])
