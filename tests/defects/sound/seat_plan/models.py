"""Messages of the reservation office."""

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Trip(BaseModel):
    """Somebody who travels from one stop to a later one."""

    who: str
    board: int
    leave: int
    wish: str = "any"
    seat: int = 0


class SeatAction(VerifiedAction):
    """A seat for every request."""

    seats: dict[str, int] = Field(default_factory=dict, description="Name: number of the seat")


class SeatObservation(VerifiedObservation):
    """The train."""

    stops: list[str] = Field(default_factory=list, description="Stops 0, 1, ... by name")
    window: list[int] = Field(default_factory=list, description="Seats at a window")
    aisle: list[int] = Field(default_factory=list, description="Seats at the aisle")
    booked: list[Trip] = Field(default_factory=list, description="Trips that have a seat already")
    requests: list[Trip] = Field(default_factory=list, description="Trips that need a seat")
    problems: list[str] = Field(default_factory=list)
