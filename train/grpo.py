"""Train a policy with GRPO on a proved environment, and show what that changed.

    python train/grpo.py --env envs/wordle --out runs/wordle
    python train/grpo.py --env envs/coding --preset smoke
    python train/grpo.py --env envs/wordle --levels 1,2 --out runs/both
    python train/grpo.py --env http://localhost:8000 --folder envs/wordle --out runs/served
    python train/grpo.py --out runs/wordle --resume

Writes into --out: config.yaml, start/ (the policy before), metrics.jsonl, episodes.jsonl,
tensorboard/, checkpoints/, before-N.jsonl and after-N.jsonl for each level N, model/ (the policy
after), summary.json and report.html.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Annotated, Any

_ROOT = Path(__file__).resolve().parents[1]
if sys.path and Path(sys.path[0] or ".").resolve() == _ROOT / "train":
    sys.path[0] = str(_ROOT)  # run as a script: this folder's modules must not hide others

import typer  # noqa: E402

from hallmark_rl.command_text import command_text  # noqa: E402
from hallmark_rl.exit_status import call_as_command  # noqa: E402
from hallmark_rl.extras import require_extras  # noqa: E402
from hallmark_rl.train.config import ConfigError, RunConfig, load_config, read_config  # noqa: E402
from hallmark_rl.typer_app import help_epilog, new_app, run_app  # noqa: E402

app = new_app()


@app.command(
    epilog=help_epilog(
        {2: "wrong usage, a missing extra, or a run that cannot begin"},
        "hallmark train --env my_env --out runs/my_env",
    )
)
def main(
    env: Annotated[
        str, typer.Option(help="Folder, module:Class or URL of a server. Default: envs/wordle.")
    ] = "",
    folder: Annotated[
        str, typer.Option(help="For a server: the folder with its models, text.py and proof.py.")
    ] = "",
    out: Annotated[Path, typer.Option(help="Where everything is written.")] = Path("runs/grpo"),
    preset: Annotated[str, typer.Option(help="cpu, gpu or smoke. Default: by the machine.")] = "",
    config: Annotated[Path | None, typer.Option(help="YAML, read over the preset.")] = None,
    model: Annotated[str, typer.Option(help="Local path or hub id. Default: a tiny model.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Default 0.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="Steps of GRPO.")] = None,
    levels: Annotated[str, typer.Option(help="Levels of the curriculum, such as 1,2.")] = "",
    threads: Annotated[int | None, typer.Option(min=0, help="Torch threads; 0: all.")] = None,
    merge: Annotated[str, typer.Option(help="Also export a merge: none, 16bit or 32bit.")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with the run in --out.")] = False,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", help="Throw away the run that --out holds.")
    ] = False,
    unproved: Annotated[
        bool, typer.Option("--unproved", help="Train without a fresh hallmark.")
    ] = False,
) -> None:
    """Train a policy with GRPO on an environment and report what that changed."""
    try:
        given = _given(env, folder, out, model, seed, steps, levels, threads, merge, unproved)
        if resume:
            others = sorted({*given, *(["preset"] * bool(preset)), *(["config"] * bool(config))})
            named = {"grpo": "steps"}
            settings = _resumed(out, [f"--{named.get(n, n)}" for n in others if n != "out"])
        else:
            settings = read_config(preset or _default_preset(), config, given)
            if (out / "config.yaml").exists() and not overwrite:
                raise ConfigError(
                    f"{out} holds a run: go on with it with --resume, choose another --out, or "
                    "throw it away with --overwrite"
                )
    except ConfigError as error:
        raise _failure(str(error)) from error
    require_extras("hallmark train", "train", "openenv")
    prepare(settings)

    from hallmark_rl.sdk.subject.model import SubjectError
    from hallmark_rl.train.environments.env_source import Refusal
    from hallmark_rl.train.environments.env_workers import Lost
    from hallmark_rl.train.pipeline import Interrupted, run

    try:
        run(settings, resume=resume)
    except (Refusal, SubjectError, ConfigError) as error:
        raise _failure(str(error)) from error
    except Lost as error:
        raise _failure(f"{error}; mend it, then go on with --resume") from error
    except Interrupted as error:
        again = command_text("train", "--out", out, "--resume")
        typer.echo(f"{error} Go on with: {again}", err=True)
        raise typer.Exit(130) from error


def prepare(settings: RunConfig) -> None:
    """What must be set before torch is imported (and Unsloth, before TRL)."""
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    os.environ.setdefault("TRL_EXPERIMENTAL_SILENCE", "1")
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")
    if settings.threads:
        os.environ["OMP_NUM_THREADS"] = str(settings.threads)
    if settings.gpu:
        import importlib.util

        if importlib.util.find_spec("unsloth") is not None:
            __import__("unsloth")


def _given(
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
    """The options that were given, in the shape of the configuration."""
    given: dict[str, Any] = {"out": str(out)}
    plain = {"env": env, "folder": folder, "seed": seed, "threads": threads, "merge": merge}
    given |= {name: value for name, value in plain.items() if value not in ("", None)}
    if unproved:
        given["unproved"] = True
    if levels:
        try:
            given["levels"] = [int(level) for level in levels.split(",")]
        except ValueError as error:
            raise ConfigError(f"--levels {levels!r} is not a list of numbers like 1,2") from error
    if model:
        given["model"] = {"path": model}
    if steps is not None:
        given["grpo"] = {"max_steps": steps}
    return given


def _resumed(out: Path, others: list[str]) -> RunConfig:
    if not (out / "config.yaml").is_file():
        raise ConfigError(f"there is no run to resume in {out}: it has no config.yaml")
    if others:
        raise ConfigError(
            f"--resume goes on with the settings in {out / 'config.yaml'}: leave out "
            f"{', '.join(others)}, or begin a new run"
        )
    return load_config(out / "config.yaml").model_copy(update={"out": str(out)})


def _default_preset() -> str:
    """`gpu` where there is one that torch could use, found without importing torch."""
    return "gpu" if Path("/dev/nvidia0").exists() or Path("/dev/nvidiactl").exists() else "cpu"


def _failure(message: str) -> typer.Exit:
    typer.echo(f"error: {message}", err=True)
    return typer.Exit(2)


if __name__ == "__main__":
    sys.exit(call_as_command(lambda: run_app(app, "python train/grpo.py", sys.argv[1:])))
