"""What a run leaves as evidence for the context."""
