"""The server of Port crane."""
