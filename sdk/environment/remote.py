"""Play verified environments on a server, through OpenEnv's WebSocket client."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from hallmark_rl.sdk.environment.models import VerifiedAction, VerifiedObservation, VerifiedState
from hallmark_rl.sdk.environment.openenv_types import EnvClient, StepResult

Act = TypeVar("Act", bound=VerifiedAction)
Obs = TypeVar("Obs", bound=VerifiedObservation)
St = TypeVar("St", bound=VerifiedState)


class VerifiedClient(EnvClient[Act, Obs, St]):
    """An OpenEnv client that returns typed observations with every field that the server sent.

    Subclass it and set the three model types. `reset(**options)` and `step(action)` give a
    `StepResult` (`observation`, `reward`, `done`), and `state()` gives the state; they are awaited.
    `.sync()` returns a client with the same methods that block. For example:

        class GuessClient(VerifiedClient[Guess, Reply, VerifiedState]):
            action_type, observation_type, state_type = Guess, Reply, VerifiedState
    """

    action_type: ClassVar[type[VerifiedAction]]
    observation_type: ClassVar[type[VerifiedObservation]]
    state_type: ClassVar[type[VerifiedState]]

    def _step_payload(self, action: Act) -> dict[str, Any]:
        return action.model_dump(mode="json", by_alias=True)

    def _parse_result(self, payload: dict[str, Any]) -> StepResult[Obs]:
        done, reward = bool(payload.get("done", False)), payload.get("reward")
        fields = {**payload.get("observation", {}), "done": done, "reward": reward}
        observation = self.observation_type.model_validate(fields, by_alias=True, by_name=True)
        return StepResult(observation=observation, reward=reward, done=done)  # type: ignore[arg-type]

    def _parse_state(self, payload: dict[str, Any]) -> St:
        state = self.state_type.model_validate(payload, by_alias=True, by_name=True)
        return state  # type: ignore[return-value]


def with_timeout(action: Act, seconds: float) -> Act:
    """A copy of `action` with a deadline of `seconds` for its step.

    The deadline is sent in the action's metadata, because OpenEnv's protocol does not transmit the
    argument `timeout_s` of `step`. It can only shorten the deadline that the environment declares.
    """
    return action.model_copy(update={"metadata": {**action.metadata, "timeout_s": seconds}})


class RemoteEnvironment:
    """A verified environment on a server, with the `reset` and `step` of a local environment.

        with RemoteEnvironment(WordleClient("http://localhost:8000")) as env:
            observation = env.reset(seed=0)
            observation = env.step(Guess(word="abc"), timeout_s=2.0)

    Used as a context manager, it connects on entry and closes the connection on exit.
    """

    def __init__(self, client: EnvClient[Any, Any, Any]) -> None:
        self._client = client.sync()

    def __enter__(self) -> RemoteEnvironment:
        try:
            self._client.__enter__()
        except BaseException:
            self._client.close()  # the thread of its event loop
            raise
        return self

    def __exit__(self, *failure: object) -> None:
        self._client.__exit__(*failure)

    def reset(self, **options: Any) -> Any:
        """Begin an episode.

        Args:
            **options: the arguments of the environment's `reset`, including `seed`.

        Returns:
            The first observation, of the client's `observation_type`. An error of the environment
            is its `error`; a lost connection raises the client's exception.
        """
        return self._client.reset(**options).observation

    def step(self, action: VerifiedAction, timeout_s: float | None = None) -> Any:
        """Play one action.

        Args:
            action: what the agent does.
            timeout_s: a deadline in seconds, which can only shorten the declared one (see
                `with_timeout`).

        Returns:
            The observation after it, as from `reset`.
        """
        request = action if timeout_s is None else with_timeout(action, timeout_s)
        return self._client.step(request).observation

    @property
    def state(self) -> Any:
        """The public state of the episode, of the client's `state_type`; asked from the server."""
        return self._client.state()
