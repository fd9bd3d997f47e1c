"""Make the cases of the bank and prove them; the cases are written as those of the scorers."""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Sequence
from pathlib import Path

from hallmark_rl.conformance.catalogue import gym_catalogue
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.gym_session import GymSession
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.conformance.pytest_plugin.suite_run import judged
from hallmark_rl.conformance.reporting import Row
from tests.defects.scorers.bank import Case

HERE = Path(__file__).parent
CLASSES = {"corridor": "gym:{path}:Corridor", "thruster": "gym:{path}:Thruster",
           "bandit": "gym:{path}:Bandit", "parallel_race": "pettingzoo:{path}"}  # fmt: skip


def cases() -> list[Case]:
    """Every base as a sound case, then sound variants of bases, then every defect."""
    data = tomllib.loads((HERE / "defects.toml").read_text(encoding="utf-8"))
    edited = [
        Case(
            entry["id"],
            entry["base"],
            entry["what"],
            entry.get("by", ()),
            [(edit["old"], edit["new"]) for edit in entry["edit"]],
        )
        for entry in [*data["sound"], *data["defect"]]
    ]
    return [Case(base, base) for base in CLASSES] + edited


def write_case(case: Case, folder: Path) -> str:
    """Write the environment; returns its spec. Each edit must match exactly once."""
    source = (HERE / "bases" / f"{case.base}.py").read_text(encoding="utf-8")
    for old, new in case.edits:
        if source.count(old) != 1:
            raise ValueError(f"{case.id}: {old!r} stands {source.count(old)} times in {case.base}")
        source = source.replace(old, new)
    path = folder / f"{case.id.replace('-', '_')}.py"
    path.write_text(source, encoding="utf-8")
    return CLASSES[case.base].format(path=path)


def prove_case(case: Case, profile: str = "default", only: Sequence[str] = ()) -> dict[str, Row]:
    """The rows of the report on a case, by property; `only` are the properties checked."""
    with tempfile.TemporaryDirectory(prefix="gym-case-") as folder:
        target = Target(write_case(case, Path(folder)), PROFILES[profile])
        entries = [entry for entry in gym_catalogue().values() if not only or entry.id in only]
        session = GymSession(target, [entry.id for entry in entries])
        session.start()
        rows = [judged(entry, session.result(entry.id)) for entry in entries]
    return {row.id: row for row in rows}
