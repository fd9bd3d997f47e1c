"""The pytest side: options, one item per property, outcomes, and the reports at the end."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hallmark_rl.conformance import catalogue
from hallmark_rl.conformance.catalogue import CHAPTERS, Property, read_chapter
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.supervisor import SubjectFailed, Target
from hallmark_rl.conformance.pytest_plugin.run import Run, select
from hallmark_rl.conformance.reporting.waivers import WaiverError

CATALOGUE = Path(catalogue.__file__).parent
_RUN = pytest.StashKey[Run]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The options of the suite."""
    group = parser.getgroup("conformance", "prove an OpenEnv environment")
    group.addoption("--env", metavar="SUBJECT", help="folder, module:Class, or address of a server")
    group.addoption("--proof", metavar="FILE", help="evidence that adds to the folder's proof.py")
    group.addoption(
        "--env-arg", action="append", default=[], metavar="NAME=VALUE", help="constructor argument"
    )
    group.addoption("--profile", choices=list(PROFILES), default="default", help="how thorough")
    group.addoption("--black-box", action="store_true", help="only what needs no evidence")
    group.addoption("--env-seed", type=int, default=0, help="seed of the suite's own choices")
    group.addoption(
        "--report-dir", metavar="DIR", help="write report.json, .html, .sarif, .md, badge"
    )
    group.addoption("--replays", metavar="DIR", default="replays", help="where failures are kept")
    group.addoption("--waivers", metavar="FILE", help="accepted failures, with reasons and expiry")


def pytest_configure(config: pytest.Config) -> None:
    """One run per session."""
    for name in ("must", "should", *CHAPTERS):
        config.addinivalue_line("markers", f"{name}: properties of that level or chapter")
    try:
        run = Run(
            config.getoption("--waivers"),
            config.getoption("--report-dir"),
            config.getoption("--replays"),
        )
    except WaiverError as error:
        raise pytest.UsageError(str(error)) from None
    spec = config.getoption("--env")
    if spec:  # also where only xdist's workers collect: this process writes the report
        run.target = _target(config, spec)
    config.stash[_RUN] = run
    config.pluginmanager.register(run, "conformance-run")


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.File | None:
    """A chapter of the catalogue is a file of items."""
    if file_path.suffix == ".toml" and file_path.parent.samefile(CATALOGUE):
        chapter: ChapterFile = ChapterFile.from_parent(parent, path=file_path)
        return chapter
    return None


class ChapterFile(pytest.File):
    """One chapter."""

    def collect(self) -> Iterator[pytest.Item]:
        """An item for each property that the profile and `--black-box` admit."""
        profile = PROFILES[self.config.getoption("--profile")]
        for entry in read_chapter(self.path):
            if select(entry, profile, black_box=self.config.getoption("--black-box")):
                yield PropertyItem.from_parent(self, name=entry.id, entry=entry)


class PropertyItem(pytest.Item):
    """One property."""

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
        """The failure as a person reads it."""
        if isinstance(excinfo.value, NotProved):
            return explain_failure(self.entry, excinfo.value.result)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int, str]:
        """Where and what."""
        return self.path, 0, self.entry.id


class NotProved(Exception):
    """An outcome that is not a pass."""

    def __init__(self, result: Result) -> None:
        super().__init__(f"{result.status}: {result.message}")
        self.result = result


def explain_failure(entry: Property, result: Result) -> str:
    """Rule, observation, script, remedy."""
    lines = [f"{entry.level} {entry.id}: {entry.rule}", f"  observed: {result.message}"]
    if result.script:
        lines += ["  reproduce:", *(f"    {line}" for line in result.script.splitlines())]
    if result.replay:
        lines.append(f"  replay: python -m conformance replay {result.replay}")
    if result.output.strip():
        lines += ["  output:", *(f"    {line}" for line in result.output.splitlines()[-8:])]
    return "\n".join([*lines, f"  fix: {entry.fix}"])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Any:
    """Attach the outcome; what does not decide the verdict is not a failure of pytest's."""
    report = yield
    if isinstance(item, PropertyItem) and call.when == "call" and item.outcome is not None:
        run = item.config.stash[_RUN]
        final = run.judged(item.entry, item.outcome)
        report.user_properties.append(("hallmark", json.dumps(final.to_dict())))
        if final.verdict in ("pass", "broken", "error"):
            report.outcome = "passed" if final.verdict == "pass" else "failed"
        else:
            report.outcome = "skipped"
            text = report.longreprtext if final.verdict == "should" else item.outcome.message
            report.longrepr = (str(item.path), 0, text)
            if final.verdict in ("should", "waived"):
                report.wasxfail = text
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_report_teststatus(report: Any) -> tuple[str, str, str] | None:
    """Words for the outcomes that pytest has no name for."""
    for key, value in getattr(report, "user_properties", ()):
        if key == "hallmark" and report.when == "call":
            verdict = json.loads(value)["verdict"]
            words = {
                "should": ("advised", "s", "SHOULD"),
                "unproved": ("unproved", "u", "UNPROVED"),
                "excluded": ("excluded", "-", "EXCLUDED"),
                "waived": ("waived", "w", "WAIVED"),
            }
            return words.get(verdict)
    return None


@pytest.hookimpl(trylast=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """With the selection known, load the subject and start checking."""
    items = [item for item in session.items if isinstance(item, PropertyItem)]
    config = session.config
    if not items or config.option.collectonly:
        return
    spec = config.getoption("--env")
    if not spec:
        raise pytest.UsageError(
            "say what to prove: pytest conformance/ --env FOLDER (or module:Class, or http://...)"
        )
    try:
        config.stash[_RUN].start([item.entry for item in items])
    except SubjectFailed as failed:
        raise pytest.UsageError(f"--env {spec}: {failed}") from None


def _target(config: pytest.Config, spec: str) -> Target:
    args: dict[str, Any] = {}
    for pair in config.getoption("--env-arg"):
        name, equals, value = pair.partition("=")
        if not equals:
            raise pytest.UsageError(f"--env-arg {pair}: write NAME=VALUE")
        try:
            args[name] = json.loads(value)
        except ValueError:
            args[name] = value
    proof = config.getoption("--proof") or ""
    if proof and not Path(proof).is_file():
        raise pytest.UsageError(f"--proof {proof}: there is no such file")
    problem = "" if Path(spec).is_dir() else _no_subject(spec)
    if problem:
        raise pytest.UsageError(f"--env {spec}: {problem}")
    profile = PROFILES[config.getoption("--profile")]
    return Target(spec, profile, proof, args, config.getoption("--env-seed"))


def _no_subject(spec: str) -> str:
    """Why a spec that is no folder cannot be a subject either; empty if it may be one."""
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
    run.close()
    if hasattr(session.config, "workerinput"):
        return
    session.exitstatus = run.exit_status(int(exitstatus))
    run.write_reports()


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The table and the verdict."""
    config.stash[_RUN].print_summary(terminalreporter)
