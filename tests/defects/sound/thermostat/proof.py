"""What the author of the heating can say about it."""

declared = {"capabilities": {"continuing": True}}
