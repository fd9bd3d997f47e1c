"""Limitation periods: Until when can a claim be filed."""
