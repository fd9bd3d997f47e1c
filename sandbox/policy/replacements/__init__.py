"""Modules of ours, or parts of them, where the library's own would be a way out.

Each has `names(space) -> dict`: what goes into the module served to one run. `space` is that run's
`Run`, for what differs from run to run.
"""
