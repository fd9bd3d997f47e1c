"""Harbor tasks with one planted defect each, and sound ones.

`python -m tests.defects.harbor` proves them all; it needs namespaces of Linux.
"""
