"""Courier Shift: deliver the orders of a working day on time."""
