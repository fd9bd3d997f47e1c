"""The server of Konane."""
