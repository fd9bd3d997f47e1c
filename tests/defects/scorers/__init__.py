"""Answer scorers with one planted defect each, and sound ones.

Run by `python -m tests.defects.scorers`.
"""
