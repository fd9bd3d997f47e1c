"""What the survey of a subject found, as plain data; the check of every property gets it."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from hallmark_rl.conformance.core.episode_data import Action, Episode

FIRST_SEED = 1
"""The first of the consecutive seeds on which the survey plays."""
BASE_POOL = 24
"""Number of actions that every profile samples first. Whatever a shorter profile plays is chosen
from these alone, so that a longer one plays it as well."""


@dataclass
class Rollout:
    """One episode that was played: its actions and their rewards.

    Attributes:
        seed: the seed of the reset; None for a reset without one.
        rewards: the reward of each action, as numbers.
        done: whether the environment ended the episode.
        success: the environment's own flag for success, if it reports one.
        secrets: texts that must not show in this episode, from `secrets(env)` in proof.py.
        error: why the episode was cut short; empty if it was not.
        refused: number of steps that the environment did not accept.
        options: arguments of the reset beside the seed.
        found: for a solution that was found by search, where it comes from; empty for the author's.
        out_of_time: whether the suite ended the episode because a policy took too long.
    """

    seed: int | None
    actions: list[Action]
    rewards: list[float]
    done: bool
    success: bool | None = None
    secrets: list[str] = field(default_factory=list)
    error: str = ""
    refused: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    found: str = ""
    out_of_time: bool = False

    @property
    def total(self) -> float:
        """The episode's return: the sum of its rewards."""
        return sum(self.rewards)

    def episode(self, label: str) -> Episode:
        """The calls that play it again."""
        return Episode.of(self.seed, self.actions, label, **self.options)


@dataclass
class Acceptance:
    """How many steps with actions of the pool were accepted (see `client.refusals`).

    Attributes:
        played: number of steps.
        accepted: how many of them were accepted.
        raised: how many of them raised an exception.
        distinct: number of different actions that were accepted at least once.
        judged: how many of those that were not accepted ended the episode or used up an attempt:
            they are wrong answers, where the right one is accepted.
        understood: of the different accepted actions, those that did more than a word does that
            means nothing; None where that is not known.
        refusals: what the environment said, up to three different answers.
    """

    played: int = 0
    accepted: int = 0
    raised: int = 0
    distinct: int = 0
    judged: int = 0
    understood: int | None = None
    refusals: list[str] = field(default_factory=list)


@dataclass
class Survey:
    """Facts about a subject that were measured once, before any property was checked.

    Attributes:
        startup: why the subject cannot be played; empty if it can.
        unavailable: whether that is no fault of the subject: a server is full or has ended.
        home: the working directory that it needs; empty if any will do.
        use_async: whether only `reset_async` and `step_async` are implemented.
        accepts: which optional arguments `reset` and `step` take, by name.
        schema: JSON schema of the action.
        observation_schema: JSON schema of the observation, if a server publishes one.
        tokens: likely texts for each text field of the action.
        tools: MCP tools, as `list_tools` describes them.
        pool: valid actions to choose from.
        learned: actions of the pool that were found by playing (see `find_actions`).
        changing: actions that were looked for because those of the pool change texts only.
        opening: actions that must be played first in an episode, for others to be accepted.
        acceptance: how many of the pool's actions are accepted.
        invalid: invalid actions, from `invalid()` in proof.py.
        evidence: what failed in a function of proof.py, by the function's name.
        solutions: the oracle's rollouts, one for each seed; without an oracle, those that a search
            found.
        found: what the search found beside them, as in `oracle_search.find_solutions`; empty if
            the author has written an oracle.
        null_rollouts: rollouts of the null policy, or of one short action repeated.
        random_rollouts: rollouts of random valid actions.
        long_actions: actions that do not end the episode of `FIRST_SEED` and are more than the
            rollouts play there; empty if none were looked for or found (see `long_episode`).
        start_s: seconds that the constructor takes.
        reset_s: seconds that a reset takes.
        step_s: seconds that a step takes (lower quartile).
        deterministic: whether the same seed and actions give the same messages.
        difference: where they differed, if they did.
        longest: steps of the longest rollout.
        shared_instance: whether the factory returns one instance for all; copies are played then.
    """

    startup: str = ""
    unavailable: bool = False
    home: str = ""
    use_async: bool = False
    accepts: dict[str, bool] = field(default_factory=dict)
    schema: dict[str, Any] = field(default_factory=dict)
    observation_schema: dict[str, Any] = field(default_factory=dict)
    tokens: dict[str, list[str]] = field(default_factory=dict)
    tools: list[dict[str, Any]] = field(default_factory=list)
    pool: list[Action] = field(default_factory=list)
    learned: list[Action] = field(default_factory=list)
    changing: list[Action] = field(default_factory=list)
    opening: list[Action] = field(default_factory=list)
    acceptance: Acceptance = field(default_factory=Acceptance)
    invalid: list[Action] = field(default_factory=list)
    evidence: dict[str, str] = field(default_factory=dict)
    solutions: list[Rollout] = field(default_factory=list)
    found: dict[str, Any] = field(default_factory=dict)
    null_rollouts: list[Rollout] = field(default_factory=list)
    random_rollouts: list[Rollout] = field(default_factory=list)
    long_actions: list[Action] = field(default_factory=list)
    start_s: float = 0.0
    reset_s: float = 0.0
    step_s: float = 0.0
    deterministic: bool = True
    difference: str = ""
    longest: int = 0
    shared_instance: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Survey:
        """The inverse of `to_dict`."""
        rollouts = {
            name: [Rollout(**rollout) for rollout in data.get(name, ())]
            for name in ("solutions", "null_rollouts", "random_rollouts")
        }
        acceptance = Acceptance(**data.get("acceptance", {}))
        return cls(**{**data, **rollouts, "acceptance": acceptance})
