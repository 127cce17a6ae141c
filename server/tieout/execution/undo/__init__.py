"""The way back: what is read before a write, and how it is put back."""
