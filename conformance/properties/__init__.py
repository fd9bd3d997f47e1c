"""The checks, one file per chapter of the catalogue."""
