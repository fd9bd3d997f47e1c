"""What the checks of Harbor tasks share: trials, what each task pays, and findings."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from hallmark_rl.checkout import ROOT
from hallmark_rl.conformance.core.profiles import Profile
from hallmark_rl.conformance.core.results import EvidenceMissing, PropertyViolated
from hallmark_rl.sdk.harbor.harbor_task import HarborTask
from hallmark_rl.sdk.harbor.reward_files import Verdict
from hallmark_rl.sdk.harbor.trial import NoPrivateRoot, Ran, Trial, TrialProblem, open_trial

ROUNDING = 1e-9
_ABSENT = (
    "command not found", ": not found", "No module named", "Could not resolve", "resolve host",
    "Network is unreach", "name resolution", "Read-only file system", "Unable to locate package",
    "No such host", "bad interpreter", "cannot execute",
)  # fmt: skip
"""What a script prints that needs a program or network which this machine does not give."""


@dataclass(frozen=True)
class Play:
    """How a trial goes: the solution, commands of the agent, and whether former rewards stay."""

    solve: bool = False
    commands: str = ""
    remove_former: bool = True

    @property
    def source(self) -> str:
        """The trial as lines of a program that has `task`."""
        lines = ["with open_trial(task) as trial:"]
        lines += ["    trial.solve()"] * self.solve
        lines += [f"    trial.act({self.commands!r})"] * bool(self.commands)
        keyword = "" if self.remove_former else "remove_former=False"
        return "\n".join([*lines, f"    print(trial.verify({keyword}).text)"])


class HarborFinding(PropertyViolated):
    """A violation, with the task and the trials that show it."""

    def __init__(self, observed: str, task: HarborTask, plays: Sequence[Play] = ()) -> None:
        super().__init__(observed)
        self.task, self.plays = task, list(plays)


@dataclass
class Known:
    """What a task pays for nothing and for the solution, and the files that this one makes."""

    nothing: Verdict = field(default_factory=Verdict)
    solved: Verdict = field(default_factory=Verdict)
    ran: Ran = field(default_factory=lambda: Ran(0, ""))
    made: tuple[str, ...] = ()
    unprovable: str = ""


class HarborContext:
    """The tasks under test.

    Args:
        tasks: the tasks.
        profile: the amount of work.

    Attributes:
        shown: how a task is called in a message; empty if there is only one.
    """

    def __init__(self, tasks: Sequence[HarborTask], profile: Profile) -> None:
        self.tasks, self.profile = list(tasks), profile
        self._known: dict[str, Known] = {}

    def known(self, task: HarborTask) -> Known:
        """What the task pays; its scripts run at the first use."""
        key = str(task.path)
        if key not in self._known:
            try:
                self._known[key] = learn(task)
            except NoPrivateRoot as error:
                reason = f"this machine gives no namespaces ({error})"
                self._known[key] = Known(unprovable=reason)
            except TrialProblem as error:
                self._known[key] = Known(unprovable=str(error))
        return self._known[key]

    def play(self, task: HarborTask, play: Play) -> Verdict:
        """The verdict of one trial."""
        with open_trial(task) as trial:
            return played(trial, play)

    def shown(self, task: HarborTask, text: str) -> str:
        """A message about a task, with its name if there are several."""
        return text if len(self.tasks) == 1 else f"{task.name}: {text}"

    def each(self, check: Callable[[HarborTask], None]) -> None:
        """Check each task whose scripts run here; the first finding ends it.

        Raises:
            EvidenceMissing: a task could not be tried, and no other one has a finding.
        """
        missing = []
        for task in self.tasks:
            try:
                check(task)
            except EvidenceMissing as error:
                missing.append(self.shown(task, str(error)))
        if missing:
            count = f"{len(missing)} of {len(self.tasks)} tasks: " if len(self.tasks) > 1 else ""
            raise EvidenceMissing(f"{count}{'; '.join(missing[:5])}")

    def provable(self, task: HarborTask) -> Known:
        """What is known of a task; `EvidenceMissing` if its scripts cannot run here."""
        known = self.known(task)
        if known.unprovable:
            raise EvidenceMissing(known.unprovable)
        return known

    def solvable(self, task: HarborTask) -> Known:
        """The same; `EvidenceMissing` also if the solution earns no more than nothing."""
        known = self.provable(task)
        if not has_solution(task):
            raise EvidenceMissing("it has no solution/solve.sh: see harbor.files")
        if known.solved.pay <= known.nothing.pay + ROUNDING:
            raise EvidenceMissing(
                "the reference solution earns no more than nothing: see harbor.solution"
            )
        return known


def has_solution(task: HarborTask) -> bool:
    """Whether the task has a reference solution."""
    return (task.path / "solution" / "solve.sh").is_file()


def learn(task: HarborTask) -> Known:
    """Play a trial without any action, and one with the solution."""
    if task.unprovable:
        return Known(unprovable=task.unprovable)
    if not (task.path / "tests" / "test.sh").is_file():
        return Known(unprovable="it has no tests/test.sh: see harbor.files")
    with open_trial(task) as trial:
        if trial.build_problem:
            return Known(unprovable=f"it needs an image: {trial.build_problem}")
        nothing = trial.verify()
    if not has_solution(task):
        absent = _needs(nothing.output or nothing.problem)
        return Known(
            nothing, unprovable=f"its verifier cannot run here: {absent}" if absent else ""
        )
    with open_trial(task) as trial:
        before = trial.files()
        ran = trial.solve()
        after = trial.files()
        solved = trial.verify()
    if solved.pay <= nothing.pay and (absent := _needs(f"{ran.output} {solved.output}")):
        return Known(unprovable=f"its scripts need an image or network: {absent}")
    made = tuple(sorted(path for path in after if after[path] != before.get(path)))
    return Known(nothing, solved, ran, made)


def played(trial: Trial, play: Play) -> Verdict:
    """Play a trial and verify it."""
    if play.solve:
        trial.solve()
    if play.commands:
        ran = trial.act(play.commands)
        if ran.ended:
            raise EvidenceMissing(f"an agent's script {ran.ended}: {play.commands}")
    return trial.verify(remove_former=play.remove_former)


def harbor_script(task: HarborTask, plays: Sequence[Play]) -> str:
    """A program that plays the trials of a finding and prints what each earns."""
    head = [
        "from pathlib import Path",
        "from hallmark_rl.sdk.harbor.harbor_task import read_task",
        "from hallmark_rl.sdk.harbor.trial import open_trial",
        f"task = read_task(Path({str(task.path)!r}))",
    ]
    if ROOT:
        head[:0] = ["import sys", f"sys.path.append({ROOT!r})"]
    return "\n".join([*head, *(play.source for play in plays)]) + "\n"


def _needs(output: str) -> str:
    """The part of an output that says what is missing; empty if nothing does."""
    places = [output.find(words) for words in _ABSENT]
    first = min((place for place in places if place >= 0), default=-1)
    return output[max(0, first - 80) : first + 80].strip() if first >= 0 else ""
