"""`hallmark prove SUBJECT`: run the conformance suite, without stamping what it proves.

The suite runs in a pytest process of its own: see `suite_process`.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Iterable, Sequence
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.conformance.conversation_subject import wrapped_conversation
from hallmark_rl.conformance.core.atomic_files import replace_text
from hallmark_rl.conformance.engine.task_set_names import expand, is_pattern
from hallmark_rl.conformance.prove_many import prove_many
from hallmark_rl.conformance.pytest_plugin.options import SUITE_OPTIONS
from hallmark_rl.conformance.reporting.openenv_report import NoOpenEnvReport, openenv_report
from hallmark_rl.conformance.suite_process import run_suite
from hallmark_rl.extras import require_extras
from hallmark_rl.sdk.common.http_headers import parse_headers
from hallmark_rl.typer_app import new_app

EXIT_CODES = {
    1: "a property that MUST hold is broken, or the suite failed",
    6: "nothing is broken, but evidence for a MUST property is missing",
    143: "ended by SIGTERM; the report holds what was found before",
}


class ProfileName(StrEnum):
    """The profiles of the suite, by amount of work."""

    QUICK = "quick"
    DEFAULT = "default"
    THOROUGH = "thorough"


def _help(name: str) -> str:
    return SUITE_OPTIONS[name].help


EnvArgOption = Annotated[list[str] | None, typer.Option("--env-arg", help=_help("env_arg"))]
TasksOption = Annotated[Path | None, typer.Option("--tasks", help=_help("tasks"))]
ProofOption = Annotated[Path | None, typer.Option("--proof", help=_help("proof"))]
ProfileOption = Annotated[ProfileName, typer.Option("--profile", help=_help("profile"))]
SeedOption = Annotated[int, typer.Option("--seed", "--env-seed", help=_help("seed"))]
ReportOption = Annotated[Path | None, typer.Option("--report-dir", help=_help("report_dir"))]
HeaderOption = Annotated[list[str] | None, typer.Option("--header", help=_help("header"))]
TimeBudgetOption = Annotated[
    float | None,
    typer.Option("--time-budget", help=_help("time_budget"), min=1.0, metavar="SECONDS"),
]
WaiversOption = Annotated[Path | None, typer.Option("--waivers", help=_help("waivers"))]


def prove(
    context: typer.Context,
    envs: Annotated[
        list[str],
        typer.Argument(metavar="ENV...", help=_help("env"), show_default=False),
    ],
    env_arg: EnvArgOption = None,
    tasks: TasksOption = None,
    proof: ProofOption = None,
    folder: Annotated[Path | None, typer.Option("--folder", help=_help("folder"))] = None,
    header: HeaderOption = None,
    profile: ProfileOption = ProfileName.DEFAULT,
    black_box: Annotated[bool, typer.Option("--black-box", help=_help("black_box"))] = False,
    seed: SeedOption = 0,
    time_budget: TimeBudgetOption = None,
    report_dir: ReportOption = None,
    replays: Annotated[Path, typer.Option("--replays", help=_help("replays"))] = Path("replays"),
    waivers: WaiversOption = None,
    openenv: Annotated[
        Path | None,
        typer.Option(
            "--openenv-report", metavar="FILE", help="also write OpenEnv's own validation report"
        ),
    ] = None,
    keyword: Annotated[
        str, typer.Option("-k", help="only properties whose id matches, such as 'reset and seed'")
    ] = "",
    marker: Annotated[
        str, typer.Option("-m", help="only these levels or chapters, such as 'must and reset'")
    ] = "",
    exit_first: Annotated[bool, typer.Option("-x", help="stop at the first failure")] = False,
    workers: Annotated[
        str, typer.Option("-n", help="pytest workers: a number or auto (needs pytest-xdist)")
    ] = "",
    ray: Annotated[
        str | None,
        typer.Option(
            "--ray",
            metavar="ADDRESS",
            help="prove side by side on a Ray cluster: auto, local or its address",
        ),
    ] = None,
    resume: Annotated[
        bool,
        typer.Option(
            "--resume", help="of several: leave out those with a report of the same options"
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("-q", help="print less")] = False,
    verbose: Annotated[bool, typer.Option("-v", help="print one line per property")] = False,
) -> None:
    """Check environments or answer scorers against the suite; write reports, but no stamp.

    Several environments, or any with --ray, are summed up in a line each; their reports are written
    in folders of their own, and the exit status is the highest. `reasoning_gym:*` names all data
    sets.

    Options of pytest may follow after `--`.
    """
    require_extras("hallmark prove", "openenv", "conformance")
    if workers and find_spec("xdist") is None:
        raise typer.BadParameter("-n needs pytest-xdist: pip install pytest-xdist")
    try:
        parse_headers(header or [])
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    several = len(envs) > 1 or any(map(is_pattern, envs))
    try:
        envs = [name for env in envs for name in expand(env)]
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if openenv is not None:
        if len(envs) != 1 or ray is not None or not Path(envs[0]).is_dir():
            raise typer.BadParameter("--openenv-report needs the folder of one environment")
        report_dir = report_dir or Path(".hallmark") / Path(envs[0]).resolve().name
    options: list[str] = []
    for name, on in (("-x", exit_first), ("-q", quiet), ("-v", verbose)):
        options += [name] * on
    for name, value in (("-k", keyword), ("-m", marker), ("-n", workers)):
        options += [name, value] * bool(value)
    options += black_box * [SUITE_OPTIONS["black_box"].long]
    if not several and (folder_of_env := _conversation(envs[0], env_arg or ())) is not None:
        envs, env_arg = [str(folder_of_env)], []
    options += [f"{SUITE_OPTIONS['env_arg'].long}={pair}" for pair in env_arg or ()]
    options += suite_options(
        proof=proof,
        tasks=tasks,
        folder=folder,
        profile=profile,
        seed=seed,
        time_budget=time_budget,
        waivers=waivers,
    )
    options += context.obj or ()
    if ray is None and not several:
        options += suite_options(report_dir=report_dir, replays=replays)
        began = datetime.datetime.now(datetime.UTC).isoformat(timespec="seconds")
        status = run_suite(envs[0], options, headers=header or ())
        if openenv is not None and report_dir is not None:
            status = _write_openenv_report(openenv, Path(envs[0]), report_dir, began) or status
        raise typer.Exit(status)
    if ray is not None:
        require_extras("hallmark prove --ray", "ray")
    try:
        status = prove_many(
            envs,
            options,
            headers=header or (),
            report_dir=report_dir,
            replays=replays,
            ray_address=ray,
            resume=resume,
        )
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    raise typer.Exit(status)


def _conversation(env: str, env_arg: Sequence[str]) -> Path | None:
    """The folder of an environment that was made of a subject with a conversation; else None."""
    try:
        made = wrapped_conversation(env, env_arg)
    except (ValueError, OSError) as problem:
        raise typer.BadParameter(str(problem)) from None
    if made is None:
        return None
    folder, notes = made
    print(f"{env} talks with the agent: {folder} is proved, which `hallmark wrap` makes of it")
    for note in notes:
        print(f"note: {note}")
    return folder


def _write_openenv_report(path: Path, env: Path, report_dir: Path, began: str) -> int:
    """Write OpenEnv's report from that of the run which began at a time; 1 if that fails."""
    try:
        report = json.loads((report_dir / "report.json").read_text(encoding="utf-8"))
        if report["made"] < began:
            raise NoOpenEnvReport("the suite wrote no report")
        replace_text(path, openenv_report(env, report["rows"]))
    except (OSError, ValueError, KeyError, NoOpenEnvReport) as problem:
        print(f"{path} was not written: {problem}", file=sys.stderr)
        return 1
    return 0


def suite_options(**values: object) -> Iterable[str]:
    """The options of the suite for pytest; one whose value is None is left out."""
    for name, value in values.items():
        if value is not None:
            yield f"{SUITE_OPTIONS[name].long}={value}"


app = new_app(
    prove,
    exit_codes=EXIT_CODES,
    example="hallmark prove my_env --profile quick -k seed -- --durations=5",
)
