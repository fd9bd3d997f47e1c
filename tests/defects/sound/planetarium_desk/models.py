"""The action and the observation of the question desk."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class PlanetariumDeskAction(VerifiedAction):
    """What the desk says to the visitor."""

    reply: str = Field(default="", max_length=300, description="Text with the word up or down")


class PlanetariumDeskObservation(VerifiedObservation):
    """The visitor's question, with what the desk looks up."""

    question: str = Field(default="", description="What the visitor asks")
    star: str = Field(default="", description="Name of the star")
    ra_hours: float = Field(default=0.0, description="Its right ascension, in hours")
    dec_degrees: float = Field(default=0.0, description="Its declination, in degrees")
    sidereal_time: float = Field(default=0.0, description="Local sidereal time, in hours")
    latitude: float = Field(default=0.0, description="Latitude of the dome, in degrees")
    visitors_left: int = Field(
        default=0, description="Visitors still to be answered, with this one"
    )
    note: str = Field(default="", description="`unclear` if the last reply was no answer")
