"""Check training on a GPU from start to end, with and without Unsloth, and measure its speed.

    python train/gpu_check.py --out runs/gpu

The base model has 25 million random weights. Without CUDA, prints that nothing was checked and
exits with 0. Each variant runs in a process of its own, because importing Unsloth changes TRL in
that process. Writes gpu.json and prints its rows.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

if not __package__ and not sys.flags.safe_path:  # run as a script
    __import__("script_path")

import typer

from hallmark_rl.train.runtime import child_env, env_folder

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


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
    steps: Annotated[int, typer.Option(min=2, help="GRPO steps of each variant.")] = 20,
    variant: Annotated[str, typer.Option(help="Internal: run one variant.")] = "",
) -> None:
    """Run every variant that this machine supports and print the measurements."""
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
    rows = []
    for name in _variants():
        options = ["--out", str(out), "--env", env, "--steps", str(steps), "--variant", name]
        done = subprocess.run([*command, *options], env=child_env(), check=False)
        measured = out / f"{name}.json"
        failed = {"variant": name, "failed": f"exit status {done.returncode}"}
        rows.append(json.loads(measured.read_text()) if measured.is_file() else failed)
    (out / "gpu.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    for row in rows:
        typer.echo("  ".join(f"{key} {value}" for key, value in row.items()))
    if any("failed" in row for row in rows):
        raise typer.Exit(1)


def _variants() -> list[str]:
    """Plain TRL; Unsloth if installed; both in 4 bit if bitsandbytes is installed."""
    names = ["plain"]
    if importlib.util.find_spec("unsloth") is not None:
        names.append("unsloth")
    if importlib.util.find_spec("bitsandbytes") is not None:
        names += [f"{name}-4bit" for name in names]
    return names


def _run_variant(out: Path, env: str, steps: int, variant: str) -> None:
    """Train with LoRA for a few steps, export, reload; write the measurements as JSON."""
    if variant.startswith("unsloth"):
        __import__("unsloth")  # before TRL and transformers
    import torch

    from hallmark_rl.train.config import read_config
    from hallmark_rl.train.pipeline import run

    folder = out / variant
    options: dict[str, Any] = {
        "env": env,
        "out": str(folder),
        "unproved": True,
        "model": {
            "path": str(_base_model(out, env)),
            "four_bit": variant.endswith("4bit"),
            "system_prompt": False,
        },
        "grpo": {"max_steps": steps, "max_turn_tokens": 8, "save_steps": steps},
        "evaluation": {"episodes": 64, "every": steps, "episodes_between": 16},
    }
    torch.cuda.reset_peak_memory_stats()
    summary = run(read_config("gpu", None, options))
    lines = (folder / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    logged = [row for row in map(json.loads, lines) if row["kind"] == "train"]
    train = logged[1:]  # the first step includes warm-up
    seconds = [sum(row["seconds"].values()) for row in train]
    episodes = 8 * 8  # prompts x generations of the preset
    row = {
        "variant": variant,
        "device": torch.cuda.get_device_name(),
        "step_s": round(sum(seconds) / len(seconds), 3),
        "rollouts_per_s": round(episodes * len(seconds) / sum(seconds), 1),
        "tokens_per_s": round(sum(row["tokens_per_s"] for row in train) / len(train)),
        "peak_gib": round(torch.cuda.max_memory_allocated() / 2**30, 2),
        "exports": all(check["passed"] for check in summary["exports"]),
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
