"""Orchard Water: keep an orchard moist for a season, with little bought water."""
