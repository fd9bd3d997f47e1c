"""The pytest plugin of the suite: one item per property, outcomes, and the reports at the end.

`hallmark_rl.pytest_entry` adds the options and registers this plugin when a run needs it.
"""

from __future__ import annotations

import contextlib
import json
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl import pytest_entry
from hallmark_rl.command_text import command_text
from hallmark_rl.conformance import catalogue
from hallmark_rl.conformance.catalogue import ALL_CHAPTERS, Property, read_chapter
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.subject_kind import chapters_of
from hallmark_rl.conformance.engine.supervisor import SubjectFailed
from hallmark_rl.conformance.pytest_plugin.read_options import (
    how_to_name_env,
    option,
    read_target,
)
from hallmark_rl.conformance.pytest_plugin.suite_run import SuiteRun, select
from hallmark_rl.conformance.reporting.waivers import WaiverError

CATALOGUE = Path(catalogue.__file__).parent
_SUITE = CATALOGUE.resolve().parent
_RUN = pytest.StashKey[SuiteRun]()


def pytest_configure(config: pytest.Config) -> None:
    """Read the options into one `SuiteRun` for the session."""
    for name in ("must", "heuristic", "should", *ALL_CHAPTERS):
        config.addinivalue_line("markers", f"{name}: properties of that level or chapter")
    try:
        run = SuiteRun(
            option(config, "waivers"), option(config, "report_dir"), option(config, "replays")
        )
    except WaiverError as error:
        raise pytest.UsageError(str(error)) from None
    spec = option(config, "env")
    if spec:  # including the main process of xdist, which collects nothing but writes the report
        run.target = read_target(config, spec)
        _handle_signals(run)
    config.stash[_RUN] = run
    config.pluginmanager.register(run, "conformance-run")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Collect nothing of the suite but its catalogue: pytest would import `*_test.py` as tests."""
    place = collection_path.resolve()
    return True if place.parent == _SUITE and place.name != CATALOGUE.name else None


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
    if option(config, "env") and not pytest_entry.is_given_suite(config):
        chapters = [CATALOGUE / f"{name}.toml" for name in ALL_CHAPTERS]
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
        profile = PROFILES[option(self.config, "profile")]
        black_box = option(self.config, "black_box")
        if self.path.stem not in chapters_of(option(self.config, "env") or ""):
            return
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
    spec = option(config, "env")
    if not spec:
        raise pytest.UsageError(how_to_name_env(config))
    try:
        config.stash[_RUN].start([item.entry for item in items], _teller(config))
    except SubjectFailed as failed:
        raise pytest.UsageError(f"{spec}: {failed}") from None


def _teller(config: pytest.Config) -> Callable[[str], None]:
    """Write a line among the dots of the run; a worker of xdist has nowhere to write it."""
    reporter: Any = config.pluginmanager.get_plugin("terminalreporter")
    capture: Any = config.pluginmanager.get_plugin("capturemanager")

    def tell(line: str) -> None:
        if reporter is None:
            return
        shown = capture.global_and_fixture_disabled() if capture else contextlib.nullcontext()
        with shown:
            reporter.ensure_newline()
            reporter.write_line(line)
            reporter.flush()

    return tell


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
