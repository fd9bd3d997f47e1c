"""The typed client of the word game."""

from typing import Any

from openenv.core import EnvClient
from openenv.core.client_types import StepResult

from .models import WordsAction, WordsObservation, WordsState


class WordsClient(EnvClient[WordsAction, WordsObservation, WordsState]):
    """Plays over a WebSocket."""

    def _step_payload(self, action: WordsAction) -> dict[str, Any]:
        return action.model_dump()

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[WordsObservation]:
        fields = payload.get("observation", {})
        observation = WordsObservation(
            **{name: value for name, value in fields.items() if name not in ("reward", "done")},
            reward=payload.get("reward"),
            done=payload.get("done", False),
        )
        return StepResult(
            observation=observation, reward=payload.get("reward"), done=payload.get("done", False)
        )

    def _parse_state(self, payload: dict[str, Any]) -> WordsState:
        return WordsState(**payload)
