"""The pytest plugin of the suite: one item per property, outcomes, and the reports at the end.

`hallmark_rl.pytest_entry` adds the options and registers this plugin when a run needs it.
"""

from __future__ import annotations

import json
import math
import os
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl import pytest_entry
from hallmark_rl.command_text import command_text
from hallmark_rl.conformance import catalogue
from hallmark_rl.conformance.catalogue import CHAPTERS, Property, read_chapter
from hallmark_rl.conformance.client.server_address import parse_headers
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.pytest_plugin.options import (
    HEADERS_VARIABLE,
    SUITE_OPTIONS,
    spelling,
)
from hallmark_rl.conformance.pytest_plugin.suite_run import SuiteRun, select
from hallmark_rl.conformance.reporting.waivers import WaiverError

CATALOGUE = Path(catalogue.__file__).parent
_RUN = pytest.StashKey[SuiteRun]()


def pytest_configure(config: pytest.Config) -> None:
    """Read the options into one `SuiteRun` for the session."""
    for name in ("must", "heuristic", "should", *CHAPTERS):
        config.addinivalue_line("markers", f"{name}: properties of that level or chapter")
    try:
        run = SuiteRun(
            _option(config, "waivers"), _option(config, "report_dir"), _option(config, "replays")
        )
    except WaiverError as error:
        raise pytest.UsageError(str(error)) from None
    spec = _option(config, "env")
    if spec:  # including the main process of xdist, which collects nothing but writes the report
        run.target = _target(config, spec)
        _handle_signals(run)
    config.stash[_RUN] = run
    config.pluginmanager.register(run, "conformance-run")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """Collect a chapter of the catalogue as a file of items."""
    if file_path.suffix == ".toml" and file_path.parent.samefile(CATALOGUE):
        chapter: ChapterFile = ChapterFile.from_parent(parent, path=file_path)
        return chapter
    return None


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(
    session: pytest.Session, config: pytest.Config, items: list[pytest.Item]
) -> None:
    """With `--hallmark-env` in a project, add the suite to the project's own tests.

    The suite comes first: it starts processes and measures times, and the project's tests would
    take the CPU from it.
    """
    if _option(config, "env") and not pytest_entry.is_given_suite(config):
        chapters = [CATALOGUE / f"{name}.toml" for name in CHAPTERS]
        items[:0] = [
            item
            for path in chapters
            for item in ChapterFile.from_parent(
                session, path=path, nodeid=f"hallmark/{path.stem}"
            ).collect()
        ]


class ChapterFile(pytest.File):
    """One chapter of the catalogue."""

    def collect(self) -> Iterator[pytest.Item]:
        """One item for each property that the profile and `--black-box` select."""
        profile = PROFILES[_option(self.config, "profile")]
        black_box = _option(self.config, "black_box")
        for entry in read_chapter(self.path):
            if select(entry, profile, black_box=black_box):
                yield PropertyItem.from_parent(self, name=entry.id, entry=entry)


