"""One run: the environment, the policy and the places they are written to."""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from sdk.curriculum import Curriculum
from sdk.subject import Subject, load_subject
from train.config import RunConfig
from train.crew import Crew
from train.dialogue import Dialogue
from train.heldout import held_out_tasks
from train.journal import Journal
from train.model import (
    character_tokenizer,
    load,
    load_with_unsloth,
    tiny_model,
    with_adapter,
)
from train.rollout import Rollout, Sampling, play
from train.warmup import turn_budget
from train.world import Assignment, Audit, Episode, Seat


class Refusal(Exception):
    """The run cannot begin; the message says why and what to do."""


class Session:
    """What every stage of a run works on."""

    def __init__(self, config: RunConfig) -> None:
        self.config = config
        self.out = Path(config.out)
        self.subject = load_subject(config.env, env_args=dict(config.env_args))
        if self.subject.root is not None and not config.unproved:
            require_hallmark(self.subject.root)
        self.text = require_text(self.subject)
        self.levels: tuple[int, ...] = config.levels or tuple(self.text.LEVELS[:1])
        self.audit: Audit | None = getattr(self.subject.proof, "audit", None)
        make = factory_of(self.subject)
        self.crew = Crew(lambda: Seat(make(), self.text, self.audit), processes_of(config))
        self.out.mkdir(parents=True, exist_ok=True)
        self.journal = Journal(self.out)
        self.curriculum = Curriculum(self.levels, seed=config.seed)
        self.model: Any = None
        self.tokenizer: Any = None
        self.dialogue: Dialogue

    @property
    def start(self) -> Path:
        """Where the policy stands before reinforcement learning."""
        return self.out / "start"

    def make_policy(self) -> None:
        """A tiny model from nothing, or the one that the configuration names."""
        config = self.config.model
        if config.path and self.config.gpu and "unsloth" in sys.modules:
            self.model, self.tokenizer = load_with_unsloth(config, self.config.seed)
        elif config.path:
            dtype = torch.bfloat16 if self.config.gpu else torch.float32
            self.model, self.tokenizer = load(config.path, dtype=dtype, four_bit=config.four_bit)
            if config.lora_rank:
                self.model = with_adapter(self.model, config.lora_rank, self.config.seed)
        elif config.lora_rank:
            raise Refusal("lora_rank needs a model to adapt: give --model, or set it to 0")
        else:
            self.tokenizer = character_tokenizer(self.text.ALPHABET)
            self.model = tiny_model(config, self.tokenizer, self.config.seed)
        self._settle()

    def load_policy(self) -> None:
        """The policy as it was before reinforcement learning, to resume from."""
        config = self.config.model
        dtype = torch.bfloat16 if self.config.gpu else torch.float32
        self.model, self.tokenizer = load(
            self.start, dtype=dtype, four_bit=config.four_bit, trainable=True
        )
        self._settle()

    def save_policy(self) -> None:
        """Keep the policy as it is before reinforcement learning."""
        self.model.save_pretrained(self.start)
        self.tokenizer.save_pretrained(self.start)

    def _settle(self) -> None:
        system = self.text.SYSTEM if self.config.model.system_prompt else None
        self.dialogue = Dialogue(self.tokenizer, system)
        grpo = self.config.grpo
        budget = grpo.max_turn_tokens or max(
            (turn_budget(self.dialogue, self.text, level=level) for level in self.levels_shown()),
            default=self.text.MAX_TURN_CHARS,
        )
        self.sampling = Sampling(
            grpo.temperature, budget, grpo.max_turns, self.config.environment.lanes
        )

    def levels_shown(self) -> list[int]:
        """The levels of this run that the environment has demonstrations for."""
        shown = []
        for level in self.levels:
            try:
                self.text.demonstrations(level=level, count=1, seed=0, quality=1.0)
            except ValueError:
                continue
            shown.append(level)
        return shown

    def evaluate(
        self,
        level: int,
        count: int,
        *,
        first: int = 0,
        on_done: Callable[[int], None] | None = None,
    ) -> list[Episode]:
        """Play held-out tasks. The same call plays the same tasks with the same draws."""
        generator = torch.Generator().manual_seed(7_000_003 + level)
        episodes: list[Episode] = []
        tasks = held_out_tasks(level, count, first=first)
        for at in range(0, count, 128):
            some = tasks[at : at + 128]
            episodes += self.play(some, generator, audited=True).episodes
            if on_done is not None:
                on_done(len(episodes))
        return episodes

    def play(
        self, tasks: list[Assignment], generator: torch.Generator, *, audited: bool = False
    ) -> Rollout:
        """Play `tasks` with the policy as it is."""
        return play(
            self.model,
            self.dialogue,
            self.crew,
            tasks,
            self.sampling,
            generator,
            audited=audited,
        )

    def paid_columns(self) -> set[str]:
        """Columns that are paid without being the outcome, as far as the environment says."""
        if self.config.grpo.reward_weights is not None:
            return {name for name, weight in self.config.grpo.reward_weights.items() if weight > 0}
        reward = getattr(self.subject.env_class, "reward", None)
        columns = getattr(reward, "columns", ())
        return {c.name for c in columns if c.weight > 0 and c.kind != "outcome"}

    def close(self) -> None:
        """Let go of environments and files."""
        self.crew.close()
        self.journal.close()


def require_hallmark(root: Path) -> None:
    """Refuse an environment that is not proved, or that has changed since it was."""
    checks = importlib.import_module("sdk.hallmark")
    problems: list[str] = checks.check_hallmark(root)
    if problems:
        raise Refusal(
            f"{root} is not proved: {'; '.join(problems)}; "
            "or give --unproved to train on it all the same."
        )


def require_text(subject: Subject) -> ModuleType:
    """The environment's text form, without which a language model cannot play it."""
    if subject.text is None:
        raise Refusal(
            f"{subject.spec} has no text.py: the trainer needs SYSTEM, render, parse, ALPHABET, "
            "MAX_TURN_CHARS, LEVELS and demonstrations there"
        )
    return subject.text


def processes_of(config: RunConfig) -> int:
    """How many processes play the environment; none for a run that must not fork."""
    wanted = config.environment.processes
    return len(os.sched_getaffinity(0)) if wanted is None else wanted


def factory_of(subject: Subject) -> Callable[[], Any]:
    """How to make an instance: in process, or a session on the server that the subject is."""
    if subject.url is None:
        return subject.factory
    from sdk.remote import RemoteEnvironment

    if subject.client_type is None:
        raise Refusal(f"{subject.url} has no typed client: give the environment's folder as well")
    client, url = subject.client_type, subject.url

    def connect() -> Any:
        return RemoteEnvironment(client(base_url=url)).__enter__()

    return connect
