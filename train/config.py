"""The configuration of a run: a preset, a YAML file over it, command-line options over both.

Everything is validated before anything starts.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from hallmark_rl.train.runtime import env_folder

PRESETS = Path(__file__).with_name("presets")


class ConfigError(ValueError):
    """The configuration is invalid; the message names the setting and the reason."""


class RunRefused(Exception):
    """A run cannot start or go on; the message says why and what to do."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelConfig(_Section):
    """The policy. Without `path`, a small Llama of the given size with random weights."""

    path: str | None = Field(default=None, description="a folder or a Hugging Face hub id")
    hidden: int = Field(default=64, ge=8)
    layers: int = Field(default=2, ge=1)
    heads: int = Field(default=4, ge=1)
    context: int = Field(default=512, ge=32, description="longest sequence, in tokens")
    lora_rank: int = Field(
        default=0, ge=0, description="rank of the LoRA adapter; 0 trains every weight"
    )
    four_bit: bool = Field(default=False, description="load the base model in NF4 (QLoRA)")
    system_prompt: bool = Field(
        default=False, description="start every conversation with the environment's SYSTEM text"
    )

    @model_validator(mode="after")
    def _adapter(self) -> ModelConfig:
        if self.four_bit and not self.lora_rank:
            raise ValueError("four_bit needs an adapter to train: set lora_rank")
        if self.lora_rank and not self.path:
            raise ValueError("lora_rank needs a model to adapt: give --model, or set it to 0")
        return self


class WarmupConfig(_Section):
    """Supervised training on demonstrations before GRPO; `steps: 0` skips it."""

    steps: int = Field(default=800, ge=0)
    demonstrations: int = Field(default=4000, ge=1, description="number of demonstrated episodes")
    batch: int = Field(default=32, ge=1, description="demonstrations in a step")
    lr: float = Field(default=3e-3, gt=0)
    clean_share: float = Field(
        default=0.75, ge=0, le=1, description="share of the steps that use clean demonstrations"
    )
    further_levels_share: float = Field(
        default=0.2,
        ge=0,
        le=1,
        description="share of the demonstrations from levels after the first",
    )
    noisy_quality: float = Field(
        default=0.25,
        ge=0,
        le=1,
        description="`quality` of the demonstrations in the remaining steps; 1 is clean",
    )
    observation_weight: float = Field(
        default=0.5, ge=0, description="loss weight of the environment's tokens; the model's: 1"
    )


class GrpoSection(_Section):
    """GRPO; settings that TRL has too keep TRL's names."""

    max_steps: int = Field(default=180, ge=1)
    prompts: int = Field(
        default=8, ge=1, description="groups in a step; all episodes of a group share a task"
    )
    num_generations: int = Field(default=16, ge=2, description="episodes in a group")
    learning_rate: float = Field(default=3e-4, gt=0)
    temperature: float = Field(default=1.0, gt=0)
    beta: float = Field(default=0.0, ge=0)
    entropy_coef: float = Field(default=0.0, ge=0)
    weight_decay: float = Field(default=0.0, ge=0)
    max_grad_norm: float = Field(default=1.0, gt=0)
    loss_type: Literal["grpo", "bnpo", "dr_grpo", "dapo", "luspo", "cispo", "sapo", "vespo"] = (
        "dapo"
    )
    scale_rewards: Literal["group", "batch", "none"] = "group"
    reward_weights: dict[str, float] | None = Field(
        default=None, description="train on these reward columns instead of the episode's return"
    )
    multi_objective_aggregation: Literal["sum_then_normalize", "normalize_then_sum"] = (
        "sum_then_normalize"
    )
    gradient_accumulation_steps: int = Field(
        default=1, ge=1, description="micro-batches in each part of a step (see `lanes`)"
    )
    save_steps: int = Field(default=25, ge=1)
    vllm_gpu_memory_utilization: float = Field(default=0.3, gt=0, le=1)
    max_turn_tokens: int | None = Field(
        default=None, ge=1, description="default: the length of the longest demonstrated turn"
    )
    max_turns: int = Field(default=32, ge=1)


class EnvironmentConfig(_Section):
    """How environments are run."""

    processes: int | None = Field(
        default=None, ge=0, description="worker processes; default: one per core; 0: this process"
    )
    sessions: int | None = Field(
        default=None, ge=1, description="maximum of open episodes, for servers with a session limit"
    )
    lanes: int = Field(
        default=2,
        ge=1,
        description="parts of a step; the environments of one part run while the model generates "
        "or learns from another",
    )


class EvaluationConfig(_Section):
    """Held-out episodes: the same tasks before and after training, fewer in between."""

    episodes: int = Field(default=400, ge=10, description="per level, before and after training")
    every: int = Field(default=25, ge=1, description="steps between two evaluations")
    episodes_between: int = Field(
        default=100, ge=10, description="per open level, at each evaluation during training"
    )


