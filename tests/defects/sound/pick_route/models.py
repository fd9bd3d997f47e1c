"""The route and the warehouse."""

from openenv.core.env_server.types import Action, Observation
from pydantic import Field


class PickRouteAction(Action):
    """The stops in the order in which they are visited."""

    route: list[str] = Field(
        default_factory=list, max_length=20, description="Letters of the stops, such as B, A, C"
    )


class PickRouteObservation(Observation):
    """The picking list."""

    stops: dict[str, tuple[int, int]] = Field(
        default_factory=dict, description="Aisle and shelf of each stop"
    )
    length: int | None = Field(default=None, description="Length of the route that was given")
    message: str = Field(default="", description="picked, refused or closed")
