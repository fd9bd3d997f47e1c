"""Messages of the kitchen."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ScaleAction(Action):
    """The scaled amounts."""

    amounts: dict[str, int] = Field(
        default_factory=dict, max_length=20, description="Whole g, ml or pieces by ingredient"
    )


class RecipeObservation(Observation):
    """A recipe."""

    instruction: str = ""
    lines: list[str] = Field(default_factory=list, description="Such as `milk: 2 cup`")
    serves: int = Field(default=0, description="Servings of the recipe")
    wanted: int = Field(default=0, description="Servings that are wanted")
    note: str = ""


class RecipeState(State):
    """The public state."""

    style: str = "metric"
