"""Books and the reconciliation of them."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class MergeAction(Action):
    """The whole reconciliation."""

    pairs: str = Field(default="", max_length=4000, description="One `a3=b5` a line")


class MergeObservation(Observation):
    """Two address books."""

    book_a: dict[str, str] = Field(default_factory=dict, description="Entries of the first book")
    book_b: dict[str, str] = Field(default_factory=dict, description="Entries of the second book")
    right: int = Field(default=0, description="Afterwards: pairs that were right")
    note: str = Field(default="", description="Why pairs were not accepted")


class MergeState(State):
    """The public state."""

    split: str = Field(default="train", description="train or test")
