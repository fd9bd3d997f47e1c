"""The desk: flag the wrong fields of a form, then submit."""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, VerifiedEnvironment, VerifiedState

from ..forms import FIELDS, draw_form, wrong_fields
from ..models import BorderFormAction, BorderFormObservation

STEPS = 12
_OPTIONS: tuple[str, ...] = ()


@dataclass
class Desk:
    """A form under review."""

    form: dict[str, str]
    wrong: frozenset[str]
    flagged: set[str] = field(default_factory=set)
    used: int = 0
    submitted: bool = False
    understood: bool = True


class BorderFormEnvironment(
    VerifiedEnvironment[BorderFormAction, BorderFormObservation, VerifiedState, Desk]
):
    """Flag exactly the wrong fields of a traveller's form."""

    max_steps = STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("exact", lambda t: float(t.facts["exact"]), kind="outcome"),
        Column("understood", lambda t: float(t.facts["understood"]), kind="format", weight=0.0),
    )

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BorderFormObservation:
        """Begin an episode; options that this environment does not know are ignored."""
        known = {name: value for name, value in options.items() if name in _OPTIONS}
        return super().reset(seed, episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> BorderFormObservation:
        """`reset` without blocking the event loop."""
        known = {name: value for name, value in options.items() if name in _OPTIONS}
        return await super().reset_async(seed, episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Desk, BorderFormObservation]:
        """Draw a form."""
        form = draw_form(rng)
        desk = Desk(form, wrong_fields(form))
        return desk, _observation(desk, "")

    def advance(self, game: Desk, action: BorderFormAction) -> BorderFormObservation:
        """Carry out one command."""
        game.used += 1
        game.understood = True
        words = action.command.strip().lower().split()
        if words == ["submit"]:
            game.submitted = True
            return _observation(game, "submitted", done=True)
        if len(words) != 2 or words[0] not in ("flag", "unflag"):
            game.understood = False
            return _observation(game, "commands: flag FIELD, unflag FIELD, submit")
        verb, name = words
        if name not in FIELDS:
            game.understood = False
            return _observation(game, f"no such field; did you mean {_closest(game, name)}?")
        if verb == "flag":
            game.flagged.add(name)
        else:
            game.flagged.discard(name)
        return _observation(game, f"{verb}ged {name}")

    def facts(self, game: Desk) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "exact": game.submitted and game.flagged == game.wrong,
            "understood": game.understood,
        }


def _closest(desk: Desk, name: str) -> str:
    """The field whose spelling is closest to `name`."""
    known = sorted(set(FIELDS))
    return difflib.get_close_matches(name, known, n=1, cutoff=0.0)[0]


def _observation(desk: Desk, note: str, *, done: bool = False) -> BorderFormObservation:
    return BorderFormObservation(
        form=dict(desk.form),
        flagged=[name for name in FIELDS if name in desk.flagged],
        steps_left=STEPS - desk.used,
        note=note,
        done=done,
    )
