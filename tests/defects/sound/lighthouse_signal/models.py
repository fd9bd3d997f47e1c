"""Action and observation of the lighthouse watch."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class LighthouseSignalAction(Action):
    """Watch for another ten seconds, or report which light it is."""

    command: str = Field(default="watch", max_length=16, description="`watch` or `report`")
    name: str = Field(default="", max_length=40, description="The name of the light, to report it")


class LighthouseSignalObservation(Observation):
    """The log of the watch so far."""

    record_id: str = Field(default="", description="Number of the record in the archive")
    level: int = Field(default=1, description="1: clear night, 2: fog")
    lights: list[str] = Field(default_factory=list, description="The list of lights of this coast")
    log: str = Field(default="", description="One mark a second: # lit, . dark, ? hidden by fog")
    watches_left: int = Field(default=0, description="How often ten more seconds can be watched")
    note: str = Field(default="", description="Why the last command had no effect")
