"""OpenEnv's classes that this package builds on, with type declarations for static analysis.

OpenEnv has no type information that mypy can use. At run time these names are OpenEnv's own
classes, which are the same in `openenv` 0.10 and `openenv-core` 0.3.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__all__ = ["Action", "EnvClient", "Environment", "Observation", "Rubric", "State", "StepResult"]

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, Generic, TypeVar

    from pydantic import BaseModel

    ActT = TypeVar("ActT")
    ObsT = TypeVar("ObsT")
    StateT = TypeVar("StateT")

    class Action(BaseModel):
        metadata: dict[str, Any] = {}

    class Observation(BaseModel):
        done: bool = False
        reward: bool | int | float | None = None
        metadata: dict[str, Any] = {}

    class State(BaseModel):
        episode_id: str | None = None
        step_count: int = 0

    class Rubric:
        last_score: float | None
        _forward_hooks: list[Any]
        _forward_pre_hooks: list[Any]

        def __init__(self) -> None: ...
        def __call__(self, action: Any, observation: Any) -> Any: ...
        def register_forward_hook(self, hook: Any) -> None: ...
        def named_rubrics(self) -> Iterator[tuple[str, Rubric]]: ...
        def reset(self) -> None: ...

    class Environment(Generic[ActT, ObsT, StateT]):
        def __init__(self, transform: None = None, rubric: Rubric | None = None) -> None: ...
        def _reset_rubric(self) -> None: ...

    class StepResult(Generic[ObsT]):
        observation: ObsT
        reward: float | None
        done: bool

        def __init__(self, observation: ObsT, reward: float | None, done: bool) -> None: ...

    class EnvClient(Generic[ActT, ObsT, StateT]):
        _ws: Any

        def __init__(self, base_url: str, *, message_timeout_s: float = 60.0) -> None: ...
        def sync(self) -> Any: ...
        async def _ensure_connected(self) -> None: ...
        async def _send(self, message: dict[str, Any]) -> None: ...

else:
    from hallmark_rl.sdk.environment.openenv_import import import_openenv

    import_openenv()  # before the others: they would import the web interface

    from openenv.core.client_types import StepResult
    from openenv.core.env_client import EnvClient
    from openenv.core.env_server.interfaces import Environment
    from openenv.core.env_server.types import Action, Observation, State
    from openenv.core.rubrics import Rubric
