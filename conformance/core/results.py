"""The results of checks: exceptions that a check raises, and the words used for every result.

The status of a check:

    pass         it returned: the property holds
    fail         it raised PropertyViolated, or its process ended or hung
    flaky        it failed, and did not fail again in a new process
    excluded     it raised NotApplicable
    unproved     it raised EvidenceMissing, or it returned but too few of the actions that it
                 played were accepted (`survey.acceptance`)
    error        it raised anything else

A report makes a verdict from the status, the property's level and the waivers:

    pass         status pass
    waived       status fail or error, and a waiver accepts it
    broken       status fail of a MUST property
    error        status error of a MUST property
    flaky        status flaky of a MUST property: not proved
    suspicion    status fail or error of a HEURISTIC property: to look at, decides nothing
    should       status fail or error of a SHOULD property: advice that decides nothing
    unproved     status unproved; of a SHOULD or HEURISTIC property it decides nothing
    excluded     status excluded; or flaky of a property that is no MUST
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any, ClassVar, Literal

from hallmark_rl.conformance.core.episode_data import Episode

Status = Literal["pass", "fail", "flaky", "unproved", "excluded", "error"]
VERDICTS = (
    "pass",
    "broken",
    "error",
    "flaky",
    "unproved",
    "suspicion",
    "should",
    "waived",
    "excluded",
)
"""The order of the report's columns."""


class PropertyViolated(Exception):
    """The property does not hold.

    Args:
        observed: what happened, in one or two sentences.
        episode: the calls that show it.
        details: further text, such as a traceback; a report shows it below the observation.
    """

    status: ClassVar[Status] = "fail"

    def __init__(self, observed: str, episode: Episode | None = None, details: str = "") -> None:
        super().__init__(observed)
        self.observed = observed
        self.episode = episode
        self.details = details


class NotApplicable(Exception):
    """The property does not apply to this subject; the text says why."""

    status: ClassVar[Status] = "excluded"


CUT_SHORT = "the time budget ended while it was checked"
"""Message of a property whose check was ended by the time budget."""
BUDGET_USED_UP = "budget_used_up"
"""The figure of a check that left work out because its own time budget was used up."""


class EvidenceMissing(Exception):
    """The property could not be tried; the text says why, and what to write in proof.py."""

    status: ClassVar[Status] = "unproved"


@dataclass(frozen=True)
class Result:
    """The result of checking one property.

    Attributes:
        id: id of the property.
        status: see the module.
        message: what was observed, or why there is no more to say.
        episode: the calls that show a failure, as a dict.
        script: a Python script that reproduces a failure.
        replay: path of the file in which the failure is stored.
        seconds: how long the check took.
        output: what the check printed, or the end of it.
        figures: numbers that the report shows.
    """

    id: str
    status: Status
    message: str = ""
    episode: dict[str, Any] | None = None
    script: str = ""
    replay: str = ""
    seconds: float = 0.0
    output: str = ""
    figures: dict[str, Any] = field(default_factory=dict)

    def to_dict(self) -> dict[str, Any]:
        """Plain data."""
        return asdict(self)
