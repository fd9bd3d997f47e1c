"""Traces with planted cheats: saved rollouts of a scorer with a known defect.

`python -m tests.defects.traces` measures how many cheats an audit disputes, and what else.
"""
