"""The author's evidence for the heating."""

declared = {"capabilities": {"continuing": True}}
