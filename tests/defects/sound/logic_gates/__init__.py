"""Logic Gates: write a formula with a given truth table."""
