"""The action, observation and state models that verified environments exchange with clients.

Reward columns, success and errors are fields instead of metadata: over the network openenv-core 0.3
drops an observation's metadata and openenv 0.10 sends it twice, while both send fields once.
"""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk.environment.openenv_types import Action, Observation, State

Blame = Literal["action", "environment", "caller"]


class StepError(BaseModel):
    """Why a step or a reset failed, and whose fault it was.

    Codes that blame the action:
        bad_action: it is not of the action model, or breaks a constraint; the episode goes on.
        action_rejected: `advance` raised `ActionError`; the episode ends as a failure.

    Codes that blame the caller:
        bad_reset: the arguments of `reset` are wrong, or `begin` raised `SetupError`.
        not_reset: `step` before `reset`, or after a `reset` that failed.
        episode_over: `step` after the end of the episode.
        bad_timeout: `timeout_s` is not a positive number; the episode goes on.
        deadline: the step took longer than the caller's `timeout_s`; the episode ends.

    Codes that blame the environment; they end the episode, which has no score:
        deadline: the step or reset took longer than the declared deadline.
        crash: a method of the author raised an exception or returned a wrong value.
        leak: a message would have shown a secret.
        reward: a reward column failed, or `advance` set a field of the reward itself.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    code: str = Field(description="Stable name, such as `not_reset` or `deadline`")
    message: str = Field(description="What was wrong and what to do about it")
    blame: Blame = Field(
        description="action: what the agent sent; environment: a fault of the environment, not "
        "scored; caller: reset or step were called in the wrong order or with wrong arguments"
    )


class VerifiedAction(Action):
    """The base class of actions. The entry `timeout_s` of `metadata` is a deadline in seconds.

    OpenEnv's protocol does not transmit the argument `timeout_s` of `step`, so the clients in
    `remote.py` send it in the metadata. It can only shorten the deadline that the environment
    declares. The environment reads no other entry.
    """


class VerifiedObservation(Observation):
    """The base class of observations. `VerifiedEnvironment` sets these fields; authors must not."""

    columns: dict[str, float] = Field(
        default_factory=dict,
        description="Unweighted value of every reward column of this step",
    )
    success: bool | None = Field(
        default=None,
        description="Whether the task is solved; None before the end or if the environment failed",
    )
    score: float | None = Field(
        default=None,
        description="The score of the episode in [0, 1], at its end; not the sum of its rewards",
    )
    error: StepError | None = Field(default=None, description="Set if the step or reset failed")


class VerifiedState(State):
    """The base class of states: public facts about the episode; no seed, task index or target."""

    max_steps: int = Field(default=0, description="The declared step limit")
    done: bool = Field(default=False, description="Whether the episode has ended")
    success: bool | None = Field(default=None, description="As in the last observation")
    split: str | None = Field(default=None, description="Task split of the episode")
    level: int | None = Field(default=None, description="Difficulty level of the episode")
