"""What the instructor says, and what the learner shows."""

from __future__ import annotations

from openenv.core.env_server.types import Action, Observation
from pydantic import BaseModel, Field


class LessonAction(Action):
    """One instruction, in three words or groups of words of the cards."""

    verb: str = Field(default="", max_length=30, description="What to do, such as `tuck`")
    part: str = Field(default="", max_length=30, description="With which part, such as `tail`")
    side: str = Field(
        default="", max_length=30, description="Where to: `left`, `right`, `front` or `back`"
    )


class Card(BaseModel):
    """A card of the box, written for a right-handed learner beside the instructor."""

    when: str = Field(description="How the rope looks before")
    verb: str = Field(description="What to do")
    part: str = Field(description="With which part")
    side: str = Field(description="Where to")
    then: str = Field(description="How the rope looks afterwards")


class LessonObservation(Observation):
    """The learner, the rope and the box of cards."""

    cards: list[Card] = Field(default_factory=list, description="The cards, in no order")
    hand: str = Field(default="", description="`right` or `left`: the learner's hand")
    place: str = Field(
        default="", description="`beside` the instructor, or `opposite`, who sees sides swapped"
    )
    rope: str = Field(default="", description="How the learner's rope looks now")
    goal: str = Field(default="", description="How the finished knot looks")
    patience: int = Field(default=0, description="The learner's patience; at 0 the lesson is over")
    steps_left: int = Field(default=0, description="Instructions for which there is time")
    reply: str = Field(default="", description="What the learner says")
