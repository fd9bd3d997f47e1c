"""Requests, verdicts and the file of a case."""

from __future__ import annotations

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class CheckAction(VerifiedAction):
    """Request a proof, or settle the case."""

    kind: str = Field(default="", max_length=16, description="`request` or `settle`")
    item: str = Field(default="", max_length=24, description="The proof to request")
    verdict: str = Field(
        default="", max_length=24, description="The contradicting proof or `sound`"
    )
    stamps: list[str] = Field(
        default_factory=list, max_length=8, description="Stamps of the proofs that were checked"
    )


class CaseObservation(VerifiedObservation):
    """The file of the case so far."""

    order: str = Field(default="", description="What was ordered")
    complaint: str = Field(default="", description="What the customer says")
    prices: dict[str, int] = Field(default_factory=dict, description="Price of each proof")
    budget: int = Field(default=0, description="What may be spent")
    spent: int = Field(default=0, description="What was spent")
    proofs: dict[str, str] = Field(default_factory=dict, description="Proofs that were requested")
    stamps: dict[str, str] = Field(default_factory=dict, description="Their stamps")
    note: str = Field(default="", description="What became of the last action")
