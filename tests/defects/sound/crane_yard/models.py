"""Messages of the yard."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CraneAction(Action):
    """A move of the crane."""

    move: str = Field(default="", max_length=40, description="From and to, such as AC")


class YardObservation(Observation):
    """The yard. Stacks are written from bottom to top."""

    stacks: dict[str, str] = Field(default_factory=dict, description="The crates as they stand")
    goal: dict[str, str] = Field(default_factory=dict, description="The crates as they should be")
    fuel: int = Field(default=0, description="Actions that are left")
    note: str = ""


class YardState(State):
    """The public state."""

    level: int = 1
