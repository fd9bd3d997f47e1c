"""Dilution: work out volumes and concentrations at the bench."""
