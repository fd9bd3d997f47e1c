"""Gymnasium environments with one defect each, and sound ones.

`python -m tests.defects.gyms` proves them all; it needs gymnasium and pettingzoo.
"""