class StopConfig(_Section):
    """When to stop early, by means over the last `window` steps."""

    after: int = Field(default=30, ge=1, description="never stop before this step")
    window: int = Field(default=10, ge=1)
    entropy: float = Field(default=0.03, ge=0, description="stop when the mean entropy is lower")
    zero_variance: float = Field(
        default=0.9,
        gt=0,
        le=1,
        description="stop when a larger share of the groups has equal returns in all episodes",
    )


class AlarmConfig(_Section):
    """Thresholds of the reward-hacking alarms, and what an alarm does."""

    action: Literal["warn", "stop", "rollback"] = "warn"
    gap: float = Field(
        default=0.2, gt=0, description="growth of (mean return - verified success) since step 0"
    )
    column: float = Field(
        default=0.3, gt=0, description="rise of a paid column while success does not rise"
    )
    repeats: float = Field(
        default=0.6, gt=0, le=1, description="share of episodes with the most common completion"
    )
    length: float = Field(
        default=3.0, gt=1, description="completion length as a multiple of the first steps'"
    )
    timeouts: float = Field(default=0.2, gt=0, le=1, description="rise of the timeout rate")
    rollbacks: int = Field(
        default=1, ge=0, description="rollbacks before the run stops at the next alarm"
    )
    lr_factor: float = Field(
        default=0.3, gt=0, le=1, description="learning-rate factor after a rollback"
    )


class RunConfig(_Section):
    """All settings of a run."""

    env: str = Field(
        default_factory=lambda: env_folder("wordle"),
        min_length=1,
        description="folder, `module:Class` or URL; default: Wordle",
    )
    env_args: dict[str, Any] = Field(default={}, description="arguments of the constructor")
    folder: str = Field(
        default="", description="for a server: the folder with its models, text.py and proof.py"
    )
    out: str = Field(description="folder for everything that the run writes")
    seed: int = 0
    threads: int = Field(default=0, ge=0, description="torch threads; 0: one per core")
    levels: tuple[int, ...] = Field(
        default=(), description="default: the first of text.py's LEVELS"
    )
    gpu: bool = False
    unproved: bool = Field(default=False, description="train without a valid hallmark")
    merge: Literal["none", "16bit", "32bit"] = Field(
        default="none", description="also export the adapter merged into its base"
    )
    model: ModelConfig = ModelConfig()
    warmup: WarmupConfig = WarmupConfig()
    grpo: GrpoSection = GrpoSection()
    environment: EnvironmentConfig = EnvironmentConfig()
    evaluation: EvaluationConfig = EvaluationConfig()
    stop: StopConfig = StopConfig()
    alarms: AlarmConfig = AlarmConfig()

    @model_validator(mode="after")
    def _each_level_once(self) -> RunConfig:
        if len(set(self.levels)) != len(self.levels):
            raise ValueError(f"levels {list(self.levels)} contain a duplicate: name each once")
        return self


def read_config(preset: str, file: Path | None, options: dict[str, Any]) -> RunConfig:
    """Merge a preset, a YAML file and options; later ones win, section by section.

    Args:
        preset: name of a file in `presets/`, without `.yaml`.
        file: YAML file in the shape of `RunConfig`, or None.
        options: command-line options in the shape of `RunConfig`; `out` is required.

    Raises:
        ConfigError: unknown preset, unreadable file, unknown setting or bad value.
    """
    source = PRESETS / f"{preset}.yaml"
    if not source.is_file():
        names = ", ".join(sorted(path.stem for path in PRESETS.glob("*.yaml")))
        raise ConfigError(f"there is no preset {preset!r}: choose one of {names}")
    merged: dict[str, Any] = _read_yaml(source)
    if file is not None:
        merged = _merge(merged, _read_yaml(file))
    return _validate(_merge(merged, options), "the configuration")


def write_config(config: RunConfig, path: Path) -> None:
    """Write every setting as YAML, so that the run can be repeated and resumed."""
    path.write_text(yaml.safe_dump(config.model_dump(mode="json")), encoding="utf-8")


def load_config(path: Path) -> RunConfig:
    """Read what `write_config` wrote; raises `ConfigError` if it cannot be used."""
    return _validate(_read_yaml(path), str(path))


def _validate(values: dict[str, Any], source: str) -> RunConfig:
    try:
        return RunConfig.model_validate(values)
    except ValidationError as error:
        problems = [
            ".".join(map(str, problem["loc"])) + ": " * bool(problem["loc"]) + problem["msg"]
            for problem in error.errors()
        ]
        raise ConfigError(f"{source} cannot be used: {'; '.join(problems)}") from error


def _read_yaml(path: Path) -> dict[str, Any]:
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"cannot read {path}: {error}") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path} is not valid YAML: {error}") from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ConfigError(f"{path} must hold a mapping of sections, not a {type(loaded).__name__}")
    return loaded


def _merge(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    """`top` over `base`, recursively."""
    merged = dict(base)
    for key, value in top.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _merge(old, value) if both else value  # type: ignore[arg-type]
    return merged
