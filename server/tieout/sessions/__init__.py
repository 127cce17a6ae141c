"""Sessions, recordings, replay and trace."""
