"""The action and the observation of Invoice Audit."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class AuditAction(VerifiedAction):
    """The invoices that must not be paid."""

    flagged: list[str] = Field(
        default_factory=list, max_length=40, description="Numbers of the duplicate invoices"
    )


class Invoice(BaseModel):
    """One line of the payment run."""

    model_config = ConfigDict(frozen=True)

    number: str
    vendor: str
    order: str
    date: str
    cents: int


class AuditObservation(VerifiedObservation):
    """The payment run."""

    rule: str = Field(default="", description="Which invoices are duplicates")
    invoices: list[Invoice] = Field(default_factory=list, description="In the order of arrival")
    duplicates: int = Field(default=0, description="How many duplicates the controller counted")
