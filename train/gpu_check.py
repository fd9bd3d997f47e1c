"""The GPU path end to end on a small model made here, with figures, with and without Unsloth.

    python train/gpu_check.py --out runs/gpu

Needs CUDA; says so and exits 0 without it. Each variant runs in a process of its own, because
importing Unsloth changes TRL for good. Writes gpu.json and a table to the terminal.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Annotated, Any

_ROOT = Path(__file__).resolve().parents[1]
if sys.path and Path(sys.path[0] or ".").resolve() == _ROOT / "train":
    sys.path[0] = str(_ROOT)

import typer  # noqa: E402

app = typer.Typer(add_completion=False, pretty_exceptions_enable=False)


def reason_to_skip() -> str | None:
    """Why the check cannot run here; None if it can."""
    import torch

    return None if torch.cuda.is_available() else "no CUDA device: the GPU path was not exercised"


@app.command()
def main(
    out: Annotated[Path, typer.Option(help="Where everything is written.")] = Path("runs/gpu"),
    env: Annotated[str, typer.Option(help="The environment to play.")] = "envs/wordle",
    steps: Annotated[int, typer.Option(min=2, help="Steps of GRPO for each variant.")] = 20,
    variant: Annotated[str, typer.Option(help="Internal: run one variant.")] = "",
) -> None:
    """Run every variant that this machine can and print their figures."""
    reason = reason_to_skip()
    if reason:
        typer.echo(f"skipped: {reason}")
        return
    out.mkdir(parents=True, exist_ok=True)
    if variant:
        _run(out, env, steps, variant)
        return
    rows = []
    for name in _variants():
        arguments = ["--out", str(out), "--env", env, "--steps", str(steps), "--variant", name]
        done = subprocess.run([sys.executable, __file__, *arguments], cwd=_ROOT, check=False)
        figures = out / f"{name}.json"
        ended = {"variant": name, "failed": f"exit status {done.returncode}"}
        rows.append(json.loads(figures.read_text()) if figures.is_file() else ended)
    (out / "gpu.json").write_text(json.dumps(rows, indent=1), encoding="utf-8")
    for row in rows:
        typer.echo("  ".join(f"{key} {value}" for key, value in row.items()))
    if any("failed" in row for row in rows):
        raise typer.Exit(1)


def _variants() -> list[str]:
    """Plain TRL, Unsloth where it is installed, and both in 4 bit where bitsandbytes is."""
    names = ["plain"]
    if importlib.util.find_spec("unsloth") is not None:
        names.append("unsloth")
    if importlib.util.find_spec("bitsandbytes") is not None:
        names += [f"{name}-4bit" for name in names]
    return names


def _run(out: Path, env: str, steps: int, variant: str) -> None:
    """One variant: LoRA, a few steps, export, reload; its figures as JSON."""
    if variant.startswith("unsloth"):
        __import__("unsloth")  # before TRL and transformers
    import torch

    from hallmark_rl.train.config import read_config
    from hallmark_rl.train.pipeline import run

    place = out / variant
    given: dict[str, Any] = {
        "env": env,
        "out": str(place),
        "unproved": True,
        "model": {
            "path": str(_base(out, env)),
            "four_bit": variant.endswith("4bit"),
            "system_prompt": False,
        },
        "grpo": {"max_steps": steps, "max_turn_tokens": 8, "save_steps": steps},
        "evaluation": {"episodes": 64, "every": steps, "episodes_between": 16},
    }
    torch.cuda.reset_peak_memory_stats()
    summary = run(read_config("gpu", None, given))
    lines = (place / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    train = [row for row in map(json.loads, lines) if row["kind"] == "train"][1:]
    seconds = [sum(row["seconds"].values()) for row in train]
    episodes = 8 * 8
    figures = {
        "variant": variant,
        "device": torch.cuda.get_device_name(),
        "step_s": round(sum(seconds) / len(seconds), 3),
        "rollouts_per_s": round(episodes * len(seconds) / sum(seconds), 1),
        "tokens_per_s": round(sum(row["tokens_per_s"] for row in train) / len(train)),
        "peak_gib": round(torch.cuda.max_memory_allocated() / 2**30, 2),
        "exports": all(check["passed"] for check in summary["exports"]),
    }
    (out / f"{variant}.json").write_text(json.dumps(figures), encoding="utf-8")


def _base(out: Path, env: str) -> Path:
    """A Llama of 25 M parameters with random weights and the environment's characters."""
    from hallmark_rl.sdk.subject.load import load_subject
    from hallmark_rl.train.config import ModelConfig
    from hallmark_rl.train.policy.model import character_tokenizer, tiny_model

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
