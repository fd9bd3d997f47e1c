"""Messages of the loan desk."""

from pydantic import Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class BillAction(VerifiedAction):
    """The fines."""

    fines: dict[str, int] = Field(default_factory=dict, description="Member: cents")


class LedgerObservation(VerifiedObservation):
    """The ledger."""

    members: list[str] = Field(default_factory=list)
    ledger: list[str] = Field(default_factory=list, description="Day by day")
    note: str = ""
