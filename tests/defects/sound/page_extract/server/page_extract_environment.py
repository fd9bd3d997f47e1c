"""One page, one answer, F1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import Column, Reward, Setup, SetupError, VerifiedEnvironment, VerifiedState

from ..models import ExtractAction, ExtractObservation
from ..pages import Page, draw, precision_recall, read_rows


@dataclass
class Reading:
    """The page of the episode, and the quality of the answer."""

    page: Page
    precision: float = 0.0
    recall: float = 0.0


def _cubed_f1(facts: Mapping[str, Any]) -> float:
    total = facts["precision"] + facts["recall"]
    f1 = 2 * facts["precision"] * facts["recall"] / total if total else 0.0
    return float(f1**3)


class PageExtractEnvironment(
    VerifiedEnvironment[ExtractAction, ExtractObservation, VerifiedState, Reading]
):
    """Extract the rows of one page. `reset(level=1|2)`."""

    max_steps = 1
    step_timeout_s = 5.0
    reward = Reward(
        Column("f1", lambda t: _cubed_f1(t.facts), kind="outcome"),
        Column("precision", lambda t: t.facts["precision"], kind="process", weight=0.0),
        Column("recall", lambda t: t.facts["recall"], kind="process", weight=0.0),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Reading, ExtractObservation]:
        """Draw a page."""
        level = 1 if setup.level is None else setup.level
        if level not in (1, 2):
            raise SetupError("level must be 1 or 2")
        page = draw(rng, level)
        return Reading(page), ExtractObservation(
            instruction=(
                "List the products that a visitor can buy now for at most "
                f"{page.limit / 100:.2f} euros, as a JSON list of objects with name and price."
            ),
            html=page.html,
        )

    def advance(self, game: Reading, action: ExtractAction) -> ExtractObservation:
        """Read and compare the rows."""
        rows = read_rows(action.text) or []
        game.precision, game.recall = precision_recall(rows, game.page.gold)
        return ExtractObservation(rows_read=len(rows), done=True)

    def facts(self, game: Reading) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {"precision": game.precision, "recall": game.recall}
