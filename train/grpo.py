"""Train a policy with GRPO on a proved environment, and report what training changed.

    python train/grpo.py --env envs/wordle --out runs/wordle
    python train/grpo.py --env envs/coding --preset smoke
    python train/grpo.py --env envs/wordle --levels 1,2 --out runs/both
    python train/grpo.py --env http://localhost:8000 --folder envs/wordle --out runs/served
    python train/grpo.py --env http://a:8000,http://b:8000 --folder envs/wordle --out runs/two
    python train/grpo.py --out runs/wordle --resume

These are for a checkout; with the package installed, `python -m hallmark_rl.train.grpo` works from
any folder.

Writes into --out: config.yaml, start/ (the policy before training), metrics.jsonl, episodes.jsonl,
tensorboard/, checkpoints/, last_good.pt (weights for a rollback), before-N.jsonl and after-N.jsonl
(held-out episodes of each level N; greedy ones in before-N-greedy.jsonl and after-N-greedy.jsonl),
model/ (the trained policy), merged/ (with --merge), summary.json and report.html.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

if not __package__ and not sys.flags.safe_path:  # run as a script
    __import__("script_path")

import typer

from hallmark_rl.command_text import command_text
from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.train.config import (
    ConfigError,
    RunConfig,
    RunRefused,
    load_config,
    read_config,
)
from hallmark_rl.train.runtime import prepare_process
from hallmark_rl.typer_app import help_epilog, new_app, run_app

app = new_app()


@app.command(
    epilog=help_epilog(
        {
            1: "the run ended, but an exported model is not usable",
            2: "wrong usage, a missing extra, or a run that cannot begin",
        },
        "hallmark train --env my_env --out runs/my_env",
    )
)
def main(
    env: Annotated[
        str, typer.Option(help="Folder, module:Class or URLs of servers. Default: Wordle.")
    ] = "",
    folder: Annotated[
        str, typer.Option(help="For a server: the folder with its models, text.py and proof.py.")
    ] = "",
    out: Annotated[Path, typer.Option(help="Folder for everything that is written.")] = Path(
        "runs/grpo"
    ),
    preset: Annotated[
        str,
        typer.Option(
            help="cpu, gpu, vllm_server, smoke or demo. Default: gpu if there is one, else cpu."
        ),
    ] = "",
    config: Annotated[Path | None, typer.Option(help="YAML file, read over the preset.")] = None,
    model: Annotated[
        str, typer.Option(help="Folder or hub id. Default: a small model with random weights.")
    ] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Default: 0.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Number of GRPO steps.")] = None,
    levels: Annotated[str, typer.Option(help="Levels of the curriculum, such as 1,2.")] = "",
    threads: Annotated[
        int | None, typer.Option(min=0, help="Torch threads; 0: one per core.")
    ] = None,
    merge: Annotated[
        str, typer.Option(help="Also export the adapter merged: none, 16bit or 32bit.")
    ] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Continue the run in --out.")] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Delete the run in --out and start a new one.")
    ] = False,
    unproved: Annotated[
        bool, typer.Option("--unproved", help="Train even without a valid hallmark.")
    ] = False,
) -> None:
    """Train a policy with GRPO on an environment and report what training changed."""
    try:
        options = _as_config(env, folder, out, model, seed, steps, levels, threads, merge, unproved)
        if resume:
            others = sorted({*options, *(["preset"] * bool(preset)), *(["config"] * bool(config))})
            option_names = {"grpo": "steps"}
            extra = [f"--{option_names.get(name, name)}" for name in others if name != "out"]
            settings = _resumed_config(out, extra)
        else:
            settings = read_config(preset or _default_preset(), config, options)
            if (out / "config.yaml").exists() and not overwrite:
                raise ConfigError(
                    f"{out} holds a run: continue it with --resume, choose another --out, or "
                    "delete it with --overwrite"
                )
    except ConfigError as error:
        raise _failure(str(error)) from error
    ray = ["ray"] * (settings.environment.workers == "ray")
    require_extras("hallmark train", "train", "openenv", *ray)
    if "env" not in settings.model_fields_set and Path(settings.env).is_absolute():
        typer.echo(f"no --env and no folder envs/wordle here: training on {settings.env}", err=True)
    own_gpu = settings.gpu and settings.grpo.vllm_mode == "colocate"  # Unsloth knows no server
    prepare_process(threads=settings.threads, gpu=own_gpu)

    # These import torch, so they must come after `prepare_process`.
    from hallmark_rl.sdk.subject.diagnosis import SubjectError
    from hallmark_rl.train.environments.env_workers import WorkerDied
    from hallmark_rl.train.pipeline import Interrupted, run

    try:
        summary = run(settings, resume=resume)
    except (RunRefused, SubjectError, ConfigError) as error:
        raise _failure(str(error)) from error
    except WorkerDied as error:
        raise _failure(f"{error}; fix the environment, then continue with --resume") from error
    except Interrupted as error:
        command = command_text("train", "--out", out, "--resume")
        typer.echo(f"{error} Continue with: {command}", err=True)
        raise typer.Exit(130) from error
    unusable = [check["path"] for check in summary.get("exports", ()) if not check["passed"]]
    if unusable:
        typer.echo(f"error: not usable: {', '.join(unusable)}; see the lines above", err=True)
        raise typer.Exit(1)


def _as_config(
    env: str,
    folder: str,
    out: Path,
    model: str,
    seed: int | None,
    steps: int | None,
    levels: str,
    threads: int | None,
    merge: str,
    unproved: bool,
) -> dict[str, Any]:
    """The options that the user gave, in the shape of `RunConfig`."""
    options: dict[str, Any] = {"out": str(out)}
    simple = {"env": env, "folder": folder, "seed": seed, "threads": threads, "merge": merge}
    options |= {name: value for name, value in simple.items() if value not in ("", None)}
    if unproved:
        options["unproved"] = True
    if levels:
        try:
            options["levels"] = [int(level) for level in levels.split(",")]
        except ValueError as error:
            raise ConfigError(f"--levels {levels!r} is not a list of numbers like 1,2") from error
    if model:
        options["model"] = {"path": model}
    if steps is not None:
        options["grpo"] = {"max_steps": steps}
    return options


def _resumed_config(out: Path, extra: list[str]) -> RunConfig:
    """The configuration of the run in `out`; `extra` names options that --resume excludes."""
    if not (out / "config.yaml").is_file():
        raise ConfigError(f"there is no run to resume in {out}: it has no config.yaml")
    if extra:
        raise ConfigError(
            f"--resume uses the settings in {out / 'config.yaml'}: leave out "
            f"{', '.join(extra)}, or start a new run"
        )
    return load_config(out / "config.yaml").model_copy(update={"out": str(out)})


def _default_preset() -> str:
    """`gpu` if there is an NVIDIA device; found without importing torch."""
    return "gpu" if Path("/dev/nvidia0").exists() or Path("/dev/nvidiactl").exists() else "cpu"


def _failure(message: str) -> typer.Exit:
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(2)


if __name__ == "__main__":
    sys.exit(
        call_as_command(lambda: run_app(app, started_as("python train/grpo.py"), sys.argv[1:]))
    )
