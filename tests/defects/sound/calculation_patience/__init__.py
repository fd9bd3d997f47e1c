"""Calculation patience: a patience with foundations that count by different steps."""
