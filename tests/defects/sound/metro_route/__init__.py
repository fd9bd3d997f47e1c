"""Find a shortest route through a metro network."""
