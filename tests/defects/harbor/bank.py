"""Make the cases of the bank and prove them."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from hallmark_rl.conformance.catalogue import harbor_catalogue
from hallmark_rl.conformance.core.profiles import PROFILES
from hallmark_rl.conformance.engine.harbor_session import HarborSession
from hallmark_rl.conformance.engine.supervisor import Target
from hallmark_rl.conformance.pytest_plugin.suite_run import judged
from hallmark_rl.conformance.reporting import Row
from tests.defects.bank_figures import Judged
from tests.defects.harbor.tasks import DEFECTS, SOUND, SOUND_PROGRAM, Files, write_task


def cases() -> list[Judged]:
    """The sound tasks, then every defect with the property that names it."""
    sound: Mapping[str, Files] = {"sound-text": SOUND, "sound-program": SOUND_PROGRAM}
    return [
        *(Judged(name, (), partial(prove_task, files)) for name, files in sound.items()),
        *(
            Judged(name, (property_,), partial(prove_task, files))
            for name, (property_, files) in DEFECTS.items()
        ),
    ]


def prove_task(files: Files, only: Sequence[str] = ()) -> dict[str, Row]:
    """The rows of the report on a task, by property; `only` are the properties checked."""
    with tempfile.TemporaryDirectory(prefix="harbor-case-") as folder:
        target = Target(f"harbor:{write_task(Path(folder), files)}", PROFILES["quick"])
        entries = [entry for entry in harbor_catalogue().values() if not only or entry.id in only]
        session = HarborSession(target, [entry.id for entry in entries])
        session.start()
        rows = [judged(entry, session.result(entry.id)) for entry in entries]
    return {row.id: row for row in rows}
