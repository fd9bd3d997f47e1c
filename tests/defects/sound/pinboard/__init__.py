"""Pinboard: lock packages to releases that work together."""
