"""`hallmark wrap`: add a proof file to an OpenEnv environment, or make one of something else.

    hallmark wrap path/to/openenv_env
    hallmark wrap scorer:module:function --tasks tasks.jsonl --out my_env
    hallmark wrap gym:ID --out my_env

An environment that exists is not changed. Its proof file starts with what can be observed from
outside (a null policy, whether reset() takes seeds, whether episodes end), and with an oracle that
a search found, if it found one. What only the author knows stands there as commented examples that
use the environment's own fields.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.markup import escape

from hallmark_rl.command_text import command_text
from hallmark_rl.exit_status import call_as_command, started_as
from hallmark_rl.extras import require_extras
from hallmark_rl.sdk.subject.env_args import read_env_args
from hallmark_rl.sdk.wrapping.conversation_env import wrap_conversation
from hallmark_rl.sdk.wrapping.gym_env import wrap_gym
from hallmark_rl.sdk.wrapping.proof_file import wrap
from hallmark_rl.sdk.wrapping.scorer_env import FUNCTION_KINDS, TASK_SETS, wrap_scorer
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem
from hallmark_rl.typer_app import new_app, new_console, run_app

KINDS = (*FUNCTION_KINDS, *TASK_SETS, "gym")
"""How a subject begins that is made into an environment."""


def is_folder(subject: str) -> bool:
    """Whether a subject of `hallmark wrap` is a folder, not something with a prefix.

    Raises:
        WrapProblem: it has a prefix that is not known, or cannot be wrapped.
    """
    kind, colon, _ = subject.partition(":")
    if not colon or Path(subject).exists():
        return True
    if kind == "pettingzoo":
        raise WrapProblem(
            "environments with several agents cannot be wrapped: an OpenEnv environment has one "
            f"agent; {command_text('prove', subject)} checks it as it is"
        )
    if kind not in KINDS:
        known = ", ".join(f"{name}:" for name in KINDS)
        raise WrapProblem(f"{subject} is no folder and begins with none of {known}")
    return False


def make_environment(
    subject: str,
    out: Path | None,
    *,
    tasks: Path | None = None,
    args: Mapping[str, Any] | None = None,
    proof: Path | None = None,
    search: bool = True,
    gym_options: Mapping[str, Any] | None = None,
) -> tuple[list[Path], list[str]]:
    """Write an environment of a scorer, a task set or a Gymnasium environment into `out`.

    A task set of verifiers that exports an environment becomes a conversation.

    `search` looks for solutions of a Gymnasium environment, as `wrap` does. See
    `wrapping.scorer_env.wrap_scorer` and `wrapping.gym_env.wrap_gym`, which also say what is
    returned and raised, for the other arguments.
    """
    if out is None:
        raise WrapProblem(f"{subject} needs --out FOLDER: the environment is written there")
    if not subject.startswith("gym:"):
        others = dict(gym_options or {})
        is_verifiers = subject.startswith("verifiers:")
        max_steps = others.pop("max_steps", None) if is_verifiers else None
        if others:
            name = next(iter(others)).replace("_", "-")
            raise WrapProblem(f"--{name} is for gym:ID only")
        if is_verifiers and tasks is None and proof is None:
            made = wrap_conversation(subject, out, args=args or {}, max_steps=max_steps)
            if made is not None:
                return made
        if max_steps is not None:
            raise WrapProblem("--max-steps is for environments with several turns")
        return wrap_scorer(subject, out, tasks=tasks, args=args or {}, proof=proof)
    if tasks is not None or proof is not None:
        raise WrapProblem(f"{subject} takes neither --tasks nor --proof")
    written, notes, limit = wrap_gym(subject, out, args=args or {}, **(gym_options or {}))
    target, more = wrap(out, search=search, max_steps=limit)
    return sorted([*written, target]), [*notes, *more]


def main(
    subject: Annotated[
        str,
        typer.Argument(
            help="folder of an OpenEnv environment; or scorer:module:function, "
            "trl:module:function, reasoning_gym:NAME, verifiers:PACKAGE or gym:ID"
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="the environment to write; its name is the folder's")
    ] = None,
    tasks: Annotated[
        Path | None, typer.Option(help="of a scorer: tasks, one JSON object in each line")
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(help="of a scorer: a file with declared = {...}")
    ] = None,
    env_arg: Annotated[
        list[str] | None,
        typer.Option(
            "--env-arg",
            metavar="NAME=VALUE",
            help="of a task set or Gymnasium environment: an argument with which it is made; may "
            "be given several times",
        ),
    ] = None,
    max_steps: Annotated[
        int | None, typer.Option(min=1, help="of gym:ID or a conversation: the step limit")
    ] = None,
    solved: Annotated[
        float | None, typer.Option(help="of gym:ID: the return of a solved episode")
    ] = None,
    reward_range: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="LOW HIGH", help="of gym:ID: the rewards of a step"),
    ] = None,
    show_info: Annotated[
        bool, typer.Option("--show-info", help="of gym:ID: show `info` to the agent")
    ] = False,
    search: Annotated[
        bool, typer.Option(help="look for solutions and write them as found_oracle()")
    ] = True,
) -> None:
    """Add a proof file to an OpenEnv environment, or make one of a scorer, task set or gym:ID."""
    require_extras("hallmark wrap", "openenv")
    console = new_console()
    gym_options = {
        "max_steps": max_steps,
        "solved": solved,
        "reward_range": reward_range,
        "show_info": show_info or None,
    }
    given = {name: value for name, value in gym_options.items() if value is not None}
    try:
        if is_folder(subject):
            if out or tasks or proof or env_arg or given:
                raise WrapProblem(f"{subject} is a folder: it takes no option but --no-search")
            folder = Path(subject)
            target, notes = wrap(folder, search=search)
            written = [target]
        else:
            args = read_env_args(env_arg or ())
            written, notes = make_environment(
                subject, out, tasks=tasks, args=args, proof=proof, search=search, gym_options=given
            )
            assert out is not None
            folder = out
    except (ValueError, OSError) as problem:
        console.print(f"[red]{escape(str(problem))}[/red]")
        raise typer.Exit(2) from problem
    for path in written:
        console.print(f"  [dim]wrote[/dim] {escape(str(path))}")
    for note in notes:
        console.print(f"  [yellow]note[/yellow]  {escape(note)}")
    console.print(f"\nProve it:   {command_text('prove', folder)}")


app = new_app(
    main,
    exit_codes={2: "wrong usage, a missing extra, or nothing that can be wrapped"},
    example="hallmark wrap scorer:module:function --tasks tasks.jsonl --out my_env",
)

if __name__ == "__main__":
    sys.exit(call_as_command(lambda: run_app(app, started_as("python -m sdk.wrap"), sys.argv[1:])))
