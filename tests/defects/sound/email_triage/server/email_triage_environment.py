"""An inbox, mail by mail."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, TaskSet, VerifiedEnvironment, VerifiedState

from ..mails import FOLDER_OF, FOLDERS, INBOXES, SIZES, inboxes
from ..models import InboxObservation, TriageAction


@dataclass
class Inbox:
    """The mails of an episode and how many were sorted."""

    mails: tuple[str, ...]
    sorted: int = 0
    right: int = 0


def _complete(facts: Mapping[str, Any]) -> float:
    return float(facts["right"] == facts["total"])


class EmailTriageEnvironment(
    VerifiedEnvironment[TriageAction, InboxObservation, VerifiedState, Inbox]
):
    """Sort an inbox; every mail must be in the right folder."""

    max_steps = max(SIZES.values())
    step_timeout_s = 5.0
    tasks = TaskSet({split: {level: inboxes(split, level) for level in SIZES} for split in INBOXES})
    reward = Reward(
        Column("complete", lambda t: _complete(t.facts), kind="outcome"),
        Column("share", lambda t: t.facts["right"] / t.facts["total"], kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Inbox, InboxObservation]:
        """Take the inbox of the task."""
        assert setup.task is not None
        inbox = Inbox(tuple(setup.task.payload))
        return inbox, _observe(inbox)

    def advance(self, inbox: Inbox, action: TriageAction) -> InboxObservation:
        """Sort one mail."""
        inbox.right += action.folder == FOLDER_OF[inbox.mails[inbox.sorted]]
        inbox.sorted += 1
        return _observe(inbox)

    def facts(self, inbox: Inbox) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": inbox.right, "total": len(inbox.mails)}

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> InboxObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> InboxObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    names = {"split", "index", "level"}
    return {name: value for name, value in options.items() if name in names}


def _observe(inbox: Inbox) -> InboxObservation:
    left = len(inbox.mails) - inbox.sorted
    return InboxObservation(
        mail=inbox.mails[inbox.sorted] if left else "",
        folders=list(FOLDERS),
        mails_left=left,
        done=not left,
    )
