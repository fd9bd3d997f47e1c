"""The rules of an episode, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from ..handbook import OFFICES, TOPICS, VERSIONS, Document, Handbook, search, words, write_handbook
from ..models import HandbookDeskAction, HandbookDeskObservation, Hit

MOVES = 12
HITS = 6


@dataclass
class Desk:
    """Everything that changes during an episode."""

    handbook: Handbook
    value: Secret[int]
    moves: int = 0
    kind: str = ""
    opened: set[str] = field(default_factory=set)
    number: int | None = None
    cited: str = ""

    @property
    def pages(self) -> list[Document]:
        """All documents."""
        return list(self.handbook.documents.values())


def tasks() -> TaskSet[tuple[str, str]]:
    """Every rule of every office is a task; 16 of them are held out from training."""
    rules = [(topic, office) for topic in TOPICS for office in OFFICES]
    train, test = hold_out(rules, 16, seed=3)
    return TaskSet({"train": dict.fromkeys(VERSIONS, train), "test": dict.fromkeys(VERSIONS, test)})


class HandbookDeskEnvironment(
    VerifiedEnvironment[HandbookDeskAction, HandbookDeskObservation, VerifiedState, Desk]
):
    """Find out what a rule said on a day, among its versions and the rules of other offices.

    The answer pays 0.7 and the right citation 0.3; opening a document costs 0.02, a search 0.01.
    """

    max_steps = MOVES
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("right", lambda t: float(t.facts["right"]), kind="outcome", weight=0.7),
        Column("cited", lambda t: float(t.facts["cited"]), kind="outcome", weight=0.3),
        Column(
            "reading",
            lambda t: -float(t.facts["kind"] == "open"),
            kind="cost",
            range=(-1, 0),
            weight=0.02,
        ),
        Column(
            "searching",
            lambda t: -float(t.facts["kind"] == "search"),
            kind="cost",
            range=(-1, 0),
            weight=0.01,
        ),
        Column("useful", lambda t: float(t.facts["useful"]), kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, HandbookDeskObservation]:
        """Write a handbook about the task's rule."""
        assert setup.task is not None
        topic, office = setup.task.payload
        handbook = write_handbook(rng, topic, office, setup.task.level)
        desk = Desk(handbook, Secret(handbook.answer.value))
        return desk, HandbookDeskObservation(question=handbook.question, moves_left=MOVES)

    def advance(self, desk: Desk, action: HandbookDeskAction) -> HandbookDeskObservation:
        """Search, open or answer; a move that does nothing costs as much as one that does."""
        desk.moves += 1
        desk.kind = action.kind
        reply: dict[str, Any] = {
            "question": desk.handbook.question,
            "moves_left": MOVES - desk.moves,
        }
        if action.kind == "search":
            found = search(desk.pages, action.text, HITS)
            hits = [Hit(document=d.id, title=d.title, snippet=text) for d, text in found]
            note = "" if words(action.text) else "no words"
            return HandbookDeskObservation(hits=hits, note=note, **reply)
        if action.kind == "open":
            document = desk.handbook.documents.get(action.document.strip().upper())
            if document is None:
                return HandbookDeskObservation(note="no such document", **reply)
            desk.opened.add(document.id)
            return HandbookDeskObservation(body=document.body, **reply)
        desk.number = action.number
        desk.cited = action.document.strip().upper()
        return HandbookDeskObservation(done=True, **reply)

    def facts(self, desk: Desk) -> Mapping[str, Any]:
        """What the reward columns read; the agent never sees it."""
        return {
            "right": desk.number == desk.value.reveal(),
            "cited": desk.cited == desk.handbook.answer.id,
            "kind": desk.kind,
            "useful": desk.handbook.answer.id in desk.opened,
        }
