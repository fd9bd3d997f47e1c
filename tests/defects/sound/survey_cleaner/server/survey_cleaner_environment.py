"""The episode: one table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import CleanAction, Row, SurveyObservation
from ..survey import SIZES, TOWNS, is_clean, new_draft


@dataclass
class Sheet:
    """The table as it came, and as it is now."""

    draft: list[Row]
    table: list[Row]
    clean: bool = False


class SurveyCleanerEnvironment(
    VerifiedEnvironment[CleanAction, SurveyObservation, VerifiedState, Sheet]
):
    """Clean a table."""

    max_steps = 40
    step_timeout_s = 5.0
    reward = Reward(Column("clean", lambda t: float(t.facts["clean"]), kind="outcome"))

    def reset(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SurveyObservation:
        """Begin an episode; options other than `level` and `split` are ignored."""
        known = {name: options[name] for name in ("level", "split") if name in options}
        return super().reset(seed=seed, episode_id=episode_id, **known)

    async def reset_async(
        self, seed: int | None = None, episode_id: str | None = None, **options: Any
    ) -> SurveyObservation:
        """`reset` without blocking the event loop."""
        known = {name: options[name] for name in ("level", "split") if name in options}
        return await super().reset_async(seed=seed, episode_id=episode_id, **known)

    def begin(self, rng: Random, setup: Setup) -> tuple[Sheet, SurveyObservation]:
        """Draw a table."""
        level = 1 if setup.level is None else setup.level
        if level not in SIZES or setup.split not in TOWNS:
            raise SetupError(f"level: one of {sorted(SIZES)}; split: one of {sorted(TOWNS)}")
        draft = new_draft(rng, level, setup.split)
        sheet = Sheet(draft, [row.model_copy() for row in draft])
        return sheet, _look(sheet)

    def advance(self, sheet: Sheet, action: CleanAction) -> SurveyObservation:
        """Repair a cell, drop a row, or hand the table in."""
        if action.act == "finish":
            sheet.clean = is_clean(sheet.draft, sheet.table)
            return _look(sheet, done=True)
        row = next((row for row in sheet.table if row.row == action.row), None)
        if row is None:
            return _look(sheet, "there is no such row")
        if action.act == "drop":
            sheet.table.remove(row)
        else:
            setattr(row, action.column, action.value)
        return _look(sheet)

    def facts(self, sheet: Sheet) -> Mapping[str, Any]:
        """What the reward column reads."""
        return {"clean": sheet.clean}


def _look(sheet: Sheet, note: str = "", *, done: bool = False) -> SurveyObservation:
    return SurveyObservation(rows=[row.model_copy() for row in sheet.table], note=note, done=done)
