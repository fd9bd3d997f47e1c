"""The action and the observation of the cipher."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CipherWheelAction(VerifiedAction):
    """The rest of the message."""

    plain: str = Field(default="", max_length=300, description="Plain text after the crib")


class CipherWheelObservation(VerifiedObservation):
    """The message as it was sent."""

    cipher: str = Field(default="", description="The whole message, encrypted")
    crib: str = Field(default="", description="The plain words that it begins with")
    turn: int = Field(default=-1, description="Turn of the wheel per word, -1 if not known")
    note: str = Field(default="", description="How many letters were right")
