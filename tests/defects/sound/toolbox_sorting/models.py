"""Moves, and the toolbox."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation, VerifiedState


class ToolAction(VerifiedAction):
    """Put one tool into a drawer, or close the box, which ends the episode."""

    move: Literal["put", "close"] = Field(default="put", description="What to do")
    tool: str = Field(default="", max_length=40, description="For `put`: the name of a tool")
    drawer: int = Field(default=0, ge=0, le=9, description="For `put`: a drawer, from 1")


class Tool(BaseModel):
    """A tool and what can be seen of it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(description="Its name")
    trade: str = Field(description="Who uses it")
    material: str = Field(description="What its working part is made of")
    handle: str = Field(description="The colour of its handle")


class ToolboxObservation(VerifiedObservation):
    """The bench, the box and the master's examples."""

    level: int = Field(default=0, description="Difficulty, from 1")
    drawers: int = Field(default=0, description="How many drawers the box has, numbered from 1")
    examples: list[Tool] = Field(default_factory=list, description="Tools that the master sorted")
    example_drawers: list[int] = Field(
        default_factory=list, description="Their drawers, in this order"
    )
    tools: list[Tool] = Field(default_factory=list, description="Tools to sort")
    placed: dict[str, int] = Field(
        default_factory=dict, description="Drawer by name of the tools put away"
    )
    note: Literal["", "no such tool", "no such drawer"] = Field(
        default="", description="Why the last move was not made, if it was not"
    )
    moves_left: int = Field(default=0, description="How many moves remain")


class ToolboxState(VerifiedState):
    """The public state, with a counter for the display beside the bench."""

    loose: int = Field(default=0, description="Tools that are not in a drawer yet")
