"""Konane: Jump until the opponent cannot."""
