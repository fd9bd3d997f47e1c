"""Handbook Desk: find the office rule that was in force on a day."""
