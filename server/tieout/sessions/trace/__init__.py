"""What each request of a session held: kept, shown, compared."""
