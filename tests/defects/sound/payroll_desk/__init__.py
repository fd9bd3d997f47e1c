"""Payroll desk: work out an amount of a payslip"""

from .models import PayrollQuestion, PayrollReply

__all__ = ["PayrollQuestion", "PayrollReply"]
