"""The server of Limitation periods."""
