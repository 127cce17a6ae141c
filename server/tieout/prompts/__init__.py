"""C1: the system prompt, assembled from templates in a fixed order."""
