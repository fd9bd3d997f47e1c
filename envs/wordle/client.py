"""Client of a Wordle server, over OpenEnv's WebSocket protocol.

with WordleClient("http://localhost:8000").sync() as client:
    result = client.reset(seed=0, level=1)
    result = client.step(Guess(word="abc"))
"""

from __future__ import annotations

from hallmark_rl.sdk.environment.remote import VerifiedClient

from .models import Guess, WordleObservation, WordleState


class WordleClient(VerifiedClient[Guess, WordleObservation, WordleState]):
    """A client with the types of the Wordle environment."""

    action_type = Guess
    observation_type = WordleObservation
    state_type = WordleState
