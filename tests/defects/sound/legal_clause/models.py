"""Working with a contract."""

from openenv.core.env_server.types import Action, Observation, State
from pydantic import Field


class ClauseAction(Action):
    """Search, read or cite."""

    act: str = Field(default="", max_length=10, description="search, read or cite")
    words: str = Field(default="", max_length=200, description="For search: words to look for")
    clause: int = Field(
        default=0, ge=0, le=999, description="For read and cite: number of the clause"
    )
    quote: str = Field(default="", max_length=400, description="For cite: words of the clause")


class ClauseObservation(Observation):
    """The desk of the paralegal."""

    question: str = ""
    clauses: int = Field(default=0, description="The contract has the clauses 1 to this")
    result: str = ""
    steps_left: int = 0
    parts: dict[str, float] = Field(
        default_factory=dict, description="After cite: what was paid for clause and quote"
    )


class ClauseState(State):
    """Public state."""

    split: str = "train"
