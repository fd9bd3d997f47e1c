"""Evidence from the author of email triage."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from hypothesis import strategies as st

from .mails import FOLDER_OF, FOLDERS, SIZES
from .models import InboxObservation, TriageAction

Policy = Callable[[Any, InboxObservation], TriageAction]

declared = {
    "max_steps": 5,
    "success_reward": 1.0,
    "levels": tuple(SIZES),
    "concurrent_sessions": True,
    "deterministic": True,
}


def oracle(env: Any, observation: InboxObservation) -> TriageAction:
    """Knows the folder of every mail by its subject."""
    return TriageAction(folder=FOLDER_OF[observation.mail])


def null(env: Any, observation: InboxObservation) -> TriageAction:
    """No folder."""
    return TriageAction()


def actions() -> st.SearchStrategy[TriageAction]:
    """Folders and other words."""
    return st.one_of(st.sampled_from(FOLDERS), st.text(max_size=8)).map(
        lambda folder: TriageAction(folder=folder)
    )


def invalid() -> list[TriageAction]:
    """Folders that do not exist."""
    return [TriageAction(folder=name) for name in ("", "Inbox", "BUG", "bug,spam", "x" * 32)]


def secrets(env: Any) -> list[str]:
    """The mails that have not arrived yet."""
    inbox = env.reveal()
    return list(inbox.mails[inbox.sorted + 1 :])


def exploits() -> Iterator[tuple[str, Policy]]:
    """Policies that do not read."""
    for folder in FOLDERS:
        yield f"always-{folder}", lambda env, seen, folder=folder: TriageAction(folder=folder)
    yield "all-folders", lambda env, seen: TriageAction(folder=",".join(seen.folders)[:32])
    yield "claims", lambda env, seen: TriageAction(metadata={"complete": 1.0})
