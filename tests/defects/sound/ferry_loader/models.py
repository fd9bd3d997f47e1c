"""What the loader may order, and what stands on the quay and on board."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class FerryAction(Action):
    """One order: `load` a crate on top of a bay, or `sail`."""

    order: str = Field(default="", max_length=16, description="`load` or `sail`")
    crate: str = Field(default="", max_length=16, description="The crate to load, such as `C3`")
    bay: str = Field(default="", max_length=16, description="The bay to load it in, such as `hold`")


class CrateCard(BaseModel):
    """One crate of the manifest."""

    id: str
    goods: str
    weight: int = Field(description="Its weight")
    bears: int = Field(description="The total weight on top of it that it bears without breaking")
    keep_dry: bool = Field(description="Whether it is spoiled in an open bay")
    freight: int = Field(description="Paid if it arrives whole")
    fee: int = Field(description="Charged if it arrives broken or spoiled")


class BayCard(BaseModel):
    """One bay of the ferry."""

    name: str
    limit: int = Field(description="The total weight that it takes")
    height: int = Field(description="The number of crates that it takes, one upon the other")
    open: bool = Field(description="Whether spray gets in")
    stack: list[str] = Field(default_factory=list, description="Crates on board, the lowest first")


class FerryObservation(Observation):
    """The manifest and the bays."""

    crates: list[CrateCard] = Field(default_factory=list, description="Every crate of the day")
    bays: list[BayCard] = Field(default_factory=list, description="The bays, with their stacks")
    insured: bool = Field(default=False, description="Whether broken goods cost no fee")
    orders_left: int = Field(
        default=0, description="After the last order the ferry sails by itself"
    )
    note: str = Field(default="", description="What came of the last order")
