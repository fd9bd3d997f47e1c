"""Blood bank: match red cells to a patient, or refer the order"""

from .models import BloodBankAction, BloodBankObservation

__all__ = ["BloodBankAction", "BloodBankObservation"]
