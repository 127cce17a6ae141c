"""The add-in manifest: rendered and validated."""
