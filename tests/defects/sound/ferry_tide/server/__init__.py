"""The ferry's server."""
