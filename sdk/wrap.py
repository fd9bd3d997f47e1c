"""`hallmark wrap`: add a proof file to an OpenEnv environment, or make one of something else.

    hallmark wrap path/to/openenv_env
    hallmark wrap scorer:module:function --tasks tasks.jsonl --out my_env
    hallmark wrap nemo+http://HOST:PORT --tasks rows.jsonl --out my_env
    hallmark wrap gym:ID --out my_env
    hallmark wrap pettingzoo:MODULE --out my_env
    hallmark wrap harbor:FOLDER --out my_env

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
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.sdk.subject.env_args import read_env_args
from hallmark_rl.sdk.wrapping.conversation_env import wrap_conversation
from hallmark_rl.sdk.wrapping.gym_env import wrap_gym
from hallmark_rl.sdk.wrapping.harbor_env import wrap_harbor
from hallmark_rl.sdk.wrapping.parallel_env import wrap_parallel
from hallmark_rl.sdk.wrapping.proof_file import wrap
from hallmark_rl.sdk.wrapping.scorer_env import FUNCTION_KINDS, SERVERS, TASK_SETS, wrap_scorer
from hallmark_rl.sdk.wrapping.wrap_problem import WrapProblem
from hallmark_rl.typer_app import new_app, new_console, run_app

GAMES = {"gym": wrap_gym, "pettingzoo": wrap_parallel}
"""How a subject begins that has steps, and what wraps it."""
HARBOR = "harbor"
KINDS = (*FUNCTION_KINDS, *TASK_SETS, *SERVERS, *GAMES, HARBOR)
"""How a subject begins that is made into an environment."""


def is_folder(subject: str) -> bool:
    """Whether a subject of `hallmark wrap` is a folder, not something with a prefix.

    Raises:
        WrapProblem: it has a prefix that is not known.
    """
    kind, colon, _ = subject.partition(":")
    if not colon or Path(subject).exists():
        return True
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
    headers: Mapping[str, str] | None = None,
    search: bool = True,
    game_options: Mapping[str, Any] | None = None,
) -> tuple[list[Path], list[str]]:
    """Write an environment of a scorer, a task set, or an environment of another kind into `out`.

    A task set of verifiers that exports an environment becomes a conversation.

    `search` looks for solutions of a Gymnasium or PettingZoo environment, as `wrap` does. See
    `wrapping.scorer_env.wrap_scorer`, `wrapping.gym_env.wrap_gym` and
    `wrapping.parallel_env.wrap_parallel`, which also say what is returned and raised, for the
    other arguments; `game_options` are those of the last two.
    """
    if out is None:
        raise WrapProblem(f"{subject} needs --out FOLDER: the environment is written there")
    kind = subject.partition(":")[0]
    given = dict(game_options or {})
    if kind not in GAMES:
        has_turns = kind in ("verifiers", HARBOR)
        max_steps = given.pop("max_steps", None) if has_turns else None
        if given:
            name = next(iter(given)).replace("_", "-").removesuffix("s")
            raise WrapProblem(f"--{name} is for gym:ID and pettingzoo:MODULE only")
        if kind == HARBOR:
            if tasks is not None or proof is not None or headers or args:
                raise WrapProblem(f"{subject} takes --out and --max-steps only")
            return wrap_harbor(subject, out, max_steps=max_steps)
        alone = tasks is None and proof is None and not headers and "runtime" not in (args or {})
        if kind == "verifiers" and alone:
            made = wrap_conversation(subject, out, args=args or {}, max_steps=max_steps)
            if made is not None:
                return made
        if max_steps is not None:
            raise WrapProblem("--max-steps is for environments with several turns")
        return wrap_scorer(subject, out, tasks=tasks, args=args or {}, proof=proof, headers=headers)
    if headers:
        raise WrapProblem("--header is for nemo+http://HOST:PORT only")
    if tasks is not None or proof is not None:
        raise WrapProblem(f"{subject} takes neither --tasks nor --proof")
    if kind == "gym" and "paid_agents" in given:
        raise WrapProblem("--paid-agent is for pettingzoo:MODULE only")
    written, notes, limit = GAMES[kind](subject, out, args=args or {}, **given)
    target, more = wrap(out, search=search, max_steps=limit)
    return sorted([*written, target]), [*notes, *more]


def main(
    subject: Annotated[
        str,
        typer.Argument(
            help="folder of an OpenEnv environment; or scorer:module:function, "
            "trl:module:function, reasoning_gym:NAME, verifiers:PACKAGE, "
            "nemo+http://HOST:PORT, gym:ID, pettingzoo:MODULE or harbor:FOLDER"
        ),
    ],
    out: Annotated[
        Path | None, typer.Option(help="the environment to write; its name is the folder's")
    ] = None,
    tasks: Annotated[
        Path | None, typer.Option(help="of a scorer or server: tasks, one JSON object in each line")
    ] = None,
    proof: Annotated[
        Path | None, typer.Option(help="of a scorer: a file with declared = {...}")
    ] = None,
    env_arg: Annotated[
        list[str] | None,
        typer.Option(
            "--env-arg",
            metavar="NAME=VALUE",
            help="of a task set, gym:ID or pettingzoo:MODULE: an argument with which it is made; "
            "may be given several times",
        ),
    ] = None,
    header: Annotated[
        list[str] | None,
        typer.Option(
            help="of nemo+http://HOST:PORT: a header of requests, such as 'Authorization: ...'; "
            "it is written nowhere",
        ),
    ] = None,
    max_steps: Annotated[
        int | None,
        typer.Option(min=1, help="of gym:ID, pettingzoo:MODULE, a conversation, harbor: the limit"),
    ] = None,
    solved: Annotated[
        float | None, typer.Option(help="of these: the return of a solved episode")
    ] = None,
    reward_range: Annotated[
        tuple[float, float] | None,
        typer.Option(metavar="LOW HIGH", help="of these: the rewards of a step (of one agent)"),
    ] = None,
    show_info: Annotated[
        bool, typer.Option("--show-info", help="of these: show `info` to the agent")
    ] = False,
    paid_agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="of pettingzoo:MODULE: an agent whose reward is paid, instead of all; may be "
            "given several times",
        ),
    ] = None,
    search: Annotated[
        bool, typer.Option(help="look for solutions and write them as found_oracle()")
    ] = True,
) -> None:
    """Add a proof file to an OpenEnv environment, or make an environment of another subject."""
    require_extras("hallmark wrap", "openenv")
    console = new_console()
    game_options = {
        "max_steps": max_steps,
        "solved": solved,
        "reward_range": reward_range,
        "show_info": show_info or None,
        "paid_agents": paid_agent or None,
    }
    given = {name: value for name, value in game_options.items() if value is not None}
    try:
        if is_folder(subject):
            if out or tasks or proof or env_arg or header or given:
                raise WrapProblem(f"{subject} is a folder: it takes no option but --no-search")
            folder = Path(subject)
            target, notes = wrap(folder, search=search)
            written = [target]
        else:
            args = read_env_args(env_arg or ())
            written, notes = make_environment(
                subject,
                out,
                tasks=tasks,
                args=args,
                proof=proof,
                headers=parse_headers(header or ()),
                search=search,
                game_options=given,
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
