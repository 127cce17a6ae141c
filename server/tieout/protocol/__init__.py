"""Frames between the server and a pane, and the connection's state machine. Pure."""
