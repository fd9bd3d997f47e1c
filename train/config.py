"""What a run is made of: one YAML file, read over a preset, checked before anything starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

PRESETS = Path(__file__).with_name("presets")


class ConfigError(ValueError):
    """A configuration that cannot be used, with the place and the reason."""


class _Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class ModelConfig(_Section):
    """The policy. Without `path` a tiny Llama of the given size is made from nothing."""

    path: str | None = None
    hidden: int = Field(default=64, ge=8)
    layers: int = Field(default=2, ge=1)
    heads: int = Field(default=4, ge=1)
    context: int = Field(default=512, ge=32)
    lora_rank: int = Field(default=0, ge=0, description="0 trains every weight")
    four_bit: bool = Field(default=False, description="load the base in NF4 (QLoRA)")
    system_prompt: bool = Field(
        default=False, description="begin with the environment's SYSTEM text"
    )

    @model_validator(mode="after")
    def _adapter(self) -> ModelConfig:
        if self.four_bit and not self.lora_rank:
            raise ValueError("four_bit needs an adapter to train: set lora_rank")
        if self.lora_rank and not self.path:
            raise ValueError("lora_rank needs a model to adapt: give --model, or set it to 0")
        return self


class WarmupConfig(_Section):
    """The supervised start; `steps: 0` leaves it out."""

    steps: int = Field(default=800, ge=0)
    traces: int = Field(default=4000, ge=1)
    batch: int = Field(default=32, ge=1)
    lr: float = Field(default=3e-3, gt=0)
    clean: float = Field(default=0.75, ge=0, le=1, description="share of the steps on clean traces")
    further: float = Field(
        default=0.2, ge=0, le=1, description="share of the traces of levels after the first"
    )
    mediocre: float = Field(
        default=0.25, ge=0, le=1, description="quality of the traces after those"
    )
    shown_weight: float = Field(
        default=0.5, ge=0, description="weight of predicting what the environment says"
    )


class GrpoSection(_Section):
    """The reinforcement learning, under TRL's names where TRL has one."""

    max_steps: int = Field(default=180, ge=1)
    prompts: int = Field(default=8, ge=1, description="groups in a step")
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
        default=None, description="pay these columns instead of the declared return"
    )
    multi_objective_aggregation: Literal["sum_then_normalize", "normalize_then_sum"] = (
        "sum_then_normalize"
    )
    gradient_accumulation_steps: int = Field(
        default=1, ge=1, description="micro-batches in each of the environment's lanes"
    )
    save_steps: int = Field(default=25, ge=1)
    vllm_gpu_memory_utilization: float = Field(default=0.3, gt=0, le=1)
    max_turn_tokens: int | None = Field(
        default=None, ge=1, description="default: the longest demonstrated turn"
    )
    max_turns: int = Field(default=32, ge=1)


class EnvironmentConfig(_Section):
    """How the environment is played."""

    processes: int | None = Field(
        default=None, ge=0, description="worker processes; default: one per core; 0: none"
    )
    sessions: int | None = Field(
        default=None, ge=1, description="instances at once, where a server holds no more"
    )
    lanes: int = Field(
        default=2,
        ge=1,
        description="parts of a step: the environments of one work beside generation and learning",
    )


class EvaluationConfig(_Section):
    """Held-out episodes: the same tasks before and after, fewer in between."""

    episodes: int = Field(default=400, ge=10)
    every: int = Field(default=25, ge=1)
    episodes_between: int = Field(default=100, ge=10)


class StopConfig(_Section):
    """When to stop early: nothing is explored, or nothing is learned from, any more."""

    after: int = Field(default=30, ge=1, description="never before this step")
    window: int = Field(default=10, ge=1)
    entropy: float = Field(default=0.03, ge=0)
    zero_variance: float = Field(default=0.9, gt=0, le=1)


class AlarmConfig(_Section):
    """When to cry, and what to do then."""

    action: Literal["warn", "stop", "rollback"] = "warn"
    gap: float = Field(default=0.2, gt=0, description="paid minus verified, since the beginning")
    column: float = Field(default=0.3, gt=0, description="rise of a column without success")
    repeats: float = Field(
        default=0.6, gt=0, le=1, description="share of one completion over tasks"
    )
    length: float = Field(default=3.0, gt=1, description="factor over the first steps")
    timeouts: float = Field(default=0.2, gt=0, le=1)
    rollbacks: int = Field(default=1, ge=0, description="after so many, stop instead")
    lr_factor: float = Field(default=0.3, gt=0, le=1)


class RunConfig(_Section):
    """Everything."""

    env: str = Field(default="envs/wordle", min_length=1)
    env_args: dict[str, Any] = {}
    folder: str = Field(default="", description="for a server: where its models and text.py are")
    out: str
    seed: int = 0
    threads: int = Field(default=0, ge=0, description="torch threads; 0 is one per core")
    levels: tuple[int, ...] = Field(
        default=(), description="default: the first level that text.py names"
    )
    gpu: bool = False
    unproved: bool = False
    merge: Literal["none", "16bit", "32bit"] = "none"
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
            raise ValueError(f"levels {list(self.levels)} name one twice: give each once")
        return self


def read_config(preset: str, file: Path | None, given: dict[str, Any]) -> RunConfig:
    """A preset, over it a YAML file, over that what the command line gave."""
    source = PRESETS / f"{preset}.yaml"
    if not source.is_file():
        known = ", ".join(sorted(path.stem for path in PRESETS.glob("*.yaml")))
        raise ConfigError(f"there is no preset {preset!r}: choose one of {known}")
    merged: dict[str, Any] = _mapping(source)
    if file is not None:
        merged = _over(merged, _mapping(file))
    merged = _over(merged, given)
    return _valid(merged, "the configuration")


def write_config(config: RunConfig, path: Path) -> None:
    """Write every value, so that the run can be repeated and resumed."""
    path.write_text(yaml.safe_dump(config.model_dump(mode="json")), encoding="utf-8")


def load_config(path: Path) -> RunConfig:
    """What `write_config` wrote."""
    return _valid(_mapping(path), str(path))


def _valid(values: dict[str, Any], what: str) -> RunConfig:
    try:
        return RunConfig.model_validate(values)
    except ValidationError as error:
        places = [
            ".".join(map(str, problem["loc"])) + ": " * bool(problem["loc"]) + problem["msg"]
            for problem in error.errors()
        ]
        raise ConfigError(f"{what} cannot be used: {'; '.join(places)}") from error


def _mapping(path: Path) -> dict[str, Any]:
    try:
        loaded = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {error.strerror}") from error
    except yaml.YAMLError as error:
        raise ConfigError(f"{path} is not valid YAML: {error}") from error
    if loaded is None:
        return {}
    if not isinstance(loaded, dict):
        raise ConfigError(f"{path} must hold a mapping of sections, not a {type(loaded).__name__}")
    return loaded


def _over(base: dict[str, Any], top: dict[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, value in top.items():
        old = merged.get(key)
        both = isinstance(old, dict) and isinstance(value, dict)
        merged[key] = _over(old, value) if both else value  # type: ignore[arg-type]
    return merged
