"""Charters: date an undated charter from its witnesses, its seal and its clauses."""
