"""Messages of the bakery."""

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class FeedingAction(VerifiedAction):
    """The schedule."""

    feedings: list[tuple[int, int]] = Field(
        default_factory=list, description="Hour from the start, parts of flour (1, 3 or 5)"
    )


class FeedingObservation(VerifiedObservation):
    """The starter and the baker."""

    instruction: str = ""
    clock: int = Field(default=0, description="Hour of the day at the start, 0 to 23")
    parts: int = Field(default=0, description="Flour of the feeding at the start: 1, 3 or 5")
    bake: int = Field(default=0, description="Hours from the start to the dough")
    quiet: tuple[int, int] = Field(default=(0, 0), description="The baker sleeps: from, to")
    note: str = ""
