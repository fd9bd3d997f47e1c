from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class HintAction(Action):
    """A message to the player."""

    message: str = Field(
        default="", max_length=4000, description="Text with one hint such as r2c5=3"
    )


class HintObservation(Observation):
    """What the player says."""

    text: str = Field(default="", description="The puzzle and the question of the player")


class HintState(State):
    """Public state."""

    level: str = Field(default="easy", description="Level of the puzzle")