class PropertyItem(pytest.Item):
    """The check of one property."""

    def __init__(self, entry: Property, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.entry = entry
        self.outcome: Result | None = None
        self.add_marker(entry.level.lower())
        self.add_marker(entry.chapter)

    def runtest(self) -> None:
        """Wait for the outcome, and raise if it is not a pass."""
        self.outcome = self.config.stash[_RUN].result(self.entry)
        if self.outcome.status != "pass":
            raise NotProved(self.outcome)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The text of a failure."""
        if isinstance(excinfo.value, NotProved):
            return explain_failure(self.entry, excinfo.value.result)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """File, line and title for pytest's reports."""
        return self.path, 0, self.entry.id


class NotProved(Exception):
    """An outcome that is not a pass."""

    def __init__(self, result: Result) -> None:
        super().__init__(f"{result.status}: {result.message}")
        self.result = result


def explain_failure(entry: Property, result: Result) -> str:
    """Rule, observation, script that reproduces it, and fix, as text."""
    lines = [f"{entry.level} {entry.id}: {entry.rule}", f"  observed: {result.message}"]
    if result.script:
        lines += ["  reproduce:", *(f"    {line}" for line in result.script.splitlines())]
    if result.replay:
        lines.append(f"  replay: {command_text('replay', result.replay)}")
    if result.output.strip():
        lines += ["  output:", *(f"    {line}" for line in result.output.splitlines()[-8:])]
    return "\n".join([*lines, f"  fix: {entry.fix}"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Attach the outcome; only outcomes that decide the verdict are failures for pytest."""
    report = yield
    if isinstance(item, PropertyItem) and call.when == "call" and item.outcome is not None:
        run = item.config.stash[_RUN]
        final = run.judged(item.entry, item.outcome)
        report.user_properties.append(("hallmark", json.dumps(final.to_dict())))
        if final.verdict in ("pass", "broken", "error"):
            report.outcome = "passed" if final.verdict == "pass" else "failed"
        else:
            report.outcome = "skipped"
            advice = final.verdict in ("should", "suspicion")
            text = report.longreprtext if advice else item.outcome.message
            report.longrepr = (str(item.path), 0, text)
            if advice or final.verdict == "waived":
                report.wasxfail = text
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: Any) -> tuple[str, str, str] | None:
    """Category, letter and word for the outcomes that pytest does not know."""
    for key, value in getattr(report, "user_properties", ()):
        if key == "hallmark" and report.when == "call":
            verdict = json.loads(value)["verdict"]
            words = {
                "should": ("advised", "s", "SHOULD"),
                "suspicion": ("suspicion", "h", "SUSPICION"),
                "flaky": ("flaky", "f", "FLAKY"),
                "unproved": ("unproved", "u", "UNPROVED"),
                "excluded": ("excluded", "-", "EXCLUDED"),
                "waived": ("waived", "w", "WAIVED"),
            }
            return words.get(verdict)
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """After the selection, load the subject and start the checks."""
    items = [item for item in session.items if isinstance(item, PropertyItem)]
    config = session.config
    if not items or config.option.collectonly:
        return
    spec = _option(config, "env")
    if not spec:
        raise pytest.UsageError(_how_to_name_env(config))
    try:
        config.stash[_RUN].start([item.entry for item in items])
    except SubjectFailed as failed:
        raise pytest.UsageError(f"{spec}: {failed}") from None


def _handle_signals(run: SuiteRun) -> None:
    """Let the first SIGTERM or SIGINT end the run in an orderly way, and ignore those after it."""

    def end(number: int, frame: Any) -> None:
        for other in (signal.SIGTERM, signal.SIGINT):
            signal.signal(other, signal.SIG_IGN)
        run.ended_by = signal.Signals(number)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGINT):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, end)


def _option(config: pytest.Config, name: str) -> Any:
    """The value of an option of the suite, whichever spelling the command line has."""
    return config.getoption(SUITE_OPTIONS[name].dest)


def _how_to_name_env(config: pytest.Config) -> str:
    """The error for a run of the suite without an environment."""
    name = spelling(config._parser, SUITE_OPTIONS["env"])
    taken = " (another plugin defines --env)" if name != SUITE_OPTIONS["env"].short else ""
    return f"name the environment: {name} FOLDER, or module:Class, or http://...{taken}"


def _target(config: pytest.Config, spec: str) -> Target:
    """What to check, from the options; a wrong value is a `pytest.UsageError`."""
    args: dict[str, Any] = {}
    for pair in _option(config, "env_arg"):
        name, equals, value = pair.partition("=")
        if not equals:
            raise pytest.UsageError(
                f"the constructor argument {pair!r} has no value: write NAME=VALUE"
            )
        try:
            args[name] = json.loads(value)
        except ValueError:
            args[name] = value
    proof = _option(config, "proof") or ""
    if proof and not Path(proof).is_file():
        raise pytest.UsageError(f"there is no file of evidence {proof}")
    problem = "" if Path(spec).is_dir() else _no_subject(spec)
    if problem:
        raise pytest.UsageError(f"{spec}: {problem}")
    folder = _option(config, "folder") or ""
    if folder and not Path(folder).is_dir():
        raise pytest.UsageError(f"there is no folder {folder}")
    try:
        headers = parse_headers([*_headers_from_parent(), *_option(config, "header")])
    except ValueError as error:
        raise pytest.UsageError(str(error)) from None
    if (folder or headers) and "://" not in spec:
        raise pytest.UsageError("--folder and --header belong to the http(s) address of a server")
    profile = PROFILES[_option(config, "profile")]
    seed = _option(config, "seed")
    budget = _option(config, "time_budget")
    if budget is not None and not 1.0 <= budget < math.inf:
        raise pytest.UsageError("--time-budget is a number of seconds, at least 1")
    return Target(
        spec,
        profile,
        proof,
        args,
        seed,
        folder=folder,
        headers=headers,
        ends=time.monotonic() + budget if budget is not None else math.inf,
    )


def _headers_from_parent() -> list[str]:
    """The headers that `hallmark prove` was given; the command lines of all users show options."""
    lines: list[str] = json.loads(os.environ.get(HEADERS_VARIABLE, "[]"))
    return lines


def _no_subject(spec: str) -> str:
    """Why a spec that is not a folder cannot be a subject either; empty if it may be one."""
    if re.fullmatch(r"[\w.-]+:\d+(/.*)?", spec):
        return f"an address begins with http://: write http://{spec}"
    if ":" in spec:
        return ""
    if Path(spec).is_file():
        return f"this is a file: write its folder, or {spec}:NameOfTheClass"
    if re.fullmatch(r"\w+(\.\w+)+", spec):
        return f"there is no such folder; a class is written {':'.join(spec.rsplit('.', 1))}"
    return "there is no such folder"


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    """End the subject's processes and settle the exit status."""
    run = session.config.stash[_RUN]
    run.finish(interrupted=int(exitstatus) not in (0, 1))
    if hasattr(session.config, "workerinput"):
        return
    session.exitstatus = run.exit_status(int(exitstatus))
    run.write_reports()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """Print the table and the verdict."""
    config.stash[_RUN].print_summary(terminalreporter)
