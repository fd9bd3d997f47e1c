"""Thermo Cal: calibrate a linear thermometer."""
