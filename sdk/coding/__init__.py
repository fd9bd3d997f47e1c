"""Coding tasks that run: files, drawing, judging, mutants, audits, importers."""
