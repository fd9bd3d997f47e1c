"""Episodes of the rebalancer, and the reward."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import PortfolioObservation, Position, Trade
from ..portfolio import Portfolio, draw_portfolio

MAX_STEPS = 24
LEVELS = {1: (3, 4.0), 2: (5, 2.0), 3: (7, 1.3)}
"""The number of bonds and the slack of the commission budget."""


@dataclass
class Mandate:
    """A portfolio that is being rebalanced."""

    portfolio: Portfolio
    trades: int = 0
    refused: int = 0


class BondRebalancerEnvironment(
    VerifiedEnvironment[Trade, PortfolioObservation, VerifiedState, Mandate]
):
    """Bring a portfolio to its target weights within a commission budget."""

    max_steps = MAX_STEPS
    step_timeout_s = 5.0
    reward = Reward(
        Column("in_line", lambda t: t.facts["score"], kind="outcome"),
        Column("budget", lambda t: 1.0 - float(t.facts["overspent"]), kind="safety", gate=1.0),
        Column(
            "refused",
            lambda t: -t.facts["refused"],
            kind="cost",
            range=(-1.0, 0.0),
            weight=0.0,
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Mandate, PortfolioObservation]:
        """Draw a portfolio."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level {level} is none of {list(LEVELS)}")
        mandate = Mandate(draw_portfolio(rng, *LEVELS[level]))
        return mandate, self._observation(mandate, "The market is open.")

    def advance(self, mandate: Mandate, action: Trade) -> PortfolioObservation:
        """Trade, or finish."""
        if action.kind == "finish":
            return self._observation(mandate, "The portfolio is handed over.", done=True)
        mandate.trades += 1
        problem = mandate.portfolio.trade(action.bond, action.amount)
        if problem:
            mandate.refused += 1
        return self._observation(mandate, f"Refused: {problem}." if problem else "Done.")

    def facts(self, mandate: Mandate) -> Mapping[str, Any]:
        """What the reward columns read."""
        return {
            "score": mandate.portfolio.score,
            "overspent": mandate.portfolio.overspent,
            "refused": mandate.refused / max(1, mandate.trades),
        }

    @staticmethod
    def _observation(mandate: Mandate, message: str, *, done: bool = False) -> PortfolioObservation:
        portfolio = mandate.portfolio
        return PortfolioObservation(
            positions=[
                Position(bond=bond, value=value, target=portfolio.targets[bond])
                for bond, value in portfolio.values.items()
            ],
            cash=portfolio.cash,
            total=portfolio.total,
            commission=portfolio.commission,
            budget=portfolio.budget,
            message=message,
            done=done,
        )
