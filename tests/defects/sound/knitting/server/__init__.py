"""The server of Knitting."""
