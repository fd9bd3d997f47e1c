"""The action and the observation of the energy bill."""

from __future__ import annotations

from pydantic import BaseModel, Field

from hallmark_rl.sdk import VerifiedAction, VerifiedObservation


class Estimate(VerifiedAction):
    """The answer, as free text."""

    answer: str = Field(
        default="", max_length=4000, description="A text with one <total>amount in pounds</total>"
    )


class Register(BaseModel):
    """One register of the meter."""

    name: str = Field(description="all, day or night")
    previous: int = Field(description="The reading before, in kWh")
    current: int = Field(description="The reading now, in kWh")
    pence_per_kwh: float = Field(description="Price of a unit, in pence")


class BillObservation(VerifiedObservation):
    """What the bill is based on."""

    account: str = Field(default="", description="The kind of account")
    days: int = Field(default=0, description="Days in the billing period")
    registers: list[Register] = Field(default_factory=list, description="Meter registers")
    standing_pence: float = Field(default=0.0, description="Standing charge, pence per day")
    discount_percent: float = Field(default=0.0, description="Discount on energy")
    capacity_kva: int = Field(default=0, description="Agreed capacity in kVA")
    capacity_pence: float = Field(default=0.0, description="Pence per kVA and day")
    levy_pence: float = Field(default=0.0, description="Levy, pence per kWh")
    vat_percent: float = Field(default=0.0, description="VAT on everything")
    rules: str = Field(default="", description="How a bill is made up")
    note: str = Field(default="", description="How the answer was read")
