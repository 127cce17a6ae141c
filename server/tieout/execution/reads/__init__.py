"""Reads of the wrapped API: where, what, and with what around it."""
