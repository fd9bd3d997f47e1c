"""The environment Court deadlines and its server."""
