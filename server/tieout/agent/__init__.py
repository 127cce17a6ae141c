"""The agent loop and its events."""
