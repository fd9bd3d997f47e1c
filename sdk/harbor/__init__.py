"""Harbor task folders: read them, and play their trials in namespaces of their own."""
