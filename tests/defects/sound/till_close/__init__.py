"""Till Close: add up the journal of a shop's till."""
