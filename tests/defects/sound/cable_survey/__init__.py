"""Find a broken cable under a field with few probes."""
