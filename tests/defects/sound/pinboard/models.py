"""The action and the observation of Pinboard."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class PinboardAction(VerifiedAction):
    """A lock: one release for each package."""

    lock: dict[str, int] = Field(
        default_factory=dict, max_length=20, description="The release of each package, by its name"
    )


class PinboardObservation(VerifiedObservation):
    """The registry, and what was wrong with the last lock. Every field needs a default value."""

    latest: dict[str, int] = Field(
        default_factory=dict, description="The packages to lock, each with its latest release"
    )
    at_least: dict[str, int] = Field(
        default_factory=dict, description="The oldest release of a package that will do"
    )
    needs: list[str] = Field(
        default_factory=list,
        description="What releases need: `amber 4: birch 2-3` means that release 4 of amber works "
        "with the releases 2 and 3 of birch only",
    )
    advisories: list[str] = Field(
        default_factory=list, description="Releases that must not be used, one package a line"
    )
    problems: list[str] = Field(
        default_factory=list, description="What was wrong with the last lock: up to three problems"
    )
    attempts_left: int = Field(default=0, description="How many locks may still be sent")
