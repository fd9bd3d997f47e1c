"""What travels: the observation and the state that every verified environment sends.

Reward columns, success and errors are fields, not metadata: openenv-core 0.3 drops an observation's
metadata on the wire and openenv 0.10 sends it twice, while fields arrive once on both.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk.environment.openenv_types import Action, Observation, State

Blame = Literal["action", "environment", "caller"]


class StepError(BaseModel):
    """Why a step or a reset could not be played, and who has to change something."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str = Field(description="Stable name, such as `not_reset` or `deadline`")
    message: str = Field(description="What was wrong and what to do about it")
    blame: Blame = Field(
        description="action: what the agent sent; environment: a fault of ours, not a zero; "
        "caller: reset and step were called in the wrong order or with wrong arguments"
    )


class VerifiedAction(Action):
    """An action whose `metadata` may carry `timeout_s`, the one entry that an environment reads.

    OpenEnv drops `timeout_s` on the wire, so the clients in `remote.py` send it here. It can only
    shorten the deadline that the environment declares.
    """


class VerifiedObservation(Observation):
    """An observation with its reward taken apart. The environment writes these fields; not you."""

    columns: dict[str, float] = Field(
        default_factory=dict, description="Every reward column evaluated at this step, unweighted"
    )
    success: bool | None = Field(
        default=None, description="None until the end, and when the environment failed"
    )
    score: float | None = Field(
        default=None, description="Episode score in [0, 1], at the end; not a sum of rewards"
    )
    error: StepError | None = Field(default=None, description="Set when the step was not played")


class VerifiedState(State):
    """Where the episode stands, as anybody may know it: no seed, no task index, no target."""

    max_steps: int = Field(default=0, description="The declared step limit")
    done: bool = Field(default=False, description="Whether the episode has ended")
    success: bool | None = Field(default=None, description="As in the last observation")
    split: str | None = Field(default=None, description="Task split of the episode")
    level: int | None = Field(default=None, description="Difficulty level of the episode")
