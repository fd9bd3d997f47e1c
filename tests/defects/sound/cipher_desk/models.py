"""A cipher text, and guesses at it."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class CipherAction(Action):
    kind: str = Field(default="answer", max_length=20, description="`answer` or `hint`")
    text: str = Field(default="", max_length=500, description="For answer: the plain text")


class CipherObservation(Observation):
    method: str = Field(default="", description="How the text was enciphered")
    ciphertext: str = ""
    known: dict[str, str] = Field(
        default_factory=dict, description="Cipher letters that hints have shown"
    )
    worth: float = Field(default=0.0, description="What the right answer would pay now")
    note: str = ""


class CipherState(State):
    method: str = "shift"
