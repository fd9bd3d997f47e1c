"""Variants: what holds for the plain environment holds for each level, split, mode and task."""
