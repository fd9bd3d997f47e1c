"""Check training on a GPU from start to end, with and without Unsloth, and measure its speed.

    python train/gpu_check.py --out runs/gpu

Asserts, for each variant that this machine supports: the installed versions fit together; rollouts
agree with the trainer's model and follow an update; environment tokens stay out of the loss; the
engine that was asked for is used; exports reload, also from 4 bit; a run resumes where it was; an
engine that sleeps gives its memory back. What could not be checked is named with the reason.

The base model has 25 million random weights. Without CUDA, prints that nothing was checked and
exits with 0. Each variant runs in a process of its own, because importing Unsloth changes TRL in
that process. Writes gpu.json and prints its rows.
"""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

if not __package__ and not sys.flags.safe_path:  # run as a script
    __import__("script_path")

import typer

from hallmark_rl.train.runtime import child_env, env_folder

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)

GENERATIONS, PROMPTS = 8, 8


def reason_to_skip() -> str | None:
    """Why GPU training cannot be checked on this machine; None if it can."""
    import torch

    return None if torch.cuda.is_available() else "no CUDA device: GPU training was not checked"


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Folder for everything that is written.")] = Path(
        "runs/gpu"
    ),
    env: Annotated[str, typer.Option(help="Folder of the environment. Default: Wordle.")] = "",
    steps: Annotated[int, typer.Option(min=4, help="GRPO steps of each variant.")] = 20,
    variant: Annotated[str, typer.Option(help="Internal: run one variant.")] = "",
) -> None:
    """Run every variant that this machine supports, print what holds and the measurements."""
    reason = reason_to_skip()
    if reason:
        typer.echo(f"skipped: {reason}")
        return
    out.mkdir(parents=True, exist_ok=True)
    env = env or env_folder("wordle")
    if variant:
        _run_variant(out, env, steps, variant)
        return
    command = [sys.executable, "-m", "hallmark_rl.train.gpu_check"]
    rows: list[dict[str, Any]] = []
    for name in variants():
        options = ["--out", str(out), "--env", env, "--steps", str(steps), "--variant", name]
        done = subprocess.run([*command, *options], env=child_env(), check=False)
        measured = out / f"{name}.json"
        failed: dict[str, Any] = {
            "variant": name,
            "failed": f"exit status {done.returncode}",
            "contract": [],
        }
        rows.append(json.loads(measured.read_text()) if measured.is_file() else failed)
    (out / "gpu.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    for row in rows:
        figures = {key: value for key, value in row.items() if key != "contract"}
        typer.echo("  ".join(f"{key} {value}" for key, value in figures.items()))
        for finding in row["contract"]:
            typer.echo(f"  {finding['verdict']:<11}  {finding['name']}: {finding['detail']}")
    if any("failed" in row for row in rows) or any(
        finding["verdict"] == "broken" for row in rows for finding in row["contract"]
    ):
        raise typer.Exit(1)


def variants() -> list[str]:
    """Plain TRL; Unsloth if installed; both in 4 bit if bitsandbytes is installed; vLLM that sleeps
    and Unsloth's fast inference if vLLM is installed."""
    has = {
        name: importlib.util.find_spec(name) is not None
        for name in ("unsloth", "bitsandbytes", "vllm")
    }
    names = ["plain"] + ["unsloth"] * has["unsloth"]
    if has["bitsandbytes"]:
        names += [f"{name}-4bit" for name in names]
    if has["vllm"]:
        names += ["plain-sleep"] + ["unsloth-fast"] * has["unsloth"]
    return names


def _run_variant(out: Path, env: str, steps: int, variant: str) -> None:
    """Train with LoRA for a few steps, export, reload, resume; write findings and speed as JSON."""
    if variant.startswith("unsloth"):
        __import__("unsloth")  # before TRL and transformers
    import torch

    from hallmark_rl.train.config import read_config
    from hallmark_rl.train.gpu_contract.saved_state import train_rows
    from hallmark_rl.train.gpu_contract.variant import check_saved_state, check_training
    from hallmark_rl.train.gpu_contract.versions import check_versions, installed_packages
    from hallmark_rl.train.pipeline import run

    base, folder, half = _base_model(out, env), out / variant, steps // 2
    steps = 2 * half
    options: dict[str, Any] = {
        "env": env,
        "out": str(folder),
        "unproved": True,
        "model": {
            "path": str(base),
            "four_bit": variant.endswith("4bit"),
            "system_prompt": False,
            "fast_inference": variant.endswith("fast"),
        },
        "grpo": {
            "max_steps": steps,
            "prompts": PROMPTS,
            "num_generations": GENERATIONS,
            "max_turn_tokens": 8,
            "save_steps": half,
            "vllm_sleep": variant.endswith("sleep"),
        },
        "evaluation": {"episodes": 64, "every": steps, "episodes_between": 16},
        "stop": {"after": steps + 1},
    }
    torch.cuda.reset_peak_memory_stats()
    config = read_config("gpu", None, options)
    findings = [check_versions(installed_packages())]
    findings += check_training(config.model_copy(update={"out": str(out / f"{variant}-contract")}))
    summary = run(config)
    resumed = out / f"{variant}-resumed"
    shutil.copytree(folder, resumed, dirs_exist_ok=True)
    shutil.rmtree(resumed / "checkpoints" / f"checkpoint-{steps}")
    run(config.model_copy(update={"out": str(resumed)}), resume=True)
    findings += check_saved_state(config, summary, base, resumed)
    train = train_rows(folder)[1:]  # the first step includes warm-up
    seconds = [sum(row["seconds"].values()) for row in train]
    row = {
        "variant": variant,
        "device": torch.cuda.get_device_name(),
        "step_s": round(sum(seconds) / len(seconds), 3),
        "rollouts_per_s": round(PROMPTS * GENERATIONS * len(seconds) / sum(seconds), 1),
        "tokens_per_s": round(sum(row["tokens_per_s"] for row in train) / len(train)),
        "peak_gib": round(torch.cuda.max_memory_allocated() / 2**30, 2),
        "contract": [finding.to_dict() for finding in findings],
    }
    (out / f"{variant}.json").write_text(json.dumps(row), encoding="utf-8")


def _base_model(out: Path, env: str) -> Path:
    """The folder of a Llama with 25 million random weights for the environment's characters."""
    from hallmark_rl.sdk.subject.load import load_subject
    from hallmark_rl.train.config import ModelConfig
    from hallmark_rl.train.policy.model_loading import character_tokenizer, tiny_model

    folder = out / "base"
    if not folder.is_dir():
        text = load_subject(env).text
        assert text is not None, f"{env} has no text.py"
        tokenizer = character_tokenizer(text.ALPHABET)
        size = ModelConfig(hidden=512, layers=8, heads=8, context=2048)
        tiny_model(size, tokenizer, 0).save_pretrained(folder)
        tokenizer.save_pretrained(folder)
    return folder


if __name__ == "__main__":
    app()
