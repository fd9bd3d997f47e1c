"""The action and the observation of the ticket router."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class TicketRouterAction(VerifiedAction):
    """Route the ticket on the desk, or ask its customer for more."""

    kind: Literal["ask", "route"] = Field(default="ask", description="ask: the customer says more")
    queue: str = Field(default="", max_length=20, description="The queue, if the ticket is routed")


class TicketRouterObservation(VerifiedObservation):
    """The desk."""

    ticket: str = Field(
        default="", description="Number of the ticket on the desk; empty at the end"
    )
    text: str = Field(default="", description="What the customer has written so far")
    queues: list[str] = Field(default_factory=list, description="The queues")
    tickets_left: int = Field(default=0, description="Tickets that are not routed yet")
    questions_left: int = Field(default=0, description="Questions that may still be asked")
    note: Literal["", "routed", "no such queue", "answered", "no questions left"] = Field(
        default="", description="What became of the last action"
    )
