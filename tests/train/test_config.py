"""Presets, files and options are merged, and mistakes in them are named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hallmark_rl.train.config import PRESETS, ConfigError, load_config, read_config, write_config

OPTIONS = {"env": "envs/wordle", "out": "runs/x", "model": {"path": "a/model"}}


@pytest.mark.parametrize("preset", sorted(path.stem for path in PRESETS.glob("*.yaml")))
def test_every_preset_is_valid_and_is_read_back_as_written(preset: str, tmp_path: Path) -> None:
    config = read_config(preset, None, OPTIONS)
    write_config(config, tmp_path / "config.yaml")
    assert load_config(tmp_path / "config.yaml") == config


def test_a_file_overrides_the_preset_and_options_override_both(tmp_path: Path) -> None:
    file = tmp_path / "mine.yaml"
    file.write_text("seed: 4\ngrpo: {max_steps: 9, beta: 0.1}\n")
    config = read_config("smoke", file, {**OPTIONS, "grpo": {"max_steps": 5}})
    assert (config.seed, config.grpo.max_steps, config.grpo.beta) == (4, 5, 0.1)
    assert config.grpo.prompts == 2


ENGINE_AND_SERVER = """
gpu: true
model: {path: x, lora_rank: 8, fast_inference: true}
grpo: {vllm_mode: server}
"""


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("grpo: {learning_rat: 1}", r"grpo.learning_rat"),
        ("grpo: {max_steps: 0}", r"grpo.max_steps"),
        ("model: {four_bit: true}", "set lora_rank"),
        (ENGINE_AND_SERVER, "an engine of its own"),
        ("levels: [1, 2, 1]", "name each once"),
        ("- a list", "must hold a mapping"),
        ("a: [", "not valid YAML"),
    ],
)
def test_a_mistake_in_a_file_is_named(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "wrong.yaml"
    file.write_text(text)
    with pytest.raises(ConfigError, match=message):
        read_config("cpu", file, OPTIONS)


def test_an_unknown_preset_lists_the_presets() -> None:
    with pytest.raises(ConfigError, match="cpu, demo, gpu, smoke"):
        read_config("tpu", None, OPTIONS)
