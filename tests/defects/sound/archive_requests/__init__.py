"""Archive requests: find and hand over a document in an archive."""
