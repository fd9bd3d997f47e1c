"""Server side of conveyor."""
