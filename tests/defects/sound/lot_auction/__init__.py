"""Sealed bids at an auction."""
