"""A morning at the glossary desk: five requests, judged together at the end."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    TaskSet,
    VerifiedEnvironment,
    VerifiedState,
    hold_out,
)

from .. import glossary
from ..models import GlossaryDeskAction, GlossaryDeskObservation

REQUESTS = 5
LISTED = 8  # entries of the extract
DESKS = {1: ("DE",), 2: ("CH",), 3: ("DE", "CH")}  # level: desks that ask

RULES = """\
You answer requests for German terms. Use an accepted spelling of the glossary; several may be
accepted, and any of them will do.
Never use a retired spelling. Product names are never translated: the answer is the name itself.
The glossary prints the spelling of the German desk (DE). The Swiss desk (CH) writes ss wherever
it prints ß.
ae, oe and ue are accepted for ä, ö and ü at both desks, and upper or lower case makes no
difference. ss for ß is not accepted at the German desk.
You may think aloud, but write exactly one line that begins with "Answer:", followed by the term
alone."""

_SENTENCES = (
    "Please check the {} before you leave.",
    "Our customer asked for the {} again.",
    "The {} is described on page 12.",
    "You will find the {} in the blue box.",
    "Chapter 3 is about the {}.",
    "We no longer send the {} by post.",
)


@dataclass
class Morning:
    """Everything that changes during a morning."""

    listed: tuple[glossary.Entry, ...]
    asked: tuple[tuple[glossary.Entry, str, str], ...]  # entry, desk, sentence
    accepted: list[bool] = field(default_factory=list)
    readable: bool = True


def tasks() -> TaskSet[str]:
    """Every term is a task: the first that is asked. A quarter of terms and names is held out.

    The other terms of an episode, and all that the extract lists, are from the same split.
    """
    terms = [entry.source for entry in glossary.ENTRIES if entry.accepted]
    names = [entry.source for entry in glossary.ENTRIES if not entry.accepted]
    train_terms, test_terms = hold_out(terms, len(terms) // 4, seed=0)
    train_names, test_names = hold_out(names, 2, seed=0)
    return TaskSet(
        {
            "train": dict.fromkeys(DESKS, train_terms + train_names),
            "test": dict.fromkeys(DESKS, test_terms + test_names),
        }
    )


class GlossaryDeskEnvironment(
    VerifiedEnvironment[GlossaryDeskAction, GlossaryDeskObservation, VerifiedState, Morning]
):
    """Answer five requests for terms by the house glossary."""

    max_steps = REQUESTS
    step_timeout_s = 5.0
    tasks = tasks()
    reward = Reward(
        Column("accepted", lambda t: sum(t.facts["accepted"]) / REQUESTS, kind="outcome"),
        Column("readable", lambda t: float(t.facts["readable"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> GlossaryDeskObservation:
        """As in the base class, but options that this environment does not know are ignored."""
        return super().reset(seed, episode_id, **_known(options))

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> GlossaryDeskObservation:
        """`reset` without blocking the event loop."""
        return await super().reset_async(seed, episode_id, **_known(options))

    def begin(self, rng: Random, setup: Setup) -> tuple[Morning, GlossaryDeskObservation]:
        """Choose the extract and the requests. A request may come twice: colleagues do not talk."""
        assert setup.task is not None
        first = glossary.BY_SOURCE[setup.task.payload]
        level = setup.task.level
        split = [self.tasks.task(setup.split, n, level).payload for n in range(_size(setup))]
        others = [glossary.BY_SOURCE[name] for name in split if name != first.source]
        listed = [first, *rng.sample(others, LISTED - 1)]
        wanted = [first, *rng.choices(listed, k=REQUESTS - 1)]
        rng.shuffle(listed)
        asked = tuple(
            (entry, rng.choice(DESKS[level]), rng.choice(_SENTENCES).format(entry.source))
            for entry in wanted
        )
        morning = Morning(tuple(listed), asked)
        return morning, _observation(morning)

    def advance(self, morning: Morning, action: GlossaryDeskAction) -> GlossaryDeskObservation:
        """Judge the reply without saying so, and go on to the next request."""
        entry, desk, _ = morning.asked[len(morning.accepted)]
        answer = glossary.read_answer(action.reply)
        morning.readable = bool(answer)
        morning.accepted.append(glossary.accepts(entry, desk, answer))
        return _observation(morning)

    def facts(self, morning: Morning) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"accepted": tuple(morning.accepted), "readable": morning.readable}


def _size(setup: Setup) -> int:
    return GlossaryDeskEnvironment.tasks.num_tasks(setup.split, setup.level)


def _known(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("split", "index", "level") if name in options}


def _observation(morning: Morning) -> GlossaryDeskObservation:
    shown = GlossaryDeskObservation(
        rules=RULES,
        glossary="\n".join(entry.line() for entry in morning.listed),
        requests=REQUESTS,
    )
    if len(morning.accepted) == REQUESTS:
        return shown.model_copy(update={"done": True, "request": REQUESTS})
    entry, desk, sentence = morning.asked[len(morning.accepted)]
    request = len(morning.accepted) + 1
    return shown.model_copy(
        update={"sentence": sentence, "term": entry.source, "desk": desk, "request": request}
    )
