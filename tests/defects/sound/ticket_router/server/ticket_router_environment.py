"""A shift at the support desk."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from hallmark_rl.sdk import (
    Column,
    Reward,
    Secret,
    Setup,
    SetupError,
    VerifiedEnvironment,
    VerifiedState,
)

from ..models import TicketRouterAction, TicketRouterObservation
from ..tickets import LEVELS, QUEUES, Ticket, draw_tickets

TICKETS = 6
QUESTIONS = 6


@dataclass
class Game:
    """The tickets of a shift."""

    tickets: list[Ticket]
    queues: Secret[tuple[str, ...]]
    routed: int = 0
    right: int = 0
    questions: int = 0
    asked: bool = False
    understood: bool = True


class TicketRouterEnvironment(
    VerifiedEnvironment[TicketRouterAction, TicketRouterObservation, VerifiedState, Game]
):
    """Six tickets; the reward is the share that reaches its queue."""

    max_steps = 2 * TICKETS + 4
    step_timeout_s = 5.0
    reward = Reward(
        Column("right", lambda t: t.facts["right"] / TICKETS, kind="outcome"),
        Column("understood", lambda t: float(t.facts["understood"]), kind="format", weight=0.0),
        Column(
            "questions",
            lambda t: -t.facts["questions"] / QUESTIONS,
            kind="cost",
            range=(-1, 0),
            weight=0.0,
        ),
    )

    def begin(self, rng: Random, setup: Setup) -> tuple[Game, TicketRouterObservation]:
        """Open the desk."""
        level = 1 if setup.level is None else setup.level
        if level not in LEVELS:
            raise SetupError(f"level must be one of {sorted(LEVELS)}")
        tickets = draw_tickets(rng, level, TICKETS)
        game = Game(tickets, Secret(tuple(ticket.queue for ticket in tickets)))
        return game, _show(game, "")

    def advance(self, game: Game, action: TicketRouterAction) -> TicketRouterObservation:
        """Ask about the ticket on the desk, or route it."""
        game.understood = True
        if action.kind == "ask":
            if game.questions == QUESTIONS:
                return _show(game, "no questions left")
            game.questions += 1
            game.asked = True
            return _show(game, "answered")
        if action.queue not in QUEUES:
            game.understood = False
            return _show(game, "no such queue")
        game.right += action.queue == game.queues.reveal()[game.routed]
        game.routed += 1
        game.asked = False
        return _show(game, "routed")

    def secrets(self, game: Game) -> list[str]:
        """The names of the queues are shown to everybody; their order is the secret."""
        return [" ".join(game.queues.reveal())]

    def facts(self, game: Game) -> Mapping[str, Any]:
        """What the columns read."""
        return {"right": game.right, "questions": game.questions, "understood": game.understood}


def _show(game: Game, note: Any) -> TicketRouterObservation:
    over = game.routed == TICKETS
    ticket = None if over else game.tickets[game.routed]
    text = ""
    if ticket is not None:
        text = f"{ticket.opening}\n{ticket.detail}" if game.asked else ticket.opening
    return TicketRouterObservation(
        ticket=ticket.number if ticket else "",
        text=text,
        queues=list(QUEUES),
        tickets_left=TICKETS - game.routed,
        questions_left=QUESTIONS - game.questions,
        note=note,
        done=over,
    )
