"""One run of the suite: the survey first, then any property, whatever asked for it.

The subject works in a directory that shows what the working directory holds; what it writes there
goes with the run.
"""

from __future__ import annotations

import contextlib
import json
import tempfile
from collections.abc import Collection
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from hallmark_rl.conformance.catalogue import Property, catalogue
from hallmark_rl.conformance.core.diff import content_difference
from hallmark_rl.conformance.core.episode_data import Episode
from hallmark_rl.conformance.core.files import replace_text
from hallmark_rl.conformance.core.results import Result
from hallmark_rl.conformance.engine.supervisor import (
    CAUSES,
    SubjectFailed,
    Supervisor,
    Target,
    absolute,
)
from hallmark_rl.conformance.processes.symlinks import link_contents
from hallmark_rl.conformance.survey.survey_data import Survey

NEEDS_ELSEWHERE = {
    "isolation.hash_seed",
    "isolation.working_directory",
    "isolation.environment_variables",
    "semantic.verifier_portability",
}
LONG = {
    "statistical.difficulty_separation",
    "isolation.sessions",
    "isolation.clock",
    "runtime.episode_determinism",
    "semantic.canary_floor",
    "semantic.program_exploits",
    "semantic.adversarial_floor",
}
QUIET = {
    "time.step",
    "time.growth",
    "time.reset",
    "isolation.memory",
    "server.sessions_do_not_block",
}


