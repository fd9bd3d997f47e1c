"""Executable coding tasks: task files, test generation, grading, mutants, audits, importers."""
