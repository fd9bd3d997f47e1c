"""The seller's server."""
