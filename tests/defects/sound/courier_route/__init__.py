"""Courier Route: Plan the shortest tour of a courier."""
