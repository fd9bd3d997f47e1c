"""Audit saved rollouts: read traces, score them again, find pay that nothing earned."""
