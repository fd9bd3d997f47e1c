"""Lab Workup: Order as few laboratory tests as needed and name the disease."""
