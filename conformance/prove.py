"""`hallmark prove ENV`: run the conformance suite on an environment, without stamping it.

`run_suite` starts the suite for `hallmark gate` as well. The suite runs in its own pytest process.
"""

from __future__ import annotations

import contextlib
import select
import subprocess
import sys
from collections.abc import Iterable
from enum import StrEnum
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated

import typer

from hallmark_rl.command_text import command_text
from hallmark_rl.conformance.pytest_plugin.options import SUITE_OPTIONS
from hallmark_rl.exit_status import INTERRUPTED, PIPE_CLOSED
from hallmark_rl.extras import require_extras
from hallmark_rl.typer_app import new_app

EXIT_CODES = {
    1: "a property that MUST hold is broken, or the suite failed",
    6: "nothing is broken, but evidence for a MUST property is missing",
}
# pytest's statuses that mean something else here: 2 interrupted, 4 wrong usage, 5 nothing selected.
_NOTHING_SELECTED = 5
_STATUS = {2: INTERRUPTED, 3: 1, 4: 2, _NOTHING_SELECTED: 2}
_SUITE = Path(__file__).parent


class ProfileName(StrEnum):
    """The profiles of the suite, by amount of work."""

    QUICK = "quick"
    DEFAULT = "default"
    THOROUGH = "thorough"


def _help(name: str) -> str:
    return SUITE_OPTIONS[name].help


EnvArgument = Annotated[str, typer.Argument(metavar="ENV", help=_help("env"), show_default=False)]
ProofOption = Annotated[Path | None, typer.Option("--proof", help=_help("proof"))]
ProfileOption = Annotated[ProfileName, typer.Option("--profile", help=_help("profile"))]
SeedOption = Annotated[int, typer.Option("--seed", "--env-seed", help=_help("seed"))]
ReportOption = Annotated[Path | None, typer.Option("--report-dir", help=_help("report_dir"))]
WaiversOption = Annotated[Path | None, typer.Option("--waivers", help=_help("waivers"))]


def prove(
    context: typer.Context,
    env: EnvArgument,
    env_arg: Annotated[list[str] | None, typer.Option("--env-arg", help=_help("env_arg"))] = None,
    proof: ProofOption = None,
    profile: ProfileOption = ProfileName.DEFAULT,
    black_box: Annotated[bool, typer.Option("--black-box", help=_help("black_box"))] = False,
    seed: SeedOption = 0,
    report_dir: ReportOption = None,
    replays: Annotated[Path, typer.Option("--replays", help=_help("replays"))] = Path("replays"),
    waivers: WaiversOption = None,
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
    quiet: Annotated[bool, typer.Option("-q", help="print less")] = False,
    verbose: Annotated[bool, typer.Option("-v", help="print one line per property")] = False,
) -> None:
    """Check an environment against the conformance suite; write reports, but no stamp.

    Options of pytest may follow after `--`.
    """
    require_extras("hallmark prove", "openenv", "conformance")
    if workers and find_spec("xdist") is None:
        raise typer.BadParameter("-n needs pytest-xdist: pip install pytest-xdist")
    options: list[str] = []
    for name, on in (("-x", exit_first), ("-q", quiet), ("-v", verbose)):
        options += [name] * on
    for name, value in (("-k", keyword), ("-m", marker), ("-n", workers)):
        options += [name, value] * bool(value)
    options += black_box * [SUITE_OPTIONS["black_box"].long]
    options += [f"{SUITE_OPTIONS['env_arg'].long}={pair}" for pair in env_arg or ()]
    options += [
        *suite_options(
            proof=proof,
            profile=profile,
            seed=seed,
            report_dir=report_dir,
            replays=replays,
            waivers=waivers,
        ),
        *(context.obj or ()),
    ]
    raise typer.Exit(run_suite(env, options))


def suite_options(**values: object) -> Iterable[str]:
    """The options of the suite for pytest; one whose value is None is left out."""
    for name, value in values.items():
        if value is not None:
            yield f"{SUITE_OPTIONS[name].long}={value}"


def run_suite(env: str, options: Iterable[str]) -> int:
    """Run the suite on an environment; returns an exit status of `EXIT_CODES`, 2, 130 or 141.

    Args:
        env: folder, module:Class or address.
        options: pytest's own, and those that `suite_options` gives.

    Raises `KeyboardInterrupt` after the suite has ended, if Ctrl-C reaches this process.
    """
    command = [sys.executable, "-m", "pytest", "-p", "hallmark_rl.pytest_entry", str(_SUITE)]
    # No configuration file, so that a project's pytest settings do not change the outcome.
    command += ["--tb=short", "-p", "no:cacheprovider", "-c", "/dev/null"]
    command += [f"--rootdir={_SUITE.parent}", f"{SUITE_OPTIONS['env'].long}={env}", *options]
    sys.stdout.flush()
    with subprocess.Popen(command) as suite:
        try:
            status = suite.wait()
        except KeyboardInterrupt:  # Ctrl-C reaches the suite too; it ends its processes
            with contextlib.suppress(subprocess.TimeoutExpired):
                suite.wait(20)
            suite.kill()
            raise
    if status and _stdout_is_closed():
        return PIPE_CLOSED
    if status == _NOTHING_SELECTED:
        print(f"no property was selected; see: {command_text('list')}", file=sys.stderr)
    return 128 - status if status < 0 else _STATUS.get(status, status)


def _stdout_is_closed() -> bool:
    """Whether nothing reads standard output any more; pytest reports that as a failure."""
    poller = select.poll()
    try:
        poller.register(sys.stdout.fileno(), 0)
        return any(event & select.POLLERR for _, event in poller.poll(0))
    except (OSError, ValueError):  # standard output has no descriptor
        return False


app = new_app(
    prove,
    exit_codes=EXIT_CODES,
    example="hallmark prove my_env --profile quick -k seed -- --durations=5",
)
