"""One run: the environment, the policy and the places they are written to."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from hallmark_rl.sdk.tasks.curriculum import Curriculum
from hallmark_rl.train.config import ModelConfig, RunConfig
from hallmark_rl.train.environments.env_pool import Crew
from hallmark_rl.train.environments.env_source import Refusal, find
from hallmark_rl.train.environments.rollout_env import Assignment, Episode, Seat
from hallmark_rl.train.metrics.evaluation import held_out_tasks
from hallmark_rl.train.metrics.metrics_log import Journal
from hallmark_rl.train.policy.chat_tokens import Dialogue
from hallmark_rl.train.policy.model import (
    character_tokenizer,
    load,
    load_with_unsloth,
    tiny_model,
    with_adapter,
)
from hallmark_rl.train.policy.rollout import Playing, Rollout, Sampling
from hallmark_rl.train.policy.warm_start import turn_budget


class Session:
    """What every stage of a run works on."""

    def __init__(self, config: RunConfig) -> None:
        if config.gpu and not torch.cuda.is_available():
            raise Refusal("preset gpu needs a CUDA device and torch sees none: use --preset cpu")
        self.config = config
        self.out = Path(config.out)
        played = find(config)
        self.text, self.audit, self.env_class = played.text, played.audit, played.env_class
        self.levels: tuple[int, ...] = config.levels or tuple(self.text.LEVELS[:1])
        unknown = [level for level in self.levels if level not in self.text.LEVELS]
        if unknown:
            known = ", ".join(map(str, self.text.LEVELS))
            raise Refusal(f"{config.env} has no level {unknown[0]}: its levels are {known}")
        self.crew = Crew(
            lambda: Seat(played.make(), self.text, self.audit),
            processes_of(config),
            shared=not config.unproved,  # a hallmark says, among the rest, that it is deterministic
        )
        self.journal = Journal(self.out)
        self.curriculum = Curriculum(self.levels, seed=config.seed)
        self.undrawn: dict[str, Any] | None = None
        """The curriculum before the tasks of the next step were drawn from it, if they were."""
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
        try:
            self._make(config)
        except OSError as error:
            raise Refusal(f"--model {config.path}: {' '.join(str(error).split())[:300]}") from error
        self._settle()

    def _make(self, config: ModelConfig) -> None:
        if config.path and self.config.gpu and "unsloth" in sys.modules:
            self.model, self.tokenizer = load_with_unsloth(config, self.config.seed, config.path)
        elif config.path:
            dtype = torch.bfloat16 if self.config.gpu else torch.float32
            self.model, self.tokenizer = load(config.path, dtype=dtype, four_bit=config.four_bit)
            if config.lora_rank:
                self.model = with_adapter(self.model, config.lora_rank, self.config.seed)
        else:
            self.tokenizer = character_tokenizer(self.text.ALPHABET)
            self.model = tiny_model(config, self.tokenizer, self.config.seed)

    def load_policy(self, place: Path) -> None:
        """A policy that this run has written: as it began (`start`), or as it came out."""
        adapter = (place / "adapter_config.json").is_file()
        if adapter and self.config.gpu and "unsloth" in sys.modules:
            self.model, self.tokenizer = load_with_unsloth(
                self.config.model, self.config.seed, str(place)
            )
            self._settle()
            return
        quantised = self.config.model.four_bit and adapter
        dtype = torch.bfloat16 if self.config.gpu else torch.float32
        self.model, self.tokenizer = load(place, dtype=dtype, four_bit=quantised, trainable=True)
        self.model.to("cuda" if self.config.gpu and torch.cuda.is_available() else "cpu")
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
            grpo.temperature,
            budget,
            grpo.max_turns,
            self.config.environment.lanes,
            self.config.environment.sessions,
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
        playing = Playing(
            self.model,
            self.dialogue,
            self.crew,
            tasks,
            self.sampling,
            generator,
            audited=audited,
        )
        return playing.take(len(tasks))

    def paid_columns(self) -> set[str]:
        """Columns that are paid without being the outcome, as far as the environment says."""
        if self.config.grpo.reward_weights is not None:
            return {name for name, weight in self.config.grpo.reward_weights.items() if weight > 0}
        reward = getattr(self.env_class, "reward", None)
        columns = getattr(reward, "columns", ())
        return {c.name for c in columns if c.weight > 0 and c.kind != "outcome"}

    def close(self) -> None:
        """Let go of environments and files."""
        self.crew.close()
        self.journal.close()


def processes_of(config: RunConfig) -> int:
    """How many processes play the environment; none for a run that must not fork."""
    wanted = config.environment.processes
    return len(os.sched_getaffinity(0)) if wanted is None else wanted
