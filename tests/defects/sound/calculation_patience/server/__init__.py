"""The environment Calculation patience and its server."""
