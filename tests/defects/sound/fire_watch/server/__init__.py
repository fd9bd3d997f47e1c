"""The server of Fire watch."""
