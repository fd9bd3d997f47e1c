"""Server side of oven_tune."""