class Session:
    """The subject in its processes. Close it when done."""

    def __init__(self, target: Target, ids: list[str], replays: Path) -> None:
        self.target = target
        self.ids = [name for name in ids if name in catalogue()]
        self.replays = replays
        self.survey: Survey = Survey()
        self.evidence: set[str] = set()
        self._hosts: list[Supervisor] = []
        self._scratch = tempfile.TemporaryDirectory(prefix="hallmark-work-")
        self._futures: dict[str, Future[dict[str, Any]]] = {}

    def start(self) -> None:
        """Load the subject, look at it, and queue every property; `SubjectFailed` if it cannot."""
        with contextlib.suppress(OSError):  # a directory that may not be read shows nothing
            link_contents(Path.cwd(), Path(self._scratch.name))
        host = self._host()
        elsewhere: Supervisor | None = None
        is_server = "://" in self.target.spec
        if NEEDS_ELSEWHERE & set(self.ids) and not is_server:
            elsewhere = self._host(CAUSES)
        host.wait_ready()
        answer = host.submit("survey", deadline=self._survey_deadline()).result()
        if "fork_failure" in answer:
            text = (
                f"in the first episodes {answer['fork_failure']}{_quoted(answer.get('output', ''))}"
            )
            answer = {"result": {"startup": text}}
        self.survey = Survey.from_dict(answer["result"])
        if self.survey.startup:
            self._block(self.survey.startup)
            return
        host.send_survey(answer["result"])
        if not is_server:
            host.submit("prepare", deadline=self._deadline())
        for name in self._ordered():
            if name not in NEEDS_ELSEWHERE:
                self._futures[name] = self._submit(host, name, {})
        if elsewhere is not None:
            self._add_elsewhere(host, elsewhere, answer["result"])

    def _block(self, problem: str) -> None:
        """Nothing can be checked: one finding says why, the others refer to it."""
        wanted = "time.hang" if "has not returned" in problem else "runtime.startup"
        chosen = wanted if wanted in self.ids else self.ids[0]
        for name in self.ids:
            found = Result(name, "unproved", f"not checked: {problem}")
            if name == chosen:
                found = Result(name, "fail", problem)
            self._futures[name] = Future()
            self._futures[name].set_result({"result": found.to_dict()})

    def result(self, name: str) -> Result:
        """The outcome of one property; waits for it."""
        answer = self._futures[name].result()
        if "fork_failure" in answer:
            return Result(
                name, "fail", _failure_text(answer["fork_failure"]), output=answer.get("output", "")
            )
        found = Result(**answer["result"])
        output = found.output or ("" if found.status == "pass" else answer.get("output", ""))
        found = Result(**{**found.to_dict(), "output": output})
        if found.status == "fail" and found.episode is not None:
            with contextlib.suppress(OSError):  # where nothing may be written, nothing is kept
                found = Result(**{**found.to_dict(), "replay": str(self._save(found))})
        elif found.status == "pass":
            self._forget(name)
        return found

    def calls(self, episode: Episode) -> list[str]:
        """Each call of an episode with what it gives, as text."""
        answer = (
            self._hosts[0].submit("calls", episodes=[episode.to_dict()], deadline=30.0).result()
        )
        lines: list[str] = answer.get("result") or [f"not played: {answer.get('fork_failure')}"]
        return lines

    def store(self, name: str, data: dict[str, Any]) -> Path:
        """Keep the episode of a failure, for `name` to be tried with first."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_text(path, json.dumps(data, indent=1, ensure_ascii=False) + "\n")
        return path

    def close(self) -> None:
        """End every process."""
        for host in self._hosts:
            host.close()
        with contextlib.suppress(OSError):
            self._scratch.cleanup()

    def _survey_deadline(self) -> float:
        return 60.0 if self.target.profile.name != "quick" else 30.0

    def _ordered(self) -> list[str]:
        """Long ones first, that no processor waits for the last; those that measure time last."""
        return sorted(self.ids, key=lambda name: (name in QUIET, name not in LONG))

    def _submit(self, host: Supervisor, name: str, extra: dict[str, Any]) -> Future[dict[str, Any]]:
        entry = catalogue()[name]
        return host.submit(
            "check",
            id=name,
            stored=self._stored(entry),
            how=self.target.how(),
            extra=extra,
            deadline=self._deadline(),
            quiet=name in QUIET,
        )

    def _deadline(self) -> float:
        """Slow environments are given more time for one property."""
        slow = 40 * self.survey.step_s + 20 * self.survey.reset_s
        return self.target.profile.deadline + min(slow, 90.0)

    def _host(self, changed: Collection[str] = ()) -> Supervisor:
        host = Supervisor(self.target, Path(self._scratch.name), changed=changed)
        self._hosts.append(host)
        return host

    def _add_elsewhere(
        self, host: Supervisor, elsewhere: Supervisor, found: dict[str, Any]
    ) -> None:
        """Play the same episodes in a process where everything differs but the environment.

        If the messages differ, play them once for each cause alone.
        """
        from hallmark_rl.conformance.survey.cross_process import portable_episodes

        episodes = [episode.to_dict() for episode in portable_episodes(self.survey)]
        mine = host.submit("traces", episodes=episodes, deadline=30.0)
        everything = _traces(elsewhere, episodes, found)
        extra: dict[str, Any] = {"episodes": episodes, "elsewhere": everything, "by_cause": {}}
        if _differ(mine.result().get("result"), everything["traces"]):
            hosts = {cause: self._host([cause]) for cause in CAUSES}
            for cause, other in hosts.items():
                extra["by_cause"][cause] = _traces(other, episodes, found)
        for name in sorted(NEEDS_ELSEWHERE & set(self.ids)):
            self._futures[name] = self._submit(host, name, extra)

    def _path(self, name: str) -> Path:
        return self.replays / f"{name}.json"

    def _stored(self, entry: Property) -> list[dict[str, Any]]:
        with contextlib.suppress(OSError, ValueError):
            data = json.loads(self._path(entry.id).read_text(encoding="utf-8"))
            return [data["episode"]]
        return []

    def _save(self, found: Result) -> Path:
        data = {
            "property": found.id,
            "subject": absolute(self.target.spec),
            **self.target.how(),
            "seed": self.target.seed,
            "required": catalogue()[found.id].rule,
            "observed": found.message,
            "episode": found.episode,
        }
        return self.store(found.id, data)

    def _forget(self, name: str) -> None:
        """A stored failure that passes now is done with."""
        with contextlib.suppress(OSError):
            self._path(name).unlink()


def _traces(
    host: Supervisor, episodes: list[dict[str, Any]], found: dict[str, Any]
) -> dict[str, Any]:
    """The messages of the episodes in another process, or the problem that it had."""
    try:
        host.wait_ready()
        host.send_survey(found)
        answer = host.submit("traces", episodes=episodes, deadline=30.0).result()
    except SubjectFailed as failed:
        return {"traces": None, "problem": str(failed)}
    problem = answer.get("fork_failure", "") + _quoted(answer.get("output", ""))
    return {"traces": answer.get("result"), "problem": problem}


def _differ(mine: Any, others: Any) -> bool:
    """Whether two processes' traces of the same episodes differ, or one has none."""
    if mine is None or others is None:
        return True
    return any(content_difference(*pair) is not None for pair in zip(mine, others, strict=True))


def _failure_text(reason: str) -> str:
    return f"while this was checked, {reason}"


def _quoted(output: str) -> str:
    tail = " ".join(output.split())[-300:]
    return f" ({tail})" if tail else ""
